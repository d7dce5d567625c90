package io.tidemark.planner.translate.order;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeFamily;

/**
 * Which ranks a condition lets through.
 *
 * @param first the least, at least 1
 * @param last the greatest; {@link Long#MAX_VALUE} if there is no bound
 * @param others the parts of the condition that say something else
 */
record RankRange(long first, long last, List<RexNode> others) {

    private static final BigDecimal GREATEST = BigDecimal.valueOf(Long.MAX_VALUE - 1);

    RankRange {
        others = List.copyOf(others);
    }

    /**
     * Takes a condition apart.
     *
     * @param isRank which expressions are the rank
     */
    static RankRange of(RexNode condition, RexBuilder builder, Predicate<RexNode> isRank) {
        long first = 1;
        long last = Long.MAX_VALUE;
        List<RexNode> others = new ArrayList<>();
        for (RexNode part : RelOptUtil.conjunctions(RexUtil.expandSearch(builder, null, condition))) {
            Optional<long[]> bounds = part instanceof RexCall call ? bounds(call, isRank) : Optional.empty();
            if (bounds.isPresent()) {
                first = Math.max(first, bounds.get()[0]);
                last = Math.min(last, bounds.get()[1]);
            } else {
                others.add(part);
            }
        }
        return new RankRange(first, last, others);
    }

    /** The least and the greatest rank that a comparison lets through. */
    private static Optional<long[]> bounds(RexCall call, Predicate<RexNode> isRank) {
        if (call.getOperands().size() != 2) {
            return Optional.empty();
        }
        RexNode left = call.getOperands().get(0);
        RexNode right = call.getOperands().get(1);
        if (isRank.test(left)) {
            return number(right).flatMap(value -> bounds(call.getKind(), value));
        }
        return isRank.test(right)
                ? number(left).flatMap(value -> bounds(call.getKind().reverse(), value))
                : Optional.empty();
    }

    private static Optional<BigDecimal> number(RexNode node) {
        return node instanceof RexLiteral literal && SqlTypeFamily.NUMERIC.contains(literal.getType())
                ? Optional.ofNullable(literal.getValueAs(BigDecimal.class))
                : Optional.empty();
    }

    private static Optional<long[]> bounds(SqlKind kind, BigDecimal value) {
        if (value.abs().compareTo(GREATEST) > 0) {
            return Optional.empty();
        }
        long floor = value.setScale(0, RoundingMode.FLOOR).longValueExact();
        long ceiling = value.setScale(0, RoundingMode.CEILING).longValueExact();
        return switch (kind) {
            case LESS_THAN -> Optional.of(new long[] {1, ceiling - 1});
            case LESS_THAN_OR_EQUAL -> Optional.of(new long[] {1, floor});
            case GREATER_THAN -> Optional.of(new long[] {floor + 1, Long.MAX_VALUE});
            case GREATER_THAN_OR_EQUAL -> Optional.of(new long[] {ceiling, Long.MAX_VALUE});
            case EQUALS -> floor == ceiling ? Optional.of(new long[] {floor, ceiling}) : Optional.of(new long[] {1, 0});
            default -> Optional.empty();
        };
    }
}
