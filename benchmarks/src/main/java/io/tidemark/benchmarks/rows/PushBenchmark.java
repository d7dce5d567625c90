package io.tidemark.benchmarks.rows;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * How long after it was committed a row is in the hands of those who watch with SELECT STREAM: a table, and a materialized view over a stream, each with
 * one who watches and with many. The server is a process of its own; writer and watchers share this one, and its clock.
 *
 * <p>Properties: {@code rows} counted, {@code watchers}, {@code pause} in milliseconds between two rows, {@code child.options} for the server.
 */
public final class PushBenchmark {

    private static final String SERVER_HEAP = "1g";
    private static final String LINE = "%-8s %8s | %8s %8s %8s | %8s %8s %8s%n";

    /** Until the code that a row passes has been compiled. */
    private static final int FIRST_ROWS = 500;

    private final int rows = Integer.getInteger("rows", 1_000);
    private final int watchers = Integer.getInteger("watchers", 50);
    private final int pauseMillis = Integer.getInteger("pause", 20);
    private final String url;

    private PushBenchmark(String url) {
        this.url = url;
    }

    /** Runs it and prints a table, in milliseconds. */
    public static void main(String[] arguments) throws IOException, SQLException, InterruptedException {
        try (MeasuredProcess server = MeasuredProcess.start(
                System.getProperty("java.class.path"), SERVER_HEAP, TidemarkProcess.class.getName())) {
            new PushBenchmark(server.url()).run();
        }
    }

    private void run() throws SQLException, InterruptedException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE changes (id BIGINT NOT NULL, n INT, PRIMARY KEY (id))");
            statement.execute("CREATE STREAM events (id BIGINT NOT NULL, n INT)");
            statement.execute("CREATE MATERIALIZED VIEW view_of_events AS SELECT id, n + 1 AS n FROM events");
            System.out.printf(LINE, "", "", "since it", "was", "sent", "since it", "was", "committed");
            System.out.printf(LINE, "watched", "by", "p50", "p99", "max", "p50", "p99", "max");
            for (int count : new int[] {1, watchers}) {
                measure(connection, "table", "changes", "changes", count);
                measure(connection, "view", "events", "view_of_events", count);
            }
        }
    }

    private void measure(Connection connection, String kind, String into, String watched, int count)
            throws SQLException, InterruptedException {
        long first = firstId(connection, watched);
        int all = FIRST_ROWS + rows;
        List<PushWatcher> watching = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                watching.add(PushWatcher.start(url, watched, first, all));
            }
            long[] sent = new long[all];
            long[] committed = new long[all];
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO " + into + " VALUES (?, ?)")) {
                for (int i = 0; i < all; i++) {
                    TimeUnit.MILLISECONDS.sleep(i < FIRST_ROWS ? 1 : pauseMillis);
                    insert.setLong(1, first + i);
                    insert.setInt(2, i);
                    sent[i] = System.nanoTime();
                    insert.executeUpdate();
                    committed[i] = System.nanoTime();
                }
            }
            double[] sinceSent = new double[count * rows];
            double[] sinceCommitted = new double[count * rows];
            int at = 0;
            for (PushWatcher watcher : watching) {
                long[] arrived = watcher.arrivals();
                for (int i = FIRST_ROWS; i < all; i++, at++) {
                    sinceSent[at] = (arrived[i] - sent[i]) / 1e6;
                    sinceCommitted[at] = (arrived[i] - committed[i]) / 1e6;
                }
            }
            print(kind, count, sinceSent, sinceCommitted);
        } finally {
            for (PushWatcher watcher : watching) {
                watcher.close();
            }
        }
    }

    private static long firstId(Connection connection, String watched) throws SQLException {
        try (Statement statement = connection.createStatement();
                var row = statement.executeQuery("SELECT COALESCE(MAX(id) + 1, 0) FROM " + watched)) {
            row.next();
            return row.getLong(1);
        }
    }

    private static void print(String kind, int count, double[] sinceSent, double[] sinceCommitted) {
        Arrays.sort(sinceSent);
        Arrays.sort(sinceCommitted);
        System.out.printf(
                LINE,
                kind,
                count,
                part(sinceSent, 0.5),
                part(sinceSent, 0.99),
                part(sinceSent, 1),
                part(sinceCommitted, 0.5),
                part(sinceCommitted, 0.99),
                part(sinceCommitted, 1));
    }

    private static String part(double[] sorted, double part) {
        return String.format(Locale.ROOT, "%.2f", Findings.percentile(sorted, part));
    }
}
