package io.tidemark.benchmarks;

import io.tidemark.runtime.operator.Dataflow;
import io.tidemark.runtime.parallel.Workers;
import io.tidemark.sql.error.CodedException;
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

    private static final String QUERY = "SELECT STREAM window_start, auction, COUNT(*) AS bids, SUM(price) AS total,"
            + " MIN(price) AS least, MAX(price) AS greatest"
            + " FROM TABLE(TUMBLE(TABLE bids, DESCRIPTOR(ts), INTERVAL '10' SECOND))"
            + " GROUP BY window_start, window_end, auction EMIT APPEND";

    /** How many workers. */
    @Param({"1", "2"})
    public int count;

    private MemoryStream stream = MemoryStream.empty();
    private Workers workers = Workers.of(1);
    private Dataflow.Factory query = (handlers, out) -> {
        throw CodedException.internal("the query has not been planned");
    };

    /** Makes the rows and plans the query. */
    @Setup
    public void fill() {
        workers = Workers.of(count);
        query = StreamCatalog.of(MemoryStream.BIDS).query(QUERY, workers);
        stream = MemoryStream.bids(query);
        long spread = windowedAggregate();
        try (Workers one = Workers.of(1)) {
            query = StreamCatalog.of(MemoryStream.BIDS).query(QUERY, one);
            if (windowedAggregate() != spread) {
                throw CodedException.internal(count + " workers give something else than one");
            }
        }
        query = StreamCatalog.of(MemoryStream.BIDS).query(QUERY, workers);
    }

    /** Ends the workers. */
    @TearDown
    public void close() {
        workers.close();
    }

    /** The whole query. */
    @Benchmark
    @OperationsPerInvocation(MemoryStream.ROWS)
    public long windowedAggregate() {
        return stream.run(query);
    }
}
