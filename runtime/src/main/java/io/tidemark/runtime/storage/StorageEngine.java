package io.tidemark.runtime.storage;

import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.storage.commit.CommitCoordinator;
import io.tidemark.runtime.storage.log.LogFiles;
import io.tidemark.runtime.storage.log.SegmentedLog;
import io.tidemark.runtime.storage.log.StorageFiles;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The internal streams and tables under one directory, and what materialized views pass on.
 *
 * <p>They are named by ids that the catalog gives out once and never again, so that a relation dropped and created anew, or renamed, never sees
 * another's rows. An id is 1 to 128 letters, digits, {@code _} and {@code -}. Each has a directory of that name with a file {@code definition}
 * (text: its kind, key and column types), a log and, of a table, snapshots. Safe for use by several threads.
 *
 * <p><b>Errors</b>: CORRUPTED where stored data is damaged; EXTERNAL_IO where the directory cannot be read or written.
 */
public final class StorageEngine implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(StorageEngine.class);
    private static final long SEGMENT_BYTES = 64L << 20;
    private static final long SNAPSHOT_BYTES = 16L << 20;
    private static final String DEFINITION = "definition";
    private static final String DROPPED = ".dropped-";

    private final Path directory;
    private final StorageSpec spec;
    private final CommitCoordinator commits;
    private final ExecutorService executor;
    private final Map<String, InternalStream> streams = new HashMap<>();
    private final Map<String, InternalTable> tables = new HashMap<>();
    private final Map<String, ViewChanges> views = new HashMap<>();
    private boolean closed;

    private StorageEngine(Path directory, long segmentBytes, long snapshotBytes, LogFiles files) throws IOException {
        this.directory = directory;
        this.executor = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "storage");
            thread.setDaemon(true);
            return thread;
        });
        this.commits = CommitCoordinator.open(directory, executor);
        this.spec = new StorageSpec(segmentBytes, snapshotBytes, files, executor, commits.visibility());
    }

    /** Opens a directory, which is created if need be. The caller sees to it that nobody else uses it. */
    public static StorageEngine open(Path directory) {
        return open(directory, SEGMENT_BYTES, SNAPSHOT_BYTES);
    }

    /**
     * Opens a directory with other sizes than usual.
     *
     * @param segmentBytes the length from which on a segment of a log is not added to
     * @param snapshotBytes how much a table's log grows, at least, before a snapshot is written
     */
    public static StorageEngine open(Path directory, long segmentBytes, long snapshotBytes) {
        return open(directory, segmentBytes, snapshotBytes, LogFiles.LOCAL);
    }

    /** As the other one, with the files of logs opened by {@code files}. */
    static StorageEngine open(Path directory, long segmentBytes, long snapshotBytes, LogFiles files) {
        try {
            Files.createDirectories(directory);
            try (Stream<Path> entries = Files.list(directory)) {
                for (Path file : entries.toList()) {
                    if (file.getFileName().toString().startsWith(DROPPED)) {
                        StorageFiles.deleteTree(file);
                    }
                }
            }
            return new StorageEngine(directory, segmentBytes, snapshotBytes, files);
        } catch (IOException e) {
            throw StorageFiles.writeFailed(directory, e);
        }
    }

    /**
     * The stream of that id, opened, and created if there is none.
     *
     * @param relation its present name, for messages
     * @param schema its stored columns; their types must be those it was created with
     */
    public synchronized InternalStream stream(String id, String relation, Schema schema) {
        checkOpen();
        InternalStream open = streams.get(id);
        if (open == null) {
            Path home = home(id, "stream", schema, List.of());
            SegmentedLog log = SegmentedLog.open(home.resolve("log"), spec.segmentBytes(), executor, spec.files());
            open = new InternalStream(id, relation, schema, log, spec.visibility());
            streams.put(id, open);
        }
        return open;
    }

    /**
     * The table of that id, opened, and created if there is none.
     *
     * @param relation its present name, for messages
     * @param schema its stored columns; their types must be those it was created with
     * @param keyColumns the indexes of the primary key's columns; empty for a table without one, whose rows are a multiset
     */
    public synchronized InternalTable table(String id, String relation, Schema schema, List<Integer> keyColumns) {
        checkOpen();
        InternalTable open = tables.get(id);
        if (open == null) {
            Path home = home(id, "table", schema, keyColumns);
            open = InternalTable.open(home, relation, schema, keyColumns, spec);
            tables.put(id, open);
        }
        return open;
    }

    /**
     * What the materialized view of that id passes on to those who read its changes. Nothing is written before there are any.
     *
     * @param relation its present name, for messages
     * @param schema its columns
     * @param keyColumns the indexes of its key's columns; empty without one
     */
    public synchronized ViewChanges view(String id, String relation, Schema schema, List<Integer> keyColumns) {
        checkOpen();
        ViewChanges open = views.get(id);
        if (open == null) {
            open = ViewChanges.open(directoryOf(id), () -> makeHome(id, schema, keyColumns), relation, schema, spec);
            views.put(id, open);
        }
        return open;
    }

    /**
     * Makes changes of streams and tables, all or none; returns when they are durable and visible. Who holds {@link #visibility} sees all or none too.
     *
     * @throws CodedException as {@link InternalTable#commit} does
     */
    public void commit(List<StorageCommit> changes) {
        if (changes.size() == 1) {
            if (changes.get(0) instanceof StorageCommit.OfTable one) {
                one.table().commit(one.changes());
            } else if (changes.get(0) instanceof StorageCommit.OfStream one) {
                one.stream().insertTogether(one.rows());
            }
        } else if (!changes.isEmpty()) {
            commits.commit(changes.stream().map(StorageEngine::member).toList());
        }
    }

    private static CommitCoordinator.Member member(StorageCommit change) {
        if (change instanceof StorageCommit.OfTable ofTable) {
            return ofTable.table().member(ofTable.changes());
        }
        StorageCommit.OfStream ofStream = (StorageCommit.OfStream) change;
        return ofStream.stream().member(ofStream.rows());
    }

    /** Held while several streams and tables are looked at that are to show the same commits. */
    public Lock visibility() {
        return commits.visibility();
    }

    private void checkOpen() {
        if (closed) {
            throw CodedException.of(ErrorCode.SHUTTING_DOWN, "the storage engine is closed");
        }
    }

    private Path home(String id, String kind, Schema schema, List<Integer> keyColumns) {
        Path home = directoryOf(id);
        Path file = home.resolve(DEFINITION);
        String wanted = definition(kind, schema, keyColumns);
        try {
            if (Files.exists(file)) {
                String stored = Files.readString(file);
                if (!stored.equals(wanted)) {
                    throw CodedException.internal(
                            "\"" + id + "\" is stored as " + oneLine(stored) + ", expected " + oneLine(wanted));
                }
            } else {
                Files.createDirectories(home);
                StorageFiles.replace(file, wanted.getBytes(StandardCharsets.UTF_8), true);
                StorageFiles.syncDirectory(directory);
            }
        } catch (IOException e) {
            throw StorageFiles.writeFailed(file, e);
        }
        return home;
    }

    private void makeHome(String id, Schema schema, List<Integer> keyColumns) {
        Path made = home(id, "view", schema, keyColumns);
        LOG.debug("changes of a materialized view are kept in \"{}\"", made);
    }

    private Path directoryOf(String id) {
        if (!id.matches("[A-Za-z0-9_-]{1,128}")) {
            throw CodedException.internal("\"" + id + "\" is not the id of a stream or table");
        }
        return directory.resolve(id);
    }

    private static String definition(String kind, Schema schema, List<Integer> keyColumns) {
        return Stream.concat(
                        Stream.of("format 1", kind, "key " + keyColumns),
                        schema.fields().stream().map(Field::type).map(type -> "column " + type))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static String oneLine(String definition) {
        return "(" + definition.strip().replace("\n", ", ") + ")";
    }

    /** Deletes the stream or table of that id with all its rows, if there is one. Whoever still uses it gets errors. */
    public synchronized void drop(String id) {
        checkOpen();
        InternalStream stream = streams.remove(id);
        if (stream != null) {
            stream.closeDropped();
        }
        InternalTable table = tables.remove(id);
        if (table != null) {
            table.closeDropped();
        }
        ViewChanges view = views.remove(id);
        if (view != null) {
            view.close(CodedException.of(ErrorCode.CONFLICT, "the materialized view was dropped"));
        }
        Path home = directoryOf(id);
        Path dropped = directory.resolve(DROPPED + id + "-" + UUID.randomUUID());
        try {
            if (Files.exists(home)) {
                StorageFiles.moveInPlace(home, dropped, true);
                StorageFiles.deleteTree(dropped);
            }
        } catch (IOException e) {
            throw StorageFiles.writeFailed(home, e);
        }
    }

    /** Closes every stream and table. What has been acknowledged is on disk already. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        CodedException reason = CodedException.of(ErrorCode.SHUTTING_DOWN, "the server is shutting down");
        tables.values().forEach(table -> table.close(reason));
        streams.values().forEach(stream -> stream.close(reason));
        views.values().forEach(view -> view.close(reason));
        commits.close();
        executor.shutdown();
        try {
            if (!executor.awaitTermination(1, TimeUnit.MINUTES)) {
                LOG.warn("snapshots in \"{}\" are still being written", directory);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
