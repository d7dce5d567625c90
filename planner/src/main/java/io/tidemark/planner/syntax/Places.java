package io.tidemark.planner.syntax;

import io.tidemark.sql.ast.Positions;
import io.tidemark.sql.error.CodedException;
import org.apache.calcite.sql.SqlNode;

/** Puts errors where they belong in a statement. */
public final class Places {
    private Places() {}

    /** The error with the position of a node, if it has one, and what stands there. */
    public static CodedException at(CodedException error, SqlNode node, String sql) {
        return Positions.of(node).map(position -> error.at(position, sql)).orElse(error);
    }
}
