package io.tidemark.runtime.storage.transaction;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.connector.Source;
import io.tidemark.runtime.storage.InternalStream;
import io.tidemark.runtime.storage.InternalTable;
import io.tidemark.runtime.storage.StorageCommit;
import io.tidemark.runtime.storage.StorageEngine;
import io.tidemark.runtime.storage.versioned.VersionedSnapshot.KeyLookup;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Changes of several statements over the streams and tables of one engine, seen by nobody else until {@link #commit} makes all of them durable and
 * visible at once. It reads what was there when it began and what it has changed itself (snapshot isolation); the first of two
 * transactions to commit a change of the same row wins. Not thread-safe.
 *
 * <p><b>Cost</b>: its changes are in memory, at most {@code maxRows}; what it began with is held until {@link #close}.
 */
public final class StorageTransaction implements AutoCloseable {

    private final StorageEngine engine;
    private final long maxRows;
    private final Map<InternalTable, TableOverlay> tables = new LinkedHashMap<>();
    private final Map<InternalStream, StreamOverlay> streams = new LinkedHashMap<>();

    /**
     * A transaction without changes.
     *
     * @param maxRows how many rows it may change
     */
    public StorageTransaction(StorageEngine engine, long maxRows) {
        this.engine = engine;
        this.maxRows = maxRows;
    }

    /** Sees a table as it is now, if it is not part of the transaction yet. */
    public void include(InternalTable table) {
        tables.computeIfAbsent(table, TableOverlay::new);
    }

    /** Sees a stream as it is now, if it is not part of the transaction yet. */
    public void include(InternalStream stream) {
        streams.computeIfAbsent(stream, StreamOverlay::new);
    }

    private TableOverlay overlay(InternalTable table) {
        return tables.computeIfAbsent(table, TableOverlay::new);
    }

    private StreamOverlay overlay(InternalStream stream) {
        return streams.computeIfAbsent(stream, StreamOverlay::new);
    }

    /** The rows of a table as the transaction sees them: all, or those of some keys. */
    public Iterator<Batch> read(InternalTable table, Optional<KeyLookup> lookup, List<Integer> columns) {
        return overlay(table).read(lookup, columns);
    }

    /** A source of the rows of a stream that the transaction sees, which ends. */
    public Source openSource(InternalStream stream) {
        return overlay(stream).openSource();
    }

    /** Adds rows to a table; with a primary key they take the place of those of the same key. */
    public void upsert(InternalTable table, List<Batch> rows) {
        requireRoom(rows);
        overlay(table).upsert(rows);
    }

    /** Takes rows of a table away, as the transaction has read them. */
    public void delete(InternalTable table, List<Batch> oldRows) {
        requireRoom(oldRows);
        overlay(table).delete(oldRows);
    }

    /**
     * Replaces rows of a table, as the transaction has read them, by others.
     *
     * @throws CodedException DUPLICATE_KEY if a new row has the key of one that stays
     */
    public void update(InternalTable table, List<Batch> oldRows, List<Batch> newRows) {
        requireRoom(newRows);
        overlay(table).update(oldRows, newRows);
    }

    /** Adds rows to a stream, each as often as its weight says. */
    public void insert(InternalStream stream, List<Batch> rows) {
        requireRoom(rows);
        overlay(stream).insert(rows);
    }

    private void requireRoom(List<Batch> rows) {
        long changed =
                changedRows() + rows.stream().mapToLong(Batch::selectedCount).sum();
        if (changed > maxRows) {
            throw CodedException.of(
                            ErrorCode.RESOURCE_LIMIT,
                            "the transaction would change " + changed + " rows, expected at most " + maxRows)
                    .hint("commit more often, or raise transaction.max-rows in the server's configuration");
        }
    }

    /** How many rows it has changed so far. */
    public long changedRows() {
        return tables.values().stream().mapToLong(TableOverlay::changedRows).sum()
                + streams.values().stream()
                        .mapToLong(StreamOverlay::changedRows)
                        .sum();
    }

    /** Notes what it has changed so far. */
    public StorageSavepoint savepoint() {
        Map<InternalTable, TableOverlay.Mark> changedTables = new HashMap<>();
        Map<InternalStream, Integer> changedStreams = new HashMap<>();
        tables.forEach((table, overlay) -> changedTables.put(table, overlay.mark()));
        streams.forEach((stream, overlay) -> changedStreams.put(stream, overlay.batches()));
        return new StorageSavepoint(changedTables, changedStreams);
    }

    /** Takes back what it has changed since. <b>Cost</b>: a copy of the rows changed before. */
    public void restore(StorageSavepoint savepoint) {
        tables.forEach((table, overlay) -> overlay.restore(savepoint.of(table)));
        streams.forEach((stream, overlay) -> overlay.restore(savepoint.of(stream)));
    }

    /**
     * Commits all changes, or none. It is over then, and only to be closed.
     *
     * @param overwriting whether rows that were only added may take the place of what others have committed meanwhile
     * @throws CodedException CONFLICT if another commit has changed a row that it changes
     */
    public void commit(boolean overwriting) {
        List<StorageCommit> commits = new ArrayList<>();
        tables.values().stream()
                .filter(TableOverlay::isChanged)
                .forEach(table -> commits.add(table.commit(overwriting)));
        streams.values().stream()
                .filter(stream -> stream.changedRows() > 0)
                .forEach(stream -> commits.add(stream.commit()));
        engine.commit(commits);
    }

    /** Lets go of what it holds; changes not committed are lost. */
    @Override
    public void close() {
        tables.values().forEach(TableOverlay::close);
        tables.clear();
        streams.clear();
    }
}
