package io.tidemark.runtime.aggregate;

import io.tidemark.runtime.aggregate.reading.GroupReading;
import io.tidemark.runtime.aggregate.reading.StoredResult;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.PhysicalKind;
import io.tidemark.runtime.state.ArgumentIndex;
import io.tidemark.runtime.state.RowTable;
import io.tidemark.runtime.state.SlabRows;
import io.tidemark.sql.error.CodedException;
import java.util.List;

/**
 * An aggregate that is read off all arguments of a group. Slots: those of a {@link StoredResult}, the result as it was when the group was last
 * given out; so a before-image tells what it was.
 */
final class IndexedAccumulator extends Accumulator {

    private final DataType type;
    private final GroupReading reading;
    private final ArgumentIndexes indexes;
    private final ArgumentIndexes.Use use;
    private final StoredResult stored;
    private int slot;

    IndexedAccumulator(DataType type, GroupReading reading, ArgumentIndexes indexes, ArgumentIndexes.Use use) {
        this.type = type;
        this.reading = reading;
        this.indexes = indexes;
        this.use = use;
        this.stored = new StoredResult(type.physical());
    }

    @Override
    int slots() {
        return 1 + type.physical().slots();
    }

    @Override
    List<Integer> references() {
        return type.physical() == PhysicalKind.BYTES ? List.of(1) : List.of();
    }

    @Override
    void bind(int firstSlot, int weightSlot) {
        slot = firstSlot;
        stored.bind(firstSlot);
    }

    @Override
    void update(RowUpdates updates) {
        // The index has been updated, and is read when the group is given out.
    }

    /** Reads the result of a group whose arguments have changed. */
    void settle(RowTable groups, int groupRow) {
        ArgumentIndex arguments = indexes.of(use);
        if (arguments.isChanged(groupRow)) {
            stored.moveTo(groups, groupRow);
            reading.read(arguments, groupRow, stored);
        }
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
        return ResultColumn.stored(type, rows, slot);
    }
}
