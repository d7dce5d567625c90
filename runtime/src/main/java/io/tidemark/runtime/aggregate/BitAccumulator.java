package io.tidemark.runtime.aggregate;

import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.state.SlabRows;
import io.tidemark.sql.error.CodedException;

/** BIT_XOR, and BIT_AND and BIT_OR over rows that are only added. Slots: the number of arguments, and the bits. */
final class BitAccumulator extends Accumulator {

    private final AccumulatorSpec spec;
    private int slot;

    BitAccumulator(AccumulatorSpec spec) {
        this.spec = spec;
    }

    @Override
    int slots() {
        return 2;
    }

    @Override
    void bind(int firstSlot, int weightSlot) {
        slot = firstSlot;
    }

    @Override
    void update(RowUpdates updates) {
        RowUpdates some = updates.where(spec.filter(), spec.argument());
        long[] values = ((LongColumn) some.column(spec.argument())).values;
        for (int i = 0; i < some.count; i++) {
            int row = some.rows[i];
            int position = some.positions[i];
            int weight = some.weights == null ? 1 : some.weights[position];
            long[] page = some.pages[row >> some.pageShift];
            int at = (row & some.pageMask) * some.rowSlots + slot;
            page[at + 1] = combined(page[at] == 0, page[at + 1], values[position], weight);
            page[at] += weight;
        }
    }

    private long combined(boolean empty, long bits, long value, int weight) {
        if (spec.kind() == AccumulatorSpec.Kind.BIT_XOR) {
            return (weight & 1) == 0 ? bits : bits ^ value;
        }
        if (weight < 0) {
            throw CodedException.internal(
                    "a row with negative weight reached " + spec.kind() + ", which only takes additions");
        }
        if (empty) {
            return value;
        }
        return spec.kind() == AccumulatorSpec.Kind.BIT_AND ? bits & value : bits | value;
    }

    @Override
    boolean subtracts() {
        return spec.kind() == AccumulatorSpec.Kind.BIT_XOR;
    }

    @Override
    void merge(RowMerges merges) {
        for (int i = 0; i < merges.count(); i++) {
            long[] source = merges.sourcePage(i);
            int from = merges.sourceAt(i, slot);
            long[] target = merges.targetPage(i);
            int at = merges.targetAt(i, slot);
            // A row that is changed adds nothing to the count of a slice's changes, but may to its bits.
            if (source[from] != 0 || spec.kind() == AccumulatorSpec.Kind.BIT_XOR) {
                target[at + 1] = combined(target[at] == 0, target[at + 1], source[from + 1], 1);
            }
        }
        merges.addLongs(slot);
    }

    @Override
    Column result(SlabRows rows) {
        return ResultColumn.stored(spec.resultType(), rows, slot);
    }
}
