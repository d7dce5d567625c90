package io.tidemark.runtime.storage;

import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.connector.RangeReader;
import io.tidemark.runtime.connector.Source;
import io.tidemark.runtime.storage.change.Change;
import io.tidemark.runtime.storage.commit.RowBlocks;
import io.tidemark.runtime.storage.log.Appended;
import io.tidemark.runtime.storage.log.LogBlock;
import io.tidemark.runtime.storage.log.LogReader;
import io.tidemark.runtime.storage.log.SegmentedLog;
import io.tidemark.runtime.storage.log.StorageFiles;
import io.tidemark.runtime.storage.log.WriterEpoch;
import io.tidemark.runtime.storage.versioned.VersionedRows;
import io.tidemark.runtime.storage.versioned.VersionedSnapshot;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What a materialized view passes on to the continuous queries that read it: for each of them the rows at the epoch where it began, and a log of
 * the changes of every epoch since the first of them began. A view that nobody reads keeps nothing. Safe for use by several threads.
 *
 * <p>An epoch's changes are on their way to the log before the epoch is published, but nobody waits for the disk: the view's own plan log can
 * make them anew. Readers see an epoch when its changes are durable, so that they find it again after a crash; and the view takes no
 * checkpoint of an epoch before that ({@link #force}), so that it makes every epoch anew that the log lacks. What the log has already is
 * not written twice.
 *
 * <p>Directory: {@code definition} and {@code begin} (text: the epoch of the log's ordinal 0, written when all else is there), {@code log},
 * {@code readers}, and a snapshot for each reader that has not read its first rows yet.
 */
public final class ViewChanges {

    private static final String BEGIN = "begin";
    private static final String WRITER = "view";
    private static final int BYTES_PER_ROW = 32;

    private final Path directory;
    private final Runnable prepare;
    private final String relation;
    private final Schema schema;
    private final StorageSpec spec;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private volatile @Nullable Kept kept;
    private volatile boolean finished;
    private volatile @Nullable CodedException closed;

    /** What there is while somebody reads. Guarded by the lock where it is written. */
    private static final class Kept {
        private final long begin;
        private final SegmentedLog log;
        private final TableSnapshots snapshots;
        private final TableReaders readers;
        private volatile long lastEpoch;
        private final AtomicLong rows = new AtomicLong();
        private final AtomicLong epochs = new AtomicLong();
        private volatile @Nullable Appended last;

        Kept(long begin, SegmentedLog log, TableSnapshots snapshots, TableReaders readers) {
            this.begin = begin;
            this.log = log;
            this.snapshots = snapshots;
            this.readers = readers;
            this.lastEpoch = begin + log.endOrdinal() - 1;
        }

        long ordinal(long epoch) {
            return epoch - begin;
        }
    }

    private ViewChanges(Path directory, Runnable prepare, String relation, Schema schema, StorageSpec spec) {
        this.directory = directory;
        this.prepare = prepare;
        this.relation = relation;
        this.schema = schema;
        this.spec = spec;
    }

    /**
     * Opens what there is.
     *
     * @param prepare makes the directory if need be, and checks that it is this view's
     */
    static ViewChanges open(Path directory, Runnable prepare, String relation, Schema schema, StorageSpec spec) {
        ViewChanges changes = new ViewChanges(directory, prepare, relation, schema, spec);
        try {
            Path begin = directory.resolve(BEGIN);
            if (Files.exists(begin)) {
                prepare.run();
                changes.kept =
                        changes.open(Long.parseLong(Files.readString(begin).strip()));
            } else {
                StorageFiles.deleteTree(directory);
            }
        } catch (IOException e) {
            throw StorageFiles.readFailed(directory, e);
        }
        return changes;
    }

    private Kept open(long begin) throws IOException {
        SegmentedLog log = SegmentedLog.open(
                directory.resolve("log"), Math.min(spec.segmentBytes(), spec.snapshotBytes()), spec.executor());
        try {
            Kept opened = new Kept(begin, log, TableSnapshots.open(directory), TableReaders.open(directory));
            log.onDurable(this::changed);
            return opened;
        } catch (IOException | RuntimeException e) {
            log.close();
            throw e;
        }
    }

    private void changed() {
        listeners.forEach(Runnable::run);
    }

    Schema schema() {
        return schema;
    }

    /** Publishes an epoch of the view, and logs its changes if somebody reads them. Used by the view's own query. */
    public void publish(VersionedRows rows, long epoch, long watermark) {
        lock.lock();
        try {
            Kept present = kept;
            if (present == null) {
                rows.publish(epoch, watermark);
            } else {
                Change change = rows.seal(epoch, watermark);
                append(present, change);
                rows.publishSealed(epoch);
            }
        } finally {
            lock.unlock();
        }
    }

    private void append(Kept to, Change change) {
        if (change.version() <= to.lastEpoch) {
            return;
        }
        if (change.version() != to.lastEpoch + 1) {
            throw CodedException.internal("the changes of epoch " + (to.lastEpoch + 1) + " of materialized view \""
                    + relation + "\" are missing, expected them before those of epoch " + change.version());
        }
        RowBlocks blocks = new RowBlocks();
        change.deltas().forEach(blocks::addWeighted);
        to.last = to.log.append(
                blocks.asCommit(Optional.of(new WriterEpoch(WRITER, change.version(), change.watermark()))));
        to.lastEpoch = change.version();
        to.rows.addAndGet(blocks.rowCount());
        to.epochs.incrementAndGet();
    }

    /** Returns when all changes published so far are durable. */
    public void force() {
        Kept present = kept;
        Appended last = present == null ? null : present.last;
        if (last != null) {
            last.await();
        }
    }

    /** Says that the view has ended: after what there is nothing more comes. */
    public void finish() {
        finished = true;
        changed();
    }

    /** Whether a reader is known, and so finds everything after what it has released. */
    public boolean isReader(String readerId) {
        Kept present = kept;
        return present != null && present.readers.contains(readerId);
    }

    /**
     * Lets a reader begin with the rows that are published now.
     *
     * @param readerId names it for ever; what it has not released is kept until {@link #forgetReader}
     * @throws CodedException WRONG_STATE while the view is being brought back to where it was
     */
    public void addReader(String readerId, VersionedRows rows) {
        VersionedSnapshot snapshot;
        lock.lock();
        try {
            snapshot = rows.pin();
            register(readerId, snapshot);
        } finally {
            lock.unlock();
        }
        try (snapshot) {
            TableSnapshots snapshots = kept().snapshots;
            if (snapshots.blocks(snapshot.version()).isEmpty()) {
                snapshots.write(snapshot);
            }
        }
    }

    private void register(String readerId, VersionedSnapshot snapshot) {
        Kept present = kept;
        try {
            if (present == null) {
                begin(readerId, snapshot);
            } else if (snapshot.version() < present.lastEpoch) {
                throw CodedException.of(
                                ErrorCode.WRONG_STATE,
                                "materialized view \"" + relation + "\" is being brought back to epoch "
                                        + present.lastEpoch)
                        .hint("try again in a moment");
            } else {
                present.readers.register(readerId, snapshot.version());
            }
        } catch (IOException e) {
            throw StorageFiles.writeFailed(directory, e);
        }
    }

    private void begin(String readerId, VersionedSnapshot snapshot) throws IOException {
        prepare.run();
        Kept opened = open(snapshot.version());
        WriterEpoch epoch = new WriterEpoch(WRITER, snapshot.version(), snapshot.watermark());
        opened.log.append(new RowBlocks().asCommit(Optional.of(epoch))).await();
        opened.lastEpoch = snapshot.version();
        opened.readers.register(readerId, snapshot.version());
        byte[] text = (snapshot.version() + "\n").getBytes(StandardCharsets.UTF_8);
        StorageFiles.replace(directory.resolve(BEGIN), text, true);
        kept = opened;
    }

    /** A source of the view's changes for a reader; one that is not known gets none. */
    public Source openSource(String readerId) {
        return new ViewSource(this, readerId);
    }

    /** Keeps nothing any longer for a reader that will not come back. */
    public void forgetReader(String readerId) {
        lock.lock();
        try {
            Kept present = kept;
            if (present != null && present.readers.contains(readerId)) {
                present.readers.forget(readerId);
                trim(present);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Forgets the readers that are not among those known. */
    public void retainReaders(Set<String> known) {
        Kept present = kept;
        if (present != null) {
            present.readers.names().stream()
                    .filter(reader -> !known.contains(reader))
                    .forEach(this::forgetReader);
        }
    }

    void release(String readerId, long epoch) {
        lock.lock();
        try {
            Kept present = kept;
            if (present != null) {
                present.readers.release(readerId, epoch);
                trim(present);
            }
        } finally {
            lock.unlock();
        }
    }

    private void trim(Kept present) {
        if (present.readers.isEmpty()) {
            kept = null;
            present.log.close();
            try {
                // Without it, what else is left after a crash is not taken for a log.
                Files.deleteIfExists(directory.resolve(BEGIN));
                StorageFiles.deleteTree(directory);
            } catch (IOException e) {
                throw StorageFiles.writeFailed(directory, e);
            }
        } else {
            long least = present.readers.least(present.lastEpoch);
            present.snapshots.deleteBelow(least);
            present.log.trim(present.ordinal(least));
        }
    }

    private Kept kept() {
        CodedException reason = closed;
        if (reason != null) {
            throw reason;
        }
        Kept present = kept;
        if (present == null) {
            throw CodedException.internal("nothing is kept of materialized view \"" + relation + "\"");
        }
        return present;
    }

    /** The epoch whose rows a reader begins with, while it has released nothing. */
    long beginsAt(String readerId) {
        return kept().readers.version(readerId);
    }

    /** The rows of the epoch at which a reader began. */
    SnapshotBlocks rowsAt(long epoch) {
        return kept().snapshots
                .blocks(epoch)
                .orElseThrow(() -> CodedException.of(
                        ErrorCode.CORRUPTED,
                        "the rows of materialized view \"" + relation + "\" at epoch " + epoch + " are missing from \""
                                + directory + "\""));
    }

    /** The watermark of the view after an epoch. */
    long watermark(long epoch) {
        Kept present = kept();
        long ordinal = present.ordinal(epoch);
        long found = Long.MIN_VALUE;
        try (LogReader blocks = present.log.read(ordinal, ordinal + 1)) {
            for (LogBlock block = blocks.next(); block != null; block = blocks.next()) {
                found = block.writer().map(WriterEpoch::watermark).orElse(found);
            }
        }
        return found;
    }

    /** The changes after one epoch up to and with another. */
    RangeReader read(long after, long upTo, List<Integer> columns) {
        Kept present = kept();
        LogReader blocks = present.log.read(present.ordinal(after) + 1, present.ordinal(upTo) + 1);
        return TableRangeReader.changes(blocks, present.begin, schema, columns);
    }

    /** The last epoch whose changes are durable. */
    long durableEpoch() {
        Kept present = kept();
        return present.begin + present.log.endOrdinal() - 1;
    }

    /** The last epoch published. */
    long lastEpoch() {
        Kept present = kept;
        return present == null ? -1 : present.lastEpoch;
    }

    boolean endsAt(long epoch) {
        return finished && epoch >= lastEpoch();
    }

    /** About how many rows an epoch changes. */
    long rowsPerEpoch() {
        Kept present = kept();
        long epochs = present.epochs.get();
        return Math.max(1, epochs == 0 ? bytesPerEpoch() / BYTES_PER_ROW : present.rows.get() / epochs);
    }

    long bytesPerEpoch() {
        SegmentedLog log = kept().log;
        return Math.max(1, log.sizeBytes() / Math.max(1, log.endOrdinal() - log.startOrdinal()));
    }

    void onChange(Runnable listener) {
        listeners.add(listener);
    }

    void removeListener(Runnable listener) {
        listeners.remove(listener);
    }

    void close(CodedException reason) {
        lock.lock();
        try {
            closed = reason;
            Kept present = kept;
            if (present != null) {
                present.log.close();
            }
        } finally {
            lock.unlock();
        }
    }
}
