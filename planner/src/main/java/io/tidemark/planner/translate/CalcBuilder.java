package io.tidemark.planner.translate;

import io.tidemark.planner.incremental.IncrementalCalc;
import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.planner.incremental.trait.ColumnWatermark;
import io.tidemark.planner.incremental.trait.Traits;
import io.tidemark.planner.incremental.trait.WatermarkTransform;
import io.tidemark.planner.text.ExpressionText;
import io.tidemark.planner.type.DialectTypeFactory;
import io.tidemark.planner.validate.SafeExpressions;
import io.tidemark.sql.error.SourcePosition;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.jspecify.annotations.Nullable;

/** Puts filters and projections on top of nodes, fused with a calc below where that changes no result and moves nothing that can fail. */
final class CalcBuilder {
    private final ZoneId zone;
    private final SourcePosition position;

    CalcBuilder(ZoneId zone, SourcePosition position) {
        this.zone = zone;
        this.position = position;
    }

    /** The rows for which the condition is true. */
    Part filter(Part input, RexNode written) {
        IncrementalNode node = input.node();
        RexNode condition = Expressions.withoutNullabilityCasts(written);
        if (condition.isAlwaysTrue()) {
            return input;
        }
        if (node instanceof IncrementalCalc calc
                && (calc.condition().isEmpty() || !SafeExpressions.canFail(condition))
                && Expressions.canTakeIn(List.of(condition), calc.projections())) {
            RexNode substituted = Expressions.substitute(condition, calc.projections());
            return new Part(
                    new IncrementalCalc(
                            calc.input(),
                            Optional.of(and(calc.condition().orElse(null), substituted)),
                            calc.projections(),
                            calc.rowType(),
                            calc.traits(),
                            calc.position()),
                    input.windows());
        }
        Traits below = node.traits();
        return new Part(
                new IncrementalCalc(
                        node,
                        Optional.of(condition),
                        RelationReader.identity(node.rowType()),
                        node.rowType(),
                        below,
                        position),
                input.windows());
    }

    private static RexNode and(@Nullable RexNode first, RexNode second) {
        if (first == null) {
            return second;
        }
        RexBuilder builder = new RexBuilder(new DialectTypeFactory());
        return RexUtil.composeConjunction(builder, List.of(first, second));
    }

    /** The rows with other columns. */
    Part project(Part input, List<RexNode> written, RelDataType rowType) {
        IncrementalNode node = input.node();
        List<RexNode> projections =
                written.stream().map(Expressions::withoutNullabilityCasts).toList();
        if (isIdentity(projections, node.rowType())) {
            return input;
        }
        Traits traits = traits(input, projections);
        List<WindowEdges> windows = input.movedWindows(column -> positions(projections, column));
        if (node instanceof IncrementalCalc calc && Expressions.canTakeIn(projections, calc.projections())) {
            List<RexNode> fused = projections.stream()
                    .map(p -> Expressions.substitute(p, calc.projections()))
                    .toList();
            if (calc.condition().isEmpty() && isIdentity(fused, calc.input().rowType())) {
                return new Part(calc.input(), windows);
            }
            return new Part(
                    new IncrementalCalc(calc.input(), calc.condition(), fused, rowType, traits, calc.position()),
                    windows);
        }
        return new Part(new IncrementalCalc(node, Optional.empty(), projections, rowType, traits, position), windows);
    }

    /** The rows cast to the types of {@code rowType}, nullability apart. */
    Part cast(Part input, RelDataType rowType, RexBuilder builder) {
        List<RexNode> projections = new ArrayList<>();
        RelDataType from = input.node().rowType();
        for (RelDataTypeField field : rowType.getFieldList()) {
            RexNode column = RexInputRef.of(field.getIndex(), from);
            RelDataType type = builder.getTypeFactory()
                    .createTypeWithNullability(field.getType(), column.getType().isNullable());
            projections.add(type.equals(column.getType()) ? column : builder.makeAbstractCast(type, column, false));
        }
        return project(input, projections, rowType);
    }

    private static boolean isIdentity(List<RexNode> projections, RelDataType input) {
        return projections.size() == input.getFieldCount() && RexUtil.isIdentity(projections, input);
    }

    private Traits traits(Part input, List<RexNode> projections) {
        Traits below = input.node().traits();
        List<ColumnWatermark> watermarks = new ArrayList<>();
        EventTimeBounds bounds = new EventTimeBounds(zone, expression -> columnBound(below, expression));
        for (int i = 0; i < projections.size(); i++) {
            int column = i;
            bounds.of(projections.get(i)).ifPresent(t -> watermarks.add(new ColumnWatermark(column, t)));
        }
        Optional<String> loss = below.watermarkLoss();
        if (watermarks.isEmpty() && !below.watermarks().isEmpty()) {
            loss = Optional.of(lossReason(below, projections, input.node().rowType()));
        }
        return new Traits(below.changelog(), below.emission(), watermarks, loss, keys(below, projections));
    }

    private static Optional<WatermarkTransform> columnBound(Traits traits, RexNode expression) {
        return expression instanceof RexInputRef ref
                ? traits.watermark(ref.getIndex()).map(ColumnWatermark::transform)
                : Optional.empty();
    }

    private static String lossReason(Traits below, List<RexNode> projections, RelDataType type) {
        for (RexNode projection : projections) {
            for (int column : RelOptUtil.InputFinder.bits(projection)) {
                if (below.watermark(column).isPresent()) {
                    return "the SELECT list keeps \"" + type.getFieldNames().get(column) + "\" only inside "
                            + ExpressionText.of(projection, type) + ", which may fall while it rises";
                }
            }
        }
        return "the SELECT list leaves out the column that has it";
    }

    private static List<List<Integer>> keys(Traits below, List<RexNode> projections) {
        List<List<Integer>> keys = new ArrayList<>();
        for (List<Integer> key : below.keys()) {
            List<Integer> moved =
                    key.stream().map(c -> position(projections, c)).toList();
            if (!moved.contains(-1)) {
                keys.add(moved);
            }
        }
        return keys;
    }

    private static List<Integer> positions(List<RexNode> projections, int column) {
        return IntStream.range(0, projections.size())
                .filter(i -> projections.get(i) instanceof RexInputRef ref && ref.getIndex() == column)
                .boxed()
                .toList();
    }

    /** Where a column is now; a conversion that tells its values apart as well as it does will do. */
    private static int position(List<RexNode> projections, int column) {
        for (int i = 0; i < projections.size(); i++) {
            RexNode projection = projections.get(i);
            while (SafeExpressions.tellsApart(projection)) {
                projection = ((RexCall) projection).getOperands().get(0);
            }
            if (projection instanceof RexInputRef ref && ref.getIndex() == column) {
                return i;
            }
        }
        return -1;
    }
}
