package io.tidemark.runtime.storage.versioned;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.storage.codec.RowJson;
import io.tidemark.sql.error.CodedException;
import java.util.List;

/**
 * The rows that begin and end in the version being made. A row that is changed and changed back leaves no trace; one that begins and goes again
 * in the same version is freed at once.
 */
final class PendingChanges {

    private final RowStore store;
    private final long sequence;

    /** Rows that began; each once, perhaps freed since. */
    private final IntList begun = new IntList();

    /** Rows that ended; each once, perhaps revived since. */
    private final IntList ended = new IntList();

    private long rowCountChange;

    PendingChanges(RowStore store, long sequence) {
        this.store = store;
        this.sequence = sequence;
    }

    long sequence() {
        return sequence;
    }

    long rowCountChange() {
        return rowCountChange;
    }

    boolean isLive(int row) {
        return row != RowPage.NONE && store.page(row).end(row & RowPage.MASK) == RowPage.FOREVER;
    }

    boolean beganNow(int row) {
        return store.page(row).begin(row & RowPage.MASK) == sequence;
    }

    boolean endedNow(int row) {
        return row != RowPage.NONE && store.page(row).end(row & RowPage.MASK) == sequence;
    }

    int weight(int row) {
        return store.page(row).weight(row & RowPage.MASK);
    }

    int previous(int row) {
        return store.page(row).previous[row & RowPage.MASK];
    }

    /** Adds a version after the newest one of its key, or the first. */
    void begin(int newest, Batch batch, int position, int hash, int weight) {
        int row = newest == RowPage.NONE
                ? store.insert(batch, position, hash, sequence)
                : store.insertAfter(newest, batch, position, hash, sequence);
        RowPage page = store.page(row);
        if (!store.layout.keyed) {
            page.weights[row & RowPage.MASK] = weight;
        }
        rowCountChange += weight;
        if (mark(page.begunMarks, row)) {
            begun.add(row);
        }
    }

    /** Changes how often a row is there that began in this version. */
    void setWeight(int row, int weight) {
        int[] weights = store.page(row).weights;
        rowCountChange += weight - weights[row & RowPage.MASK];
        weights[row & RowPage.MASK] = weight;
    }

    /** Ends a row, or takes it back if it began in this version. */
    void end(int row) {
        rowCountChange -= weight(row);
        if (beganNow(row)) {
            store.takeBack(row);
            return;
        }
        RowPage page = store.page(row);
        page.setEnd(row & RowPage.MASK, sequence);
        if (mark(page.endedMarks, row)) {
            ended.add(row);
        }
    }

    /** Makes a row that ended in this version live again. */
    void revive(int row) {
        rowCountChange += weight(row);
        store.page(row).setEnd(row & RowPage.MASK, RowPage.FOREVER);
    }

    /** Undoes everything. */
    void undo() {
        for (int i = 0; i < begun.size(); i++) {
            int row = begun.get(i);
            unmark(store.page(row).begunMarks, row);
            if (beganNow(row)) {
                store.takeBack(row);
            }
        }
        for (int i = 0; i < ended.size(); i++) {
            int row = ended.get(i);
            unmark(store.page(row).endedMarks, row);
            if (endedNow(row)) {
                store.page(row).setEnd(row & RowPage.MASK, RowPage.FOREVER);
            }
        }
        begun.clear();
        ended.clear();
        rowCountChange = 0;
    }

    /** Checks that no row is there less than once. */
    void check() {
        for (int i = 0; i < begun.size(); i++) {
            int row = begun.get(i);
            if (beganNow(row) && weight(row) < 0) {
                DeltaBatches rows = new DeltaBatches(store);
                rows.add(row, 1);
                throw missing(rows.build().get(0), 0);
            }
        }
    }

    CodedException missing(Batch batch, int position) {
        return CodedException.internal(
                "a row is taken away that is not there: " + RowJson.of(store.layout.schema, batch, position));
    }

    /** Forgets what left no trace, after which {@link #changes} and {@link #ended} are right. */
    IntList finish() {
        IntList reallyEnded = new IntList();
        for (int i = 0; i < ended.size(); i++) {
            int row = ended.get(i);
            unmark(store.page(row).endedMarks, row);
            if (endedNow(row)) {
                reallyEnded.add(row);
            }
        }
        for (int i = 0; i < begun.size(); i++) {
            int row = begun.get(i);
            unmark(store.page(row).begunMarks, row);
        }
        return reallyEnded;
    }

    /** The rows that are new in this version. To be called before {@link #finish}. */
    IntList added() {
        IntList added = new IntList();
        for (int i = 0; i < begun.size(); i++) {
            int row = begun.get(i);
            if (beganNow(row) && isLive(row)) {
                added.add(row);
            }
        }
        return added;
    }

    /** The net changes as weighted rows, those that go first. To be called before {@link #finish}. */
    List<Batch> changes() {
        DeltaBatches deltas = new DeltaBatches(store);
        for (int i = 0; i < ended.size(); i++) {
            int row = ended.get(i);
            if (endedNow(row) && !isOutweighed(row)) {
                deltas.add(row, -weight(row));
            }
        }
        addBegun(deltas, -1);
        addBegun(deltas, 1);
        return deltas.build();
    }

    private void addBegun(DeltaBatches deltas, int sign) {
        for (int i = 0; i < begun.size(); i++) {
            int row = begun.get(i);
            if (beganNow(row)) {
                int before = previous(row);
                int change = weight(row) - (!store.layout.keyed && endedNow(before) ? weight(before) : 0);
                if (Integer.signum(change) == sign) {
                    deltas.add(row, change);
                }
            }
        }
    }

    /** Whether a newer version of the same row of a table without a key says how its weight changes. */
    private boolean isOutweighed(int row) {
        return !store.layout.keyed && store.isReplaced(row);
    }

    private static boolean mark(long[] marks, int row) {
        int slot = row & RowPage.MASK;
        boolean isNew = (marks[slot >> 6] & (1L << slot)) == 0;
        marks[slot >> 6] |= 1L << slot;
        return isNew;
    }

    private static void unmark(long[] marks, int row) {
        int slot = row & RowPage.MASK;
        marks[slot >> 6] &= ~(1L << slot);
    }
}
