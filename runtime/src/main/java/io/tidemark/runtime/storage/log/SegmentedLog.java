package io.tidemark.runtime.storage.log;

import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A durable log of groups of blocks in the segment files of one directory. Safe for use by several threads.
 *
 * <p>Groups appended while a sync is under way are written and synced together after it, so that any number of callers share one sync. An
 * ordinal is assigned when a group is appended; what follows in the log can't be durable without it.
 *
 * <p><b>Errors</b>: CORRUPTED where what was durable is damaged; RESOURCE_DISK or EXTERNAL_IO when writing fails, after which nothing more is
 * taken until {@link #recoverIfFailed} has cut off what was not acknowledged: it is not known what a disk holds after a failed sync.
 */
public final class SegmentedLog implements AutoCloseable {

    private final Path directory;
    private final Executor executor;
    private final LogWriter.Place place;
    private LogWriter writer;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition idle = lock.newCondition();
    private List<Pending> pending = new ArrayList<>();
    private final Map<String, WriterEpoch> appendedEpochs;
    private final Map<String, WriterEpoch> durableEpochs;

    /** Completed when everything appended so far is durable. */
    private CompletableFuture<Void> lastAppended = CompletableFuture.completedFuture(null);

    private long nextOrdinal;
    private boolean flushing;
    private boolean closed;
    private volatile @Nullable CodedException failure;
    private volatile List<Segment> segments;
    private volatile long endOrdinal;

    /** A group, or a cut of the log where there is no group, to be written. */
    private record Pending(
            long ordinal, @Nullable LogGroup group, List<Integer> checksums, CompletableFuture<Void> durable) {}

    private SegmentedLog(LogWriter.Place place, Executor executor, LogRecovery recovered, LogWriter writer) {
        this.directory = place.directory();
        this.place = place;
        this.executor = executor;
        this.writer = writer;
        this.segments = recovered.segments().isEmpty() ? List.of(writer.segment()) : List.copyOf(recovered.segments());
        this.appendedEpochs = new HashMap<>(recovered.writers());
        this.durableEpochs = new HashMap<>(recovered.writers());
        this.nextOrdinal = recovered.endOrdinal();
        this.endOrdinal = nextOrdinal;
    }

    /**
     * Opens the log of a directory, which is created if need be; what was never acknowledged is cut off.
     *
     * @param segmentBytes the length from which on a segment is not added to
     * @param executor where syncs run; its threads are not interrupted
     */
    public static SegmentedLog open(Path directory, long segmentBytes, Executor executor) {
        return open(directory, segmentBytes, executor, LogFiles.LOCAL);
    }

    /** As the other one, with files opened by {@code files}. */
    public static SegmentedLog open(Path directory, long segmentBytes, Executor executor, LogFiles files) {
        LogWriter.Place place = new LogWriter.Place(directory, segmentBytes, files);
        try {
            Files.createDirectories(directory);
            LogRecovery recovered = LogRecovery.recover(directory);
            return new SegmentedLog(place, executor, recovered, LogWriter.open(place, recovered));
        } catch (IOException e) {
            throw StorageFiles.readFailed(directory, e);
        }
    }

    /** The first ordinal that is there. */
    public long startOrdinal() {
        SegmentHeader first = segments.get(0).header;
        return Math.max(first.firstOrdinal(), first.logStart());
    }

    /** The ordinal after the last durable one. */
    public long endOrdinal() {
        return endOrdinal;
    }

    /** The ordinal after the last one appended, durable or not. */
    public long appendedEnd() {
        lock.lock();
        try {
            return nextOrdinal;
        } finally {
            lock.unlock();
        }
    }

    /** The last durable epoch of a writer. */
    public Optional<WriterEpoch> lastEpoch(String writerId) {
        lock.lock();
        try {
            return Optional.ofNullable(durableEpochs.get(writerId));
        } finally {
            lock.unlock();
        }
    }

    /** Appends a group. An epoch that was appended before is not appended again. */
    public Appended append(LogGroup group) {
        List<Integer> checksums = group.blocks().stream()
                .map(block -> BlockHeader.checksum(block, 0, block.length))
                .toList();
        lock.lock();
        try {
            checkUsable();
            WriterEpoch epoch = group.writer().orElse(null);
            if (epoch != null && isAppended(epoch)) {
                return new Appended(nextOrdinal, lastAppended);
            }
            if (epoch != null) {
                appendedEpochs.put(epoch.writer(), epoch);
            }
            Pending added = new Pending(nextOrdinal, group, checksums, new CompletableFuture<>());
            nextOrdinal += group.span();
            enqueue(added);
            return new Appended(added.ordinal(), added.durable());
        } finally {
            lock.unlock();
        }
    }

    private boolean isAppended(WriterEpoch epoch) {
        WriterEpoch last = appendedEpochs.get(epoch.writer());
        return last != null && last.epoch() >= epoch.epoch();
    }

    /** Drops everything that has been appended; ordinals go on. Returns when that is durable. */
    public void cut() {
        Pending cut;
        lock.lock();
        try {
            checkUsable();
            cut = new Pending(nextOrdinal, null, List.of(), new CompletableFuture<>());
            enqueue(cut);
        } finally {
            lock.unlock();
        }
        new Appended(cut.ordinal(), cut.durable()).await();
    }

    private void enqueue(Pending added) {
        pending.add(added);
        lastAppended = added.durable();
        if (!flushing) {
            flushing = true;
            executor.execute(this::flush);
        }
    }

    /** Makes the log usable after a failed write, without what was not acknowledged; whether it had failed. RESOURCE_DISK, EXTERNAL_IO. */
    public boolean recoverIfFailed() {
        lock.lock();
        try {
            while (failure != null && flushing) {
                idle.awaitUninterruptibly();
            }
            boolean failed = failure != null && !closed;
            if (failed) {
                reopen();
            }
            return failed;
        } catch (IOException e) {
            throw StorageFiles.writeFailed(directory, e);
        } finally {
            lock.unlock();
        }
    }

    private void reopen() throws IOException {
        writer.abandon();
        LogRecovery recovered = LogRecovery.recover(directory);
        writer = LogWriter.open(place, recovered);
        segments = recovered.segments().isEmpty() ? List.of(writer.segment()) : List.copyOf(recovered.segments());
        appendedEpochs.clear();
        appendedEpochs.putAll(recovered.writers());
        durableEpochs.clear();
        durableEpochs.putAll(recovered.writers());
        nextOrdinal = recovered.endOrdinal();
        endOrdinal = nextOrdinal;
        lastAppended = CompletableFuture.completedFuture(null);
        failure = null;
    }

    /** Throws if nothing can be appended any more: because writing failed, or because the log is closed. */
    public void checkUsable() {
        CodedException failed = failure;
        if (failed != null) {
            throw failed;
        }
        if (closed) {
            throw CodedException.of(ErrorCode.SHUTTING_DOWN, "\"" + directory + "\" is closed");
        }
    }

    private void flush() {
        for (List<Pending> batch = take(); !batch.isEmpty(); batch = take()) {
            try {
                writeAll(batch);
            } catch (IOException e) {
                fail(batch, StorageFiles.writeFailed(directory, e));
            } catch (RuntimeException e) {
                fail(
                        batch,
                        CodedException.internal("the log in \"" + directory + "\" failed")
                                .cause(e));
            }
        }
    }

    /** What is to be written next; nothing if the flush is to end, which it then has. */
    private List<Pending> take() {
        lock.lock();
        try {
            List<Pending> batch = pending;
            pending = new ArrayList<>();
            if (batch.isEmpty()) {
                flushing = false;
                idle.signalAll();
            }
            return batch;
        } finally {
            lock.unlock();
        }
    }

    private void writeAll(List<Pending> batch) throws IOException {
        CodedException failed = failure;
        if (failed != null) {
            batch.forEach(waiting -> waiting.durable().completeExceptionally(failed));
            return;
        }
        for (Pending next : batch) {
            LogGroup group = next.group();
            if (group == null) {
                rollAndCut(next.ordinal());
            } else {
                if (writer.isSegmentFull()) {
                    addSegment(writer.roll(next.ordinal(), startOrdinal()));
                }
                writer.write(group, next.checksums(), next.ordinal());
            }
        }
        writer.sync();
        publish(batch);
    }

    private void addSegment(Segment added) {
        lock.lock();
        try {
            List<Segment> more = new ArrayList<>(segments);
            more.add(added);
            segments = List.copyOf(more);
        } finally {
            lock.unlock();
        }
    }

    private void rollAndCut(long ordinal) throws IOException {
        addSegment(writer.roll(ordinal, ordinal));
        for (Segment segment : takeAllButLast()) {
            Files.deleteIfExists(segment.file);
        }
    }

    private List<Segment> takeAllButLast() {
        lock.lock();
        try {
            List<Segment> present = segments;
            int last = present.size() - 1;
            segments = present.subList(last, last + 1);
            return present.subList(0, last);
        } finally {
            lock.unlock();
        }
    }

    private void publish(List<Pending> batch) {
        lock.lock();
        try {
            for (Pending done : batch) {
                LogGroup group = done.group();
                if (group != null) {
                    endOrdinal = done.ordinal() + group.span();
                    group.writer().ifPresent(epoch -> durableEpochs.put(epoch.writer(), epoch));
                }
            }
        } finally {
            lock.unlock();
        }
        batch.forEach(done -> done.durable().complete(null));
        listeners.forEach(Runnable::run);
    }

    private void fail(List<Pending> batch, CodedException reason) {
        lock.lock();
        try {
            failure = reason;
        } finally {
            lock.unlock();
        }
        batch.forEach(waiting -> waiting.durable().completeExceptionally(reason));
    }

    /**
     * Reads the blocks of a range of durable ordinals.
     *
     * @throws CodedException EXTERNAL_DATA_LOST if the range begins before the start of the log
     */
    public LogReader read(long from, long to) {
        List<Segment> present = segments;
        if (from < startOrdinal() && from < to) {
            throw CodedException.of(
                    ErrorCode.EXTERNAL_DATA_LOST,
                    "the rows from " + from + " on were deleted; the first that is there is " + startOrdinal());
        }
        return new LogReader(present, from, to);
    }

    /** Deletes the segments that hold nothing from an ordinal on. Under the lock, so that a recovery finds no file that goes meanwhile. */
    public void trim(long belowOrdinal) {
        lock.lock();
        try {
            List<Segment> present = new ArrayList<>(segments);
            while (present.size() > 1 && present.get(1).header.firstOrdinal() <= belowOrdinal) {
                Segment outdated = present.remove(0);
                segments = List.copyOf(present);
                Files.deleteIfExists(outdated.file);
            }
        } catch (IOException e) {
            throw StorageFiles.writeFailed(directory, e);
        } finally {
            lock.unlock();
        }
    }

    /** The length of all segments, in bytes. */
    public long sizeBytes() {
        return segments.stream().mapToLong(Segment::length).sum();
    }

    /** Asks to be told, on a thread of the executor, when something has become durable. */
    public void onDurable(Runnable listener) {
        listeners.add(listener);
    }

    /** Stops telling. */
    public void removeListener(Runnable listener) {
        listeners.remove(listener);
    }

    /** Waits until what was appended is written, then closes the files. */
    @Override
    public void close() {
        lock.lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
            while (flushing) {
                idle.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
        try {
            writer.close();
        } catch (IOException e) {
            throw StorageFiles.writeFailed(directory, e);
        }
    }
}
