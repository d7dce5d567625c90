package io.tidemark.runtime.storage.versioned;

import io.tidemark.runtime.batch.Batch;
import java.util.ArrayList;
import java.util.List;

/** Collects rows of a store, each with a weight, into batches of all columns. */
final class DeltaBatches {

    private final RowStore store;
    private final RowGather gather;
    private final List<Batch> batches = new ArrayList<>();

    DeltaBatches(RowStore store) {
        this.store = store;
        this.gather = new RowGather(store.layout, store.layout.allColumns);
    }

    void add(int row, int weight) {
        gather.append(store.page(row), row & RowPage.MASK, weight);
        if (gather.isFull()) {
            batches.add(gather.build());
        }
    }

    List<Batch> build() {
        if (gather.size() > 0) {
            batches.add(gather.build());
        }
        return batches;
    }
}
