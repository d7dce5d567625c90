package io.tidemark.benchmarks;

import io.tidemark.server.main.RunningServer;
import io.tidemark.server.main.ServerSettings;
import io.tidemark.sql.error.CodedException;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/**
 * A stream of 5 million rows with 100,000 keys in windows of 10 seconds, up to 5 seconds out of order, through a server with a small heap: to be
 * started with {@code -Xmx512m}. Shows the state after each twentieth of the input, and that none is left at the end. Not a JMH benchmark: it has a
 * main method, and fails if the state grows or rows are missing.
 *
 * <p><b>Units</b>: seconds, rows, bytes.
 */
public final class BoundedStateBenchmark {

    private static final int ROWS = 5_000_000;
    private static final int KEYS = 100_000;
    private static final int ROWS_PER_SECOND = 20_000;
    private static final int SHOWN = 20;
    private static final double FLAT = 1.25;

    private BoundedStateBenchmark() {}

    /** The state after an epoch. */
    private record Reading(long rowsRead, long stateRows, long stateBytes) {}

    /** Runs it; prints a line for each twentieth, then the time. */
    public static void main(String[] arguments) throws IOException, SQLException {
        Path directory = Files.createTempDirectory("bounded");
        try {
            write(Files.createDirectory(directory.resolve("in")).resolve("rows.csv"));
            Files.createDirectory(directory.resolve("out"));
            try (RunningServer server = new RunningServer(ServerSettings.defaults()
                            .with(Map.of(
                                    "server.port",
                                    "0",
                                    "server.data-directory",
                                    directory.resolve("data").toString())));
                    Connection connection = DriverManager.getConnection(server.url());
                    Statement statement = connection.createStatement()) {
                run(statement, directory);
            }
        } finally {
            try (Stream<Path> all = Files.walk(directory)) {
                for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }

    private static void write(Path file) throws IOException {
        Random random = new Random(1);
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            for (int i = 0; i < ROWS; i++) {
                long millis = 1_704_067_200_000L + i * 1000L / ROWS_PER_SECOND - random.nextInt(5000);
                out.write(millis + "," + random.nextInt(KEYS) + "," + random.nextInt(1_000_000) + "\n");
            }
        }
    }

    private static void run(Statement statement, Path directory) throws SQLException {
        statement.execute("CREATE STREAM events (millis BIGINT, k BIGINT, v BIGINT,"
                + " ts AS TO_TIMESTAMP(millis, 3), WATERMARK FOR ts AS ts - INTERVAL '5' SECOND)"
                + " WITH ('connector' = 'filesystem', 'path' = '" + directory.resolve("in") + "', 'format' = 'csv')");
        statement.execute("CREATE STREAM sums (window_end TIMESTAMP(3), k BIGINT, n BIGINT, total BIGINT)"
                + " WITH ('connector' = 'filesystem', 'path' = '" + directory.resolve("out") + "', 'format' = 'csv')");
        long start = System.nanoTime();
        statement.execute("CREATE QUERY summing AS INSERT INTO sums SELECT window_end, k, COUNT(*), SUM(v)"
                + " FROM TABLE(TUMBLE(TABLE events, DESCRIPTOR(ts), INTERVAL '10' SECOND))"
                + " GROUP BY window_start, window_end, k EMIT APPEND");
        statement.execute("FLUSH sums");
        double seconds = (System.nanoTime() - start) / 1e9;
        show(readings(statement), seconds);
    }

    private static List<Reading> readings(Statement statement) throws SQLException {
        List<Reading> readings = new ArrayList<>();
        long read = 0;
        try (ResultSet epochs = statement.executeQuery(
                "SELECT rows_in, state_rows, state_bytes FROM sys.epochs WHERE query = 'summing' ORDER BY epoch")) {
            while (epochs.next()) {
                read += epochs.getLong(1);
                readings.add(new Reading(read, epochs.getLong(2), epochs.getLong(3)));
            }
        }
        if (read != ROWS) {
            throw CodedException.internal("the epochs have read " + read + " rows, expected " + ROWS);
        }
        return readings;
    }

    private static void show(List<Reading> readings, double seconds) {
        int due = 1;
        for (Reading reading : readings) {
            if (reading.rowsRead() >= (long) ROWS / SHOWN * due) {
                print(
                        "%,9d rows read: %,7d rows of state, %,11d bytes",
                        reading.rowsRead(), reading.stateRows(), reading.stateBytes());
                due = (int) (reading.rowsRead() / (ROWS / SHOWN)) + 1;
            }
        }
        long early = greatest(readings, 0, ROWS / 2);
        long later = greatest(readings, ROWS / 2, ROWS);
        print(
                "%.1f seconds in a heap of %d MB, %d epochs; greatest state in the first half %,d bytes, in the second %,d",
                seconds, Runtime.getRuntime().maxMemory() >> 20, readings.size(), early, later);
        if (later > FLAT * early) {
            throw CodedException.internal("the state has grown from " + early + " to " + later + " bytes");
        }
    }

    private static long greatest(List<Reading> readings, long after, long upTo) {
        return readings.stream()
                .filter(reading -> reading.rowsRead() > after && reading.rowsRead() <= upTo)
                .mapToLong(Reading::stateBytes)
                .max()
                .orElse(0);
    }

    private static void print(String format, Object... arguments) {
        System.out.println(String.format(Locale.ROOT, format, arguments));
    }
}
