package io.tidemark.benchmarks.flink;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.api.ValidationException;

/**
 * Measures one Nexmark query on Flink SQL in this process, as {@code NexmarkBenchmark} does on Tidemark: the same text but for quotes, the same events in
 * memory, a sink that throws rows away, two slots. Flink is tuned: objects are reused, rows are aggregated in mini-batches, distinct aggregates are
 * split. The clock runs from the first row to the end of the job.
 *
 * <p>Arguments: the directory of the queries, the query, the number of events, the number of runs that count, the parallelism.
 */
public final class FlinkNexmark {

    private static final String LINE = "%-5s %-7s %9s %9s %17s %8s %8s %11s %11s %9s %8s%n";
    private static final int WARM_UP_RUNS = 3;
    private static final String QUOTED_WORDS = "\\b(dateTime|day|minute)\\b";

    private final String text;
    private final long events;
    private final int parallelism;

    private FlinkNexmark(String text, long events, int parallelism) {
        this.text = text;
        this.events = events;
        this.parallelism = parallelism;
    }

    /** Runs the benchmark, and ends the process, which Flink's threads would keep. */
    public static void main(String[] arguments) throws Exception {
        String name = arguments[1];
        String text = Files.readString(Path.of(arguments[0], name + ".sql")).replaceAll(QUOTED_WORDS, "`$1`");
        FlinkNexmark query = new FlinkNexmark(text, Long.parseLong(arguments[2]), Integer.parseInt(arguments[4]));
        try {
            query.measure(Integer.parseInt(arguments[3]));
        } catch (ValidationException | TableException refused) {
            System.out.printf(
                    Locale.ROOT,
                    "      Flink   %s%n",
                    refused.getMessage().lines().findFirst().orElse(""));
        }
        System.exit(0);
    }

    private void measure(int runs) throws Exception {
        seconds("counting");
        long resultRows = RunClock.INSTANCE.resultRows();
        long changes = RunClock.INSTANCE.changes();
        for (int i = 0; i < WARM_UP_RUNS; i++) {
            seconds("blackhole");
        }
        double[] seconds = new double[runs];
        long processor = 0;
        for (int i = 0; i < runs; i++) {
            System.gc();
            seconds[i] = seconds("blackhole");
            processor += processorNanos() - RunClock.INSTANCE.firstRowProcessorNanos();
        }
        Arrays.sort(seconds);
        double rows = rows();
        double median = seconds[runs / 2];
        System.out.printf(
                Locale.ROOT,
                LINE,
                "",
                "Flink",
                rows(),
                millions(rows / median),
                millions(rows / seconds[runs - 1]) + " - " + millions(rows / seconds[0]),
                String.format(Locale.ROOT, "%.1f", median * 1e9 / rows),
                String.format(Locale.ROOT, "%.1f", processor / rows / runs),
                resultRows,
                changes,
                "",
                peakResidentMib());
    }

    /** A table counts as often as the query names it. */
    private long rows() {
        String words = text.replaceAll("(?m)^--.*", "");
        return named(words, "bid|bid_arrivals") * (events * 46 / 50)
                + named(words, "auction") * (events * 3 / 50)
                + named(words, "person") * (events / 50);
    }

    private static long named(String words, String table) {
        return Pattern.compile("\\b(?:FROM|JOIN|TABLE) (?:" + table + ")\\b")
                .matcher(words)
                .results()
                .count();
    }

    private double seconds(String sink) throws Exception {
        TableEnvironment tables = TableEnvironment.create(EnvironmentSettings.newInstance()
                .inStreamingMode()
                .withConfiguration(configuration())
                .build());
        for (String table : List.of("person", "auction", "bid")) {
            tables.executeSql("CREATE TABLE " + table + " (" + EventSchemas.flinkColumns(table)
                    + ", WATERMARK FOR `dateTime` AS `dateTime` - INTERVAL '4' SECOND)"
                    + " WITH ('connector' = 'events', 'table' = '"
                    + table + "', 'events' = '" + events + "')");
        }
        tables.executeSql("CREATE VIEW bid_arrivals AS SELECT *, PROCTIME() AS p_time FROM bid");
        String columns = tables.sqlQuery(text).getResolvedSchema().getColumns().stream()
                .map(column -> "`" + column.getName() + "` "
                        + column.getDataType()
                                .getLogicalType()
                                .asSerializableString()
                                .replace(" NOT NULL", "")
                                .replaceAll(" \\*\\w+\\*", ""))
                .collect(Collectors.joining(", "));
        tables.executeSql("CREATE TABLE result_rows (" + columns + ") WITH ('connector' = '" + sink + "')");
        RunClock.INSTANCE.reset();
        JobClient job = tables.executeSql("INSERT INTO result_rows " + text)
                .getJobClient()
                .orElseThrow();
        job.getJobExecutionResult().get();
        return (System.nanoTime() - RunClock.INSTANCE.firstRowNanos()) / 1e9;
    }

    private Configuration configuration() {
        Configuration configuration = new Configuration();
        configuration.setString("parallelism.default", Integer.toString(parallelism));
        configuration.setString("taskmanager.numberOfTaskSlots", Integer.toString(parallelism));
        configuration.setString("execution.runtime-mode", "STREAMING");
        configuration.setString("table.local-time-zone", "UTC");
        configuration.setString("rest.bind-port", "0");
        configuration.setString("taskmanager.memory.network.min", "128mb");
        configuration.setString("taskmanager.memory.network.max", "128mb");
        configuration.setString("taskmanager.memory.managed.size", "128mb");
        configuration.setString("pipeline.object-reuse", "true");
        configuration.setString("table.exec.mini-batch.enabled", "true");
        configuration.setString("table.exec.mini-batch.allow-latency", "2s");
        configuration.setString("table.exec.mini-batch.size", "50000");
        configuration.setString("table.optimizer.distinct-agg.split.enabled", "true");
        return configuration;
    }

    /** Processor time of the whole process. */
    static long processorNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
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
