package io.tidemark.planner.rule.subquery;

import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexNode;

/**
 * A subquery as a join: its rows without regard to the outer row, and which of them belong to an outer row. The expressions are over the columns of
 * {@code rows}, and over those of the outer row, which they still name as the subquery did.
 *
 * @param rows what can be computed once for all outer rows
 * @param on which rows belong to an outer row
 * @param one whether there is exactly one row for each outer row, as of an aggregate without GROUP BY: where none belongs to it, one of NULLs
 * @param having what decides after the join whether that one row is there; empty where {@code one} does not hold
 * @param outputs the subquery's columns
 */
record FlatQuery(RelNode rows, List<RexNode> on, boolean one, List<RexNode> having, List<RexNode> outputs) {

    FlatQuery {
        on = List.copyOf(on);
        having = List.copyOf(having);
        outputs = List.copyOf(outputs);
    }

    /** The rows of a subquery that does not depend on the outer row. */
    static FlatQuery independent(RelNode rows) {
        List<RexNode> columns = List.copyOf(rows.getCluster().getRexBuilder().identityProjects(rows.getRowType()));
        return new FlatQuery(rows, List.of(), false, List.of(), columns);
    }

    FlatQuery withRows(RelNode other) {
        return new FlatQuery(other, on, one, having, outputs);
    }

    FlatQuery withOn(List<RexNode> other) {
        return new FlatQuery(rows, other, one, having, outputs);
    }

    FlatQuery withHaving(List<RexNode> other) {
        return new FlatQuery(rows, on, one, other, outputs);
    }

    FlatQuery withOutputs(List<RexNode> other) {
        return new FlatQuery(rows, on, one, having, other);
    }
}
