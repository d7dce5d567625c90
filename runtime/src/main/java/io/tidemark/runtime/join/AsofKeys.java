package io.tidemark.runtime.join;

import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.PhysicalKind;
import io.tidemark.runtime.state.RowLayout;
import io.tidemark.runtime.state.RowNumbers;
import io.tidemark.runtime.state.RowTable;
import java.util.List;

/**
 * The keys of an ASOF join, which number the rows of both sides. They are not written, but made again as rows are loaded.
 *
 * <p>Payload: 0 how many rows of both sides stand in the key's order; 1 the newest right row of those that no row to come can precede, as its
 * number + 1.
 */
final class AsofKeys {

    private static final int ENTRIES = 0;
    private static final int NEWEST = 1;
    private static final int SLOTS = 2;

    private final RowTable keys;
    private final RowNumbers emptied = new RowNumbers();

    AsofKeys(AsofSpec.Side side) {
        List<PhysicalKind> kinds = side.keys().stream()
                .map(key -> side.schema().type(key).physical())
                .toList();
        this.keys = new RowTable(new RowLayout(kinds, SLOTS, List.of()), 0);
    }

    /** Finds or makes the keys of rows. */
    void locate(List<Column> columns, int[] positions, int count, int[] found) {
        keys.locate(columns, positions, count, found);
    }

    /** Adds to the number of rows that stand in a key's order. */
    void add(int key, int rows) {
        long left = get(key, ENTRIES) + rows;
        set(key, ENTRIES, left);
        if (left == 0) {
            emptied.add(key);
        }
    }

    /** The newest right row of those that no row to come can precede, or -1. */
    int newest(int key) {
        return (int) get(key, NEWEST) - 1;
    }

    void setNewest(int key, int row) {
        set(key, NEWEST, row + 1L);
    }

    private long get(int key, int slot) {
        return keys.page(key)[keys.base(key) + keys.layout().payloadSlot(slot)];
    }

    private void set(int key, int slot, long value) {
        keys.page(key)[keys.base(key) + keys.layout().payloadSlot(slot)] = value;
    }

    /** Forgets keys without rows. */
    void endEpoch() {
        emptied.distinct();
        for (int i = 0; i < emptied.count(); i++) {
            if (get(emptied.get(i), ENTRIES) == 0) {
                keys.free(emptied.get(i));
            }
        }
        emptied.clear();
        keys.endEpoch();
    }

    void clear() {
        keys.clear();
        emptied.clear();
    }

    long sizeBytes() {
        return keys.sizeBytes();
    }
}
