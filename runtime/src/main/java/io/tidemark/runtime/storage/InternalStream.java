package io.tidemark.runtime.storage;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.connector.OutputMode;
import io.tidemark.runtime.connector.SinkSpec;
import io.tidemark.runtime.connector.Source;
import io.tidemark.runtime.storage.codec.BatchCodec;
import io.tidemark.runtime.storage.codec.RowJson;
import io.tidemark.runtime.storage.commit.CommitCoordinator;
import io.tidemark.runtime.storage.commit.RowBlocks;
import io.tidemark.runtime.storage.commit.TransactionLog;
import io.tidemark.runtime.storage.log.Appended;
import io.tidemark.runtime.storage.log.LogBlock;
import io.tidemark.runtime.storage.log.LogGroup;
import io.tidemark.runtime.storage.log.LogReader;
import io.tidemark.runtime.storage.log.SegmentedLog;
import io.tidemark.runtime.storage.log.WriterEpoch;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A durable log of rows in commit order: one partition, in which a row's offset is its number. Safe for use by several threads.
 *
 * <p>The log's blocks hold batches as {@link BatchCodec} has them; an ordinal is a row. The rows of one {@link #insert} and of one epoch of a
 * query are one group: all are there or none.
 *
 * <p><b>Cost</b>: an insert takes a share of a sync. Rows are read at some ten nanoseconds a value.
 */
public final class InternalStream {

    private final String id;
    private final String relation;
    private final Schema schema;
    private final SegmentedLog log;
    private final NotNullCheck notNull;
    private final Lock visibility;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private volatile @Nullable CodedException closed;

    /** Why nothing can be added any more, if so. Guarded by the lock. */
    private @Nullable CodedException appendsRefused;

    /** From here on rows are not visible yet, as others of their commit are not. */
    private volatile long hiddenFrom = Long.MAX_VALUE;

    InternalStream(String id, String relation, Schema schema, SegmentedLog log, Lock visibility) {
        this.id = id;
        this.visibility = visibility;
        this.relation = relation;
        this.schema = schema;
        this.log = log;
        this.notNull = new NotNullCheck(relation, schema);
    }

    /** The stored columns. */
    public Schema schema() {
        return schema;
    }

    /** The offset of the first row that is there. */
    public long startOffset() {
        return log.startOrdinal();
    }

    /** The offset after the last row that is visible: it is durable, and so are all others of its commit. */
    public long endOffset() {
        // In this order: rows are hidden before they become durable.
        long durable = log.endOrdinal();
        return Math.min(durable, hiddenFrom);
    }

    /** Adds a group behind all others; commits to several streams and tables come between. */
    Appended append(LogGroup group) {
        lock.lock();
        try {
            recoverIfFailed();
            return log.append(group);
        } finally {
            lock.unlock();
        }
    }

    /** After the log has failed: goes on without what was not acknowledged; under the lock. Throws if the stream was dropped. */
    private void recoverIfFailed() {
        CodedException refused = appendsRefused;
        if (refused != null) {
            throw refused;
        }
        if (log.recoverIfFailed()) {
            hiddenFrom = Long.MAX_VALUE;
        }
    }

    /** The end of the commit that the row before an offset belongs to, if that is to be read as a whole; else the offset. */
    long endOfCommit(long offset) {
        try (LogReader reader = log.read(offset - 1, log.endOrdinal())) {
            for (LogBlock block = reader.next(); block != null; block = reader.next()) {
                if (block.last()) {
                    String writer = block.writer().map(WriterEpoch::writer).orElse("");
                    boolean whole = writer.equals(TransactionLog.WRITER) || writer.equals(TransactionLog.SINGLE_WRITER);
                    return whole ? Math.max(offset, block.ordinal() + block.span()) : offset;
                }
            }
        }
        return offset;
    }

    Lock visibility() {
        return visibility;
    }

    /** Whether some commit has changed other streams or tables as well. */
    boolean hasSpanningCommits() {
        return log.lastEpoch(TransactionLog.WRITER).isPresent();
    }

    void onVisible(Runnable listener) {
        listeners.add(listener);
        log.onDurable(listener);
    }

    void removeListener(Runnable listener) {
        listeners.remove(listener);
        log.removeListener(listener);
    }

    /** Throws NOT_NULL_VIOLATION if a row lacks a value that the stream needs. */
    public void requireNotNull(Batch batch) {
        notNull.check(batch);
    }

    /** Adds the rows of a transaction as one commit, which readers take as a whole; returns when it is durable. */
    void insertTogether(List<Batch> rows) {
        RowBlocks blocks = new RowBlocks();
        rows.forEach(blocks::addRepeated);
        Appended appended;
        lock.lock();
        try {
            recoverIfFailed();
            // Every such commit has at least a row, so no two have the same number.
            WriterEpoch number =
                    new WriterEpoch(TransactionLog.SINGLE_WRITER, log.appendedEnd() + 1, WriterEpoch.NO_WATERMARK);
            appended = log.append(blocks.asRows(Optional.of(number)));
        } finally {
            lock.unlock();
        }
        appended.await();
    }

    /** Its part in a commit to several streams and tables. */
    CommitCoordinator.Member member(List<Batch> rows) {
        return new Member(rows);
    }

    private final class Member implements CommitCoordinator.Member {
        private final List<Batch> rows;
        private @Nullable Appended appended;

        Member(List<Batch> rows) {
            this.rows = rows;
        }

        @Override
        public String id() {
            return id;
        }

        @Override
        public void lock() {
            lock.lock();
        }

        @Override
        public void unlock() {
            lock.unlock();
        }

        @Override
        public TransactionLog.Part stage() {
            recoverIfFailed();
            log.checkUsable();
            RowBlocks blocks = new RowBlocks();
            rows.forEach(blocks::addRepeated);
            return new TransactionLog.Part(id, false, blocks);
        }

        @Override
        public void unstage() {
            // nothing has been tried out
        }

        @Override
        public void append(TransactionLog.Part part, long number) {
            hiddenFrom = log.appendedEnd();
            appended = log.append(part.group(number));
        }

        @Override
        public void await() {
            Appended written = appended;
            if (written != null) {
                written.await();
            }
        }

        @Override
        public void publish() {
            hiddenFrom = Long.MAX_VALUE;
        }

        @Override
        public void announce() {
            listeners.forEach(Runnable::run);
        }
    }

    /** The space the stream takes on disk, in bytes. */
    public long sizeBytes() {
        return log.sizeBytes();
    }

    /**
     * Appends rows, all or none, and returns when they are durable. Callers that come at the same time share one sync. A weight of n means the
     * row n times.
     *
     * @return the number of rows appended
     * @throws CodedException NOT_NULL_VIOLATION, RESOURCE_DISK, EXTERNAL_IO
     */
    public long insert(List<Batch> rows) {
        RowBlocks blocks = new RowBlocks();
        for (Batch batch : rows) {
            notNull.check(batch);
            blocks.addRepeated(batch);
        }
        if (blocks.rowCount() > 0) {
            append(blocks.asRows(Optional.empty())).await();
        }
        return blocks.rowCount();
    }

    /** A source that reads rows as they come and never ends. Its positions stay valid over restarts. */
    public Source openSource(StreamStart start) {
        return new StreamSource(this, log, start, Long.MAX_VALUE);
    }

    /** A source that ends after the last row that is durable now: for snapshot queries. */
    public Source openSnapshot() {
        return openSnapshot(endOffset());
    }

    /** A source that ends at an offset. */
    public Source openSnapshot(long end) {
        return new StreamSource(this, log, StreamStart.EARLIEST, end);
    }

    /**
     * A sink for one query; its epochs are remembered under the spec's {@code sinkId} in the very blocks that hold their rows.
     *
     * @throws CodedException MODE_06 for COMPLETE, because rows of a stream can't be replaced
     */
    public StreamSink openSink(SinkSpec spec) {
        if (spec.mode() == OutputMode.COMPLETE) {
            throw CodedException.of(
                            ErrorCode.MODE_06,
                            "stream \"" + relation + "\" only grows, so COMPLETE cannot replace its rows")
                    .hint("write to a table, or use EMIT APPEND");
        }
        return new StreamSink(spec.sinkId(), relation, notNull, this);
    }

    long lastEpoch(String sinkId) {
        return log.lastEpoch(sinkId).map(WriterEpoch::epoch).orElse(0L);
    }

    /** Takes every row away; offsets go on from where they were. */
    public void truncate() {
        log.recoverIfFailed();
        log.cut();
    }

    /** The row at an offset as JSON. */
    String rowText(long offset) {
        try (LogReader reader = log.read(offset, offset + 1)) {
            for (LogBlock block = reader.next(); block != null; block = reader.next()) {
                if (block.span() > 0) {
                    Batch batch = BatchCodec.decode(
                            block.bytes(),
                            block.offset(),
                            block.length(),
                            schema,
                            IntStream.range(0, schema.size()).boxed().toList());
                    return RowJson.of(schema, batch, (int) (offset - block.ordinal()));
                }
            }
        }
        throw CodedException.internal("stream \"" + relation + "\" has no row " + offset);
    }

    /** Throws why the stream was closed, if it was: nothing will come any more. */
    void requireOpen() {
        CodedException reason = closed;
        if (reason != null) {
            throw reason;
        }
    }

    /** Closes the stream because it is no more; who reads it is told. */
    void closeDropped() {
        lock.lock();
        try {
            appendsRefused = CodedException.droppedMeanwhile("stream \"" + relation + "\"");
        } finally {
            lock.unlock();
        }
        close(CodedException.of(ErrorCode.CONFLICT, "stream \"" + relation + "\" was dropped"));
    }

    void close(CodedException reason) {
        closed = reason;
        log.close();
    }
}
