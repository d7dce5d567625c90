package io.tidemark.runtime.aggregate;

import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.runtime.state.RowLayout;
import io.tidemark.runtime.state.SlabRows;
import io.tidemark.sql.error.CodedException;
import java.util.ArrayList;
import java.util.List;

/**
 * The aggregates that a state row carries, side by side in its payload.
 *
 * <p><b>Shape</b>: SUM and AVG of integers and decimals add up without rounding or overflow, and are checked against the result's type only
 * when they are read. SUM and AVG of REAL and DOUBLE keep twice a double's digits, and count NaN and infinities apart, so that what was added
 * can be taken away again; a sum that leaves the range of a double stays infinite. MIN and MAX only take additions; strings are compared byte
 * by byte, NaN is greatest. AVG of decimals is rounded half up to the scale of its type.
 *
 * <p><b>Cost</b>: slots a group: COUNT(*) none, other counts 1, SUM and AVG 3 (INT128: 4, DOUBLE: 6), MIN and MAX 2 (INT128: 3).
 */
public final class Accumulators {

    private final List<Accumulator> accumulators = new ArrayList<>();
    private final List<Integer> references = new ArrayList<>();
    private final int slots;

    /**
     * Makes those that the specs ask for.
     *
     * @throws CodedException UNSUPPORTED if a function does not take its argument's type, or MIN or MAX would have to forget a value
     */
    public Accumulators(List<AccumulatorSpec> specs, Schema input, boolean inputRetracts) {
        int used = 0;
        for (AccumulatorSpec spec : specs) {
            Accumulator accumulator = create(spec, input, inputRetracts);
            for (int reference : accumulator.references()) {
                references.add(used + reference);
            }
            used += accumulator.slots();
            accumulators.add(accumulator);
        }
        slots = used;
    }

    private static Accumulator create(AccumulatorSpec spec, Schema input, boolean inputRetracts) {
        DataType argument = spec.argument() < 0 ? DataType.of(TypeKind.BIGINT) : input.type(spec.argument());
        String name = spec.argument() < 0 ? "*" : input.field(spec.argument()).name();
        return switch (spec.kind()) {
            case COUNT_ALL, COUNT -> new CountAccumulator(spec);
            case SUM, SUM0, AVG ->
                switch (argument.physical()) {
                    case INT64, INT128 -> new ExactSumAccumulator(spec, argument, name);
                    case FLOAT64 -> new DoubleSumAccumulator(spec, argument);
                    case BYTES -> throw CodedException.unsupported(spec.kind() + " of " + argument);
                };
            case MIN, MAX -> {
                if (inputRetracts) {
                    throw CodedException.unsupported(
                            spec.kind() + " of \"" + name + "\" over rows that can be taken back");
                }
                yield new ExtremeAccumulator(spec, argument);
            }
        };
    }

    /** The number of payload slots that they take together. */
    public int slots() {
        return slots;
    }

    /** Those of the payload slots, from 0, that are references into the page's arena. */
    public List<Integer> references() {
        return references;
    }

    /** Says in which rows they lie, and at which payload slot they begin. */
    public void bind(RowLayout layout, int firstPayload) {
        int slot = layout.payloadSlot(firstPayload);
        for (Accumulator accumulator : accumulators) {
            accumulator.bind(slot, layout.weightSlot());
            slot += accumulator.slots();
        }
    }

    /** Takes the rows of a batch in. */
    public void update(RowUpdates updates) {
        for (Accumulator accumulator : accumulators) {
            accumulator.update(updates);
        }
    }

    /**
     * The results of some rows of state: a column an aggregate.
     *
     * @throws CodedException ROW_ERROR_OVERFLOW if one is out of the range of its type
     */
    public List<Column> results(SlabRows rows) {
        List<Column> columns = new ArrayList<>(accumulators.size());
        for (Accumulator accumulator : accumulators) {
            columns.add(accumulator.result(rows));
        }
        return columns;
    }
}
