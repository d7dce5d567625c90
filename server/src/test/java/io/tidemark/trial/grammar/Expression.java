package io.tidemark.trial.grammar;

import io.tidemark.trial.data.Type;
import java.util.Optional;

/**
 * A scalar expression in the words of both engines.
 *
 * @param tidemark the text for Tidemark
 * @param duckdb the text for DuckDB
 * @param type its type
 * @param wide as of a column
 * @param exact as of a column
 * @param closing as of a column; where the expression is a column of its relation that says so itself, by that column's name
 */
public record Expression(
        String tidemark, String duckdb, Type type, boolean wide, boolean exact, Optional<Closing> closing) {

    /** An expression whose text is the same for both, and which nothing closes. */
    static Expression same(String sql, Type type) {
        return new Expression(sql, sql, type, false, true, Optional.empty());
    }

    static Expression worded(String tidemark, String duckdb, Type type) {
        return new Expression(tidemark, duckdb, type, false, true, Optional.empty());
    }

    Expression closedBy(Closing by) {
        return new Expression(tidemark, duckdb, type, wide, exact, Optional.of(by));
    }

    /** The column that this becomes under a name. */
    Column as(String name) {
        Optional<Closing> own =
                closing.map(c -> c.column().equals(duckdb) || c.column().equals(SELF)
                        ? new Closing(name, c.plusMicros(), c.window(), c.rank())
                        : c);
        return new Column(name, type, wide, exact, own);
    }

    /** Stands for the column that the expression becomes, in the closing of a computed one. */
    static final String SELF = "self_";

    /** The closing of this expression in its own relation, where it has no name yet. */
    Optional<Closing> closingInPlace() {
        return closing.map(c ->
                c.column().equals(SELF) ? new Closing("(" + duckdb + ")", c.plusMicros(), c.window(), c.rank()) : c);
    }
}
