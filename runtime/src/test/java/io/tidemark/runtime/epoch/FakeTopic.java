package io.tidemark.runtime.epoch;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BatchBuilder;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.RowOrigin;
import io.tidemark.runtime.batch.RowTags;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.runtime.connector.BadRowHandler;
import io.tidemark.runtime.connector.RangeLimits;
import io.tidemark.runtime.connector.RangeReader;
import io.tidemark.runtime.connector.Source;
import io.tidemark.runtime.connector.SourcePosition;
import io.tidemark.runtime.connector.SourceRange;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Rows outside, in partitions, that any number of sources read. Columns: {@code ts}, {@code v}. */
public final class FakeTopic {

    static final Schema SCHEMA =
            Schema.of(new Field("ts", DataType.of(TypeKind.BIGINT)), new Field("v", DataType.of(TypeKind.BIGINT)));

    private final List<List<Row>> partitions = new ArrayList<>();
    private final List<Runnable> signals = new ArrayList<>();
    private boolean sealed;
    private int failuresToCome;
    private SourcePosition released = new SourcePosition(new byte[0]);

    /** A row; one that is not good can't be decoded. */
    record Row(long ts, long v, boolean good) {}

    /** A topic of so many empty partitions. */
    public FakeTopic(int partitionCount) {
        for (int i = 0; i < partitionCount; i++) {
            partitions.add(new ArrayList<>());
        }
    }

    /** Adds a row. */
    public synchronized void add(int partition, long ts, long v) {
        partitions.get(partition).add(new Row(ts, v, true));
        List.copyOf(signals).forEach(Runnable::run);
    }

    /** Adds a row that can't be decoded. */
    public synchronized void addUndecodable(int partition) {
        partitions.get(partition).add(new Row(0, 0, false));
    }

    synchronized void addPartition() {
        partitions.add(new ArrayList<>());
    }

    /** Nothing will be added any more. */
    public synchronized void seal() {
        sealed = true;
    }

    /** The next so many reads fail on their way. */
    synchronized void failReads(int count) {
        failuresToCome = count;
    }

    synchronized long rowCount() {
        return partitions.stream().mapToLong(List::size).sum();
    }

    synchronized SourcePosition released() {
        return released;
    }

    /** A source that reads it from its beginning. */
    public Source source() {
        return new TopicSource();
    }

    static long[] offsets(SourcePosition position) {
        ByteBuffer bytes = ByteBuffer.wrap(position.encoded());
        long[] offsets = new long[bytes.remaining() / Long.BYTES];
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = bytes.getLong();
        }
        return offsets;
    }

    private static SourcePosition position(long[] offsets) {
        ByteBuffer bytes = ByteBuffer.allocate(offsets.length * Long.BYTES);
        for (long offset : offsets) {
            bytes.putLong(offset);
        }
        return new SourcePosition(bytes.array());
    }

    private static long offset(long[] offsets, int partition) {
        return partition < offsets.length ? offsets[partition] : 0;
    }

    private final class TopicSource implements Source {

        @Override
        public SourcePosition initialPosition() {
            return position(new long[0]);
        }

        @Override
        public Optional<SourceRange> plan(SourcePosition after, RangeLimits limits) {
            synchronized (FakeTopic.this) {
                long[] from = offsets(after);
                long[] to = new long[partitions.size()];
                long left = limits.maxRows();
                long share = Math.max(1, left / Math.max(1, partitions.size()));
                long planned = 0;
                for (int p = 0; p < to.length; p++) {
                    long here = Math.min(
                            Math.min(partitions.get(p).size() - offset(from, p), share), Math.max(0, left - planned));
                    to[p] = offset(from, p) + here;
                    planned += here;
                }
                if (planned == 0) {
                    return Optional.empty();
                }
                List<Integer> numbers = IntStream.range(0, to.length).boxed().toList();
                return Optional.of(new SourceRange(numbers, planned + " rows", after, position(to)));
            }
        }

        @Override
        public RangeReader read(SourceRange range, List<Integer> columns, BadRowHandler badRows) {
            return new TopicReader(range, columns, badRows);
        }

        @Override
        public boolean endedAt(SourcePosition position) {
            synchronized (FakeTopic.this) {
                return sealed && reached(position, currentEnd(position));
            }
        }

        @Override
        public SourcePosition currentEnd(SourcePosition after) {
            synchronized (FakeTopic.this) {
                return position(partitions.stream().mapToLong(List::size).toArray());
            }
        }

        @Override
        public boolean reached(SourcePosition position, SourcePosition target) {
            long[] there = offsets(target);
            return IntStream.range(0, there.length).allMatch(p -> offset(offsets(position), p) >= there[p]);
        }

        @Override
        public void release(SourcePosition upTo) {
            synchronized (FakeTopic.this) {
                released = upTo;
            }
        }

        @Override
        public void onInput(Runnable signal) {
            synchronized (FakeTopic.this) {
                signals.add(signal);
            }
        }

        @Override
        public long pollIntervalMillis() {
            return 60_000;
        }

        @Override
        public void close() {}
    }

    private final class TopicReader implements RangeReader {
        private static final int BATCH_ROWS = 5;

        private final long[] at;
        private final long[] to;
        private final List<Integer> columns;
        private final BadRowHandler badRows;
        private int partition;

        TopicReader(SourceRange range, List<Integer> columns, BadRowHandler badRows) {
            this.to = offsets(range.to());
            long[] from = offsets(range.from());
            this.at = IntStream.range(0, to.length)
                    .mapToLong(p -> offset(from, p))
                    .toArray();
            this.columns = columns;
            this.badRows = badRows;
        }

        @Override
        public @Nullable Batch next() {
            synchronized (FakeTopic.this) {
                if (failuresToCome > 0) {
                    failuresToCome--;
                    throw new UncheckedIOException(new IOException("the topic does not answer"));
                }
                while (partition < to.length) {
                    Batch batch = build();
                    if (batch != null) {
                        return batch;
                    }
                    partition++;
                }
                return null;
            }
        }

        private @Nullable Batch build() {
            BatchBuilder builder = new BatchBuilder(SCHEMA.project(columns));
            List<Row> rows = new ArrayList<>();
            List<Long> offsets = new ArrayList<>();
            while (at[partition] < to[partition] && rows.size() < BATCH_ROWS) {
                long offset = at[partition]++;
                Row row = partitions.get(partition).get((int) offset);
                if (row.good) {
                    offsets.add(offset);
                    rows.add(row);
                    for (int i = 0; i < columns.size(); i++) {
                        builder.column(i).setLong(columns.get(i) == 0 ? row.ts : row.v);
                    }
                    builder.endRow();
                } else {
                    badRows.badRow(
                            partition, offset, "garbage", CodedException.rowError(ErrorCode.ROW_ERROR_MALFORMED, "no"));
                }
            }
            if (rows.isEmpty()) {
                return null;
            }
            Origin origin = new Origin(partition, offsets, rows);
            return builder.build().withTags(new RowTags(null, origin, null));
        }

        @Override
        public long rowsFiltered() {
            return 0;
        }

        @Override
        public void close() {}
    }

    private record Origin(int partition, List<Long> offsets, List<Row> rows) implements RowOrigin {
        @Override
        public long offset(int row) {
            return offsets.get(row);
        }

        @Override
        public String payload(int row) {
            return rows.get(row).ts + ":" + rows.get(row).v;
        }
    }
}
