package io.tidemark.planner.rule.subquery;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlKind;

/** Puts expressions in place of column references. What was never NULL, and now may be, is said to be so. */
final class Substitution extends RexShuttle {
    private static final Set<SqlKind> NEVER_NULL = EnumSet.of(
            SqlKind.IS_NULL,
            SqlKind.IS_NOT_NULL,
            SqlKind.IS_TRUE,
            SqlKind.IS_NOT_TRUE,
            SqlKind.IS_FALSE,
            SqlKind.IS_NOT_FALSE,
            SqlKind.IS_DISTINCT_FROM,
            SqlKind.IS_NOT_DISTINCT_FROM);

    private final List<? extends RexNode> columns;
    private final RexBuilder builder;

    private Substitution(List<? extends RexNode> columns, RexBuilder builder) {
        this.columns = columns;
        this.builder = builder;
    }

    /** The expression with element i of {@code columns} in place of column i. */
    static RexNode of(RexNode expression, List<? extends RexNode> columns, RexBuilder builder) {
        return expression.accept(new Substitution(columns, builder));
    }

    @Override
    public RexNode visitInputRef(RexInputRef reference) {
        return columns.get(reference.getIndex());
    }

    @Override
    public RexNode visitCall(RexCall call) {
        RexNode visited = super.visitCall(call);
        return visited instanceof RexCall after ? nullable(call, after) : visited;
    }

    private RexNode nullable(RexCall before, RexCall after) {
        boolean now = false;
        for (int i = 0; i < after.getOperands().size(); i++) {
            now |= after.getOperands().get(i).getType().isNullable()
                    && !before.getOperands().get(i).getType().isNullable();
        }
        if (!now || after.getType().isNullable() || NEVER_NULL.contains(after.getKind())) {
            return after;
        }
        RelDataType type = builder.getTypeFactory().createTypeWithNullability(after.getType(), true);
        return after.clone(type, after.getOperands());
    }
}
