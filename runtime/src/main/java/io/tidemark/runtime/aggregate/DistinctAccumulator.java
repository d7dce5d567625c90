package io.tidemark.runtime.aggregate;

import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.state.SlabRows;
import io.tidemark.sql.error.CodedException;
import java.util.List;

/** An aggregate of the different arguments: told of an argument when it first comes and when the last row that has it goes. */
final class DistinctAccumulator extends Accumulator {

    private final Accumulator inner;
    private final ArgumentIndexes indexes;
    private final ArgumentIndexes.Use use;
    private final RowUpdates changes = new RowUpdates();

    DistinctAccumulator(Accumulator inner, ArgumentIndexes indexes, ArgumentIndexes.Use use) {
        this.inner = inner;
        this.indexes = indexes;
        this.use = use;
    }

    @Override
    int slots() {
        return inner.slots();
    }

    @Override
    List<Integer> references() {
        return inner.references();
    }

    @Override
    void bind(int firstSlot, int weightSlot) {
        inner.bind(firstSlot, weightSlot);
    }

    @Override
    void update(RowUpdates updates) {
        changes.set(updates, indexes.of(use).changes(use.variant()));
        inner.update(changes);
    }

    @Override
    boolean merges() {
        return false;
    }

    @Override
    void merge(RowMerges merges) {
        throw CodedException.internal("groups whose arguments have to be known were merged");
    }

    @Override
    Column result(SlabRows rows) {
        return inner.result(rows);
    }
}
