package io.tidemark.runtime.aggregate;

import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.state.SlabRows;

/** COUNT(*), COUNT(x), COUNT(x, y), with FILTER: one slot, or none where it is the weight of the group. */
final class CountAccumulator extends Accumulator {

    private final AccumulatorSpec spec;
    private final boolean isWeight;
    private int slot;

    CountAccumulator(AccumulatorSpec spec) {
        this.spec = spec;
        this.isWeight = spec.kind() == AccumulatorSpec.Kind.COUNT_ALL && spec.filter() < 0;
    }

    @Override
    int slots() {
        return isWeight ? 0 : 1;
    }

    @Override
    void bind(int firstSlot, int weightSlot) {
        slot = isWeight ? weightSlot : firstSlot;
    }

    @Override
    void update(RowUpdates updates) {
        if (!isWeight) {
            add(updates.where(spec.filter(), spec.arguments()), slot);
        }
    }

    @Override
    boolean subtracts() {
        return true;
    }

    @Override
    void merge(RowMerges merges) {
        if (!isWeight) {
            merges.addLongs(slot);
        }
    }

    /** Adds the weights of rows to a slot. */
    static void add(RowUpdates some, int slot) {
        int[] weights = some.weights;
        long[][] pages = some.pages;
        for (int i = 0; i < some.count; i++) {
            int row = some.rows[i];
            pages[row >> some.pageShift][(row & some.pageMask) * some.rowSlots + slot] +=
                    weights == null ? 1 : weights[some.positions[i]];
        }
    }

    @Override
    Column result(SlabRows rows) {
        ResultColumn result = new ResultColumn(spec.resultType(), rows.count());
        for (int i = 0; i < rows.count(); i++) {
            result.slots[i] = rows.pages[i][rows.bases[i] + slot];
        }
        return result.build();
    }
}
