package io.tidemark.server.serving;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.RowOrigin;
import io.tidemark.runtime.batch.RowTags;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.connector.BadRowHandler;
import io.tidemark.runtime.connector.RangeLimits;
import io.tidemark.runtime.connector.RangeReader;
import io.tidemark.runtime.connector.Source;
import io.tidemark.runtime.connector.SourcePosition;
import io.tidemark.runtime.connector.SourceRange;
import io.tidemark.runtime.storage.change.Change;
import io.tidemark.runtime.storage.codec.RowJson;
import io.tidemark.runtime.storage.versioned.Subscription;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A materialized view or internal table as a source for one push query: its rows as they are, unless it goes on from an earlier version, then every change, until the feed ends or fails. Not durable: each range is
 * read once, as soon as it is planned.
 */
final class FeedSource implements Source {

    /** The subscription tells of changes; this is for watermarks and ends that nobody tells of. */
    private static final long POLL_MILLIS = 1000;

    private static final Duration NO_WAIT = Duration.ZERO;

    private final String name;
    private final Subscription subscription;
    private boolean snapshotGiven;
    private @Nullable Change next;
    private volatile long version = -1;

    /**
     * A source that has not been read.
     *
     * @param goesOn whether only changes are wanted, as the rows that were there before are known
     */
    FeedSource(String name, Subscription subscription, boolean goesOn) {
        this.name = name;
        this.subscription = subscription;
        this.snapshotGiven = goesOn;
    }

    /** The version that was read last. */
    long version() {
        return version;
    }

    private static SourcePosition position(long version) {
        return new SourcePosition(
                ByteBuffer.allocate(Long.BYTES).putLong(version).array());
    }

    @Override
    public SourcePosition initialPosition() {
        return position(-1);
    }

    @Override
    public Optional<SourceRange> plan(SourcePosition after, RangeLimits limits) {
        if (!snapshotGiven) {
            long version = subscription.snapshot().version();
            return Optional.of(
                    new SourceRange(List.of(0), name + ": rows of version " + version, after, position(version)));
        }
        if (next == null) {
            next = poll();
        }
        return Optional.ofNullable(next)
                .map(change -> new SourceRange(
                        List.of(0),
                        name + ": changes of version " + change.version(),
                        after,
                        position(change.version())));
    }

    private @Nullable Change poll() {
        try {
            return subscription.poll(NO_WAIT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CodedException.of(ErrorCode.CANCELLED, "the statement was interrupted");
        }
    }

    @Override
    public RangeReader read(SourceRange range, List<Integer> columns, BadRowHandler badRows) {
        if (!snapshotGiven) {
            snapshotGiven = true;
            version = subscription.snapshot().version();
            return new BatchReader(
                    subscription.snapshot().scan(columns),
                    schema(columns),
                    version,
                    subscription.snapshot().watermark());
        }
        Change change = next;
        if (change == null) {
            throw CodedException.internal("a change of \"" + name + "\" was read twice");
        }
        next = null;
        version = change.version();
        List<Batch> projected = new ArrayList<>();
        for (Batch batch : change.deltas()) {
            projected.add(batch.withColumns(columns.stream().map(batch::column).toList()));
        }
        return new BatchReader(projected.iterator(), schema(columns), change.version(), change.watermark());
    }

    private Schema schema(List<Integer> columns) {
        return subscription.snapshot().schema().project(columns);
    }

    @Override
    public boolean endedAt(SourcePosition position) {
        return snapshotGiven && next == null && subscription.isEnded();
    }

    @Override
    public SourcePosition currentEnd(SourcePosition after) {
        return after;
    }

    @Override
    public boolean reached(SourcePosition position, SourcePosition target) {
        return true;
    }

    @Override
    public void release(SourcePosition upTo) {
        // nothing is kept
    }

    @Override
    public void onInput(Runnable signal) {
        subscription.onChange(signal);
    }

    @Override
    public long pollIntervalMillis() {
        return POLL_MILLIS;
    }

    @Override
    public void close() {
        subscription.close();
    }

    /** Gives batches that are there. */
    private record BatchReader(Iterator<Batch> batches, Schema schema, long version, long watermark)
            implements RangeReader {

        @Override
        public @Nullable Batch next() {
            if (!batches.hasNext()) {
                return null;
            }
            Batch batch = batches.next();
            return batch.withTags(new RowTags(null, new Origin(schema, batch, version), null));
        }

        @Override
        public long rowsFiltered() {
            return 0;
        }

        @Override
        public void close() {
            // the subscription holds what there is to close
        }
    }

    /** Rows of one version: their offset is the version's number. Each batch has one of its own. */
    private static final class Origin implements RowOrigin {

        private final Schema schema;
        private final Batch batch;
        private final long version;

        Origin(Schema schema, Batch batch, long version) {
            this.schema = schema;
            this.batch = batch;
            this.version = version;
        }

        @Override
        public int partition() {
            return 0;
        }

        @Override
        public long offset(int row) {
            return version;
        }

        @Override
        public String payload(int row) {
            return RowJson.of(schema, batch, row);
        }
    }
}
