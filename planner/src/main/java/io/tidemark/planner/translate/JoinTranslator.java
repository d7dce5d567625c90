package io.tidemark.planner.translate;

import io.tidemark.planner.incremental.IncrementalAsofJoin;
import io.tidemark.planner.incremental.IncrementalJoin;
import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.planner.translate.join.AsofCondition;
import io.tidemark.planner.translate.join.AsofTraits;
import io.tidemark.planner.translate.join.JoinCondition;
import io.tidemark.planner.translate.join.JoinTraits;
import io.tidemark.planner.validate.SafeExpressions;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import io.tidemark.sql.error.SourcePosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.core.AsofJoin;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;

/** Joins: keys that are expressions are computed below, and left out again above. */
final class JoinTranslator {
    private final CalcBuilder calcs;
    private final Purpose purpose;
    private final String sql;
    private final Join join;
    private final SourcePosition position;
    private final RexBuilder builder;

    JoinTranslator(CalcBuilder calcs, Purpose purpose, String sql, Join join, SourcePosition position) {
        this.calcs = calcs;
        this.purpose = purpose;
        this.sql = sql;
        this.join = join;
        this.position = position;
        this.builder = join.getCluster().getRexBuilder();
    }

    Part translate(Part left, Part right) {
        if (join instanceof AsofJoin asof) {
            return asof(asof, left, right);
        }
        IncrementalJoin.Kind kind = kind();
        int leftCount = left.node().rowType().getFieldCount();
        RexNode condition = Expressions.withoutNullabilityCasts(join.getCondition());
        JoinCondition whole = JoinCondition.of(condition, join.getJoinType(), leftCount, builder);
        List<RexNode> joined = new ArrayList<>();
        List<RexNode> after = new ArrayList<>();
        for (RexNode part : whole.residual().map(RelOptUtil::conjunctions).orElse(List.of())) {
            // What can fail is looked at as a filter would: row by row of the result.
            boolean waits = kind == IncrementalJoin.Kind.INNER && SafeExpressions.canFail(part);
            (waits ? after : joined).add(part);
        }
        JoinCondition parts = whole.withResidual(RexUtil.composeConjunction(builder, joined));
        List<RexNode> leftExpressions =
                new ArrayList<>(RelationReader.identity(left.node().rowType()));
        List<RexNode> rightExpressions =
                new ArrayList<>(RelationReader.identity(right.node().rowType()));
        List<IncrementalJoin.Key> keys = keys(parts.equalities(), leftExpressions, rightExpressions);
        Part newLeft = extended(left, leftExpressions);
        Part newRight = extended(right, rightExpressions);
        int added = leftExpressions.size() - leftCount;
        Optional<RexNode> residual = parts.residual().map(rest -> shifted(rest, leftCount, added));
        List<RexNode> both = new ArrayList<>(after);
        parts.residual().ifPresent(both::add);
        RexNode timed = shifted(RexUtil.composeConjunction(builder, both), leftCount, added);
        JoinTraits traits =
                new JoinTraits(newLeft.node(), newRight.node(), kind, keys, timed, edges(newLeft, newRight));
        if (purpose == Purpose.FINAL && !traits.closes()) {
            throw withdrawing(kind);
        }
        IncrementalJoin node = new IncrementalJoin(
                newLeft.node(),
                newRight.node(),
                kind,
                new IncrementalJoin.Condition(keys, residual, traits.bounds()),
                rowType(newLeft.node(), newRight.node(), kind),
                traits.of(purpose == Purpose.SNAPSHOT, purpose == Purpose.FINAL),
                position);
        Part all = new Part(node, windows(newLeft, newRight, kind));
        int rightCount = switch (kind) {
            case SEMI, ANTI -> 0;
            case MARK -> 1;
            default -> right.node().rowType().getFieldCount();
        };
        Part given = calcs.project(all, given(node, leftCount, added, rightCount), join.getRowType());
        return after.isEmpty() ? given : calcs.filter(given, RexUtil.composeConjunction(builder, after));
    }

    static List<IncrementalJoin.Key> keys(
            List<JoinCondition.Equality> equalities, List<RexNode> left, List<RexNode> right) {
        return equalities.stream()
                .map(equality -> new IncrementalJoin.Key(
                        column(equality.left(), left), column(equality.right(), right), equality.nullsMatch()))
                .toList();
    }

    private Part asof(AsofJoin asof, Part left, Part right) {
        AsofCondition condition = condition(asof);
        List<RexNode> leftExpressions =
                new ArrayList<>(RelationReader.identity(left.node().rowType()));
        List<RexNode> rightExpressions =
                new ArrayList<>(RelationReader.identity(right.node().rowType()));
        List<IncrementalJoin.Key> keys = keys(condition.equalities(), leftExpressions, rightExpressions);
        int leftColumn = column(condition.left(), leftExpressions);
        int rightColumn = column(condition.right(), rightExpressions);
        IncrementalNode newLeft = extended(left, leftExpressions).node();
        IncrementalNode newRight = extended(right, rightExpressions).node();
        boolean outer = AsofCondition.isOuter(asof);
        IncrementalAsofJoin.Match match = new IncrementalAsofJoin.Match(
                outer,
                keys,
                condition.side(),
                leftColumn,
                rightColumn,
                AsofTraits.bounds(newLeft, leftColumn, newRight, rightColumn));
        String words = outer ? "LEFT ASOF JOIN" : "ASOF JOIN";
        if (purpose == Purpose.FINAL && match.bounds().isEmpty()) {
            throw replacing(words);
        }
        IncrementalAsofJoin node = new IncrementalAsofJoin(
                newLeft,
                newRight,
                match,
                rowType(newLeft, newRight, outer ? IncrementalJoin.Kind.LEFT : IncrementalJoin.Kind.INNER),
                AsofTraits.of(newLeft, match, words, purpose == Purpose.SNAPSHOT, purpose == Purpose.FINAL),
                position);
        int leftCount = left.node().rowType().getFieldCount();
        List<RexNode> given = given(
                node,
                leftCount,
                leftExpressions.size() - leftCount,
                right.node().rowType().getFieldCount());
        return calcs.project(new Part(node, left.windows()), given, join.getRowType());
    }

    private AsofCondition condition(AsofJoin asof) {
        try {
            return AsofCondition.of(
                    asof,
                    Expressions.withoutNullabilityCasts(asof.getCondition()),
                    Expressions.withoutNullabilityCasts(asof.getMatchCondition()),
                    builder);
        } catch (CodedException refused) {
            throw refused.at(position, sql);
        }
    }

    private CodedException replacing(String words) {
        return CodedException.of(
                        ErrorCode.MODE_03,
                        "EMIT APPEND is not possible: " + words + " can replace a match when a closer row arrives")
                .at(position, sql)
                .hint("compare columns with a WATERMARK, of streams whose rows are only added; or use EMIT UPDATE");
    }

    private IncrementalJoin.Kind kind() {
        JoinRelType type = join.getJoinType();
        return switch (type) {
            case INNER -> IncrementalJoin.Kind.INNER;
            case LEFT -> IncrementalJoin.Kind.LEFT;
            case RIGHT -> IncrementalJoin.Kind.RIGHT;
            case FULL -> IncrementalJoin.Kind.FULL;
            case SEMI -> IncrementalJoin.Kind.SEMI;
            case ANTI -> IncrementalJoin.Kind.ANTI;
            case LEFT_MARK -> IncrementalJoin.Kind.MARK;
            default ->
                throw CodedException.unsupported(type.lowerName + " JOIN").at(position, sql);
        };
    }

    private CodedException withdrawing(IncrementalJoin.Kind kind) {
        return CodedException.of(
                        ErrorCode.MODE_03,
                        "EMIT APPEND is not possible: " + kind.words()
                                + " can withdraw a row when a later match arrives")
                .at(position, sql)
                .hint("bound the time between the WATERMARK columns of both sides, or use EMIT UPDATE");
    }

    /** The column that holds an expression, added to the columns if there is none yet. */
    private static int column(RexNode expression, List<RexNode> columns) {
        if (expression instanceof RexInputRef ref) {
            return ref.getIndex();
        }
        int known = columns.indexOf(expression);
        if (known >= 0) {
            return known;
        }
        columns.add(expression);
        return columns.size() - 1;
    }

    Part extended(Part input, List<RexNode> expressions) {
        RelDataType type = input.node().rowType();
        if (expressions.size() == type.getFieldCount()) {
            return input;
        }
        RelDataTypeFactory.Builder row = join.getCluster().getTypeFactory().builder();
        row.addAll(type.getFieldList());
        for (RexNode key : expressions.subList(type.getFieldCount(), expressions.size())) {
            row.add("$key" + row.getFieldCount(), key.getType());
        }
        return calcs.project(input, expressions, row.build());
    }

    /** A condition over pairs whose left rows have become longer. */
    private static RexNode shifted(RexNode condition, int leftCount, int added) {
        return RexUtil.shift(condition, leftCount, added);
    }

    RelDataType rowType(IncrementalNode left, IncrementalNode right, IncrementalJoin.Kind kind) {
        RelDataTypeFactory factory = join.getCluster().getTypeFactory();
        RelDataTypeFactory.Builder row = factory.builder();
        boolean leftMissing = kind == IncrementalJoin.Kind.RIGHT || kind == IncrementalJoin.Kind.FULL;
        boolean rightMissing = kind == IncrementalJoin.Kind.LEFT
                || kind == IncrementalJoin.Kind.FULL
                || kind == IncrementalJoin.Kind.LEFT_TEMPORAL;
        add(row, left.rowType(), leftMissing, factory);
        if (kind == IncrementalJoin.Kind.MARK) {
            row.add(join.getRowType().getFieldList().get(join.getRowType().getFieldCount() - 1));
        } else if (kind.givesRight()) {
            add(row, right.rowType(), rightMissing, factory);
        }
        return row.build();
    }

    static void add(RelDataTypeFactory.Builder row, RelDataType input, boolean missing, RelDataTypeFactory factory) {
        input.getFieldList()
                .forEach(field -> row.add(
                        field.getName(),
                        missing ? factory.createTypeWithNullability(field.getType(), true) : field.getType()));
    }

    /** The columns that the join was written to give, without the keys that were added. */
    static List<RexNode> given(IncrementalNode node, int leftCount, int added, int rightCount) {
        int start = leftCount + added;
        List<RexNode> columns = new ArrayList<>();
        IntStream.range(0, leftCount).forEach(column -> columns.add(RexInputRef.of(column, node.rowType())));
        IntStream.range(start, start + rightCount)
                .forEach(column -> columns.add(RexInputRef.of(column, node.rowType())));
        return columns;
    }

    /** Columns of a pair that are edges of one window. */
    private static List<Set<Integer>> edges(Part left, Part right) {
        List<WindowEdges> windows = new ArrayList<>(left.windows());
        int leftCount = left.node().rowType().getFieldCount();
        windows.addAll(right.movedWindows(column -> List.of(column + leftCount)));
        return windows.stream()
                .map(window -> Stream.concat(window.starts().stream(), window.ends().stream())
                        .collect(Collectors.toSet()))
                .toList();
    }

    private static List<WindowEdges> windows(Part left, Part right, IncrementalJoin.Kind kind) {
        List<WindowEdges> windows = new ArrayList<>(left.windows());
        if (kind.givesRight()) {
            int leftCount = left.node().rowType().getFieldCount();
            windows.addAll(right.movedWindows(column -> List.of(column + leftCount)));
        }
        return windows;
    }
}
