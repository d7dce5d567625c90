package io.tidemark.planner.rule.order;

import java.util.List;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;

/** Puts what columns are in place of references to them. */
final class ColumnValues extends RexShuttle {
    private final List<RexNode> columns;

    ColumnValues(List<RexNode> columns) {
        this.columns = List.copyOf(columns);
    }

    @Override
    public RexNode visitInputRef(RexInputRef reference) {
        return columns.get(reference.getIndex());
    }
}
