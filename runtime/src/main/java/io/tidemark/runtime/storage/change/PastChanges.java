package io.tidemark.runtime.storage.change;

import io.tidemark.runtime.batch.Batch;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * The last changes of a feed, from the first subscription on, for subscribers that come back. When nobody has subscribed for as long as it takes to
 * fill them, they are given up, so that what nobody watches costs nothing. Not thread-safe.
 */
public final class PastChanges {

    private final Deque<Change> changes = new ArrayDeque<>();
    private boolean recording;
    private long keptRows;
    private long rows;
    private long rowsUnwatched;

    /** The version after which the changes are known. */
    private long since;

    /**
     * Begins to keep changes, or keeps on: somebody watches.
     *
     * @param version the present one
     * @param mostRows how many rows to keep
     */
    public void watched(long version, long mostRows) {
        if (!recording) {
            recording = true;
            since = version;
        }
        keptRows = mostRows;
        rowsUnwatched = 0;
    }

    /** Whether changes are wanted. */
    public boolean isRecording() {
        return recording;
    }

    /**
     * Keeps a change.
     *
     * @param watched whether there is a subscriber
     */
    public void add(Change change, boolean watched) {
        if (!recording) {
            return;
        }
        long changed = rows(change);
        rowsUnwatched = watched ? 0 : rowsUnwatched + Math.max(1, changed);
        if (rowsUnwatched > keptRows) {
            clear();
            return;
        }
        Change last = changes.peekLast();
        if (changed == 0 && last != null && last.deltas().isEmpty()) {
            changes.removeLast();
        }
        changes.add(change);
        rows += changed;
        while (rows > keptRows && !changes.isEmpty()) {
            Change oldest = changes.removeFirst();
            rows -= rows(oldest);
            since = oldest.version();
        }
    }

    /** The changes after a version, oldest first; empty if not all of them are known. */
    public Optional<List<Change>> after(long version) {
        if (!recording || version < since) {
            return Optional.empty();
        }
        return Optional.of(
                changes.stream().filter(change -> change.version() > version).toList());
    }

    /** The version after which the changes are known; the present one if none are kept. */
    public long since(long present) {
        return recording ? since : present;
    }

    /** Gives all up, as when the rows are not the same any more. */
    public void clear() {
        changes.clear();
        recording = false;
        rows = 0;
        rowsUnwatched = 0;
    }

    /** The rows that a change changes. */
    public static long rows(Change change) {
        long rows = 0;
        for (Batch delta : change.deltas()) {
            rows += delta.selectedCount();
        }
        return rows;
    }
}
