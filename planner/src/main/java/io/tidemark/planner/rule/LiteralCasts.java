package io.tidemark.planner.rule;

import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * Takes casts away that implicit conversion puts around literals and what they are compared with, where no rounding is in play.
 *
 * <p>Before: {@code CAST(4.5 AS DOUBLE)}, {@code CAST(d AS DECIMAL(12, 2)) > 10.00} with d DECIMAL(10, 2). After: {@code 4.5E0},
 * {@code d > 10.00}.
 */
final class LiteralCasts extends RexShuttle {
    private static final Set<SqlKind> COMPARISONS = Set.of(
            SqlKind.EQUALS,
            SqlKind.NOT_EQUALS,
            SqlKind.LESS_THAN,
            SqlKind.LESS_THAN_OR_EQUAL,
            SqlKind.GREATER_THAN,
            SqlKind.GREATER_THAN_OR_EQUAL);
    private static final BigDecimal EXACT_LIMIT = BigDecimal.valueOf(1L << 53);
    private static final int EXACT_SCALE = 22;

    private final RexBuilder builder;

    LiteralCasts(RexBuilder builder) {
        this.builder = builder;
    }

    @Override
    public RexNode visitCall(RexCall written) {
        RexNode visited = super.visitCall(written);
        if (!(visited instanceof RexCall call)) {
            return visited;
        }
        if (call.getKind() == SqlKind.CAST) {
            return cast(call);
        }
        if (COMPARISONS.contains(call.getKind()) && call.getOperands().size() == 2) {
            RexNode left = call.getOperands().get(0);
            RexNode right = call.getOperands().get(1);
            RexNode bareLeft = right instanceof RexLiteral ? bare(left) : left;
            RexNode bareRight = left instanceof RexLiteral ? bare(right) : right;
            return call.clone(call.getType(), List.of(bareLeft, bareRight));
        }
        return call;
    }

    /** A number's nearest double, where both the digits and the power of ten are doubles themselves. */
    private RexNode cast(RexCall call) {
        boolean toDouble = call.getType().getSqlTypeName() == SqlTypeName.DOUBLE;
        if (toDouble
                && call.getOperands().get(0) instanceof RexLiteral literal
                && SqlTypeUtil.isExactNumeric(literal.getType())
                && literal.getValueAs(BigDecimal.class) != null) {
            BigDecimal value = literal.getValueAs(BigDecimal.class);
            boolean exact = new BigDecimal(value.unscaledValue()).abs().compareTo(EXACT_LIMIT) <= 0
                    && Math.abs(value.scale()) <= EXACT_SCALE;
            return exact ? builder.makeApproxLiteral(value, notNull(call.getType())) : call;
        }
        return call;
    }

    private RelDataType notNull(RelDataType type) {
        return builder.getTypeFactory().createTypeWithNullability(type, false);
    }

    /** What is cast from a DECIMAL to one with more digits before the point. */
    private static RexNode bare(RexNode node) {
        if (!(node instanceof RexCall cast) || cast.getKind() != SqlKind.CAST) {
            return node;
        }
        RelDataType from = cast.getOperands().get(0).getType();
        RelDataType to = cast.getType();
        boolean widens = from.getSqlTypeName() == SqlTypeName.DECIMAL
                && to.getSqlTypeName() == SqlTypeName.DECIMAL
                && from.getScale() == to.getScale()
                && from.getPrecision() <= to.getPrecision();
        return widens ? cast.getOperands().get(0) : node;
    }
}
