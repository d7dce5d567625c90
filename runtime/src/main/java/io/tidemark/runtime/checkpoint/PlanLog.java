package io.tidemark.runtime.checkpoint;

import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import io.tidemark.sql.error.WriteFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The plans of every epoch of every query of a server, durable before anything that an epoch does can be seen. With the plans and a checkpoint
 * an epoch can be computed again, and comes out the same.
 *
 * <p>Records go to segment files {@code plan-<number>.log} (layout: {@link PlanSegment}) on a thread of the log's own. Plans that arrive while a
 * sync runs are written together and share the next one. At open, what a crash left of an unfinished write at the very end is cut off; any
 * other damage is refused. A segment is deleted when no query needs any of its plans.
 *
 * <p><b>Errors</b>: CORRUPTED, naming file and byte; EXTERNAL_IO or RESOURCE_DISK from the futures. After a failure, the next record first cuts off
 * what was not synced, because what is on disk of that is not known. <b>Cost</b>: about 100 bytes an epoch; one sync for all plans waiting.
 *
 * <p>Thread-safe. Threads that call this must not be interrupted.
 */
public final class PlanLog implements AutoCloseable {

    /** The length at which a segment is full, unless said otherwise. */
    public static final long DEFAULT_SEGMENT_BYTES = 16L * 1024 * 1024;

    private static final Logger LOGGER = LoggerFactory.getLogger(PlanLog.class);

    private final DurableFiles files;
    private final PlanSegments segments;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Thread writer;

    private List<Pending> queue = new ArrayList<>();
    private long submitted;
    private long written;
    private boolean closing;

    /** Whether what the last segment holds behind its synced length is not known. Only the writer's thread looks. */
    private boolean doubtful;

    private static final class Pending {
        private final PlanRecord record;
        private final byte[] body;
        private final CompletableFuture<Void> durable = new CompletableFuture<>();

        Pending(PlanRecord record, byte[] body) {
            this.record = record;
            this.body = body;
        }

        boolean wantsSync() {
            return !(record instanceof PlanRecord.Commit);
        }
    }

    /** The plans that a query left, what was answered in their epochs, and how far it is known to have come. */
    public record History(List<PlanRecord.Plan> plans, List<PlanRecord.Answers> answers, long lastCommit) {}

    private PlanLog(DurableFiles files, PlanSegments segments) {
        this.files = files;
        this.segments = segments;
        this.writer = new Thread(this::run, "plan-log");
        writer.setDaemon(true);
    }

    /**
     * Opens the log in a directory, or begins one.
     *
     * @param segmentBytes the length at which a segment is full
     */
    public static PlanLog open(Path directory, DurableFiles files, long segmentBytes) {
        try {
            PlanLog log = new PlanLog(files, new PlanSegments(directory, files, segmentBytes));
            log.writer.start();
            return log;
        } catch (IOException e) {
            throw CodedException.externalIo("cannot open the plan log in \"" + directory + "\": " + e.getMessage(), e);
        }
    }

    /** Appends a plan; the future completes when it is durable. Never waits for the disk. */
    public CompletableFuture<Void> append(PlanRecord.Plan plan) {
        return submit(plan);
    }

    /** Appends answers; the future completes when they are durable. */
    public CompletableFuture<Void> append(PlanRecord.Answers answers) {
        return submit(answers);
    }

    /** Appends a commit record; the future completes when it is written, which is not to say durable. */
    public CompletableFuture<Void> append(PlanRecord.Commit commit) {
        return submit(commit);
    }

    /** Makes all records of a query meaningless; the future completes when that is durable. */
    public CompletableFuture<Void> retire(String query) {
        CompletableFuture<Void> durable = submit(new PlanRecord.Retire(query));
        return durable.thenRun(() -> delete(locked(segments::unneeded)));
    }

    /** The queries that have plans in the log: after a crash, possibly some that are being dropped. */
    public Set<String> queries() {
        return locked(segments::queries);
    }

    /** Reads the plans of a query after an epoch, by rising epoch; of two plans of one epoch the later counts. */
    public History read(String query, long afterEpoch) {
        List<PlanSegments.Extent> extents;
        long lastCommit;
        lock.lock();
        try {
            long target = submitted;
            while (written < target) {
                changed.awaitUninterruptibly();
            }
            extents = segments.holding(query, afterEpoch);
            lastCommit = segments.lastCommit(query);
        } finally {
            lock.unlock();
        }
        TreeMap<Long, PlanRecord.Plan> plans = new TreeMap<>();
        List<PlanRecord.Answers> answers = new ArrayList<>();
        for (PlanSegments.Extent extent : extents) {
            extent.segment().scan(files, extent.length(), false, record -> {
                if (record instanceof PlanRecord.Plan plan && plan.query().equals(query)) {
                    plans.put(plan.epoch(), plan);
                    answers.removeIf(earlier -> earlier.epoch() >= plan.epoch());
                } else if (record instanceof PlanRecord.Answers answer
                        && answer.query().equals(query)
                        && answer.epoch() > afterEpoch) {
                    answers.add(answer);
                } else if (record instanceof PlanRecord.Retire retire
                        && retire.query().equals(query)) {
                    plans.clear();
                    answers.clear();
                }
            });
        }
        return new History(List.copyOf(plans.tailMap(afterEpoch, false).values()), List.copyOf(answers), lastCommit);
    }

    /** Says that a query will never again need its plans below an epoch, and deletes the segments that nobody needs. */
    public void trim(String query, long belowEpoch) {
        delete(locked(() -> segments.trim(query, belowEpoch)));
    }

    private void delete(List<Path> unneeded) {
        for (Path file : unneeded) {
            try {
                files.delete(file);
            } catch (IOException e) {
                LOGGER.warn("cannot delete the plan log file \"{}\", which is no longer needed", file, e);
            }
        }
    }

    private <T> T locked(Supplier<T> action) {
        lock.lock();
        try {
            return action.get();
        } finally {
            lock.unlock();
        }
    }

    private CompletableFuture<Void> submit(PlanRecord record) {
        Pending pending = new Pending(record, encode(record));
        lock.lock();
        try {
            if (closing) {
                return CompletableFuture.failedFuture(
                        CodedException.of(ErrorCode.SHUTTING_DOWN, "the plan log is closed, the server is stopping"));
            }
            queue.add(pending);
            submitted++;
            changed.signalAll();
            return pending.durable;
        } finally {
            lock.unlock();
        }
    }

    private static byte[] encode(PlanRecord record) {
        try {
            byte[] body = PlanRecordCodec.encode(record);
            if (body.length > PlanSegment.MAX_BODY_BYTES) {
                throw CodedException.of(
                        ErrorCode.RESOURCE_LIMIT,
                        "the plan of an epoch of query \"" + record.query() + "\" takes " + body.length
                                + " bytes, at most " + PlanSegment.MAX_BODY_BYTES + " are possible");
            }
            return body;
        } catch (IOException e) {
            throw CodedException.internal("a plan record cannot be encoded").cause(e);
        }
    }

    private void run() {
        while (true) {
            List<Pending> group = nextGroup();
            if (group.isEmpty()) {
                return;
            }
            write(group);
        }
    }

    private List<Pending> nextGroup() {
        lock.lock();
        try {
            while (queue.isEmpty() && !closing) {
                changed.awaitUninterruptibly();
            }
            List<Pending> group = queue;
            queue = new ArrayList<>();
            return group;
        } finally {
            lock.unlock();
        }
    }

    private void write(List<Pending> group) {
        try {
            if (doubtful) {
                lockedReopen();
                doubtful = false;
            }
            if (segments.isFull()) {
                lockedRoll();
            }
            segments.write(group.stream().map(pending -> pending.body).toList());
        } catch (IOException e) {
            doubtful = true;
            finish(group, false);
            CodedException error = failure(segments.file(), e);
            group.forEach(pending -> pending.durable.completeExceptionally(error));
            return;
        }
        finish(group, true);
        try {
            if (group.stream().anyMatch(Pending::wantsSync)) {
                segments.force();
            }
            group.forEach(pending -> pending.durable.complete(null));
        } catch (IOException e) {
            doubtful = true;
            CodedException error = failure(segments.file(), e);
            withdraw();
            group.forEach(pending -> pending.durable.completeExceptionally(error));
        }
    }

    /** Lets nobody read what was written and not synced. */
    private void withdraw() {
        lock.lock();
        try {
            segments.withdrawUnsynced();
        } finally {
            lock.unlock();
        }
    }

    private void lockedReopen() throws IOException {
        lock.lock();
        try {
            segments.reopen();
        } finally {
            lock.unlock();
        }
    }

    private void lockedRoll() throws IOException {
        lock.lock();
        try {
            segments.roll();
        } finally {
            lock.unlock();
        }
    }

    private void finish(List<Pending> group, boolean stand) {
        lock.lock();
        try {
            if (stand) {
                segments.written(group.stream().map(pending -> pending.record).toList());
            }
            written += group.size();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private static CodedException failure(Path file, IOException cause) {
        return WriteFailure.of(file, cause, "then RESUME QUERY lets the queries go on that have failed");
    }

    /** Writes and syncs what has been appended, then closes the files. */
    @Override
    public void close() {
        lock.lock();
        try {
            closing = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        joinWriter();
        try {
            segments.close();
        } catch (IOException e) {
            throw failure(segments.file(), e);
        }
    }

    private void joinWriter() {
        boolean interrupted = false;
        while (writer.isAlive()) {
            try {
                writer.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
