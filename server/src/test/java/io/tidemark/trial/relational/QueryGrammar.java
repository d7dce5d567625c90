package io.tidemark.trial.relational;

import io.tidemark.trial.data.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Queries that stand in others: in FROM, in conditions, and as branches of set operations. */
final class QueryGrammar {

    private final Dice dice;
    private final ConditionGrammar conditions;
    private final FromGrammar froms;

    QueryGrammar(Dice dice) {
        this.dice = dice;
        this.conditions = new ConditionGrammar(dice, this);
        this.froms = new FromGrammar(dice, this, conditions);
    }

    FromGrammar froms() {
        return froms;
    }

    ConditionGrammar conditions() {
        return conditions;
    }

    /** WHERE with some conditions, or nothing. */
    Phrase where(Scope scope, Scope outer, int most, int depth) {
        List<Phrase> all = new ArrayList<>();
        for (int i = dice.oneIn(2) ? 0 : 1 + dice.upTo(most); i > 0; i--) {
            all.add(conditions.condition(scope, outer, depth));
        }
        return new Phrase.Several(" WHERE ", " AND ", all, 0);
    }

    /** An expression of type BIGINT over columns. */
    String whole(Scope scope) {
        String column = scope.any(Type.BIGINT, dice.random());
        return switch (dice.upTo(8)) {
            case 0 -> "COALESCE(" + column + ", -1)";
            case 1 -> column + " + " + scope.any(Type.BIGINT, dice.random());
            case 2 -> "CASE WHEN " + conditions.simple(scope).text() + " THEN " + column + " ELSE 7 END";
            default -> column;
        };
    }

    /** A row of whole numbers by its columns' names; as many as there are columns. */
    private Phrase wholes(Scope scope, List<String> names) {
        return Phrase.words(names.stream()
                .map(name -> "CAST(" + whole(scope) + " AS BIGINT) AS " + name)
                .collect(Collectors.joining(", ")));
    }

    private static List<String> names(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(i -> "n" + i).toList();
    }

    /** Rows of one whole number, for IN and the like. */
    Phrase rowsFor(Scope around, int depth) {
        if (depth > 0 && dice.oneIn(6)) {
            return setOperation(1, depth - 1);
        }
        From from = froms.inputs(1 + dice.upTo(3) / 2, false, depth);
        List<Phrase> where = new ArrayList<>();
        if (!around.names().isEmpty() && !dice.oneIn(3)) {
            where.add(conditions.correlation(from.scope(), around));
        }
        conditions.perhaps(3, from.scope(), around, depth).ifPresent(where::add);
        Phrase condition = new Phrase.Several(" WHERE ", " AND ", where, 0);
        if (dice.oneIn(6)) {
            String key = from.scope().any(Type.BIGINT, dice.random());
            return Phrase.sequence("SELECT " + key + " FROM ", from.phrase(), condition, " GROUP BY " + key + having());
        }
        Phrase rows = Phrase.sequence("SELECT ", wholes(from.scope(), names(1)), " FROM ", from.phrase(), condition);
        return dice.oneIn(6) ? Phrase.sequence(rows, first(1 + dice.upTo(3))) : rows;
    }

    /** The first of rows of one number by that number: which of equal ones they are makes no difference. */
    private String first(int count) {
        return " ORDER BY n1" + (dice.oneIn(2) ? " DESC" : "") + (dice.oneIn(2) ? " NULLS FIRST" : " NULLS LAST")
                + " LIMIT " + count + (dice.oneIn(3) ? " OFFSET " + (1 + dice.upTo(2)) : "");
    }

    private String having() {
        return dice.oneIn(2) ? " HAVING COUNT(*) > 1" : "";
    }

    /** One value: an aggregate over all rows, or that of the first one. */
    Phrase valueFor(Scope around, int depth) {
        From from = froms.inputs(1 + dice.upTo(4) / 3, false, depth);
        List<Phrase> where = new ArrayList<>();
        if (!around.names().isEmpty() && !dice.oneIn(3)) {
            where.add(conditions.correlation(from.scope(), around));
        }
        conditions.perhaps(3, from.scope(), around, depth).ifPresent(where::add);
        Phrase condition = new Phrase.Several(" WHERE ", " AND ", where, 0);
        if (dice.oneIn(6)) {
            return Phrase.sequence(
                    "SELECT ", wholes(from.scope(), names(1)), " FROM ", from.phrase(), condition, first(1));
        }
        return Phrase.sequence("SELECT " + aggregate(from.scope()) + " FROM ", from.phrase(), condition);
    }

    /** An aggregate of type BIGINT. */
    String aggregate(Scope scope) {
        String argument = scope.any(Type.BIGINT, dice.random());
        return switch (dice.upTo(7)) {
            case 0 -> "COUNT(*)";
            case 1 -> "COUNT(" + argument + ")";
            case 2 -> "COUNT(DISTINCT " + argument + ")";
            case 3 -> "CAST(SUM(" + argument + ") AS BIGINT)";
            case 4 -> "CAST(MIN(" + argument + ") AS BIGINT)";
            case 5 ->
                "CAST(SUM(" + argument + ") FILTER (WHERE "
                        + conditions.simple(scope).text() + ") AS BIGINT)";
            default -> "CAST(MAX(" + argument + ") AS BIGINT)";
        };
    }

    /** A query in FROM. */
    From derived(int depth) {
        String alias = dice.name("q");
        int columns = 2 + dice.upTo(2);
        Phrase query = switch (dice.upTo(4)) {
            case 0 -> grouped(columns, depth);
            case 1 -> setOperation(columns, depth);
            default -> rows(columns, depth);
        };
        return new From(Phrase.sequence("(", query, ") AS " + alias), scope(alias, columns));
    }

    /** The columns of a query made of whole numbers, under a name. */
    static Scope scope(String alias, int columns) {
        return new Scope(names(columns).stream()
                .map(name -> new Scope.Name(alias + "." + name, Type.BIGINT, false))
                .toList());
    }

    /** Rows of so many whole numbers. */
    Phrase rows(int columns, int depth) {
        From from = froms.inputs(1 + dice.upTo(2), true, depth);
        String select = dice.oneIn(4) ? "SELECT DISTINCT " : "SELECT ";
        return Phrase.sequence(
                select,
                wholes(from.scope(), names(columns)),
                " FROM ",
                from.phrase(),
                where(from.scope(), Scope.empty(), 2, depth));
    }

    private Phrase grouped(int columns, int depth) {
        From from = froms.inputs(1 + dice.upTo(2), true, depth);
        String key = from.scope().any(Type.BIGINT, dice.random());
        String rest = names(columns).stream()
                .skip(1)
                .map(name -> ", " + aggregate(from.scope()) + " AS " + name)
                .collect(Collectors.joining());
        return Phrase.sequence(
                "SELECT CAST(" + key + " AS BIGINT) AS n1" + rest + " FROM ",
                from.phrase(),
                where(from.scope(), Scope.empty(), 1, depth),
                " GROUP BY " + key + having());
    }

    /** Two queries, or three, whose rows are united, intersected or taken from each other. */
    Phrase setOperation(int columns, int depth) {
        Phrase first = rows(columns, depth);
        Phrase second = rows(columns, depth);
        Phrase two = Phrase.sequence("(", first, ")", operator(), "(", second, ")");
        if (!dice.oneIn(3)) {
            return new Phrase.Choice(two, List.of(first, second));
        }
        Phrase third = rows(columns, depth);
        return new Phrase.Choice(Phrase.sequence("(", two, ")", operator(), "(", third, ")"), List.of(two, third));
    }

    private String operator() {
        String all = dice.oneIn(2) ? " ALL " : " ";
        return dice.oneOf(List.of(" UNION", " INTERSECT", " EXCEPT", " EXCEPT")) + all;
    }
}
