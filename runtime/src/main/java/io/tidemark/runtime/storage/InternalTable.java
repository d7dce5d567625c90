package io.tidemark.runtime.storage;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.connector.EpochSink;
import io.tidemark.runtime.connector.SinkSpec;
import io.tidemark.runtime.connector.Source;
import io.tidemark.runtime.storage.change.Change;
import io.tidemark.runtime.storage.codec.BatchCodec;
import io.tidemark.runtime.storage.commit.CommitCoordinator;
import io.tidemark.runtime.storage.commit.RowBlocks;
import io.tidemark.runtime.storage.commit.TransactionLog;
import io.tidemark.runtime.storage.log.Appended;
import io.tidemark.runtime.storage.log.LogBlock;
import io.tidemark.runtime.storage.log.LogGroup;
import io.tidemark.runtime.storage.log.LogReader;
import io.tidemark.runtime.storage.log.SegmentedLog;
import io.tidemark.runtime.storage.log.WriterEpoch;
import io.tidemark.runtime.storage.versioned.ChangeFeed;
import io.tidemark.runtime.storage.versioned.VersionedRows;
import io.tidemark.runtime.storage.versioned.VersionedSnapshot;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A durable table: rows with versions in memory, a log of changes and a snapshot on disk. Every commit makes one new version. Safe for use by
 * several threads.
 *
 * <p>The log holds for each commit what it changes, as weighted rows; ordinal n of the log makes version n + 1. A commit is applied and sealed
 * under a lock, which gives it its place, then waits for the log without the lock, and is published when it is durable.
 *
 * <p>When the log has grown, a snapshot is written beside the work that goes on, and what of the log no reader needs is deleted.
 */
public final class InternalTable {

    private static final Logger LOG = LoggerFactory.getLogger(InternalTable.class);

    private final String id;
    private final String relation;
    private final List<Integer> keyColumns;
    private final VersionedRows rows;
    private final SegmentedLog log;
    private final TableSnapshots snapshots;
    private final TableReaders readers;
    private final StorageSpec spec;
    private final ReentrantLock lock = new ReentrantLock();
    private final ReentrantLock snapshotLock = new ReentrantLock();
    private final AtomicBoolean snapshotting = new AtomicBoolean();
    private final TableCommit commits;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    /** The version of the last commit, visible or not. Guarded by the lock. */
    private long lastVersion;

    /** The rows that the commits of this process have changed, from which the size of a commit is guessed. */
    private final AtomicLong changedRows = new AtomicLong(1);

    /** How long the log was when the last snapshot was written; 0 when the table has just been opened. */
    private volatile long loggedAtSnapshot;

    private InternalTable(String id, String relation, List<Integer> keyColumns, VersionedRows rows, Parts parts) {
        this.id = id;
        this.relation = relation;
        this.keyColumns = List.copyOf(keyColumns);
        this.rows = rows;
        this.log = parts.log;
        this.snapshots = parts.snapshots;
        this.readers = parts.readers;
        this.spec = parts.spec;
        this.commits = new TableCommit(relation, keyColumns, rows);
    }

    private record Parts(SegmentedLog log, TableSnapshots snapshots, TableReaders readers, StorageSpec spec) {}

    static InternalTable open(
            Path directory, String relation, Schema schema, List<Integer> keyColumns, StorageSpec spec) {
        long segmentBytes = Math.min(spec.segmentBytes(), spec.snapshotBytes());
        SegmentedLog log = SegmentedLog.open(directory.resolve("log"), segmentBytes, spec.executor(), spec.files());
        try {
            Parts parts = new Parts(log, TableSnapshots.open(directory), TableReaders.open(directory), spec);
            String id = String.valueOf(directory.getFileName());
            InternalTable table =
                    new InternalTable(id, relation, keyColumns, new VersionedRows(schema, keyColumns), parts);
            table.recover(table.rows, log.endOrdinal());
            table.lastVersion = log.endOrdinal();
            return table;
        } catch (IOException e) {
            log.close();
            throw new UncheckedIOException(e);
        } catch (RuntimeException e) {
            log.close();
            throw e;
        }
    }

    /** Brings empty rows to a version: by the newest snapshot up to it and the changes that follow. */
    private void recover(VersionedRows empty, long version) {
        snapshots.load(version, empty);
        try (LogReader changes = log.read(empty.version(), version)) {
            for (LogBlock block = changes.next(); block != null; block = changes.next()) {
                if (block.length() > 0) {
                    empty.apply(
                            BatchCodec.decode(block.bytes(), block.offset(), block.length(), schema(), allColumns()));
                }
                if (block.last()) {
                    empty.publish(block.ordinal() + 1);
                }
            }
        }
        if (empty.version() != version) {
            throw CodedException.of(
                    ErrorCode.CORRUPTED,
                    "the changes of table \"" + relation + "\" end at version " + empty.version() + ", expected "
                            + version);
        }
    }

    private List<Integer> allColumns() {
        return IntStream.range(0, schema().size()).boxed().toList();
    }

    /** The stored columns. */
    public Schema schema() {
        return rows.schema();
    }

    /** The indexes of the primary key's columns; empty without one. */
    public List<Integer> keyColumns() {
        return keyColumns;
    }

    /** The version that readers see now: the number of commits so far. */
    public long version() {
        return rows.version();
    }

    /** Pins the version that readers see now. */
    public VersionedSnapshot pin() {
        return rows.pin();
    }

    /** Makes an index, if there is none like it, of the columns with these indexes, in their order. */
    public void createIndex(String name, List<Integer> columns) {
        rows.createIndex(name, columns);
    }

    /** Gives an index up. */
    public void dropIndex(String name) {
        rows.dropIndex(name);
    }

    /** The memory that the rows take, in bytes. */
    public long sizeBytes() {
        return rows.sizeBytes();
    }

    /**
     * Makes changes, in order, all or none; returns when they are durable and visible. Commits that come at the same time share one sync.
     *
     * @return the version they made
     * @throws CodedException DUPLICATE_KEY, NOT_NULL_VIOLATION, CONFLICT, RESOURCE_DISK, EXTERNAL_IO
     */
    public long commit(List<TableChange> changes) {
        return changes.isEmpty() ? version() : commit(changes, Optional.empty());
    }

    /** Makes the changes of a query's epoch, once. */
    long commit(List<TableChange> changes, Optional<WriterEpoch> writer) {
        Appended appended;
        long version;
        lock.lock();
        try {
            recoverIfFailed();
            if (writer.isPresent()
                    && lastEpoch(writer.get().writer()) >= writer.get().epoch()) {
                return version();
            }
            Change change = applyAndSeal(changes);
            version = change.version();
            appended = append(change, writer);
        } finally {
            lock.unlock();
        }
        appended.await();
        publish(version);
        announce();
        return version;
    }

    /** Its part in a commit to several streams and tables. */
    CommitCoordinator.Member member(List<TableChange> changes) {
        return new TableMember(this, id, lock, rows, changes);
    }

    /** Tries changes out, under the lock, and says what they come to. */
    RowBlocks stage(List<TableChange> changes) {
        recoverIfFailed();
        changes.forEach(commits::apply);
        RowBlocks blocks = new RowBlocks();
        rows.pendingChanges().forEach(blocks::addWeighted);
        return blocks;
    }

    /** Seals what was tried out as the next version and begins to write it. */
    Appended append(LogGroup group, long changed) {
        lastVersion = rows.seal(lastVersion + 1).version();
        changedRows.addAndGet(changed);
        return log.append(group);
    }

    /** Makes all that is sealed and durable visible; under the lock. */
    void publishLast() {
        publish(lastVersion);
    }

    /** Tells who waits for versions. */
    void announce() {
        listeners.forEach(Runnable::run);
        if (log.sizeBytes() - loggedAtSnapshot > Math.max(spec.snapshotBytes(), 2 * snapshots.newestSizeBytes())) {
            snapshotInBackground();
        }
    }

    /** Whether some commit has changed other streams or tables as well. */
    boolean hasSpanningCommits() {
        return log.lastEpoch(TransactionLog.WRITER).isPresent();
    }

    Lock visibility() {
        return spec.visibility();
    }

    /** Throws NOT_NULL_VIOLATION if a row lacks a value that the table needs. */
    public void requireNotNull(Batch batch) {
        commits.requireNotNull(batch);
    }

    /** The error that a row has the primary key of another. */
    public CodedException duplicateKey(Batch batch, int position) {
        return commits.duplicateKey(batch, position);
    }

    /** After the log has failed: takes back in memory what is not on disk. Throws if nothing can be committed any more. */
    private void recoverIfFailed() {
        commits.requireOpen();
        if (log.recoverIfFailed()) {
            lastVersion = log.endOrdinal();
            rows.withdrawSealed(lastVersion);
        }
        log.checkUsable();
    }

    long lastEpoch(String sinkId) {
        return log.lastEpoch(sinkId).map(WriterEpoch::epoch).orElse(0L);
    }

    private Change applyAndSeal(List<TableChange> changes) {
        try {
            changes.forEach(commits::apply);
            Change change = rows.seal(lastVersion + 1);
            lastVersion++;
            return change;
        } catch (RuntimeException e) {
            rows.rollback();
            throw e;
        }
    }

    private Appended append(Change change, Optional<WriterEpoch> writer) {
        RowBlocks blocks = new RowBlocks();
        change.deltas().forEach(blocks::addWeighted);
        changedRows.addAndGet(blocks.rowCount());
        return log.append(blocks.asCommit(writer));
    }

    /** Makes a durable version visible, and with it those before, which are durable too. */
    private void publish(long version) {
        lock.lock();
        try {
            if (version() < version) {
                rows.publishSealed(version);
            }
        } finally {
            lock.unlock();
        }
    }

    private void snapshotInBackground() {
        if (!snapshotting.compareAndSet(false, true)) {
            return;
        }
        try {
            spec.executor().execute(this::trySnapshot);
        } catch (RejectedExecutionException e) {
            LOG.debug("no snapshot of table \"{}\": the server is shutting down", relation, e);
        }
    }

    private void trySnapshot() {
        try {
            writeSnapshot();
        } catch (CodedException e) {
            LOG.warn("no snapshot of table \"{}\" could be written: {}", relation, e.render());
        } finally {
            snapshotting.set(false);
        }
    }

    /** Writes the rows as they are now to a file and deletes what no reader needs of what came before. */
    void writeSnapshot() {
        snapshotLock.lock();
        try (VersionedSnapshot snapshot = pin()) {
            if (snapshot.version() > snapshots.newest()) {
                snapshots.write(snapshot);
            }
            log.trim(snapshots.trim(readers.least(snapshots.newest())));
            loggedAtSnapshot = log.sizeBytes();
        } finally {
            snapshotLock.unlock();
        }
    }

    /** Tells subscribers what versions change. */
    public ChangeFeed changes() {
        return rows.changes();
    }

    /**
     * A source of the table's changes as weighted rows: first the rows that are there, then each commit. Its positions stay valid over restarts,
     * and ranges can be read again until released.
     *
     * @param readerId names the reader for ever; what it has not released is kept until {@link #forgetReader}
     */
    public Source openSource(String readerId) {
        readers.register(readerId, version());
        return new TableSource(this, log, version -> readers.release(readerId, version));
    }

    /** Asks to be told when a version has become visible. */
    void onVersion(Runnable listener) {
        listeners.add(listener);
    }

    void removeListener(Runnable listener) {
        listeners.remove(listener);
    }

    /** Keeps nothing any longer for a reader that will not come back. */
    public void forgetReader(String readerId) {
        readers.forget(readerId);
    }

    /** A sink for one query; its epochs are remembered under the spec's {@code sinkId} in the same commit as their rows. */
    public EpochSink openSink(SinkSpec sink) {
        return new TableSink(this, sink);
    }

    /** The rows at an earlier version that a reader still holds. */
    VersionedSnapshot rebuild(long version) {
        VersionedRows past = new VersionedRows(schema(), keyColumns);
        recover(past, version);
        return past.pin();
    }

    /** About how many rows a commit changes. */
    long rowsPerCommit() {
        return Math.max(1, changedRows.get() / Math.max(1, log.endOrdinal() - log.startOrdinal()));
    }

    /** Closes the table because it is no more; who watches it is told. Waits for a commit under way, which is the last. */
    void closeDropped() {
        lock.lock();
        try {
            commits.close(CodedException.droppedMeanwhile("table \"" + relation + "\""));
        } finally {
            lock.unlock();
        }
        close(CodedException.of(ErrorCode.CONFLICT, "table \"" + relation + "\" was dropped"));
    }

    void close(CodedException reason) {
        rows.changes().close(reason);
        log.close();
    }
}
