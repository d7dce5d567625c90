package io.tidemark.trial.relational;

import io.tidemark.trial.data.Type;
import io.tidemark.trial.grammar.Column;
import io.tidemark.trial.grammar.Relation;
import io.tidemark.trial.relational.RelationalQuery.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;

/** The kinds of whole queries, each of which is made equally often. */
public final class RelationalGrammar {

    private static final Phrase SELECT = Phrase.words("SELECT ");

    private final Dice dice;
    private final QueryGrammar queries;

    private RelationalGrammar(Random random) {
        this.dice = new Dice(random);
        this.queries = new QueryGrammar(dice);
    }

    /** The kinds of queries. */
    public enum Family {
        JOINS,
        OUTER_JOINS,
        ASOF_JOIN,
        SUBQUERY_IN_WHERE,
        SUBQUERY_IN_SELECT,
        GROUPS_OF_JOINS,
        SET_OPERATION,
        TOP_N,
        OVER,
        COMMON_TABLE,
        NESTED
    }

    /** A query of a kind. */
    public static Relation relation(Family family, Random random) {
        return new RelationalGrammar(random).relation(family);
    }

    private Relation relation(Family family) {
        return switch (family) {
            case JOINS -> selection(queries.froms().inputs(2 + dice.upTo(4), false, 0), 0);
            case OUTER_JOINS -> selection(queries.froms().inputs(2 + dice.upTo(2), true, 1), 0);
            case ASOF_JOIN -> asof();
            case SUBQUERY_IN_WHERE -> subqueryInWhere();
            case SUBQUERY_IN_SELECT -> subqueryInSelect();
            case GROUPS_OF_JOINS -> groups(queries.froms().inputs(1 + dice.upTo(3), true, 1));
            case SET_OPERATION -> setOperation();
            case TOP_N -> topN();
            case OVER -> over();
            case COMMON_TABLE -> commonTable();
            case NESTED -> selection(queries.froms().inputs(1 + dice.upTo(3), true, 2), 2);
        };
    }

    private Item item(Phrase expression, Type type) {
        return new Item(new Column(dice.name("c"), type, false, true, Optional.empty()), expression);
    }

    private Item wholeItem(String expression) {
        return item(Phrase.words("CAST(" + expression + " AS BIGINT)"), Type.BIGINT);
    }

    private List<Item> items(Scope scope) {
        List<Item> items = new ArrayList<>();
        for (int i = 1 + dice.upTo(4); i > 0; i--) {
            if (scope.has(Type.TEXT) && dice.oneIn(4)) {
                items.add(item(Phrase.words(scope.any(Type.TEXT, dice.random())), Type.TEXT));
            } else if (dice.oneIn(8)) {
                items.add(item(queries.conditions().simple(scope), Type.BOOLEAN));
            } else {
                items.add(wholeItem(queries.whole(scope)));
            }
        }
        return items;
    }

    private RelationalQuery query(Phrase before, List<Item> items, Object... rest) {
        return new RelationalQuery(before, items, Phrase.sequence(rest), dice.sources());
    }

    private Relation selection(From from, int depth) {
        Phrase where = queries.where(from.scope(), Scope.empty(), 2, depth);
        Phrase select = dice.oneIn(6) ? Phrase.words("SELECT DISTINCT ") : SELECT;
        return query(select, items(from.scope()), " FROM ", from.phrase(), where);
    }

    /** Of a table, whose rows differ in their first column: that tells right rows apart which tie. */
    private Relation asof() {
        From left = dice.oneIn(3) ? queries.derived(0) : queries.froms().table();
        From right = queries.froms().table();
        String[] words = right.phrase().text().split(" AS ", -1);
        AsofQuery.Match match = new AsofQuery.Match(
                dice.oneIn(2),
                left.scope().any(Type.BIGINT, dice.random()),
                dice.oneOf(List.of(">=", ">", "<=", "<")),
                dice.oneOf(List.of("id", "a", "b", "n")),
                left.scope().any(Type.BIGINT, dice.random()),
                dice.oneOf(List.of("a", "b", "n")));
        Scope both = left.scope().with(right.scope());
        Phrase where = queries.where(both, Scope.empty(), 1, 0);
        return new AsofQuery(
                items(both), left.phrase(), new AsofQuery.Right(words[0], words[1]), match, where, dice.sources());
    }

    private Relation subqueryInWhere() {
        From from = queries.froms().inputs(1 + dice.upTo(2), dice.oneIn(3), 0);
        List<Phrase> where = new ArrayList<>();
        for (int i = 1 + dice.upTo(2); i > 0; i--) {
            where.add(queries.conditions().condition(from.scope(), Scope.empty(), 2));
        }
        return query(
                SELECT, items(from.scope()), " FROM ", from.phrase(), new Phrase.Several(" WHERE ", " AND ", where, 0));
    }

    private Relation subqueryInSelect() {
        From from = queries.froms().inputs(1 + dice.upTo(2), dice.oneIn(3), 0);
        List<Item> items = new ArrayList<>(items(from.scope()));
        if (dice.oneIn(3)) {
            items.add(item(queries.conditions().condition(from.scope(), Scope.empty(), 1), Type.BOOLEAN));
        } else {
            items.add(item(Phrase.sequence("(", queries.valueFor(from.scope(), 1), ")"), Type.BIGINT));
        }
        return query(SELECT, items, " FROM ", from.phrase(), queries.where(from.scope(), Scope.empty(), 1, 0));
    }

    private Relation groups(From from) {
        List<Item> items = new ArrayList<>();
        List<String> keys = new ArrayList<>();
        for (int i = dice.upTo(3); i > 0; i--) {
            String key = from.scope().any(Type.BIGINT, dice.random());
            keys.add(key);
            items.add(wholeItem(key));
        }
        for (int i = 1 + dice.upTo(3); i > 0; i--) {
            items.add(wholeItem(queries.aggregate(from.scope())));
        }
        Phrase where = queries.where(from.scope(), Scope.empty(), 1, 1);
        if (keys.isEmpty()) {
            return query(SELECT, items, " FROM ", from.phrase(), where);
        }
        List<Phrase> having = new ArrayList<>();
        if (dice.oneIn(3)) {
            having.add(
                    dice.oneIn(2)
                            ? Phrase.words("COUNT(*) > 1")
                            : Phrase.sequence("COUNT(*) >= (", queries.valueFor(Scope.empty(), 0), ")"));
        }
        return query(
                SELECT,
                items,
                " FROM ",
                from.phrase(),
                where,
                " GROUP BY " + String.join(", ", keys),
                new Phrase.Several(" HAVING ", " AND ", having, 0));
    }

    private Relation setOperation() {
        int columns = 1 + dice.upTo(2);
        String alias = dice.name("q");
        Phrase rows = queries.setOperation(columns, 1);
        List<Item> items = QueryGrammar.scope(alias, columns).names().stream()
                .map(name -> wholeItem(name.text()))
                .toList();
        return query(SELECT, items, " FROM (", rows, ") AS " + alias);
    }

    /** An order in which no two rows are equal. */
    private String order(Scope scope) {
        String first = scope.any(Type.BIGINT, dice.random()) + (dice.oneIn(2) ? " DESC" : "");
        String nulls = dice.oneIn(2) ? " NULLS FIRST" : " NULLS LAST";
        return first + nulls + scope.identity().stream().map(id -> ", " + id).collect(Collectors.joining());
    }

    private Relation topN() {
        From from = queries.froms().tables(1 + dice.upTo(2));
        Scope scope = from.scope();
        Phrase where = queries.where(scope, Scope.empty(), 1, 0);
        String partition = dice.oneIn(4) ? "" : "PARTITION BY " + scope.any(Type.BIGINT, dice.random()) + " ";
        String alias = dice.name("q");
        String id = scope.identity().get(0);
        String other = queries.whole(scope);
        String list = "SELECT CAST(" + id + " AS BIGINT) AS n1, CAST(" + other + " AS BIGINT) AS n2";
        Scope columns = QueryGrammar.scope(alias, 2);
        List<Item> items = new ArrayList<>(
                columns.names().stream().map(name -> wholeItem(name.text())).toList());
        if (dice.oneIn(3)) {
            String limit = " ORDER BY " + order(scope) + " LIMIT " + (1 + dice.upTo(4))
                    + (dice.oneIn(3) ? " OFFSET " + dice.upTo(3) : "");
            return query(SELECT, items, " FROM (" + list + " FROM ", from.phrase(), where, limit + ") AS " + alias);
        }
        boolean ties = dice.oneIn(3);
        String function = ties ? dice.oneOf(List.of("RANK()", "DENSE_RANK()")) : "ROW_NUMBER()";
        String by = ties ? scope.any(Type.BIGINT, dice.random()) + " NULLS LAST" : order(scope);
        String rank = function + " OVER (" + partition + "ORDER BY " + by + ")";
        String bound = dice.oneOf(List.of(" <= 1", " = 1", " <= 2", " < 4"));
        if (dice.oneIn(3)) {
            return query(
                    SELECT,
                    List.of(wholeItem(id), wholeItem(other)),
                    " FROM ",
                    from.phrase(),
                    where,
                    " QUALIFY " + rank + bound);
        }
        if (dice.oneIn(2)) {
            items.add(wholeItem(alias + ".place"));
        }
        return query(
                SELECT,
                items,
                " FROM (" + list + ", " + rank + " AS place FROM ",
                from.phrase(),
                where,
                ") AS " + alias + " WHERE " + alias + ".place" + bound);
    }

    private Relation over() {
        From from = dice.oneIn(4) ? firstOfEach() : queries.froms().tables(1 + dice.upTo(2));
        Scope scope = from.scope();
        List<Item> items = new ArrayList<>();
        scope.identity().forEach(id -> items.add(wholeItem(id)));
        for (int i = 1 + dice.upTo(2); i > 0; i--) {
            items.add(wholeItem(i == 1 ? overCall(scope) : overTies(scope)));
        }
        return query(SELECT, items, " FROM ", from.phrase(), queries.where(scope, Scope.empty(), 1, 0));
    }

    /** A top-n in FROM, whose rank can be a column too. */
    private From firstOfEach() {
        From from = queries.froms().tables(1);
        Scope scope = from.scope();
        String alias = dice.name("q");
        String rank = "ROW_NUMBER() OVER (PARTITION BY " + scope.any(Type.BIGINT, dice.random()) + " ORDER BY "
                + order(scope) + ")";
        Phrase query = Phrase.sequence(
                "(SELECT " + scope.identity().get(0) + " AS n1, CAST(" + queries.whole(scope) + " AS BIGINT) AS n2, "
                        + (dice.oneIn(2) ? rank : "CAST(" + queries.whole(scope) + " AS BIGINT)") + " AS n3 FROM ",
                from.phrase(),
                " QUALIFY " + rank + dice.oneOf(List.of(" = 1", " <= 2")) + ") AS " + alias);
        List<Scope.Name> names = QueryGrammar.scope(alias, 3).names().stream()
                .map(name ->
                        new Scope.Name(name.text(), Type.BIGINT, name.text().endsWith("n1")))
                .toList();
        return new From(query, new Scope(names));
    }

    /**
     * A function that may depend on the order of all rows. A query has only one: a stream has rows twice, and which of two equal ones comes first in
     * one order says nothing of another.
     */
    private String overCall(Scope scope) {
        if (dice.oneIn(3)) {
            return overTies(scope);
        }
        String column = scope.any(Type.BIGINT, dice.random());
        String total = partition(scope) + "ORDER BY " + order(scope);
        String rows = dice.oneOf(List.of(
                " ROWS BETWEEN 1 PRECEDING AND CURRENT ROW",
                " ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING",
                " ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING",
                " ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING"));
        return switch (dice.upTo(5)) {
            case 0 -> "ROW_NUMBER() OVER (" + total + ")";
            case 1 -> "SUM(" + column + ") OVER (" + total + rows + ")";
            case 2 -> dice.oneOf(List.of("LAG", "LEAD")) + "(" + column + ") OVER (" + total + ")";
            case 3 -> dice.oneOf(List.of("FIRST_VALUE", "LAST_VALUE")) + "(" + column + ") OVER (" + total + rows + ")";
            default -> "NTILE(2) OVER (" + total + ")";
        };
    }

    /** A function that gives rows with equal values in the order the same. */
    private String overTies(Scope scope) {
        String partition = partition(scope);
        String column = scope.any(Type.BIGINT, dice.random());
        String tied = partition + "ORDER BY " + scope.any(Type.BIGINT, dice.random()) + " NULLS LAST";
        return switch (dice.upTo(4)) {
            case 0 -> dice.oneOf(List.of("RANK", "DENSE_RANK")) + "() OVER (" + tied + ")";
            case 1 -> "COUNT(" + column + ") OVER (" + tied + ")";
            case 2 -> dice.oneOf(List.of("MIN", "MAX")) + "(" + column + ") OVER (" + partition + ")";
            default -> "SUM(" + column + ") OVER (" + tied + " RANGE BETWEEN 1 PRECEDING AND 1 FOLLOWING)";
        };
    }

    private String partition(Scope scope) {
        return dice.oneIn(4) ? "" : "PARTITION BY " + scope.any(Type.BIGINT, dice.random()) + " ";
    }

    /** A query that is named once and read twice. */
    private Relation commonTable() {
        int columns = 2 + dice.upTo(2);
        Phrase shared = dice.oneIn(3) ? queries.setOperation(columns, 0) : queries.rows(columns, 1);
        String one = dice.name("q");
        String other = dice.name("q");
        Scope first = QueryGrammar.scope(one, columns);
        Scope second = QueryGrammar.scope(other, columns);
        Scope both = first.with(second);
        String join = dice.oneOf(List.of(" JOIN ", " LEFT JOIN "));
        return query(
                Phrase.sequence("WITH w AS (", shared, ") SELECT "),
                items(both),
                " FROM w AS " + one + join + "w AS " + other + " ON " + first.any(Type.BIGINT, dice.random()) + " = "
                        + second.any(Type.BIGINT, dice.random()),
                queries.where(both, Scope.empty(), 1, 1));
    }
}
