package io.tidemark.runtime.aggregate;

import io.tidemark.runtime.aggregate.reading.ArrayReading;
import io.tidemark.runtime.aggregate.reading.BitReading;
import io.tidemark.runtime.aggregate.reading.EndReading;
import io.tidemark.runtime.aggregate.reading.GroupReading;
import io.tidemark.runtime.aggregate.reading.JsonReading;
import io.tidemark.runtime.aggregate.reading.ModeReading;
import io.tidemark.runtime.aggregate.reading.PercentileReading;
import io.tidemark.runtime.aggregate.reading.SingleReading;
import io.tidemark.runtime.aggregate.reading.TextReading;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.PhysicalKind;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.runtime.state.ArgumentIndexSpec;
import io.tidemark.runtime.state.ArgumentIndexSpec.Keeping;
import io.tidemark.sql.error.CodedException;
import java.math.BigDecimal;
import java.util.List;

/** Chooses how an aggregate is computed: from slots of its own, or from all arguments where those have to be known. */
final class AccumulatorFactory {

    private final Schema input;
    private final boolean inputRetracts;
    private final ArgumentIndexes indexes;

    AccumulatorFactory(Schema input, boolean inputRetracts, ArgumentIndexes indexes) {
        this.input = input;
        this.inputRetracts = inputRetracts;
        this.indexes = indexes;
    }

    /**
     * Makes one.
     *
     * @throws CodedException UNSUPPORTED if the function does not take its argument's type
     */
    Accumulator create(AccumulatorSpec spec) {
        return switch (spec.kind()) {
            case COUNT_ALL -> new CountAccumulator(spec);
            case USER -> new ObjectAccumulator(spec, spec.user().orElseThrow());
            case MIN, MAX -> inputRetracts ? indexed(spec) : new ExtremeAccumulator(spec, argumentType(spec));
            case BIT_AND, BIT_OR -> inputRetracts ? indexed(spec) : new BitAccumulator(spec);
            case ARG_MIN,
                    ARG_MAX,
                    FIRST_VALUE,
                    LAST_VALUE,
                    MODE,
                    SINGLE_VALUE,
                    PERCENTILE_CONT,
                    PERCENTILE_DISC,
                    LISTAGG,
                    JSON_ARRAYAGG,
                    JSON_ARRAYAGG_NULLS,
                    JSON_OBJECTAGG,
                    JSON_OBJECTAGG_NULLS,
                    ARRAY_AGG,
                    COLLECT -> indexed(spec);
            default -> spec.distinct() ? distinct(spec) : invertible(spec);
        };
    }

    /** Those from which an argument can be taken away as it was added. */
    private Accumulator invertible(AccumulatorSpec spec) {
        return switch (spec.kind()) {
            case COUNT -> new CountAccumulator(spec);
            case SUM, SUM0, AVG -> sum(spec);
            case BIT_XOR -> new BitAccumulator(spec);
            default -> new MomentAccumulator(spec);
        };
    }

    private Accumulator sum(AccumulatorSpec spec) {
        DataType argument = argumentType(spec);
        return switch (argument.physical()) {
            case INT64, INT128 ->
                new ExactSumAccumulator(
                        spec, argument, input.field(spec.argument()).name());
            case FLOAT64 -> new DoubleSumAccumulator(spec, argument);
            case BYTES -> throw CodedException.unsupported(spec.kind() + " of " + argument);
        };
    }

    private Accumulator distinct(AccumulatorSpec spec) {
        List<Integer> columns = spec.arguments().stream().distinct().toList();
        ArgumentIndexSpec index = new ArgumentIndexSpec(
                columns, kinds(columns), columns, List.of(spec.filter()), Keeping.HASHED, List.of());
        return new DistinctAccumulator(invertible(spec.withoutFilter()), indexes, indexes.use(index));
    }

    private Accumulator indexed(AccumulatorSpec spec) {
        ArgumentOrder order = ArgumentOrder.of(spec);
        GroupReading reading = reading(spec, order);
        requireResult(spec, resultKind(spec));
        boolean first = reading instanceof EndReading && !inputRetracts;
        ArgumentIndexSpec index = new ArgumentIndexSpec(
                order.columns(),
                kinds(order.columns()),
                required(spec),
                List.of(spec.filter()),
                first ? Keeping.FIRST : Keeping.ORDERED,
                order.by());
        return new IndexedAccumulator(spec.resultType(), reading, indexes, indexes.use(index));
    }

    private PhysicalKind resultKind(AccumulatorSpec spec) {
        return switch (spec.kind()) {
            case PERCENTILE_CONT -> PhysicalKind.FLOAT64;
            case LISTAGG,
                    JSON_ARRAYAGG,
                    JSON_ARRAYAGG_NULLS,
                    JSON_OBJECTAGG,
                    JSON_OBJECTAGG_NULLS,
                    ARRAY_AGG,
                    COLLECT -> PhysicalKind.BYTES;
            default -> argumentType(spec).physical();
        };
    }

    private static void requireResult(AccumulatorSpec spec, PhysicalKind kind) {
        if (spec.resultType().physical() != kind) {
            throw CodedException.internal(spec.kind() + " gives " + kind + ", which cannot be " + spec.resultType());
        }
    }

    private static List<Integer> required(AccumulatorSpec spec) {
        return switch (spec.kind()) {
            case FIRST_VALUE, LAST_VALUE, SINGLE_VALUE, JSON_ARRAYAGG_NULLS, ARRAY_AGG -> List.of();
            case ARG_MIN, ARG_MAX -> spec.arguments().subList(1, 2);
            case JSON_OBJECTAGG_NULLS -> spec.arguments().subList(0, 1);
            default -> spec.arguments();
        };
    }

    private GroupReading reading(AccumulatorSpec spec, ArgumentOrder order) {
        int column = order.columns().indexOf(spec.argument());
        DataType argument = argumentType(spec);
        return switch (spec.kind()) {
            case MAX -> new EndReading(column, true);
            case BIT_AND, BIT_OR -> new BitReading(spec.kind() == AccumulatorSpec.Kind.BIT_AND);
            case MODE -> new ModeReading();
            case SINGLE_VALUE -> new SingleReading();
            case PERCENTILE_CONT, PERCENTILE_DISC ->
                new PercentileReading(
                        new BigDecimal(spec.constant()),
                        spec.kind() == AccumulatorSpec.Kind.PERCENTILE_CONT,
                        spec.distinct(),
                        argument);
            case LISTAGG -> new TextReading(column, spec.constant(), spec.distinct());
            case ARRAY_AGG, COLLECT -> new ArrayReading(column, argument, spec.distinct());
            case JSON_ARRAYAGG, JSON_ARRAYAGG_NULLS -> new JsonReading(-1, column, argument, spec.distinct());
            case JSON_OBJECTAGG, JSON_OBJECTAGG_NULLS -> {
                int value = spec.arguments().get(1);
                yield new JsonReading(column, order.columns().indexOf(value), input.type(value), spec.distinct());
            }
            default -> new EndReading(column, false);
        };
    }

    private DataType argumentType(AccumulatorSpec spec) {
        return spec.argument() < 0 ? DataType.of(TypeKind.BIGINT) : input.type(spec.argument());
    }

    private List<PhysicalKind> kinds(List<Integer> columns) {
        return columns.stream().map(column -> input.type(column).physical()).toList();
    }
}
