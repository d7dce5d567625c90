package io.tidemark.functions;

/** One thing that is asserted of a function. */
sealed interface Check {

    /** The expression as Tidemark reads it, marks of literals that stay literals among it. */
    String sql();

    /**
     * DuckDB gives the same for every row of the samples, or every one that a condition holds for.
     *
     * @param duckdb the expression as DuckDB spells it
     * @param where the condition, in words of both
     */
    record Compared(String sql, String duckdb, String where) implements Check {}

    /** The value of an expression over literals, worked out by hand. */
    record Worked(String sql, String expected) implements Check {}

    /** An expression over literals is an error of its row. */
    record Failing(String sql) implements Check {}
}
