package io.tidemark.trial.relational;

import io.tidemark.trial.data.SourceKind;
import io.tidemark.trial.data.Type;
import java.util.ArrayList;
import java.util.List;

/** FROM: relations of the catalog and queries, joined in every way. */
final class FromGrammar {

    private final Dice dice;
    private final QueryGrammar queries;
    private final ConditionGrammar conditions;

    FromGrammar(Dice dice, QueryGrammar queries, ConditionGrammar conditions) {
        this.dice = dice;
        this.queries = queries;
        this.conditions = conditions;
    }

    /** How inputs are put together. */
    private enum Join {
        INNER(" JOIN "),
        LEFT(" LEFT JOIN "),
        RIGHT(" RIGHT JOIN "),
        FULL(" FULL JOIN ");

        private final String words;

        Join(String words) {
            this.words = words;
        }
    }

    /** A relation of the catalog under a name of its own. */
    From table() {
        SourceKind source = dice.source();
        String alias = dice.name("q");
        List<Scope.Name> names = source.columns().stream()
                .map(column -> new Scope.Name(
                        alias + "." + column.name(),
                        column.type(),
                        column.name().equals("id")))
                .toList();
        return new From(Phrase.words(source.relation() + " AS " + alias), new Scope(names));
    }

    private From input(int depth) {
        return depth > 0 && dice.oneIn(4) ? queries.derived(depth - 1) : table();
    }

    /** So many relations of the catalog, joined so that the rows of the result are few. */
    From tables(int count) {
        return joined(count, 0, List.of(Join.INNER));
    }

    /**
     * So many inputs.
     *
     * @param outer whether outer joins may be among them
     * @param depth how deep the queries among them may be
     */
    From inputs(int count, boolean outer, int depth) {
        return joined(count, depth, outer ? List.of(Join.values()) : List.of(Join.INNER));
    }

    private From joined(int count, int depth, List<Join> kinds) {
        From first = input(depth);
        List<Phrase> parts = new ArrayList<>(List.of(first.phrase()));
        Scope scope = first.scope();
        for (int i = 1; i < count; i++) {
            From next = input(depth);
            Join kind = dice.oneOf(kinds);
            parts.add(Phrase.sequence(kind.words, next.phrase(), on(scope, next.scope(), depth)));
            scope = scope.with(next.scope());
        }
        return new From(new Phrase.Several("", "", parts, 1), scope);
    }

    /** Columns that are equal, as a rule; now and then something else as well, or instead. */
    private Phrase on(Scope before, Scope next, int depth) {
        List<Phrase> all = new ArrayList<>();
        boolean equal = !dice.oneIn(10);
        if (equal) {
            all.add(Phrase.words(equality(before, next)));
        }
        if (!equal || dice.oneIn(4)) {
            all.add(Phrase.words(between(before, next)));
        }
        if (dice.oneIn(6)) {
            all.add(conditions.condition(before.with(next), Scope.empty(), Math.min(depth, 0)));
        }
        return new Phrase.Several(" ON ", " AND ", all, 1);
    }

    private String equality(Scope before, Scope next) {
        Type type = before.has(Type.TEXT) && next.has(Type.TEXT) && dice.oneIn(4) ? Type.TEXT : Type.BIGINT;
        String same = dice.oneIn(12) ? " IS NOT DISTINCT FROM " : " = ";
        return before.any(type, dice.random()) + same + next.any(type, dice.random());
    }

    private String between(Scope before, Scope next) {
        String operator = dice.oneOf(List.of(" < ", " <= ", " <> ", " > "));
        String plus = dice.oneIn(2) ? " + 1" : "";
        return before.any(Type.BIGINT, dice.random()) + plus + operator + next.any(Type.BIGINT, dice.random());
    }
}
