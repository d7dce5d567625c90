package io.tidemark.runtime.storage.versioned;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.operator.OperatorState;
import io.tidemark.runtime.state.DeltaState;
import io.tidemark.runtime.storage.change.Change;
import io.tidemark.runtime.storage.codec.BatchCodec;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Rows with versions. One writer applies deltas and publishes; any number of readers pin what is published. Neither waits for the other.
 *
 * <p><b>Shape</b>: with a primary key, weight +1 upserts a row and -1 deletes the row of its key (an update may come as -old/+new, +new/-old or
 * +new alone); without one, rows are a multiset and weights add up, and what has been applied is checked when it is published.
 *
 * <p>A change that leaves a row as it was makes no new version of it, so a complete result that replaces another costs only its differences.
 *
 * <p><b>Errors</b>: INTERNAL if a row is taken away that is not there. Nothing is visible then, and {@link #rollback} undoes what was applied.
 *
 * <p><b>Cost</b>: 8 bytes a column (16 for a wide decimal) and about 40 a row version, and its strings once; an index takes
 * 12 to 30 a row more. Versions are reclaimed, and their memory used again, when a later version is published and no reader has an older one
 * pinned: a reader that holds a version for long holds all that came after.
 *
 * <p>All methods but {@link #version}, {@link #pin}, {@link #changes}, {@link #createIndex} and {@link #dropIndex} are the writer's.
 *
 * <p>The state written is {@code version:i64, watermark:i64, { length:i32, block }*, 0:i32}, blocks as {@link BatchCodec} has them; of what changed,
 * the rows that have gone have negative weight.
 */
public final class VersionedRows implements OperatorState, DeltaState {

    private final RowLayout layout;
    private final Pins pins = new Pins();
    private final ChangeFeed feed;
    private final Deque<Sealed> sealed = new ArrayDeque<>();
    private final Deque<Ended> reclaimable = new ArrayDeque<>();

    /** Guards the indexes and what is sealed, so that an index can be made while the writer writes. */
    private final Object indexLock = new Object();

    private final SecondaryIndexes indexes = new SecondaryIndexes();
    private RowStore store;
    private PendingChanges pending;
    private long rowCount;
    private long lastVersion;
    private volatile Published published;

    /** What was captured last: kept pinned, so that what changes can be told. */
    private @Nullable VersionedSnapshot captured;

    /** A version that is complete but not yet visible. */
    private record Sealed(
            long sequence, Change change, IntList ended, long rowCount, Map<String, IndexTree.Root> indexes) {

        Sealed withIndexes(Map<String, IndexTree.Root> others) {
            return new Sealed(sequence, change, ended, rowCount, others);
        }
    }

    /** Row versions that nobody sees who pins the sequence or a later one. */
    private record Ended(long sequence, IntList rows) {}

    /**
     * No rows at version 0.
     *
     * @param keyColumns the indexes of the primary key's columns; empty without one
     */
    public VersionedRows(Schema schema, List<Integer> keyColumns) {
        this.layout = new RowLayout(schema, keyColumns);
        this.store = new RowStore(layout);
        this.pending = new PendingChanges(store, 1);
        this.published = new Published(0, 0, Long.MIN_VALUE, store, store.pages(), 0, 0, Map.of());
        this.feed = new ChangeFeed(this::pin);
    }

    /** The columns. */
    public Schema schema() {
        return layout.schema;
    }

    /** Makes changes that readers do not see yet. */
    public void apply(Batch delta) {
        RowWriter writer = writer(delta);
        for (int i = 0; i < delta.selectedCount(); i++) {
            writer.apply(delta.position(i), delta.weight(delta.position(i)));
        }
    }

    /** Applies rows of one batch one by one, for a writer that checks each. */
    public RowWriter writer(Batch batch) {
        return new RowWriter(store, pending, batch);
    }

    /** Takes all rows away, which readers do not see yet: for COMPLETE, before the new rows are applied. */
    public void retractAll() {
        for (int number = 0; number < store.pageCount(); number++) {
            RowPage page = store.pages().get(number);
            for (int slot = 0; page != null && slot < RowPage.ROWS; slot++) {
                if (page.isLive(slot)) {
                    pending.end(number << RowPage.SHIFT | slot);
                }
            }
        }
    }

    /**
     * Takes away the rows whose value in the first column of an index is less than a bound, which readers do not see yet. NULL is not less.
     *
     * @param index an index whose first column has 64-bit values
     */
    public void retractBelow(String index, long bound) {
        IntList outdated = new IntList();
        IntList added = pending.added();
        synchronized (indexLock) {
            indexes.below(index, bound, outdated);
            for (int i = 0; i < added.size(); i++) {
                if (indexes.isBelow(index, bound, added.get(i))) {
                    outdated.add(added.get(i));
                }
            }
        }
        for (int i = 0; i < outdated.size(); i++) {
            if (pending.isLive(outdated.get(i))) {
                pending.end(outdated.get(i));
            }
        }
    }

    /** Makes everything applied since the last call visible at once as the version given, which must be greater than all before. */
    public void publish(long version) {
        publish(version, Long.MIN_VALUE);
    }

    /** As {@link #publish(long)}, with the event-time watermark that the rows then have, micros. */
    public void publish(long version, long watermark) {
        feed.exclusively(() -> {
            seal(version, watermark, feed.isWatched());
            publishSealed(version);
        });
    }

    /**
     * Completes a version without making it visible, so that it can be made durable first.
     *
     * @return what it changes
     */
    public Change seal(long version) {
        return seal(version, Long.MIN_VALUE);
    }

    /** As {@link #seal(long)}, with the event-time watermark that the rows then have, micros. */
    public Change seal(long version, long watermark) {
        return seal(version, watermark, true);
    }

    private Change seal(long version, long watermark, boolean wantChange) {
        if (version <= lastVersion) {
            throw CodedException.internal("version " + version + " does not come after " + lastVersion);
        }
        pending.check();
        Change change = new Change(version, watermark, wantChange ? pending.changes() : List.of());
        rowCount += pending.rowCountChange();
        lastVersion = version;
        synchronized (indexLock) {
            IntList ended = finishPending();
            sealed.add(new Sealed(pending.sequence(), change, ended, rowCount, indexes.roots()));
            pending = new PendingChanges(store, pending.sequence() + 1);
        }
        return change;
    }

    /**
     * Makes an index of the rows, and keeps it with every version from now on; nothing if there is one like it. For any thread: what the writer
     * applies meanwhile goes on, and is sealed when the index has been made.
     *
     * @param columns the indexes of its columns, in their order
     */
    public void createIndex(String name, List<Integer> columns) {
        synchronized (indexLock) {
            if (!indexes.has(name, columns)) {
                indexes.create(name, columns, store, pending.sequence() - 1);
                showIndexes();
            }
        }
    }

    /** Gives an index up; nothing if there is none of that name. For any thread. */
    public void dropIndex(String name) {
        synchronized (indexLock) {
            indexes.drop(name);
            showIndexes();
        }
    }

    /** Lets the last version, sealed or published, have the indexes as they are. */
    private void showIndexes() {
        if (sealed.isEmpty()) {
            published = published.withIndexes(indexes.roots());
        } else {
            sealed.add(sealed.removeLast().withIndexes(indexes.roots()));
        }
    }

    /**
     * What has been applied and not sealed or published yet comes to.
     *
     * @throws CodedException INTERNAL if a row is taken away that is not there
     */
    public List<Batch> pendingChanges() {
        pending.check();
        return pending.changes();
    }

    /** Makes sealed versions up to the one given visible, one after the other. */
    public void publishSealed(long upToVersion) {
        feed.exclusively(() -> {
            for (Sealed next = publishNext(upToVersion); next != null; next = publishNext(upToVersion)) {
                reclaimable.add(new Ended(next.sequence(), next.ended()));
                feed.deliver(next.change());
            }
        });
        synchronized (indexLock) {
            reclaim();
        }
    }

    private @Nullable Sealed publishNext(long upToVersion) {
        synchronized (indexLock) {
            if (sealed.isEmpty() || sealed.element().change().version() > upToVersion) {
                return null;
            }
            Sealed next = sealed.remove();
            published = new Published(
                    next.sequence(),
                    next.change().version(),
                    next.change().watermark(),
                    store,
                    store.pages(),
                    store.pageCount(),
                    next.rowCount(),
                    next.indexes());
            return next;
        }
    }

    private void reclaim() {
        long horizon = pins.horizon(published.sequence());
        while (!reclaimable.isEmpty() && reclaimable.element().sequence() <= horizon) {
            IntList rows = reclaimable.remove().rows();
            for (int i = 0; i < rows.size(); i++) {
                store.reclaim(rows.get(i));
            }
        }
    }

    /** Publishes what was sealed up to a version, and undoes the rest, which can't be made durable: its numbers are free again. */
    public void withdrawSealed(long durable) {
        publishSealed(durable);
        pending.undo();
        List<Change> withdrawn = new ArrayList<>();
        sealed.forEach(version -> {
            withdrawn.add(0, version.change());
            reclaimable.add(new Ended(version.sequence(), version.ended()));
        });
        withdrawn.forEach(change -> {
            change.deltas().forEach(delta -> writer(delta).undo(delta, true));
            change.deltas().forEach(delta -> writer(delta).undo(delta, false));
        });
        synchronized (indexLock) {
            sealed.clear();
            long sequence = pending.sequence();
            IntList ended = finishPending();
            rowCount += pending.rowCountChange();
            reclaimable.add(new Ended(sequence, ended));
            pending = new PendingChanges(store, sequence + 1);
            lastVersion = published.version();
            published = published.again(sequence, store, rowCount, indexes.roots());
        }
    }

    private IntList finishPending() {
        IntList added = indexes.isEmpty() ? new IntList() : pending.added();
        IntList ended = pending.finish();
        indexes.apply(ended, added, pending.sequence());
        return ended;
    }

    /** Undoes what was applied and not sealed or published. */
    public void rollback() {
        pending.undo();
    }

    /** The version that readers see now; 0 before the first. */
    public long version() {
        return published.version();
    }

    /** Pins the version that readers see now. */
    public VersionedSnapshot pin() {
        return new VersionedSnapshot(pins, pins.pin(() -> published));
    }

    /** Where to subscribe to versions as they are published. */
    public ChangeFeed changes() {
        return feed;
    }

    @Override
    public String layout() {
        return "versioned-rows/2 key="
                + IntStream.of(layout.keyed ? layout.keyColumns : new int[0])
                        .boxed()
                        .toList() + " types="
                + layout.schema.fields().stream()
                        .map(field -> field.type().toString())
                        .toList();
    }

    @Override
    public void write(DataOutput out) throws IOException {
        try (VersionedSnapshot snapshot = pin()) {
            RowsCapture.write(snapshot, out);
        }
    }

    @Override
    public Capture capture(boolean whole) {
        VersionedSnapshot now = pin();
        VersionedSnapshot before = captured;
        captured = pin();
        if (before != null && whole) {
            before.close();
        }
        return new RowsCapture(now, whole ? null : before);
    }

    /** Loads the rows and publishes their version. Snapshots pinned before stay as they are; subscriptions end with CONFLICT. */
    @Override
    public void load(DataInput in) throws IOException {
        load(List.of(in));
    }

    @Override
    public void load(List<? extends DataInput> segments) throws IOException {
        feed.endAll(CodedException.of(ErrorCode.CONFLICT, "the rows subscribed to were restored from a checkpoint")
                .hint("subscribe again to begin with the rows as they are now"));
        long sequence = pending.sequence() + 1;
        reclaimable.clear();
        if (captured != null) {
            captured.close();
            captured = null;
        }
        synchronized (indexLock) {
            sealed.clear();
            store = new RowStore(layout);
            indexes.restart(store);
            pending = new PendingChanges(store, sequence);
        }
        rowCount = 0;
        for (DataInput in : segments) {
            long version = in.readLong();
            long watermark = in.readLong();
            for (int length = in.readInt(); length > 0; length = in.readInt()) {
                byte[] block = new byte[length];
                in.readFully(block);
                apply(BatchCodec.decode(block, layout.schema));
            }
            lastVersion = version - 1;
            publish(version, watermark);
        }
    }

    @Override
    public long rows() {
        return published.rowCount();
    }

    @Override
    public long sizeBytes() {
        synchronized (indexLock) {
            return store.sizeBytes() + indexes.sizeBytes();
        }
    }
}
