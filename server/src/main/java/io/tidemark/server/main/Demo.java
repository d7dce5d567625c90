package io.tidemark.server.main;

import io.tidemark.shell.Shell;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.parser.StatementParser;
import io.tidemark.sql.parser.StatementText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code tidemark demo}: the main job on real input. Starts a server on a free port with a data directory of its own, runs {@code
 * conf/demo.sql} statement by statement, shows what came of it, and ends.
 */
@Command(name = "demo", description = "Runs the main job on a week of earthquakes.", mixinStandardHelpOptions = true)
final class Demo implements Callable<Integer> {

    private static final String QUERY = "insert_into_quakes_per_day";
    private static final String DAYS =
            "SELECT CAST(day_start AS DATE) AS \"day\", quakes, strongest FROM quakes_per_day ORDER BY day_start";
    private static final String NETWORKS =
            "SELECT net, quakes, strongest, last_quake FROM strongest_per_network ORDER BY strongest DESC, net LIMIT 5";
    private static final String LATE_ROWS =
            "SELECT \"offset\", event_time, watermark, windows_missed FROM sys.late_rows" + " WHERE query = '" + QUERY
                    + "' ORDER BY \"offset\" LIMIT 5";
    private static final String ACCOUNTING =
            "SELECT rows_read, rows_accepted, rows_late, rows_bad FROM sys.sources" + " WHERE query = '" + QUERY + "'";

    private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    private final CountDownLatch finished = new CountDownLatch(1);

    @Option(names = "--keep", description = "Leaves the server up, for you to look around.")
    private boolean keep;

    @Override
    public Integer call() throws IOException, SQLException, InterruptedException {
        long startNanos = System.nanoTime();
        Path home = Path.of(System.getProperty("tidemark.home", "."));
        Path directory = Files.createTempDirectory("tidemark-demo-");
        try (RunningServer server = new RunningServer(ServerSettings.defaults()
                .with(Map.of(
                        "server.port",
                        "0",
                        "server.data-directory",
                        directory.resolve("data").toString())))) {
            say("Tidemark is up: " + server.url());
            runScript(home.resolve("conf").resolve("demo.sql"), server.url());
            showResults(server.url());
            sayWhatNext(server.url(), (System.nanoTime() - startNanos) / 1_000_000_000.0);
            if (keep) {
                waitForSignal();
            }
        } finally {
            delete(directory);
            finished.countDown();
        }
        return 0;
    }

    private void say(String line) {
        out.println(line);
    }

    private void runScript(Path script, String url) throws IOException, SQLException {
        List<StatementText> statements = new StatementParser().split(Files.readString(script));
        say("Running " + script + "\n");
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            for (int i = 0; i < statements.size(); i++) {
                String sql = statements.get(i).text();
                long before = System.nanoTime();
                statement.execute(sql);
                say(String.format(
                        "  %d/%d  %-64s %6d ms",
                        i + 1, statements.size(), summary(sql), (System.nanoTime() - before) / 1_000_000));
            }
        }
    }

    private static String summary(String sql) {
        String line = sql.strip().replaceAll("\\s+", " ");
        return line.length() <= 60 ? line : line.substring(0, 59) + "…";
    }

    private void showResults(String url) throws SQLException {
        say("\nThe days that are over, as quakes_per_day has them (the last three are still open):\n");
        query(url, DAYS);
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet counts = statement.executeQuery(ACCOUNTING)) {
            counts.next();
            say(String.format(
                    "%nNo row vanishes: %,d read = %,d accepted + %,d late + %,d bad. The first late ones, from sys.late_rows:%n",
                    counts.getLong(1), counts.getLong(2), counts.getLong(3), counts.getLong(4)));
        }
        query(url, LATE_ROWS);
        say("\nThe live view strongest_per_network, strongest first:\n");
        query(url, NETWORKS);
    }

    private void query(String url, String sql) {
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        int status = Shell.run(
                new String[] {"-u", url, "-e", sql},
                InputStream.nullInputStream(),
                out,
                new PrintStream(errors, true, StandardCharsets.UTF_8));
        if (status != 0) {
            throw CodedException.internal("the demo's query failed: " + errors.toString(StandardCharsets.UTF_8));
        }
    }

    private void sayWhatNext(String url, double seconds) {
        say(String.format("%nDone in %.1f s.%n", seconds));
        if (keep) {
            say("The server stays up until Ctrl-C. In another terminal:\n");
        } else {
            say("To look around yourself, run bin/tidemark demo --keep; then, in another terminal:\n");
        }
        String shown = keep ? url : "jdbc:tidemark://127.0.0.1:PORT";
        say("  bin/tidemark sql -u " + shown);
        say("    SELECT STREAM * FROM strongest_per_network;      -- live, Ctrl-C ends it");
        say("    EXPLAIN SELECT net, COUNT(*) FROM quakes GROUP BY net;");
        say("    SHOW QUERIES;\n");
        say("From Java or any JDBC tool: " + shown + " with jdbc-driver/target/tidemark-jdbc-*.jar");
    }

    /** Returns when the process is told to stop; the process then lives until the demo has cleaned up. */
    private void waitForSignal() throws InterruptedException {
        CountDownLatch stopped = new CountDownLatch(1);
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            stopped.countDown();
                            awaitCleanUp();
                        },
                        "stop"));
        stopped.await();
    }

    private void awaitCleanUp() {
        try {
            finished.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
