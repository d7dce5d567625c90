package io.tidemark.planner.rule.subquery;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;

/**
 * Makes LATERAL a join.
 *
 * <p>Before: {@code Correlate($outer) of l and Filter(a = $outer.x) over r}. After: {@code Join(a = x) of l and r}.
 */
final class LateralJoins {
    private LateralJoins() {}

    static RelNode join(Correlate correlate) {
        RexBuilder builder = correlate.getCluster().getRexBuilder();
        OuterRow outer = new OuterRow(Set.of(correlate.getCorrelationId()), 0);
        RelNode left = correlate.getLeft();
        SubqueryJoins joins = new SubqueryJoins(left, outer);
        List<RexNode> columns = new ArrayList<>();
        List<RexNode> added = joins.rowsOf(correlate.getRight(), correlate.getJoinType());
        for (int i = 0; i < left.getRowType().getFieldCount(); i++) {
            columns.add(builder.makeInputRef(joins.rows(), i));
        }
        for (int i = 0; i < added.size(); i++) {
            int column = columns.size();
            columns.add(builder.ensureType(
                    correlate.getRowType().getFieldList().get(column).getType(), added.get(i), true));
        }
        return LogicalProject.create(
                joins.rows(), List.of(), columns, correlate.getRowType().getFieldNames(), Set.of());
    }
}
