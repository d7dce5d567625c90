package io.tidemark.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.DoubleColumn;
import io.tidemark.server.activity.StatementControl;
import io.tidemark.server.main.RunningServer;
import io.tidemark.server.main.ServerSettings;
import io.tidemark.server.serving.ResultRows;
import io.tidemark.server.session.Session;
import io.tidemark.server.session.StatementResult;
import io.tidemark.sql.error.CodedException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What queries cost that have nothing to do: the time of an epoch that reads no row (a watermark is moved by hand), and the processor time of a server
 * with 0, 1 and 100 idle queries, each a windowed aggregate with some state. Not a JMH benchmark: it has a main method, and waits.
 *
 * <p><b>Units</b>: milliseconds an epoch, without the wait for the plan log's sync; percent of one core.
 */
public final class IdleBenchmark {

    private static final int QUERIES = 100;
    private static final int EPOCHS = 200;

    /** As many as a query that closes windows runs in some minutes. */
    private static final int WARM_UP_EPOCHS = 5_000;

    private static final Duration WARM_UP = Duration.ofSeconds(5);
    private static final Duration MEASURED = Duration.ofSeconds(20);
    private static final Duration WAIT = Duration.ofMillis(100);
    private static final double HUNDRED = 100;
    private static final double MEDIAN = 0.5;
    private static final double NINETY = 0.9;

    private static final DateTimeFormatter TIMESTAMP = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

    private final RunningServer server;
    private final Session session;

    private IdleBenchmark(Path directory) {
        server = new RunningServer(ServerSettings.defaults()
                .with(Map.of("server.port", "0", "server.data-directory", directory.toString())));
        session = server.sessions().open(Map.of());
    }

    /** Runs it; prints three lines. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("idle");
        try {
            IdleBenchmark benchmark = new IdleBenchmark(directory);
            try {
                benchmark.run();
            } finally {
                benchmark.session.close();
                benchmark.server.close();
            }
        } finally {
            try (Stream<Path> all = Files.walk(directory)) {
                for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }

    private void run() throws InterruptedException {
        execute("CREATE STREAM events (ts TIMESTAMP(3) NOT NULL, k BIGINT NOT NULL, name STRING,"
                + " WATERMARK FOR ts AS ts - INTERVAL '1' SECOND)");
        double none = percentOfACore();
        create(0);
        execute(
                "INSERT INTO events VALUES (TIMESTAMP '2024-01-01 00:00:00', 1, 'one'), (TIMESTAMP '2024-01-01 00:00:01', 2, 'two')");
        execute("FLUSH");
        double one = percentOfACore();
        List<double[]> epochs = emptyEpochs();
        for (int query = 1; query < QUERIES; query++) {
            create(query);
        }
        execute("FLUSH");
        double many = percentOfACore();
        print(
                "an epoch without rows: median %.3f ms (plan %.3f, process %.3f, deliver %.3f), 90th percentile %.3f ms, of %d",
                quantile(epochs, MEDIAN, 0, 1, 2),
                quantile(epochs, MEDIAN, 0),
                quantile(epochs, MEDIAN, 1),
                quantile(epochs, MEDIAN, 2),
                quantile(epochs, NINETY, 0, 1, 2),
                epochs.size());
        print(
                "an idle query: %.3f %% of a core (the server alone %.3f %%, with one query %.3f %%)",
                one - none, none, one);
        print("%d idle queries: %.3f %% of a core, %.4f %% each", QUERIES, many - none, (many - none) / QUERIES);
    }

    private void create(int number) {
        execute(
                "CREATE MATERIALIZED VIEW idle" + number + " AS SELECT window_end, k, COUNT(*) AS n, MAX(name) AS last"
                        + " FROM TABLE(TUMBLE(TABLE events, DESCRIPTOR(ts), INTERVAL '1' DAY)) GROUP BY window_start, window_end, k");
    }

    /** The times of the parts of epochs that only move the watermark, in milliseconds, by a second each; the first of them only warm up. */
    private List<double[]> emptyEpochs() {
        LocalDateTime moved = LocalDateTime.of(2024, 1, 1, 0, 0, 1);
        for (int i = 0; i < WARM_UP_EPOCHS + EPOCHS; i++) {
            moved = moved.plusSeconds(1);
            execute("ADVANCE WATERMARK FOR events TO TIMESTAMP '" + TIMESTAMP.format(moved) + "'");
        }
        List<double[]> parts = new ArrayList<>();
        query(
                "SELECT plan_ms, process_ms, deliver_ms FROM sys.epochs WHERE query = 'idle0' AND rows_in = 0"
                        + " ORDER BY epoch DESC LIMIT " + EPOCHS,
                batch -> {
                    for (int i = 0; i < batch.selectedCount(); i++) {
                        int position = batch.position(i);
                        parts.add(batch.columns().stream()
                                .mapToDouble(column -> ((DoubleColumn) column).values[position])
                                .toArray());
                    }
                });
        if (parts.size() < EPOCHS / 2) {
            throw CodedException.internal("only " + parts.size() + " epochs have been run");
        }
        return parts;
    }

    /** The share-th of the sums of some parts. */
    private static double quantile(List<double[]> epochs, double share, int... parts) {
        double[] sums = epochs.stream()
                .mapToDouble(epoch ->
                        IntStream.of(parts).mapToDouble(part -> epoch[part]).sum())
                .sorted()
                .toArray();
        return sums[(int) (share * (sums.length - 1))];
    }

    private double percentOfACore() throws InterruptedException {
        Thread.sleep(WARM_UP.toMillis());
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long before = system.getProcessCpuTime();
        long start = System.nanoTime();
        Thread.sleep(MEASURED.toMillis());
        return HUNDRED * (system.getProcessCpuTime() - before) / (System.nanoTime() - start);
    }

    private void execute(String sql) {
        query(sql, batch -> {});
    }

    private void query(String sql, Consumer<Batch> rows) {
        StatementControl control = new StatementControl(Duration.ZERO);
        StatementResult result = session.execute(new Session.Request("idle", sql, List.of(), control));
        if (result instanceof StatementResult.Rows read) {
            try (ResultRows taken = read.rows()) {
                while (!taken.isEnded()) {
                    Batch batch = taken.next(WAIT);
                    if (batch != null) {
                        rows.accept(batch);
                    }
                }
            }
        }
    }

    private static void print(String format, Object... arguments) {
        System.out.println(String.format(Locale.ROOT, format, arguments));
    }
}
