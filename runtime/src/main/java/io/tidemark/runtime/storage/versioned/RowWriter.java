package io.tidemark.runtime.storage.versioned;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;

/** Applies the rows of one batch to {@link VersionedRows}, one by one. Valid until the version is sealed, published or rolled back. */
public final class RowWriter {

    private final PendingChanges pending;
    private final RowStore store;
    private final Batch batch;
    private final RowProbe keys;
    private final RowProbe rows;

    RowWriter(RowStore store, PendingChanges pending, Batch batch) {
        this.store = store;
        this.pending = pending;
        this.batch = batch;
        RowLayout layout = store.layout;
        this.keys = new RowProbe(layout, layout.keyColumns, batch, layout.keyColumns);
        this.rows = layout.keyed ? new RowProbe(layout, layout.allColumns, batch, layout.allColumns) : keys;
    }

    /** Whether a row with the same key (without a key: the same row) is there, what has been applied included. */
    public boolean containsKey(int position) {
        int newest = newest(position, keys.hash(position));
        return pending.isLive(newest) && pending.weight(newest) > 0;
    }

    /** Whether the very row is there, what has been applied included. */
    public boolean containsRow(int position) {
        int newest = newest(position, keys.hash(position));
        return pending.isLive(newest) && pending.weight(newest) > 0 && isSame(position, newest);
    }

    /** Applies the row at a position with the weight given. */
    public void apply(int position, int weight) {
        if (weight == 0) {
            return;
        }
        if (!store.layout.keyed) {
            add(position, weight);
        } else if (weight == 1) {
            upsert(position);
        } else if (weight == -1) {
            delete(position);
        } else {
            throw CodedException.internal("a keyed row has weight " + weight + ", expected 1 or -1");
        }
    }

    private int newest(int position, int hash) {
        return store.findNewest(keys, position, hash);
    }

    private boolean isSame(int position, int row) {
        return rows.matches(position, store.page(row), row & RowPage.MASK);
    }

    /** Whether a version ended in this change holds the very row: it has then only to be made live again. */
    private boolean wasSame(int position, int row) {
        return pending.endedNow(row) && isSame(position, row);
    }

    private void upsert(int position) {
        int hash = keys.hash(position);
        int newest = newest(position, hash);
        if (pending.isLive(newest)) {
            if (isSame(position, newest)) {
                return;
            }
            int before = pending.beganNow(newest) ? pending.previous(newest) : newest;
            pending.end(newest);
            newest = before;
        }
        if (wasSame(position, newest)) {
            pending.revive(newest);
        } else {
            pending.begin(newest, batch, position, hash, 1);
        }
    }

    private void delete(int position) {
        int newest = newest(position, keys.hash(position));
        if (!pending.isLive(newest)) {
            throw pending.missing(batch, position);
        }
        boolean alreadyReplaced =
                pending.beganNow(newest) && !isSame(position, newest) && wasSame(position, pending.previous(newest));
        if (!alreadyReplaced) {
            pending.end(newest);
        }
    }

    private void add(int position, int weight) {
        int hash = keys.hash(position);
        int newest = newest(position, hash);
        int sum = weight;
        if (pending.isLive(newest)) {
            sum = sum(pending.weight(newest), weight);
            boolean began = pending.beganNow(newest);
            int before = began ? pending.previous(newest) : newest;
            if (began && sum != 0 && !(pending.endedNow(before) && pending.weight(before) == sum)) {
                pending.setWeight(newest, sum);
                return;
            }
            pending.end(newest);
            newest = before;
        }
        if (sum == 0) {
            return;
        }
        if (pending.endedNow(newest) && pending.weight(newest) == sum) {
            pending.revive(newest);
        } else {
            pending.begin(newest, batch, position, hash, sum);
        }
    }

    private static int sum(int present, int change) {
        long sum = (long) present + change;
        if (sum != (int) sum) {
            throw CodedException.of(
                    ErrorCode.RESOURCE_LIMIT, "a row is there " + sum + " times, more than " + Integer.MAX_VALUE);
        }
        return (int) sum;
    }

    /** Takes the rows of the batch back that came, or brings those back that went. */
    void undo(Batch delta, boolean came) {
        for (int i = 0; i < delta.selectedCount(); i++) {
            int position = delta.position(i);
            int weight = delta.weight(position);
            if (weight > 0 == came) {
                apply(position, -weight);
            }
        }
    }
}
