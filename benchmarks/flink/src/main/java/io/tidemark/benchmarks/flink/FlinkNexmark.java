package io.tidemark.benchmarks.flink;

import io.tidemark.benchmarks.nexmark.EventTables;
import io.tidemark.benchmarks.nexmark.Measurement;
import io.tidemark.benchmarks.nexmark.NexmarkBenchmark;
import io.tidemark.benchmarks.nexmark.ProcessFigures;
import io.tidemark.benchmarks.nexmark.ResultDigest;
import io.tidemark.benchmarks.nexmark.TemporaryDirectory;
import io.tidemark.runtime.batch.Field;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.api.ValidationException;

/**
 * Measures one Nexmark query on Flink SQL in this process, as {@link NexmarkBenchmark} does on Tidemark: the same text but for quotes, or that of the same
 * name in the directory {@code flink} where Flink has other words; the same events in memory; two slots; a sink that throws rows away, but for query 10,
 * whose rows are written to CSV files. Flink is tuned: objects are reused, rows are aggregated in mini-batches, distinct aggregates are split. The clock
 * runs from the first row to the end of the job.
 *
 * <p>Arguments: the directory of the queries, the query, the number of events, the number of runs that count, the parallelism, and the file for what is
 * found.
 */
public final class FlinkNexmark {

    private static final String QUOTED_WORDS = "\\b(dateTime|day|minute)\\b";
    private static final String BLACKHOLE = "'connector' = 'blackhole'";

    private final String name;
    private final String text;
    private final long events;
    private final int parallelism;

    private FlinkNexmark(String name, String text, long events, int parallelism) {
        this.name = name;
        this.text = text;
        this.events = events;
        this.parallelism = parallelism;
    }

    /** Runs the benchmark, and ends the process, which Flink's threads would keep. */
    public static void main(String[] arguments) throws Exception {
        String name = arguments[1];
        FlinkNexmark query = new FlinkNexmark(
                name, text(Path.of(arguments[0]), name), Long.parseLong(arguments[2]), Integer.parseInt(arguments[4]));
        Measurement found;
        try {
            found = query.measure(Integer.parseInt(arguments[3]));
        } catch (ValidationException | TableException refused) {
            found = Measurement.refused(
                    String.valueOf(refused.getMessage()).lines().findFirst().orElse(""));
        }
        found.write(Path.of(arguments[5]));
        System.exit(0);
    }

    private static String text(Path directory, String name) throws IOException {
        Path own = directory.resolve("flink").resolve(name + ".sql");
        String text = Files.readString(Files.exists(own) ? own : directory.resolve(name + ".sql"));
        return text.replaceAll(QUOTED_WORDS, "`$1`");
    }

    private Measurement measure(int runs) throws Exception {
        SharedState.INSTANCE.begin(name, events);
        run("'connector' = 'digest'");
        ResultDigest digest = SharedState.INSTANCE.digest();
        for (int i = 0; i < NexmarkBenchmark.WARM_UP_RUNS; i++) {
            run();
        }
        List<Double> seconds = new ArrayList<>();
        long processor = 0;
        for (int i = 0; i < runs; i++) {
            System.gc();
            seconds.add(run());
            processor += ProcessFigures.processorNanos() - SharedState.INSTANCE.firstRowProcessorNanos();
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
                -1,
                "");
    }

    private double run() throws Exception {
        if (!name.equals("q10")) {
            return run(BLACKHOLE);
        }
        try (TemporaryDirectory directory = new TemporaryDirectory()) {
            return run("'connector' = 'filesystem', 'format' = 'csv', 'path' = '"
                    + directory.path().toUri() + "'");
        }
    }

    private double run(String sink) throws Exception {
        TableEnvironment tables = TableEnvironment.create(EnvironmentSettings.newInstance()
                .inStreamingMode()
                .withConfiguration(configuration())
                .build());
        for (String table : List.of("person", "auction", "bid")) {
            tables.executeSql("CREATE TABLE " + table + " (" + columns(table)
                    + ", WATERMARK FOR `dateTime` AS `dateTime` - INTERVAL '4' SECOND)"
                    + " WITH ('connector' = 'events', 'table' = '" + table + "')");
        }
        tables.executeSql("CREATE VIEW bid_arrivals AS SELECT *, PROCTIME() AS p_time FROM bid");
        tables.executeSql("CREATE TABLE side_input (id BIGINT, val STRING) WITH ('connector' = 'side-input')");
        String columns = tables.sqlQuery(text).getResolvedSchema().getColumns().stream()
                .map(column -> "`" + column.getName() + "` "
                        + column.getDataType()
                                .getLogicalType()
                                .asSerializableString()
                                .replace(" NOT NULL", "")
                                .replaceAll(" \\*\\w+\\*", ""))
                .collect(Collectors.joining(", "));
        tables.executeSql("CREATE TABLE result_rows (" + columns + ") WITH (" + sink + ")");
        SharedState.INSTANCE.reset();
        JobClient job = tables.executeSql("INSERT INTO result_rows " + text)
                .getJobClient()
                .orElseThrow();
        job.getJobExecutionResult().get();
        return (System.nanoTime() - SharedState.INSTANCE.firstRowNanos()) / 1e9;
    }

    private static String columns(String table) {
        return EventTables.schema(table).fields().stream()
                .map(FlinkNexmark::column)
                .collect(Collectors.joining(", "));
    }

    private static String column(Field field) {
        return "`" + field.name() + "` "
                + switch (field.type().kind()) {
                    case BIGINT -> "BIGINT";
                    case TIMESTAMP -> "TIMESTAMP(3)";
                    default -> "STRING";
                };
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
}
