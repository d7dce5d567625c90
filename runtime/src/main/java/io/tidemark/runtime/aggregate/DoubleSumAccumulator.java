package io.tidemark.runtime.aggregate;

import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.DoubleColumn;
import io.tidemark.runtime.state.SlabRows;
import io.tidemark.sql.error.CodedException;

/**
 * SUM, SUM0 and AVG of REAL and DOUBLE. Slots: the sum of the finite arguments as a {@link DoubleDouble}, the numbers of NaN, of +infinity and
 * of -infinity, and the number of all arguments.
 */
final class DoubleSumAccumulator extends Accumulator {

    private static final int SLOTS = 6;
    private static final int NANS = 2;
    private static final int POSITIVE_INFINITIES = 3;
    private static final int NEGATIVE_INFINITIES = 4;
    private static final int COUNT = 5;

    private final AccumulatorSpec spec;
    private int slot;

    DoubleSumAccumulator(AccumulatorSpec spec, DataType argument) {
        this.spec = spec;
        if (!argument.physical().equals(spec.resultType().physical())) {
            throw CodedException.internal(spec.kind() + " of " + argument + " cannot be " + spec.resultType());
        }
    }

    @Override
    int slots() {
        return SLOTS;
    }

    @Override
    void bind(int firstSlot, int weightSlot) {
        slot = firstSlot;
    }

    @Override
    void update(RowUpdates updates) {
        RowUpdates some = updates.where(spec.filter(), spec.argument());
        double[] values = ((DoubleColumn) some.column(spec.argument())).values;
        for (int i = 0; i < some.count; i++) {
            int row = some.rows[i];
            int position = some.positions[i];
            int weight = some.weights == null ? 1 : some.weights[position];
            long[] page = some.pages[row >> some.pageShift];
            int at = (row & some.pageMask) * some.rowSlots + slot;
            double value = values[position];
            page[at + COUNT] += weight;
            if (!Double.isFinite(value)) {
                int special = Double.isNaN(value) ? NANS : value > 0 ? POSITIVE_INFINITIES : NEGATIVE_INFINITIES;
                page[at + special] += weight;
            } else {
                DoubleDouble.addTimes(page, at, value, weight);
            }
        }
    }

    @Override
    void merge(RowMerges merges) {
        merges.requireAdditions();
        for (int counter = NANS; counter <= COUNT; counter++) {
            merges.addLongs(slot + counter);
        }
        merges.addDoubleDoubles(slot);
    }

    @Override
    Column result(SlabRows rows) {
        ResultColumn result = new ResultColumn(spec.resultType(), rows.count());
        for (int i = 0; i < rows.count(); i++) {
            long[] page = rows.pages[i];
            int at = rows.bases[i] + slot;
            long count = page[at + COUNT];
            if (count != 0) {
                double sum = sum(page, at);
                result.setDouble(i, spec.kind() == AccumulatorSpec.Kind.AVG ? sum / count : sum);
            } else if (spec.kind() != AccumulatorSpec.Kind.SUM0) {
                result.setNull(i);
            }
        }
        return result.build();
    }

    private static double sum(long[] page, int at) {
        boolean positive = page[at + POSITIVE_INFINITIES] != 0;
        boolean negative = page[at + NEGATIVE_INFINITIES] != 0;
        if (page[at + NANS] != 0 || (positive && negative)) {
            return Double.NaN;
        }
        if (positive || negative) {
            return positive ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
        }
        return Double.longBitsToDouble(page[at]);
    }
}
