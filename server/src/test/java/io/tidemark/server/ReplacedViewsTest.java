package io.tidemark.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A materialized view that is replaced is at each moment the old version or the new one, whoever looks and whenever the server is killed. */
class ReplacedViewsTest {

    private static final int ROWS = 20_000;
    private static final long LOOP_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final int LEAST_ROUNDS = 4;
    private static final int MAX_DELAY_MILLIS = 400;

    @TempDir
    Path directory;

    /** A version of the view, which is told by the sum that it gives. */
    private static String version(int factor) {
        return "CREATE OR REPLACE MATERIALIZED VIEW v AS SELECT k, SUM(n * " + factor
                + ") AS total FROM numbers GROUP BY k";
    }

    private static String answer(int factor) {
        return (long) factor * ROWS * (ROWS - 1) / 2 + "|7";
    }

    private static String fill() {
        return "INSERT INTO numbers SELECT x, MOD(x, 7) FROM (SELECT a.d + 10 * b.d + 100 * c.d + 1000 * e.d AS x FROM digits AS a, digits AS b,"
                + " digits AS c, thousands AS e) AS t";
    }

    private static List<String> tables() {
        StringBuilder thousands = new StringBuilder();
        for (int i = 0; i < ROWS / 1000; i++) {
            thousands.append(i == 0 ? "(" : ", (").append(i).append(')');
        }
        return List.of(
                "CREATE TABLE digits (d INT)",
                "CREATE TABLE thousands (d INT)",
                "INSERT INTO digits VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)",
                "INSERT INTO thousands VALUES " + thousands,
                "CREATE STREAM numbers (n INT, k INT)",
                fill(),
                version(1),
                "FLUSH v");
    }

    private static final String READ = "SELECT SUM(total), COUNT(*) FROM v";

    @Test
    void aReaderSeesTheOldAnswerOrTheNewOneAndNothingElse() throws Exception {
        try (ServerFixture server = new ServerFixture(directory)) {
            for (String statement : tables()) {
                server.execute(statement);
            }
            Set<String> seen = ConcurrentHashMap.newKeySet();
            AtomicReference<Exception> failed = new AtomicReference<>();
            AtomicBoolean done = new AtomicBoolean();
            CountDownLatch reading = new CountDownLatch(1);
            Thread reader = new Thread(() -> {
                try {
                    while (!done.get()) {
                        seen.addAll(server.rows(READ));
                        reading.countDown();
                    }
                } catch (SQLException e) {
                    failed.set(e);
                    reading.countDown();
                }
            });
            reader.start();
            reading.await();
            for (int factor = 2; factor <= 6; factor++) {
                server.execute(version(factor));
                assertThat(server.rows(READ)).containsExactly(answer(factor));
            }
            done.set(true);
            reader.join();
            assertThat(failed.get()).isNull();
            assertThat(Set.of(answer(1), answer(2), answer(3), answer(4), answer(5), answer(6)))
                    .containsAll(seen);
            assertThat(server.rows("SELECT COUNT(*) FROM sys.queries")).containsExactly("1");
        }
    }

    @Test
    void theNewVersionGoesOnAfterItHasTakenItsPlaceAndAfterARestart() throws SQLException {
        try (ServerFixture server = new ServerFixture(directory)) {
            server.execute("CREATE TABLE numbers (n INT, k INT, PRIMARY KEY (n))");
            server.execute(version(1));
            server.execute("CREATE INDEX by_total ON v (total)");
            server.execute("CREATE VIEW reading AS SELECT total FROM v WHERE k = 1");
            server.execute("INSERT INTO numbers VALUES (1, 1), (2, 1), (3, 2)");
            server.execute("CREATE TABLE factors (f INT NOT NULL)");
            server.execute("INSERT INTO factors VALUES (10), (100)");
            server.execute(
                    "CREATE OR REPLACE MATERIALIZED VIEW v AS SELECT k, SUM(n * f) AS total FROM numbers, factors GROUP BY k");
            assertThat(server.rows("SELECT * FROM v ORDER BY k")).containsExactly("1|330", "2|330");
            assertThat(server.rows("SELECT k FROM v WHERE total = 330 ORDER BY k"))
                    .containsExactly("1", "2");
            server.execute("INSERT INTO numbers VALUES (4, 1)");
            server.restart();
            server.execute("INSERT INTO factors VALUES (1)");
            server.execute("FLUSH v");
            assertThat(server.rows("SELECT total FROM reading")).containsExactly("777");
            assertThat(server.rows("SHOW INDEXES")).containsExactly("public|by_total|v|total");
            assertThat(server.rows("SHOW CREATE MATERIALIZED VIEW v"))
                    .singleElement()
                    .asString()
                    .contains("factors");
            server.execute("DROP INDEX by_total");
            server.execute("DROP VIEW reading");
            server.execute("DROP MATERIALIZED VIEW v");
            assertThat(server.rows("SELECT COUNT(*) FROM sys.queries")).containsExactly("0");
        }
    }

    @Test
    void aVersionThatFailsLeavesTheOldOneAsItWas() throws SQLException {
        try (ServerFixture server = new ServerFixture(directory)) {
            server.execute("CREATE TABLE numbers (n INT, k INT)");
            server.execute("INSERT INTO numbers VALUES (1, 1), (2, 1)");
            server.execute(version(1));
            assertThatThrownBy(() -> server.execute(version(2)
                            .replace("AS SELECT", "WITH ('bad.rows' = 'fail') AS SELECT")
                            .replace("n * 2", "n / (n - 1)")))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("divided by zero");
            server.execute("INSERT INTO numbers VALUES (5, 2)");
            server.execute("FLUSH v");
            assertThat(server.rows("SELECT * FROM v ORDER BY k")).containsExactly("1|3", "2|5");
            assertThat(server.rows("SELECT name, state FROM sys.queries")).containsExactly("v|RUNNING");
        }
    }

    @Test
    void whoeverWatchesTheOldVersionIsToldThatItWasReplaced() throws SQLException {
        try (ServerFixture server = new ServerFixture(directory);
                Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            server.execute("CREATE TABLE numbers (n INT, k INT)");
            server.execute("INSERT INTO numbers VALUES (1, 1)");
            server.execute(version(1));
            server.execute("FLUSH v");
            var watched = statement.executeQuery("SELECT STREAM total FROM v");
            assertThat(watched.next()).isTrue();
            server.execute(version(2));
            assertThatThrownBy(watched::next)
                    .isInstanceOfSatisfying(
                            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("40001"))
                    .hasMessageContaining("was replaced by another version");
        }
    }

    @Test
    void aServerThatIsKilledHasTheOldVersionOrTheNewOne() throws Exception {
        long seed = System.nanoTime();
        System.out.println("ReplacedViewsTest seed " + seed);
        Random random = new Random(seed);
        try (ServerProcess server = ServerProcess.start(directory)) {
            for (String statement : tables()) {
                server.execute(statement);
            }
        }
        int present = 1;
        long start = System.nanoTime();
        for (int round = 0; round < LEAST_ROUNDS || System.nanoTime() - start < LOOP_NANOS; round++) {
            int next = present + 1;
            try (ServerProcess server = ServerProcess.start(directory)) {
                assertThat(server.rows(READ))
                        .as("round " + round + " of seed " + seed)
                        .containsExactly(answer(present));
                long delay = random.nextInt(MAX_DELAY_MILLIS);
                Thread killer = new Thread(() -> {
                    try {
                        TimeUnit.MILLISECONDS.sleep(delay);
                        server.kill();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                });
                killer.start();
                boolean acknowledged = false;
                try {
                    server.execute(version(next));
                    acknowledged = true;
                } catch (SQLException e) {
                    assertThat(e.getSQLState()).as(e.getMessage()).startsWith("08");
                }
                killer.join();
                try (ServerProcess again = ServerProcess.start(directory)) {
                    String found = again.rows(READ).get(0);
                    List<String> possible =
                            acknowledged ? List.of(answer(next)) : List.of(answer(present), answer(next));
                    assertThat(possible)
                            .as("round " + round + " of seed " + seed)
                            .contains(found);
                    present = found.equals(answer(next)) ? next : present;
                    assertThat(again.rows("SELECT COUNT(*) FROM sys.queries")).containsExactly("1");
                    assertThat(again.terminate()).isZero();
                }
            }
        }
    }
}
