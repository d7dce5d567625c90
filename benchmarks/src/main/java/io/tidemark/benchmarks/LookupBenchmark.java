package io.tidemark.benchmarks;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.server.activity.StatementControl;
import io.tidemark.server.main.RunningServer;
import io.tidemark.server.main.ServerSettings;
import io.tidemark.server.serving.ResultRows;
import io.tidemark.server.session.Session;
import io.tidemark.server.session.StatementResult;
import io.tidemark.sql.error.CodedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Point lookups in a materialized view of 100,000 accounts while it takes 50,000 updates a second: 25,000 transfers, each of which changes two
 * accounts of a pair in one epoch. Time per statement, its rows read; the percentiles are what to look at.
 *
 * <p>Each answer is checked: both accounts of a pair are of one epoch, so their balances add up to nothing and they have moved equally often.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 2, time = 5)
@Measurement(iterations = 3, time = 10)
@Fork(value = 1, jvmArgsAppend = "-Xmx2g")
public class LookupBenchmark {

    private static final int PAIRS = 50_000;
    private static final int TRANSFERS_PER_SECOND = 25_000;
    private static final long SETTLING_MILLIS = 1_000;
    private static final Duration LONG = Duration.ofSeconds(10);
    private static final String LOOKUP = "SELECT account, balance, moves FROM balances WHERE account IN (?, ?)";

    private final Random random = new Random(1);
    private Path directory = Path.of("");
    private @Nullable RunningServer server;
    private @Nullable Session session;
    private @Nullable Connection connection;
    private @Nullable PreparedStatement prepared;
    private long firstMoves;
    private long firstNanos;

    /** Starts a server in this process and lets the view fill. */
    @Setup(Level.Trial)
    public void start() throws IOException, SQLException, InterruptedException {
        directory = Files.createTempDirectory("lookups");
        RunningServer started = new RunningServer(ServerSettings.defaults()
                .with(Map.of("server.port", "0", "server.data-directory", directory.toString())));
        server = started;
        session = started.sessions().open(Map.of());
        Connection opened = DriverManager.getConnection(started.url());
        connection = opened;
        try (Statement statement = opened.createStatement()) {
            statement.execute("CREATE STREAM transfers (pair BIGINT NOT NULL, amount BIGINT NOT NULL) WITH ("
                    + "'connector' = 'datagen', 'rows-per-second' = '" + TRANSFERS_PER_SECOND + "',"
                    + " 'fields.pair.min' = '0', 'fields.pair.max' = '" + (PAIRS - 1) + "',"
                    + " 'fields.amount.min' = '1', 'fields.amount.max' = '100')");
            statement.execute("CREATE MATERIALIZED VIEW balances AS"
                    + " SELECT account, SUM(delta) AS balance, COUNT(*) AS moves FROM ("
                    + "SELECT pair * 2 AS account, amount AS delta FROM transfers"
                    + " UNION ALL SELECT pair * 2 + 1, -amount FROM transfers) AS t GROUP BY account");
        }
        while (number("SELECT COUNT(*) FROM balances") < 2 * PAIRS * 0.99) {
            Thread.sleep(SETTLING_MILLIS);
        }
        prepared = opened.prepareStatement(LOOKUP);
        firstMoves = number("SELECT SUM(moves) FROM balances");
        firstNanos = System.nanoTime();
    }

    private long number(String sql) throws SQLException {
        try (Statement statement = opened().createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private Connection opened() {
        return present(connection);
    }

    private static <T> T present(@Nullable T started) {
        if (started == null) {
            throw CodedException.internal("the server has not been started");
        }
        return started;
    }

    /** Stops the server, having checked that the view has kept up with its source. */
    @TearDown(Level.Trial)
    public void stop() throws IOException, SQLException {
        double seconds = (System.nanoTime() - firstNanos) / 1e9;
        double updates = (number("SELECT SUM(moves) FROM balances") - firstMoves) / seconds;
        opened().close();
        present(session).close();
        present(server).close();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
        System.out.printf("%n%.0f updates a second%n", updates);
        if (updates < 1.9 * TRANSFERS_PER_SECOND) {
            throw CodedException.internal("the view took only " + updates + " updates a second");
        }
    }

    /** In the server, the same text with other parameters. */
    @Benchmark
    public long insideTheServerPrepared() {
        long account = 2L * random.nextInt(PAIRS);
        return inside(LOOKUP, List.of(account, account + 1));
    }

    /** In the server, another text each time, which has to be parsed and planned. */
    @Benchmark
    public long insideTheServerByText() {
        long account = 2L * random.nextInt(PAIRS);
        return inside(text(account), List.of());
    }

    private static String text(long account) {
        return LOOKUP.replace("?, ?", account + ", " + (account + 1));
    }

    private long inside(String sql, List<@Nullable Object> parameters) {
        StatementResult result = present(session)
                .execute(new Session.Request("lookup", sql, parameters, new StatementControl(Duration.ZERO)));
        StatementResult.Rows rows = (StatementResult.Rows) result;
        long[] sums = new long[3];
        try (ResultRows reading = rows.rows()) {
            while (!reading.isEnded()) {
                Batch batch = reading.next(LONG);
                for (int i = 0; batch != null && i < batch.selectedCount(); i++) {
                    int position = batch.position(i);
                    add(sums, value(batch, 1, position), value(batch, 2, position));
                }
            }
        }
        return checked(sums);
    }

    private static long value(Batch batch, int column, int position) {
        return ((LongColumn) batch.column(column)).values[position];
    }

    /** Over JDBC, with a prepared statement. */
    @Benchmark
    public long overJdbcPrepared() throws SQLException {
        long account = 2L * random.nextInt(PAIRS);
        PreparedStatement statement = present(prepared);
        statement.setLong(1, account);
        statement.setLong(2, account + 1);
        try (ResultSet rows = statement.executeQuery()) {
            return checked(rows);
        }
    }

    /** Over JDBC, with a statement made for the purpose. */
    @Benchmark
    public long overJdbcByText() throws SQLException {
        try (Statement statement = opened().createStatement();
                ResultSet rows = statement.executeQuery(text(2L * random.nextInt(PAIRS)))) {
            return checked(rows);
        }
    }

    private static long checked(ResultSet rows) throws SQLException {
        long[] sums = new long[3];
        while (rows.next()) {
            add(sums, rows.getLong(2), rows.getLong(3));
        }
        return checked(sums);
    }

    private static void add(long[] sums, long balance, long moves) {
        sums[0]++;
        sums[1] += balance;
        sums[2] += sums[0] == 1 ? moves : -moves;
    }

    private static long checked(long[] sums) {
        if (sums[0] % 2 != 0 || sums[1] != 0 || sums[2] != 0) {
            throw CodedException.internal(
                    "an answer is not of one epoch: " + sums[0] + " rows, " + sums[1] + " and " + sums[2]);
        }
        return sums[0];
    }
}
