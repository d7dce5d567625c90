package io.tidemark.trial.engine;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.connector.BadRowHandler;
import io.tidemark.runtime.connector.RangeLimits;
import io.tidemark.runtime.connector.RangeReader;
import io.tidemark.runtime.connector.Source;
import io.tidemark.runtime.connector.SourcePosition;
import io.tidemark.runtime.connector.SourceRange;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The lanes of one source, read as far as the trial says. A position holds how far each partition has been read. */
final class LogSource implements Source {

    private final List<LaneRows> partitions;
    private final int batchRows;
    private int[] limit;
    private boolean sealed;

    /** A source that gives out batches of so many changes at most. */
    LogSource(List<LaneRows> partitions, int batchRows) {
        this.partitions = partitions;
        this.batchRows = batchRows;
        this.limit = new int[partitions.size()];
    }

    /** Says how far each partition may be read. */
    void allow(int[] operations) {
        limit = operations.clone();
    }

    /** Says that nothing comes behind what may be read. */
    void seal() {
        sealed = true;
    }

    private int[] decode(SourcePosition position) {
        int[] operations = new int[partitions.size()];
        ByteBuffer.wrap(position.encoded()).asIntBuffer().get(operations);
        return operations;
    }

    private static SourcePosition encode(int[] operations) {
        ByteBuffer bytes = ByteBuffer.allocate(operations.length * Integer.BYTES);
        bytes.asIntBuffer().put(operations);
        return new SourcePosition(bytes.array());
    }

    @Override
    public SourcePosition initialPosition() {
        return encode(new int[partitions.size()]);
    }

    @Override
    public Optional<SourceRange> plan(SourcePosition after, RangeLimits limits) {
        SourcePosition end = encode(limit);
        if (reached(after, end)) {
            return Optional.empty();
        }
        List<Integer> all = IntStream.range(0, partitions.size()).boxed().toList();
        return Optional.of(new SourceRange(all, after + ".." + end, after, end));
    }

    @Override
    public RangeReader read(SourceRange range, List<Integer> columns, BadRowHandler badRows) {
        return new Reader(decode(range.from()), decode(range.to()), columns);
    }

    @Override
    public boolean endedAt(SourcePosition position) {
        return sealed && reached(position, encode(limit));
    }

    @Override
    public SourcePosition currentEnd(SourcePosition after) {
        return encode(limit);
    }

    @Override
    public boolean reached(SourcePosition position, SourcePosition target) {
        int[] at = decode(position);
        int[] wanted = decode(target);
        return IntStream.range(0, at.length).allMatch(i -> at[i] >= wanted[i]);
    }

    @Override
    public void release(SourcePosition upTo) {}

    @Override
    public void onInput(Runnable signal) {}

    @Override
    public long pollIntervalMillis() {
        return 60_000;
    }

    @Override
    public void close() {}

    private final class Reader implements RangeReader {
        private final int[] to;
        private final List<Integer> columns;
        private final int[] at;
        private int partition;

        Reader(int[] from, int[] to, List<Integer> columns) {
            this.columns = columns;
            this.at = new int[from.length];
            this.to = new int[from.length];
            for (int i = 0; i < at.length; i++) {
                this.at[i] = partitions.get(i).first(from[i]);
                this.to[i] = partitions.get(i).first(to[i]);
            }
        }

        @Override
        public @Nullable Batch next() {
            while (partition < at.length && at[partition] >= to[partition]) {
                partition++;
            }
            if (partition == at.length) {
                return null;
            }
            int end = Math.min(to[partition], at[partition] + batchRows);
            Batch batch = partitions.get(partition).part(at[partition], end, columns);
            at[partition] = end;
            return batch;
        }

        @Override
        public long rowsFiltered() {
            return 0;
        }

        @Override
        public void close() {}
    }
}
