package io.tidemark.trial.relational;

import io.tidemark.trial.data.Type;
import java.util.List;
import java.util.Optional;

/** Conditions, with and without subqueries, none of which can fail. */
final class ConditionGrammar {

    private static final List<String> COMPARISONS = List.of(" = ", " <> ", " < ", " <= ", " > ", " >= ");

    private final Dice dice;
    private final QueryGrammar queries;

    ConditionGrammar(Dice dice, QueryGrammar queries) {
        this.dice = dice;
        this.queries = queries;
    }

    /**
     * A condition.
     *
     * @param scope the columns of the query that it stands in
     * @param outer the columns of the queries around that
     * @param depth how deep subqueries may be; 0 for none
     */
    Phrase condition(Scope scope, Scope outer, int depth) {
        if (dice.oneIn(5)) {
            Phrase one = condition(scope, outer, depth);
            Phrase other = condition(scope, outer, depth);
            String connective = dice.oneIn(3) ? " AND " : " OR ";
            return new Phrase.Choice(Phrase.sequence("(", one, connective, other, ")"), List.of(one, other));
        }
        if (dice.oneIn(12)) {
            Phrase inner = condition(scope, outer, depth);
            return new Phrase.Choice(Phrase.sequence("NOT (", inner, ")"), List.of(inner));
        }
        if (depth > 0 && dice.oneIn(2)) {
            return subquery(scope, outer, depth);
        }
        return simple(scope);
    }

    /** Whether there is to be one, and which. */
    Optional<Phrase> perhaps(int oneIn, Scope scope, Scope outer, int depth) {
        return dice.oneIn(oneIn) ? Optional.of(condition(scope, outer, depth)) : Optional.empty();
    }

    /** A condition on columns of one scope alone. */
    Phrase simple(Scope scope) {
        String whole = scope.any(Type.BIGINT, dice.random());
        return Phrase.words(
                switch (dice.upTo(scope.has(Type.TEXT) ? 10 : 7)) {
                    case 0 -> dice.oneIn(2) ? whole + " IS NULL" : whole + " < 3";
                    case 1 -> whole + " IS NOT NULL";
                    case 2 -> whole + " BETWEEN 0 AND " + dice.upTo(4);
                    case 3 -> whole + " IN (0, 2, 3)";
                    case 4 -> whole + comparison() + scope.any(Type.BIGINT, dice.random());
                    case 5 -> "COALESCE(" + whole + ", 1)" + comparison() + dice.upTo(4);
                    case 6 -> whole + comparison() + dice.upTo(4);
                    case 7 -> scope.any(Type.TEXT, dice.random()) + " LIKE 'k%'";
                    case 8 -> scope.any(Type.TEXT, dice.random()) + " = 'k1'";
                    default -> scope.any(Type.TEXT, dice.random()) + " > 'b'";
                });
    }

    private String comparison() {
        return dice.oneOf(COMPARISONS);
    }

    /** A condition between a subquery's columns and those around it. */
    Phrase correlation(Scope scope, Scope outer) {
        boolean texts = scope.has(Type.TEXT) && outer.has(Type.TEXT) && dice.oneIn(4);
        Type type = texts ? Type.TEXT : Type.BIGINT;
        String operator = dice.oneIn(4) ? comparison() : " = ";
        return Phrase.words(scope.any(type, dice.random()) + operator + outer.any(type, dice.random()));
    }

    private Phrase subquery(Scope scope, Scope outer, int depth) {
        Scope around = scope.with(outer);
        String whole = scope.any(Type.BIGINT, dice.random());
        return switch (dice.upTo(7)) {
            case 0, 1 -> Phrase.sequence("EXISTS (", queries.rowsFor(around, depth - 1), ")");
            case 2 -> Phrase.sequence("NOT EXISTS (", queries.rowsFor(around, depth - 1), ")");
            case 3 -> Phrase.sequence(whole, " IN (", queries.rowsFor(around, depth - 1), ")");
            case 4 -> Phrase.sequence(whole, " NOT IN (", queries.rowsFor(around, depth - 1), ")");
            case 5 -> Phrase.sequence(whole, comparison(), "(", queries.valueFor(around, depth - 1), ")");
            default ->
                Phrase.sequence(
                        whole,
                        comparison(),
                        dice.oneIn(2) ? "ALL (" : "ANY (",
                        queries.rowsFor(around, depth - 1),
                        ")");
        };
    }
}
