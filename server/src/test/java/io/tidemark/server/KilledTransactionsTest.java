package io.tidemark.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that is killed while transactions over several tables and a stream commit has all of each, or nothing. */
class KilledTransactionsTest {

    private static final int KILLS = 3;

    @TempDir
    Path directory;

    /** Commits one number after the other, each into two tables and a stream, until the server is gone. */
    private static final class Client {
        private final Connection connection;
        private final CountDownLatch some;
        private final AtomicInteger acknowledged;
        private final Thread thread = new Thread(this::run, "client");

        Client(Connection connection, int last, int some) throws SQLException {
            this.connection = connection;
            this.acknowledged = new AtomicInteger(last);
            this.some = new CountDownLatch(some);
            connection.setAutoCommit(false);
            thread.start();
        }

        private void run() {
            try (Statement statement = connection.createStatement()) {
                for (int i = acknowledged.get() + 1; ; i++) {
                    statement.execute("INSERT INTO a VALUES (" + i + ", 1)");
                    statement.execute("INSERT INTO b VALUES (" + i + ")");
                    statement.execute("INSERT INTO s VALUES (" + i + ")");
                    connection.commit();
                    acknowledged.set(i);
                    some.countDown();
                }
            } catch (SQLException e) {
                // The server was killed, as it should be.
                assertThat(e.getSQLState()).startsWith("08");
            }
        }
    }

    @Test
    void allOfATransactionOutlivesAKillOrNothing() throws Exception {
        long seed = System.nanoTime();
        System.out.println("KilledTransactionsTest seed " + seed);
        Random random = new Random(seed);
        ServerProcess server = ServerProcess.start(directory);
        try {
            server.execute("CREATE TABLE a (id INT NOT NULL, v INT, PRIMARY KEY (id))");
            server.execute("CREATE TABLE b (id INT)");
            server.execute("CREATE STREAM s (id INT)");
            server.execute("CREATE MATERIALIZED VIEW both_ AS SELECT COUNT(*) AS n FROM"
                    + " (SELECT id FROM a UNION ALL SELECT id FROM b UNION ALL SELECT id FROM s)");
            int last = 0;
            for (int kill = 0; kill < KILLS; kill++) {
                Client client = new Client(server.connect(), last, 1 + random.nextInt(30));
                client.some.await();
                server.kill();
                client.thread.join();
                server = ServerProcess.start(directory);
                last = check(server, client.acknowledged.get());
            }
            server.execute("FLUSH");
            assertThat(server.rows("SELECT n FROM both_")).containsExactly(String.valueOf(3 * last));
        } finally {
            server.close();
        }
    }

    /** Returns the last number that is there. */
    private static int check(ServerProcess server, int acknowledged) throws SQLException {
        List<String> inA = server.rows("SELECT COUNT(*), MAX(id) FROM a");
        assertThat(inA).isIn(List.of(numbers(acknowledged)), List.of(numbers(acknowledged + 1)));
        assertThat(server.rows("SELECT COUNT(*), MAX(id) FROM b")).isEqualTo(inA);
        assertThat(server.rows("SELECT COUNT(*), MAX(id) FROM s")).isEqualTo(inA);
        return Integer.parseInt(inA.get(0).substring(0, inA.get(0).indexOf('|')));
    }

    private static String numbers(int last) {
        return last + "|" + (last == 0 ? "NULL" : String.valueOf(last));
    }
}
