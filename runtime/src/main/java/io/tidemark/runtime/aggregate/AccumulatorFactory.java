package io.tidemark.runtime.aggregate;

import io.tidemark.runtime.aggregate.reading.EndReading;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.PhysicalKind;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.runtime.state.ArgumentIndexSpec;
import io.tidemark.runtime.state.ArgumentIndexSpec.Keeping;
import io.tidemark.runtime.state.RowOrder;
import io.tidemark.sql.error.CodedException;
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
            case COUNT, SUM, SUM0, AVG -> spec.distinct() ? distinct(spec) : invertible(spec);
            case MIN, MAX -> extreme(spec);
        };
    }

    private Accumulator invertible(AccumulatorSpec spec) {
        if (spec.kind() == AccumulatorSpec.Kind.COUNT) {
            return new CountAccumulator(spec);
        }
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

    private Accumulator extreme(AccumulatorSpec spec) {
        if (!inputRetracts) {
            return new ExtremeAccumulator(spec, argumentType(spec));
        }
        List<Integer> columns = spec.arguments();
        ArgumentIndexSpec index = new ArgumentIndexSpec(
                columns,
                kinds(columns),
                columns,
                List.of(spec.filter()),
                Keeping.ORDERED,
                List.of(new RowOrder.By(0, false, false)));
        EndReading reading = new EndReading(0, spec.kind() == AccumulatorSpec.Kind.MAX);
        return new IndexedAccumulator(spec.resultType(), reading, indexes, indexes.use(index));
    }

    private DataType argumentType(AccumulatorSpec spec) {
        return spec.argument() < 0 ? DataType.of(TypeKind.BIGINT) : input.type(spec.argument());
    }

    private List<PhysicalKind> kinds(List<Integer> columns) {
        return columns.stream().map(column -> input.type(column).physical()).toList();
    }
}
