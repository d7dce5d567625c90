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
 * Windows that overlap beside such that don't: a count and a sum by auction, over 10 seconds at a time, every 10 seconds (TUMBLE), every 2 seconds
 * (HOP), or growing by 2 seconds (CUMULATE). One worker. Time per input row; HOP and CUMULATE give out five times as many rows.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 3)
@Measurement(iterations = 5, time = 3)
@Fork(value = 1, jvmArgsAppend = "-Xmx3g")
public class WindowsBenchmark {

    private static final String QUERY = "SELECT STREAM window_end, auction, COUNT(*) AS bids, SUM(price) AS total"
            + " FROM TABLE(%s) GROUP BY window_start, window_end, auction EMIT APPEND";

    /** The kinds of windows. */
    public enum Kind {
        /** Ten seconds, one after the other. */
        TUMBLE("TUMBLE(TABLE bids, DESCRIPTOR(ts), INTERVAL '10' SECOND)"),
        /** Ten seconds every two. */
        HOP("HOP(TABLE bids, DESCRIPTOR(ts), INTERVAL '2' SECOND, INTERVAL '10' SECOND)"),
        /** Two, four, six, eight and ten seconds. */
        CUMULATE("CUMULATE(TABLE bids, DESCRIPTOR(ts), INTERVAL '2' SECOND, INTERVAL '10' SECOND)");

        private final String call;

        Kind(String call) {
            this.call = call;
        }
    }

    /** Which windows. */
    @Param({"TUMBLE", "HOP", "CUMULATE"})
    public Kind kind = Kind.TUMBLE;

    private final Workers workers = Workers.of(1);
    private MemoryStream stream = MemoryStream.empty();
    private Dataflow.Factory query = (handlers, out) -> {
        throw CodedException.internal("the query has not been planned");
    };

    /** Makes the rows and plans the query; more workers have to give the same. */
    @Setup
    public void fill() {
        String sql = QUERY.formatted(kind.call);
        query = StreamCatalog.of(MemoryStream.BIDS).query(sql, workers);
        stream = MemoryStream.bids(query);
        try (Workers two = Workers.of(2)) {
            if (stream.run(StreamCatalog.of(MemoryStream.BIDS).query(sql, two)) != windowed()) {
                throw CodedException.internal("two workers give something else than one");
            }
        }
    }

    /** Ends the workers. */
    @TearDown
    public void close() {
        workers.close();
    }

    /** The whole query. */
    @Benchmark
    @OperationsPerInvocation(MemoryStream.ROWS)
    public long windowed() {
        return stream.run(query);
    }
}
