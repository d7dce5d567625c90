package io.tidemark.benchmarks;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.RowOrigin;
import io.tidemark.runtime.batch.RowTags;
import io.tidemark.runtime.operator.Dataflow;
import io.tidemark.runtime.operator.Dataflow.RowHandlers;
import io.tidemark.runtime.operator.Epoch;
import io.tidemark.runtime.operator.LateRowHandler;
import io.tidemark.runtime.parallel.Workers;
import io.tidemark.sql.error.CodedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A windowed aggregate over 100,000 keys with rows from memory: count, sum, least and greatest per key and 10 seconds, given out when a window
 * is final, from nothing to the end of the input, in epochs of 262,144 rows. Time per input row, by number of workers.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 3)
@Measurement(iterations = 5, time = 3)
@Fork(value = 1, jvmArgsAppend = "-Xmx3g")
public class WorkersBenchmark {

    private static final int KEYS = 100_000;
    private static final int ROWS = 1 << 22;
    private static final int BATCHES_PER_EPOCH = 128;
    private static final long MICROS_PER_ROW = 20;
    private static final String STREAM = "CREATE STREAM bids (ts TIMESTAMP(3) NOT NULL, auction BIGINT NOT NULL,"
            + " price BIGINT NOT NULL, WATERMARK FOR ts AS ts - INTERVAL '5' SECOND)"
            + " WITH ('connector' = 'datagen')";
    private static final String QUERY = "SELECT STREAM window_start, auction, COUNT(*) AS bids, SUM(price) AS total,"
            + " MIN(price) AS least, MAX(price) AS greatest"
            + " FROM TABLE(TUMBLE(TABLE bids, DESCRIPTOR(ts), INTERVAL '10' SECOND))"
            + " GROUP BY window_start, window_end, auction EMIT APPEND";

    /** How many workers. */
    @Param({"1", "2"})
    public int count;

    private final List<Batch> batches = new ArrayList<>();
    private Workers workers = Workers.of(1);
    private Dataflow.Factory query = (handlers, out) -> {
        throw CodedException.internal("the query has not been planned");
    };

    /** Makes the rows and plans the query. */
    @Setup
    public void fill() {
        workers = Workers.of(count);
        query = SingleStream.of(STREAM).query(QUERY, workers);
        Dataflow dataflow = query.create(handlers(), out -> {});
        List<Integer> columns = dataflow.scans().get(0).columns();
        Random random = new Random(1);
        batches.clear();
        for (int from = 0; from < ROWS; from += Batch.MAX_ROWS) {
            batches.add(batch(dataflow, columns, from, random));
        }
        long spread = windowedAggregate();
        try (Workers one = Workers.of(1)) {
            query = SingleStream.of(STREAM).query(QUERY, one);
            if (windowedAggregate() != spread) {
                throw CodedException.internal(count + " workers give something else than one");
            }
        }
        query = SingleStream.of(STREAM).query(QUERY, workers);
    }

    private static Batch batch(Dataflow dataflow, List<Integer> columns, int from, Random random) {
        long[][] values = new long[3][Batch.MAX_ROWS];
        for (int i = 0; i < Batch.MAX_ROWS; i++) {
            values[0][i] = (from + i - random.nextInt(100_000)) * MICROS_PER_ROW;
            values[1][i] = random.nextInt(KEYS);
            values[2][i] = random.nextInt(1_000_000);
        }
        List<Column> made = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            DataType type = dataflow.scans().get(0).schema().type(i);
            made.add(new LongColumn(type, values[columns.get(i)], null));
        }
        return Batch.of(Batch.MAX_ROWS, made).withTags(new RowTags(null, new MemoryOrigin(from), null));
    }

    private static RowHandlers handlers() {
        return new RowHandlers(
                (batch, position, reason) -> {
                    throw reason;
                },
                new NoLateRows());
    }

    /** Ends the workers. */
    @TearDown
    public void close() {
        workers.close();
    }

    /** The whole query. */
    @Benchmark
    @OperationsPerInvocation(ROWS)
    public long windowedAggregate() {
        long[] digest = new long[1];
        Dataflow dataflow = query.create(handlers(), out -> digest[0] += digest(out));
        long epoch = 0;
        for (int from = 0; from < batches.size(); from += BATCHES_PER_EPOCH) {
            boolean last = from + BATCHES_PER_EPOCH >= batches.size();
            dataflow.watermarks().get(0).beginEpoch(Set.of(0), Set.of());
            if (last) {
                dataflow.watermarks().get(0).end();
            }
            dataflow.beginEpoch(new Epoch(++epoch, 0));
            for (Batch batch : batches.subList(from, Math.min(batches.size(), from + BATCHES_PER_EPOCH))) {
                dataflow.process(0, batch);
            }
            dataflow.endEpoch();
        }
        return digest[0];
    }

    private static long digest(Batch batch) {
        long digest = 0;
        for (int i = 0; i < batch.selectedCount(); i++) {
            int position = batch.position(i);
            long row = 0;
            for (Column column : batch.columns()) {
                row = row * 31 + ((LongColumn) column).values[position];
            }
            digest += row;
        }
        return digest;
    }

    private record MemoryOrigin(int from) implements RowOrigin {

        @Override
        public int partition() {
            return 0;
        }

        @Override
        public long offset(int row) {
            return (long) from + row;
        }

        @Override
        public String payload(int row) {
            return "row " + offset(row);
        }
    }

    private static final class NoLateRows implements LateRowHandler {

        @Override
        public void taken(Batch batch, int position) {}

        @Override
        public void missed(Batch batch, int position, String closingColumn, long closingValue) {
            throw CodedException.internal("a row is late");
        }
    }
}
