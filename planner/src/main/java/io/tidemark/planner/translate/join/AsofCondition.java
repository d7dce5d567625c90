package io.tidemark.planner.translate.join;

import io.tidemark.planner.incremental.IncrementalAsofJoin.Side;
import io.tidemark.sql.error.CodedException;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.core.AsofJoin;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * The conditions of an ASOF join, taken apart.
 *
 * @param equalities the expressions that have to be equal
 * @param side where the right value is, seen from the left one
 * @param left what is compared, over the left columns
 * @param right what it is compared with, over the right columns; kept alike
 */
public record AsofCondition(List<JoinCondition.Equality> equalities, Side side, RexNode left, RexNode right) {
    private static final int SHORT_DECIMAL = 18;

    public AsofCondition {
        equalities = List.copyOf(equalities);
    }

    /** Whether a join is an ASOF join that gives out left rows without a match. */
    public static boolean isOuter(AsofJoin join) {
        return join.getJoinType() == JoinRelType.LEFT_ASOF;
    }

    /** Takes the conditions apart. <b>Errors</b>: UNSUPPORTED, without a place, for what has no operator. */
    public static AsofCondition of(AsofJoin join, RexNode on, RexNode match, RexBuilder builder) {
        int leftCount = join.getLeft().getRowType().getFieldCount();
        JoinCondition parts = JoinCondition.of(on, JoinRelType.INNER, leftCount, builder);
        if (parts.residual().isPresent() || parts.equalities().stream().anyMatch(JoinCondition.Equality::nullsMatch)) {
            throw CodedException.unsupported("ON of an ASOF join with anything but equalities of comparable types")
                    .hint("compute what has to be equal, of the same type, in a column of each side");
        }
        RexCall comparison = (RexCall) match;
        RexNode first = comparison.getOperands().get(0);
        RexNode second = comparison.getOperands().get(1);
        boolean inOrder = isOf(first, 0, leftCount) && isOf(second, leftCount, Integer.MAX_VALUE);
        boolean turned = isOf(second, 0, leftCount) && isOf(first, leftCount, Integer.MAX_VALUE);
        if (!inOrder && !turned) {
            throw CodedException.unsupported("MATCH_CONDITION other than a value of one side against one of the other");
        }
        RexNode right = RexUtil.shift(inOrder ? second : first, -leftCount);
        Optional<List<RexNode>> common = KeyTypes.common(inOrder ? first : second, right, builder)
                .filter(both -> isNumber(both.get(0).getType()));
        if (common.isEmpty()) {
            throw CodedException.unsupported("MATCH_CONDITION between " + first.getType() + " and " + second.getType())
                    .hint("compare two times of the same type, or two numbers of up to 18 digits");
        }
        return new AsofCondition(
                parts.equalities(),
                side(comparison, turned),
                common.get().get(0),
                common.get().get(1));
    }

    private static boolean isOf(RexNode node, int from, int to) {
        ImmutableBitSet used = RelOptUtil.InputFinder.bits(node);
        return !used.isEmpty() && used.nth(0) >= from && used.length() <= to && RexUtil.isDeterministic(node);
    }

    /** Whether values are kept as one number. */
    private static boolean isNumber(RelDataType type) {
        SqlTypeName name = type.getSqlTypeName();
        return name == SqlTypeName.DECIMAL
                ? type.getPrecision() <= SHORT_DECIMAL
                : SqlTypeUtil.isNumeric(type) || SqlTypeUtil.isDatetime(type) || SqlTypeUtil.isInterval(type);
    }

    private static Side side(RexCall comparison, boolean turned) {
        return switch (comparison.getKind()) {
            case GREATER_THAN_OR_EQUAL -> turned ? Side.AT_OR_AFTER : Side.AT_OR_BEFORE;
            case GREATER_THAN -> turned ? Side.AFTER : Side.BEFORE;
            case LESS_THAN_OR_EQUAL -> turned ? Side.AT_OR_BEFORE : Side.AT_OR_AFTER;
            case LESS_THAN -> turned ? Side.BEFORE : Side.AFTER;
            default ->
                throw CodedException.unsupported(
                        "MATCH_CONDITION with " + comparison.getOperator().getName());
        };
    }
}
