package io.tidemark.trial.grammar;

import io.tidemark.trial.data.SourceKind;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A query in the making.
 *
 * <p>DuckDB's text gives beside the columns the hidden ones: {@code src_}, {@code p_}, {@code o_} for the row's source, partition and offset,
 * {@code wm_} for its partition's watermark just before it, all NULL behind the first operator that keeps state; and those of {@link #hidden}.
 */
public interface Relation {

    /** The hidden columns that every relation has. */
    String HIDDEN = "src_, p_, o_, wm_";

    /** The hidden columns of rows that can't be late. */
    String NOT_HIDDEN =
            "CAST(NULL AS VARCHAR) AS src_, CAST(NULL AS INT) AS p_, CAST(NULL AS INT) AS o_, CAST(NULL AS BIGINT) AS wm_";

    /** The columns. */
    List<Column> columns();

    /** The hidden columns beside those that every relation has. */
    List<String> hidden();

    /** The query, for Tidemark. */
    String tidemark();

    /** The query, for DuckDB. */
    String duckdb();

    /** The sources read. */
    Set<SourceKind> sources();

    /** The windows that DuckDB's text joins with. */
    Stream<WindowCall> windows();

    /** For each place where rows are late, the query, for DuckDB, that gives their {@code src_}, {@code p_} and {@code o_}. */
    Stream<String> late();

    /** Whether {@link #late} tells all late rows: a filter that the planner may move below the place makes them unknown. */
    boolean lateIsKnown();

    /** The expression, for DuckDB over the columns, of the watermark that makes a row final; "" if it is final at once; empty if unknown. */
    Optional<String> finalAt();

    /** Queries that are like this one, but smaller. */
    Stream<Relation> smaller();

    /** The text for FROM, for Tidemark. */
    default String tidemarkFrom() {
        return "(" + tidemark() + ") AS q";
    }

    /** The text for a window function's first operand, for Tidemark. */
    default String tidemarkOperand() {
        return "(" + tidemark() + ")";
    }

    /** The text for FROM, for DuckDB. */
    default String duckdbFrom() {
        return "(" + duckdb() + ") AS q";
    }

    /** The hidden columns with a comma before each. */
    default String hiddenList() {
        StringBuilder list = new StringBuilder(", ").append(HIDDEN);
        hidden().forEach(name -> list.append(", ").append(name));
        return list.toString();
    }

    /** The column of this name. */
    default Column column(String name) {
        return columns().stream()
                .filter(column -> column.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Whether there is a column of this name. */
    default boolean has(String name) {
        return columns().stream().anyMatch(column -> column.name().equals(name));
    }
}
