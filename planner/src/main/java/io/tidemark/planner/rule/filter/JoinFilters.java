package io.tidemark.planner.rule.filter;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.Strong;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Moves conditions over a join into it and below it, and those of its ON below it, as far as its kind allows: no row that comes out without a match may
 * get lost. A condition that is never true of the NULLs of an unmatched row makes an outer join an inner one.
 */
final class JoinFilters {
    private final FilterPushdown pushdown;
    private final Join join;
    private final RexBuilder builder;
    private final int leftCount;
    private final int width;
    private final List<RexNode> left = new ArrayList<>();
    private final List<RexNode> right = new ArrayList<>();
    private final List<RexNode> on = new ArrayList<>();
    private final List<RexNode> above = new ArrayList<>();

    JoinFilters(FilterPushdown pushdown, Join join, RexBuilder builder) {
        this.pushdown = pushdown;
        this.join = join;
        this.builder = builder;
        this.leftCount = join.getLeft().getRowType().getFieldCount();
        this.width = leftCount + join.getRight().getRowType().getFieldCount();
    }

    RelNode pushed(List<RexNode> conditions) {
        if (join.getJoinType() == JoinRelType.LEFT_MARK) {
            for (RexNode part : conditions) {
                if (isMark(part)) {
                    return decided(conditions, JoinRelType.SEMI);
                }
                if (part.getKind() == SqlKind.NOT
                        && isMark(((RexCall) part).getOperands().get(0))
                        && !part.getType().isNullable()) {
                    return decided(conditions, JoinRelType.ANTI);
                }
            }
        }
        JoinRelType kind = kind(conditions);
        for (RexNode part : conditions) {
            place(part, kind);
        }
        List<RexNode> own = kind == JoinRelType.LEFT_MARK
                ? RelOptUtil.conjunctions(join.getCondition())
                : pushdown.parts(join.getCondition());
        for (RexNode part : own) {
            placeOn(part, kind);
        }
        if (kind == JoinRelType.INNER) {
            List.copyOf(on).forEach(this::imply);
        }
        RelNode joined = join.copy(
                join.getTraitSet(),
                RexUtil.composeConjunction(builder, ordered(own)),
                pushdown.visit(join.getLeft(), left),
                pushdown.visit(join.getRight(), right),
                kind,
                join.isSemiJoinDone());
        return pushdown.filtered(typed(joined), above);
    }

    private boolean isMark(RexNode part) {
        return part instanceof RexInputRef reference && reference.getIndex() == leftCount;
    }

    /** The join of a mark that a condition says to be the same for all rows: they have it as a literal. */
    private RelNode decided(List<RexNode> conditions, JoinRelType kind) {
        RelNode filtering = LogicalJoin.create(
                join.getLeft(), join.getRight(), join.getHints(), join.getCondition(), Set.of(), kind);
        List<RexNode> columns =
                new ArrayList<>(builder.identityProjects(join.getLeft().getRowType()));
        RelDataType type = join.getRowType().getFieldList().get(leftCount).getType();
        columns.add(builder.makeLiteral(kind == JoinRelType.SEMI, type, false));
        RelNode marked = LogicalProject.create(
                filtering, List.of(), columns, join.getRowType().getFieldNames(), Set.of());
        List<RexNode> rest = conditions.stream()
                .filter(part -> !isMark(part)
                        && !(part.getKind() == SqlKind.NOT
                                && isMark(((RexCall) part).getOperands().get(0))))
                .toList();
        return pushdown.visit(marked, rest);
    }

    /** The join's own conditions stand first, as they did. */
    private List<RexNode> ordered(List<RexNode> own) {
        List<RexNode> ordered = new ArrayList<>(on);
        ordered.sort(java.util.Comparator.comparing(part -> own.contains(part) ? 0 : 1));
        return ordered;
    }

    /** Columns of an outer join that has become an inner one are still said to be NULL at times. */
    private RelNode typed(RelNode joined) {
        return RelOptUtil.createCastRel(joined, join.getRowType(), false);
    }

    private JoinRelType kind(List<RexNode> conditions) {
        JoinRelType kind = join.getJoinType();
        if (kind.generatesNullsOnRight() && rejects(conditions, ImmutableBitSet.range(leftCount, width))) {
            kind = kind.cancelNullsOnRight();
        }
        if (kind.generatesNullsOnLeft() && rejects(conditions, ImmutableBitSet.range(leftCount))) {
            kind = kind.cancelNullsOnLeft();
        }
        return kind;
    }

    private static boolean rejects(List<RexNode> conditions, ImmutableBitSet nulls) {
        return conditions.stream().anyMatch(condition -> Strong.isNotTrue(condition, nulls));
    }

    /** Places a condition over the join. */
    private void place(RexNode part, JoinRelType kind) {
        boolean keepsLeft = kind != JoinRelType.RIGHT && kind != JoinRelType.FULL;
        boolean keepsRight = kind == JoinRelType.INNER || kind == JoinRelType.RIGHT;
        if (!FilterPushdown.moves(part)) {
            (kind == JoinRelType.INNER && above.isEmpty() && isKey(part) ? on : above).add(part);
        } else if (keepsLeft && isOfLeft(part)) {
            left.add(part);
        } else if (keepsRight && isOfRight(part)) {
            right.add(shifted(part));
        } else {
            (kind == JoinRelType.INNER ? on : above).add(part);
        }
    }

    /**
     * Whether a condition is an equality of the two sides, of which each can be computed for a row by itself. What protects it from failing stands
     * on its own side, or in a condition that stays above as it does.
     */
    private boolean isKey(RexNode part) {
        if (part.getKind() != SqlKind.EQUALS || !RexUtil.isDeterministic(part) || RexOver.containsOver(part)) {
            return false;
        }
        RexNode first = ((RexCall) part).getOperands().get(0);
        RexNode second = ((RexCall) part).getOperands().get(1);
        ImmutableBitSet ofLeft = ImmutableBitSet.range(leftCount);
        return (isOf(first, ofLeft) && isOfRight(second)) || (isOf(second, ofLeft) && isOfRight(first));
    }

    /** Places a condition of ON: rows of a side that need no match to come out can't be taken away before. */
    private void placeOn(RexNode part, JoinRelType kind) {
        boolean dropsLeft = kind == JoinRelType.INNER || kind == JoinRelType.SEMI || kind == JoinRelType.RIGHT;
        boolean dropsRight = kind != JoinRelType.RIGHT && kind != JoinRelType.FULL;
        boolean known = kind != JoinRelType.LEFT_MARK || !part.getType().isNullable();
        if (part.isAlwaysTrue()) {
            return;
        }
        if (FilterPushdown.moves(part) && dropsLeft && isOfLeft(part)) {
            left.add(part);
        } else if (FilterPushdown.moves(part) && dropsRight && known && isOfRight(part)) {
            right.add(shifted(part));
        } else {
            on.add(part);
        }
    }

    /** Of an OR over both sides what each of its branches says of one side holds for that side. */
    private void imply(RexNode part) {
        if (part.getKind() == SqlKind.OR && FilterPushdown.moves(part)) {
            implied(part, ImmutableBitSet.range(leftCount)).ifPresent(left::add);
            implied(part, ImmutableBitSet.range(leftCount, width)).ifPresent(found -> right.add(shifted(found)));
        }
    }

    private Optional<RexNode> implied(RexNode or, ImmutableBitSet side) {
        List<RexNode> branches = new ArrayList<>();
        for (RexNode branch : RelOptUtil.disjunctions(or)) {
            List<RexNode> ofSide = RelOptUtil.conjunctions(branch).stream()
                    .filter(part -> isOf(part, side))
                    .toList();
            if (ofSide.isEmpty()) {
                return Optional.empty();
            }
            branches.add(RexUtil.composeConjunction(builder, ofSide));
        }
        return Optional.of(RexUtil.composeDisjunction(builder, branches));
    }

    private boolean isOfLeft(RexNode part) {
        return RelOptUtil.InputFinder.bits(part).length() <= leftCount;
    }

    private boolean isOfRight(RexNode part) {
        return isOf(part, ImmutableBitSet.range(leftCount, width));
    }

    private static boolean isOf(RexNode part, ImmutableBitSet side) {
        ImmutableBitSet used = RelOptUtil.InputFinder.bits(part);
        return !used.isEmpty() && side.contains(used);
    }

    private RexNode shifted(RexNode part) {
        return RexUtil.shift(part, -leftCount);
    }
}
