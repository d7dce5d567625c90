package io.tidemark.runtime.storage.transaction;

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
import io.tidemark.runtime.storage.InternalStream;
import io.tidemark.runtime.storage.StorageCommit;
import io.tidemark.runtime.storage.codec.RowJson;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A stream as a transaction sees it: the rows that were there when it began, and those that it has added. Not thread-safe. */
final class StreamOverlay {

    private final InternalStream stream;
    private final long end;
    private final List<Batch> own = new ArrayList<>();
    private long ownRows;

    /** Sees the stream as it is now. */
    StreamOverlay(InternalStream stream) {
        this.stream = stream;
        this.end = stream.endOffset();
    }

    long changedRows() {
        return ownRows;
    }

    void insert(List<Batch> rows) {
        rows.forEach(stream::requireNotNull);
        own.addAll(rows);
        ownRows += rows.stream().mapToLong(StreamOverlay::count).sum();
    }

    private static long count(Batch batch) {
        long count = 0;
        for (int i = 0; i < batch.selectedCount(); i++) {
            count += batch.weight(batch.position(i));
        }
        return count;
    }

    /** How many batches have been added. */
    int batches() {
        return own.size();
    }

    /** Takes back all batches but the first ones. */
    void restore(int batches) {
        own.subList(batches, own.size()).clear();
        ownRows = own.stream().mapToLong(StreamOverlay::count).sum();
    }

    /** A source of the rows that the transaction sees, which ends. */
    Source openSource() {
        Source before = stream.openSnapshot(end);
        return own.isEmpty() ? before : new WithOwn(before, List.copyOf(own), stream.schema(), end);
    }

    StorageCommit commit() {
        return new StorageCommit.OfStream(stream, List.copyOf(own));
    }

    /** Another source's rows and then some more. Its last position is one that the other source has no use for. */
    private record WithOwn(Source before, List<Batch> own, Schema schema, long end) implements Source {

        private static final SourcePosition AFTER_OWN = new SourcePosition(new byte[] {1});

        @Override
        public SourcePosition initialPosition() {
            return before.initialPosition();
        }

        @Override
        public SourcePosition earliestPosition() {
            return before.earliestPosition();
        }

        @Override
        public Optional<SourceRange> plan(SourcePosition after, RangeLimits limits) {
            if (after.equals(AFTER_OWN)) {
                return Optional.empty();
            }
            return before.plan(after, limits)
                    .or(() -> Optional.of(new SourceRange(List.of(0), "0: rows of the transaction", after, AFTER_OWN)));
        }

        @Override
        public RangeReader read(SourceRange range, List<Integer> columns, BadRowHandler badRows) {
            return range.to().equals(AFTER_OWN)
                    ? new OwnRows(own.iterator(), columns, schema, end)
                    : before.read(range, columns, badRows);
        }

        @Override
        public boolean endedAt(SourcePosition position) {
            return position.equals(AFTER_OWN);
        }

        @Override
        public SourcePosition currentEnd(SourcePosition after) {
            return AFTER_OWN;
        }

        @Override
        public boolean reached(SourcePosition position, SourcePosition target) {
            return position.equals(AFTER_OWN);
        }

        @Override
        public void release(SourcePosition upTo) {
            // nothing is kept
        }

        @Override
        public void onInput(Runnable signal) {
            // nothing comes
        }

        @Override
        public long pollIntervalMillis() {
            return before.pollIntervalMillis();
        }

        @Override
        public void close() {
            before.close();
        }
    }

    private record OwnRows(Iterator<Batch> rows, List<Integer> columns, Schema schema, long end)
            implements RangeReader {

        @Override
        public @Nullable Batch next() {
            if (!rows.hasNext()) {
                return null;
            }
            Batch batch = rows.next();
            return batch.withColumns(columns.stream().map(batch::column).toList())
                    .withTags(new RowTags(null, new Origin(schema, batch, end), null));
        }

        @Override
        public long rowsFiltered() {
            return 0;
        }

        @Override
        public void close() {
            // the rows are the transaction's
        }
    }

    /** Rows that have no offset yet stand where the stream ends. */
    private record Origin(Schema schema, Batch batch, long end) implements RowOrigin {

        @Override
        public int partition() {
            return 0;
        }

        @Override
        public long offset(int row) {
            return end;
        }

        @Override
        public String payload(int row) {
            return RowJson.of(schema, batch, row);
        }
    }
}
