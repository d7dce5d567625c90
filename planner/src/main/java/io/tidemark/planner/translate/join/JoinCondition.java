package io.tidemark.planner.translate.join;

import io.tidemark.planner.validate.SafeExpressions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * A join's condition, taken apart: equalities between an expression of the left input and one of the right, by which rows are found, and the rest.
 *
 * @param equalities the former
 * @param residual the rest, over the left columns and then the right ones
 */
public record JoinCondition(List<Equality> equalities, Optional<RexNode> residual) {

    /**
     * Two expressions that have to be equal, of types whose values are kept alike.
     *
     * @param left over the left input's columns
     * @param right over the right input's columns
     * @param nullsMatch whether NULL equals NULL
     */
    public record Equality(RexNode left, RexNode right, boolean nullsMatch) {}

    public JoinCondition {
        equalities = List.copyOf(equalities);
    }

    /** Takes the condition of a join apart whose left input has so many columns. */
    public static JoinCondition of(RexNode condition, JoinRelType type, int leftCount, RexBuilder builder) {
        List<Equality> equalities = new ArrayList<>();
        List<RexNode> rest = new ArrayList<>();
        List<RexNode> conjuncts = RelOptUtil.conjunctions(condition);
        for (RexNode part : conjuncts) {
            Optional<Equality> equality = equality(part, type, leftCount, builder)
                    .flatMap(found -> guarded(found, conjuncts, leftCount, builder));
            equality.ifPresent(equalities::add);
            if (equality.isEmpty()) {
                rest.add(part);
            }
        }
        return new JoinCondition(equalities, Optional.empty()).withResidual(RexUtil.composeConjunction(builder, rest));
    }

    /** The same equalities with another rest. */
    public JoinCondition withResidual(RexNode rest) {
        return new JoinCondition(equalities, rest.isAlwaysTrue() ? Optional.empty() : Optional.of(rest));
    }

    /** An equality whose sides are only computed for rows for which the conditions on the side alone hold; other rows have no match anyway. */
    private static Optional<Equality> guarded(
            Equality equality, List<RexNode> conjuncts, int leftCount, RexBuilder builder) {
        RexNode left = guarded(equality.left, conjuncts, 0, leftCount, builder);
        RexNode right = guarded(equality.right, conjuncts, leftCount, Integer.MAX_VALUE, builder);
        boolean same = left.equals(equality.left) && right.equals(equality.right);
        return equality.nullsMatch && !same
                ? Optional.empty()
                : Optional.of(new Equality(left, right, equality.nullsMatch));
    }

    private static RexNode guarded(RexNode key, List<RexNode> conjuncts, int from, int to, RexBuilder builder) {
        if (!SafeExpressions.canFail(key)) {
            return key;
        }
        List<RexNode> guards = new ArrayList<>();
        for (RexNode part : conjuncts) {
            if (isOf(part, from, to) && !SafeExpressions.canFail(part)) {
                guards.add(RexUtil.shift(part, -from));
            }
        }
        return guards.isEmpty()
                ? key
                : builder.makeCall(
                        SqlStdOperatorTable.CASE,
                        RexUtil.composeConjunction(builder, guards),
                        key,
                        builder.makeNullLiteral(key.getType()));
    }

    private static Optional<Equality> equality(RexNode part, JoinRelType type, int leftCount, RexBuilder builder) {
        RexNode inner = part;
        boolean known = type != JoinRelType.LEFT_MARK;
        if (part.getKind() == SqlKind.IS_TRUE) {
            inner = ((RexCall) part).getOperands().get(0);
            known = true;
        }
        if (inner instanceof RexCall or && or.getKind() == SqlKind.OR) {
            inner = RelOptUtil.collapseExpandedIsNotDistinctFromExpr(or, builder);
        }
        boolean distinct = inner.getKind() == SqlKind.IS_NOT_DISTINCT_FROM;
        if (!(inner instanceof RexCall call) || (inner.getKind() != SqlKind.EQUALS && !distinct)) {
            return Optional.empty();
        }
        RexNode first = call.getOperands().get(0);
        RexNode second = call.getOperands().get(1);
        boolean nullable = first.getType().isNullable() || second.getType().isNullable();
        if (!known && !distinct && nullable) {
            // Whether it is false or unknown tells in a mark: it has to be seen for each pair.
            return Optional.empty();
        }
        if (isOf(first, 0, leftCount) && isOf(second, leftCount, Integer.MAX_VALUE)) {
            return equality(first, second, leftCount, builder, distinct);
        }
        if (isOf(second, 0, leftCount) && isOf(first, leftCount, Integer.MAX_VALUE)) {
            return equality(second, first, leftCount, builder, distinct);
        }
        return Optional.empty();
    }

    /** Whether an expression uses columns in a range, and no others, and gives equal rows the same value. */
    private static boolean isOf(RexNode node, int from, int to) {
        ImmutableBitSet used = RelOptUtil.InputFinder.bits(node);
        return !used.isEmpty() && used.nth(0) >= from && used.length() <= to && RexUtil.isDeterministic(node);
    }

    private static Optional<Equality> equality(
            RexNode left, RexNode right, int leftCount, RexBuilder builder, boolean nullsMatch) {
        return KeyTypes.common(left, RexUtil.shift(right, -leftCount), builder)
                .map(keys -> new Equality(keys.get(0), keys.get(1), nullsMatch));
    }
}
