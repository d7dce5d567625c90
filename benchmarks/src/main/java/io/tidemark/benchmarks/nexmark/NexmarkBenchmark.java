package io.tidemark.benchmarks.nexmark;

import com.sun.management.OperatingSystemMXBean;
import io.tidemark.benchmarks.StreamCatalog;
import io.tidemark.runtime.operator.Dataflow;
import io.tidemark.runtime.parallel.Workers;
import io.tidemark.sql.error.CodedException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/**
 * Measures one query of {@code benchmarks/queries/nexmark} over events in memory, from nothing to the end of the input, with its results counted and
 * thrown away; prints one line. Rows are final where a watermark makes them so, else changes are given out, as Flink does it.
 *
 * <p>First the answer is checked: two workers and epochs of 100,000 events must give the same rows as one worker and epochs of 15,000.
 *
 * <p>Arguments: the directory of the queries, the query, the number of events, the number of runs that count, the number of workers; without a
 * query, the heading alone.
 */
public final class NexmarkBenchmark {

    private static final String LINE = "%-5s %-7s %9s %9s %17s %8s %8s %11s %11s %9s %8s%n";
    private static final long CHECKED_EVENTS = 300_000;
    private static final long CHECKED_EPOCH_EVENTS = 15_000;
    private static final long EPOCH_EVENTS = 100_000;
    private static final int WARM_UP_RUNS = 3;

    private NexmarkBenchmark() {}

    /** Runs the benchmark. */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length == 1) {
            System.out.printf(
                    Locale.ROOT,
                    LINE,
                    "query",
                    "emits",
                    "rows",
                    "M rows/s",
                    "worst - best",
                    "ns/row",
                    "CPU ns",
                    "result rows",
                    "changes",
                    "state MiB",
                    "RSS MiB");
            return;
        }
        String name = arguments[1];
        String text = Files.readString(Path.of(arguments[0], name + ".sql"));
        long events = Long.parseLong(arguments[2]);
        int runs = Integer.parseInt(arguments[3]);
        try (Workers workers = Workers.of(Integer.parseInt(arguments[4]))) {
            measure(name, text, events, runs, workers);
        } catch (CodedException refused) {
            System.out.printf(
                    Locale.ROOT,
                    "%-5s %s%n",
                    name,
                    refused.render().lines().findFirst().orElse(""));
        }
    }

    private static void measure(String name, String text, long events, int runs, Workers workers) {
        StreamCatalog catalog = StreamCatalog.of(EventTables.statements());
        String mode = mode(catalog, text, workers);
        Dataflow.Factory query = catalog.query(text + "\nEMIT " + mode, workers);
        if (!name.equals("q12")) {
            check(catalog, text + "\nEMIT " + mode, query);
        }
        QueryRun run = QueryRun.over(query, events, EPOCH_EVENTS);
        ResultDigest digest = run.digest();
        long before = usedBytes();
        long[] after = new long[1];
        run.run(batch -> {}, dataflow -> after[0] = usedBytes());
        for (int i = 0; i < WARM_UP_RUNS; i++) {
            seconds(run);
        }
        double[] seconds = new double[runs];
        long processor = processorNanos();
        for (int i = 0; i < runs; i++) {
            seconds[i] = seconds(run);
        }
        processor = processorNanos() - processor;
        Arrays.sort(seconds);
        double median = seconds[runs / 2];
        double rows = run.rows();
        System.out.printf(
                Locale.ROOT,
                LINE,
                name,
                mode,
                run.rows(),
                millions(rows / median),
                millions(rows / seconds[runs - 1]) + " - " + millions(rows / seconds[0]),
                String.format(Locale.ROOT, "%.1f", median * 1e9 / rows),
                String.format(Locale.ROOT, "%.1f", processor / rows / runs),
                digest.rows(),
                digest.changes(),
                Math.max(0, after[0] - before) >> 20,
                peakResidentMib());
    }

    private static String mode(StreamCatalog catalog, String text, Workers workers) {
        try {
            catalog.query(text + "\nEMIT APPEND", workers);
            return "APPEND";
        } catch (CodedException notFinal) {
            return "UPDATE";
        }
    }

    private static void check(StreamCatalog catalog, String text, Dataflow.Factory query) {
        QueryRun run = QueryRun.over(query, CHECKED_EVENTS, EPOCH_EVENTS);
        try (Workers one = Workers.of(1)) {
            QueryRun other = QueryRun.over(catalog.query(text, one), CHECKED_EVENTS, CHECKED_EPOCH_EVENTS);
            ResultDigest found = run.digest();
            ResultDigest expected = other.digest();
            if (found.rows() == 0 || !found.isSame(expected)) {
                throw CodedException.internal("the answer depends on how the input is cut: " + found.rows() + " and "
                        + expected.rows() + " rows");
            }
        }
    }

    private static double seconds(QueryRun run) {
        System.gc();
        long begin = System.nanoTime();
        run.run(batch -> {}, dataflow -> {});
        return (System.nanoTime() - begin) / 1e9;
    }

    /** Processor time of the whole process, which says more than the clock does where other processes run too. */
    private static long processorNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private static long usedBytes() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    private static String millions(double number) {
        return String.format(Locale.ROOT, number < 10e6 ? "%.2f" : "%.1f", number / 1e6);
    }

    private static String peakResidentMib() {
        try {
            return Files.readAllLines(Path.of("/proc/self/status")).stream()
                    .filter(line -> line.startsWith("VmHWM:"))
                    .map(line -> Long.toString(Long.parseLong(line.replaceAll("[^0-9]", "")) >> 10))
                    .findFirst()
                    .orElse("?");
        } catch (IOException notLinux) {
            return "?";
        }
    }
}
