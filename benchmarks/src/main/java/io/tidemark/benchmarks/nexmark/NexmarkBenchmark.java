package io.tidemark.benchmarks.nexmark;

import io.tidemark.benchmarks.StreamCatalog;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.operator.Dataflow;
import io.tidemark.runtime.parallel.Workers;
import io.tidemark.sql.error.CodedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures one query of {@code benchmarks/queries/nexmark} over events in memory, from nothing to the end of the input. Rows are final where a watermark
 * makes them so, else changes are given out, as Flink does it. They are thrown away, but for those of query 10, which are written to CSV files.
 *
 * <p>First the answer is checked: two workers and epochs of 100,000 events must give the same rows as one worker and epochs of 15,000.
 *
 * <p>Arguments: the directory of the queries, the query, the number of events, the number of runs that count, the number of workers, and the file for
 * what is found.
 */
public final class NexmarkBenchmark {

    /** How many runs come first, which do not count; one more has its answer looked at. */
    public static final int WARM_UP_RUNS = 2;

    /** How many events an epoch has. */
    public static final long EPOCH_EVENTS = 100_000;

    private static final long CHECKED_EVENTS = 300_000;
    private static final long CHECKED_EPOCH_EVENTS = 15_000;

    private final String name;
    private final String text;
    private final Workers workers;
    private final StreamCatalog catalog = StreamCatalog.of(EventTables.statements());

    private NexmarkBenchmark(String name, String text, Workers workers) {
        this.name = name;
        this.text = text;
        this.workers = workers;
    }

    /** Runs the benchmark. */
    public static void main(String[] arguments) throws IOException {
        String name = arguments[1];
        String text = Files.readString(Path.of(arguments[0], name + ".sql"));
        try (Workers workers = Workers.of(Integer.parseInt(arguments[4]))) {
            Measurement found;
            try {
                found = new NexmarkBenchmark(name, text, workers)
                        .measure(Long.parseLong(arguments[2]), Integer.parseInt(arguments[3]));
            } catch (CodedException refused) {
                found = Measurement.refused(refused.render().lines().findFirst().orElse(""));
            }
            found.write(Path.of(arguments[5]));
        }
    }

    private Measurement measure(long events, int runs) throws IOException {
        String mode = mode();
        Dataflow.Factory query = catalog.query(text + "\nEMIT " + mode, workers);
        if (!name.equals("q12")) {
            check(text + "\nEMIT " + mode, query);
        }
        QueryRun run = QueryRun.over(query, new EventStore(events, EPOCH_EVENTS));
        ResultDigest digest = new ResultDigest(name);
        run.run(new BatchDigest(digest));
        StateSize state = new StateSize();
        run.run(state);
        for (int i = 1; i < WARM_UP_RUNS; i++) {
            run(run);
        }
        List<Double> seconds = new ArrayList<>();
        long processor = 0;
        for (int i = 0; i < runs; i++) {
            System.gc();
            long processorBefore = ProcessFigures.processorNanos();
            seconds.add(run(run));
            processor += ProcessFigures.processorNanos() - processorBefore;
        }
        return new Measurement(
                "",
                events,
                EventTables.rowsRead(text, events),
                seconds,
                processor,
                digest.rows(),
                digest.changes(),
                digest.hash(),
                ProcessFigures.peakMib(),
                state.mib(),
                mode);
    }

    private String mode() {
        try {
            catalog.query(text + "\nEMIT APPEND", workers);
            return "APPEND";
        } catch (CodedException notFinal) {
            return "UPDATE";
        }
    }

    private void check(String emitting, Dataflow.Factory query) {
        try (Workers one = Workers.of(1)) {
            ResultDigest found = digest(query, EPOCH_EVENTS);
            ResultDigest expected = digest(catalog.query(emitting, one), CHECKED_EPOCH_EVENTS);
            if (found.rows() == 0 || !found.isSame(expected)) {
                throw CodedException.internal("the answer depends on how the input is cut: " + found.rows() + " and "
                        + expected.rows() + " rows");
            }
        }
    }

    private ResultDigest digest(Dataflow.Factory query, long epochEvents) {
        ResultDigest digest = new ResultDigest(name);
        QueryRun.over(query, new EventStore(CHECKED_EVENTS, epochEvents)).run(new BatchDigest(digest));
        return digest;
    }

    private double run(QueryRun run) throws IOException {
        if (!name.equals("q10")) {
            return seconds(run, batch -> {});
        }
        try (CsvFiles files = new CsvFiles(run.outputSchema(), workers)) {
            return seconds(run, files);
        }
    }

    private static double seconds(QueryRun run, ResultTaker results) {
        long begin = System.nanoTime();
        run.run(results);
        return (System.nanoTime() - begin) / 1e9;
    }

    /** Throws rows away, and looks at the end how much more the heap holds than before. */
    private static final class StateSize implements ResultTaker {

        private final long before = ProcessFigures.usedBytes();
        private long after;

        @Override
        public void emit(Batch batch) {}

        @Override
        public void end(Dataflow dataflow) {
            after = ProcessFigures.usedBytes();
        }

        long mib() {
            return Math.max(0, after - before) >> 20;
        }
    }
}
