package io.tidemark.runtime.translate;

import io.tidemark.planner.catalog.FunctionDefinition;
import io.tidemark.planner.incremental.AggregateCall;
import io.tidemark.planner.incremental.IncrementalAggregate;
import io.tidemark.planner.incremental.IncrementalExpand;
import io.tidemark.planner.incremental.IncrementalLimit;
import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.planner.incremental.IncrementalSetOperation;
import io.tidemark.planner.incremental.IncrementalSort;
import io.tidemark.planner.incremental.IncrementalUnnest;
import io.tidemark.planner.incremental.trait.Changelog;
import io.tidemark.planner.incremental.trait.ColumnWatermark;
import io.tidemark.planner.incremental.trait.Emission;
import io.tidemark.planner.incremental.window.WindowSlicing;
import io.tidemark.runtime.aggregate.AccumulatorSpec;
import io.tidemark.runtime.aggregate.ObjectAggregate;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.runtime.calc.UnnestOperator;
import io.tidemark.runtime.operator.AggregateOperator;
import io.tidemark.runtime.operator.AggregateSpec;
import io.tidemark.runtime.operator.ClosingKey;
import io.tidemark.runtime.operator.ExpandOperator;
import io.tidemark.runtime.operator.ExpandSpec;
import io.tidemark.runtime.operator.LatenessJudge;
import io.tidemark.runtime.operator.LimitOperator;
import io.tidemark.runtime.operator.SortOperator;
import io.tidemark.runtime.operator.SortSpec;
import io.tidemark.runtime.parallel.PartitionedOperator;
import io.tidemark.runtime.parallel.PartitionedOperator.Spread;
import io.tidemark.runtime.parallel.Workers;
import io.tidemark.runtime.setoperation.Multiplicity;
import io.tidemark.runtime.setoperation.SetOperationOperator;
import io.tidemark.runtime.setoperation.SetOperationSpec;
import io.tidemark.runtime.translate.type.TypeMapper;
import io.tidemark.runtime.translate.user.AggregateBody;
import io.tidemark.sql.error.CodedException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.type.RelDataType;

/** The nodes whose operators need no generated code here: their specifications in the engine's own types. */
final class StatefulStages {

    private StatefulStages() {}

    static Stage.Maker aggregate(IncrementalAggregate node, Workers workers) {
        Schema input = TypeMapper.schema(node.input().rowType());
        List<AccumulatorSpec> accumulators =
                node.calls().stream().map(StatefulStages::accumulator).toList();
        List<ClosingKey> closingKeys = closingKeys(node.closingKeys(), input, node.groupColumns());
        AggregateSpec spec = new AggregateSpec(
                input,
                node.groupColumns(),
                accumulators,
                closingKeys,
                node.traits().emission() == Emission.FINAL,
                retracts(node.input()),
                permanentSet(node.input()),
                TypeMapper.schema(node.rowType()));
        return WindowSlicing.of(node)
                .map(slicing -> WindowStages.sliced(WindowStages.slices(slicing, spec), workers))
                .orElseGet(() -> expanded(spec, workers));
    }

    private static Stage.Maker expanded(AggregateSpec spec, Workers workers) {
        Spread spread = spread(spec);
        return (handlers, clock) -> new PartitionedOperator(
                workers,
                spread,
                new LatenessJudge(spec.closingKeys(), spec.groupColumns(), handlers.late())::taken,
                partitionHandlers -> new AggregateOperator(spec, partitionHandlers));
    }

    /**
     * Windows spread nothing, since few are open at a time: where groups close, times are left out. Groups that are nothing but windows stay in one
     * partition, and come out in the order of time; so do grouping sets with one whose group is there without rows.
     */
    private static Spread spread(AggregateSpec spec) {
        if (spec.permanentSet().isPresent()) {
            return new Spread(List.of());
        }
        return new Spread(spec.groupColumns().stream()
                .filter(column ->
                        spec.closingKeys().isEmpty() || !isTime(spec.input().type(column)))
                .toList());
    }

    /** Whether a type is a time, which spreads nothing. */
    static boolean isTime(DataType type) {
        return type.kind() == TypeKind.TIMESTAMP || type.kind() == TypeKind.TIMESTAMP_LTZ;
    }

    /** The number of the grouping set without columns, whose group is there without rows too. */
    private static OptionalLong permanentSet(IncrementalNode input) {
        int set = input instanceof IncrementalExpand expand ? expand.sets().indexOf(List.of()) : -1;
        return set < 0 ? OptionalLong.empty() : OptionalLong.of(set);
    }

    static Stage.Maker unnest(IncrementalUnnest node) {
        UnnestOperator.Spec spec = new UnnestOperator.Spec(
                node.arrayColumn(), node.ordinality(), node.outer(), TypeMapper.schema(node.rowType()));
        return (handlers, clock) -> new UnnestOperator(spec);
    }

    static Stage.Maker expand(IncrementalExpand node) {
        ExpandSpec spec =
                new ExpandSpec(node.groupColumns(), node.sets(), node.passed(), TypeMapper.schema(node.rowType()));
        return (handlers, clock) -> new ExpandOperator(spec);
    }

    /** An aggregate in the engine's own terms. */
    static AccumulatorSpec accumulator(AggregateCall call) {
        boolean allRows = call.function() == AggregateCall.Function.COUNT
                && call.arguments().isEmpty();
        AccumulatorSpec.Kind kind = allRows
                ? AccumulatorSpec.Kind.COUNT_ALL
                : AccumulatorSpec.Kind.valueOf(call.function().name());
        List<AccumulatorSpec.Order> order = call.order().stream()
                .map(field -> new AccumulatorSpec.Order(
                        field.getFieldIndex(), field.getDirection().isDescending(), nullsFirst(field)))
                .toList();
        return new AccumulatorSpec(
                kind,
                call.arguments(),
                order,
                call.constant().orElse(""),
                call.filter().orElse(-1),
                call.distinct(),
                TypeMapper.dataType(call.type()),
                call.user().map(function -> user(function, call)));
    }

    private static ObjectAggregate user(FunctionDefinition function, AggregateCall call) {
        if (!(function.body() instanceof AggregateBody body)) {
            throw CodedException.internal("function \"" + function.name() + "\" is no aggregate");
        }
        List<AggregateBody.Parameter> parameters = new ArrayList<>();
        for (int i = 0; i < call.arguments().size(); i++) {
            RelDataType type = function.parameters().get(i);
            parameters.add(new AggregateBody.Parameter(
                    call.arguments().get(i), TypeMapper.dataType(type).kind(), !type.isNullable()));
        }
        return body.over(parameters, TypeMapper.dataType(call.type()));
    }

    static Stage.Maker setOperation(IncrementalSetOperation node, Workers workers) {
        Schema rows = TypeMapper.schema(node.rowType());
        boolean intersects = node.spec().kind() == IncrementalSetOperation.Kind.INTERSECT;
        Multiplicity multiplicity = node.spec().all()
                ? intersects ? Multiplicity.INTERSECT_ALL : Multiplicity.EXCEPT_ALL
                : intersects ? Multiplicity.INTERSECT : Multiplicity.EXCEPT;
        SetOperationSpec spec = new SetOperationSpec(
                rows,
                multiplicity,
                node.spec().branches(),
                closingKeys(
                        node.closingKeys(),
                        rows,
                        IntStream.range(0, rows.size()).boxed().toList()),
                node.traits().emission() == Emission.FINAL);
        Spread spread = new Spread(IntStream.range(0, rows.size()).boxed().toList());
        return (handlers, clock) -> new PartitionedOperator(
                workers,
                spread,
                spec.judge(handlers.late())::taken,
                partitionHandlers -> new SetOperationOperator(spec, partitionHandlers));
    }

    private static List<ClosingKey> closingKeys(List<ColumnWatermark> keys, Schema input, List<Integer> columns) {
        return keys.stream()
                .map(key -> new ClosingKey(
                        key.column(),
                        key.transform()::apply,
                        input.field(columns.get(key.column())).name()))
                .toList();
    }

    static Stage.Maker sort(IncrementalSort node) {
        List<SortSpec.Key> keys = keys(node.collation());
        SortSpec spec = new SortSpec(
                TypeMapper.schema(node.rowType()), keys, node.offset(), node.fetch(), retracts(node.input()));
        return (handlers, clock) -> new SortOperator(spec);
    }

    /** An order in the engine's own terms. */
    static List<SortSpec.Key> keys(List<RelFieldCollation> collation) {
        return collation.stream()
                .map(field -> new SortSpec.Key(
                        field.getFieldIndex(), field.getDirection().isDescending(), nullsFirst(field)))
                .toList();
    }

    private static boolean nullsFirst(RelFieldCollation field) {
        RelFieldCollation.NullDirection direction = field.nullDirection == RelFieldCollation.NullDirection.UNSPECIFIED
                ? field.getDirection().defaultNullDirection()
                : field.nullDirection;
        return direction == RelFieldCollation.NullDirection.FIRST;
    }

    static Stage.Maker limit(IncrementalLimit node) {
        return (handlers, clock) -> new LimitOperator(node.offset(), node.fetch());
    }

    /** Whether a node takes rows back. */
    static boolean retracts(IncrementalNode node) {
        return node.traits().changelog() == Changelog.RETRACT;
    }
}
