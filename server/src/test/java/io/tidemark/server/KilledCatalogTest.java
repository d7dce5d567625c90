package io.tidemark.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a server has acknowledged of its catalog is there after {@code kill -9}, at whatever moment it comes. */
class KilledCatalogTest {

    private static final long LOOP_NANOS = TimeUnit.SECONDS.toNanos(12);
    private static final int LEAST_ROUNDS = 3;
    private static final int MAX_ACKNOWLEDGED = 40;
    private static final int MAX_DELAY_MICROS = 5_000;

    @TempDir
    Path directory;

    private final Set<String> present = new TreeSet<>();
    private final Set<String> uncertain = new HashSet<>();
    private int number;

    /** One change of the catalog; until it is acknowledged, its object may be there or not. */
    private void change(Statement statement, Random random) throws SQLException {
        boolean drops = !present.isEmpty() && random.nextInt(3) == 0;
        if (drops) {
            List<String> names = new ArrayList<>(present);
            String name = names.get(random.nextInt(names.size()));
            present.remove(name);
            uncertain.add(name);
            statement.execute("DROP " + kind(name) + " " + name);
            uncertain.remove(name);
            return;
        }
        String kind = List.of("TABLE", "STREAM", "VIEW").get(random.nextInt(3));
        String name = kind.toLowerCase(Locale.ROOT) + "_" + number++;
        uncertain.add(name);
        statement.execute(
                kind.equals("VIEW")
                        ? "CREATE VIEW " + name + " AS SELECT '" + "x".repeat(random.nextInt(2000)) + "' AS a"
                        : "CREATE " + kind + " " + name + " (a INT)");
        uncertain.remove(name);
        present.add(name);
    }

    private static String kind(String name) {
        return name.substring(0, name.indexOf('_'));
    }

    private void changeUntilKilled(ServerProcess server, Random random) throws Exception {
        CountDownLatch due = new CountDownLatch(random.nextInt(MAX_ACKNOWLEDGED));
        long delayMicros = random.nextInt(MAX_DELAY_MICROS);
        Thread killer = new Thread(() -> {
            try {
                due.await();
                TimeUnit.MICROSECONDS.sleep(delayMicros);
                server.kill();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        killer.start();
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            while (true) {
                change(statement, random);
                due.countDown();
            }
        } catch (SQLException e) {
            killer.join();
            assertThat(e.getSQLState()).as(e.getMessage()).startsWith("08");
        }
    }

    private void assertNothingLost(ServerProcess server, String what) throws SQLException {
        Set<String> found = new TreeSet<>();
        for (String kind : List.of("TABLES", "STREAMS", "VIEWS")) {
            server.rows("SHOW " + kind).stream()
                    .map(row -> row.split("\\|", -1))
                    .filter(row -> row[0].equals("public"))
                    .forEach(row -> found.add(row[1]));
        }
        assertThat(found).as(what).containsAll(present);
        Set<String> unexpected = new TreeSet<>(found);
        unexpected.removeAll(present);
        assertThat(uncertain).as(what).containsAll(unexpected);
        present.addAll(unexpected);
        uncertain.clear();
    }

    @Test
    void noAcknowledgedObjectIsLost() throws Exception {
        long seed = System.nanoTime();
        System.out.println("KilledCatalogTest seed " + seed);
        Random random = new Random(seed);
        long start = System.nanoTime();
        for (int round = 0; round < LEAST_ROUNDS || System.nanoTime() - start < LOOP_NANOS; round++) {
            try (ServerProcess server = ServerProcess.start(directory)) {
                assertNothingLost(server, "round " + round + " of seed " + seed);
                changeUntilKilled(server, random);
            }
        }
        try (ServerProcess server = ServerProcess.start(directory)) {
            assertNothingLost(server, "end of seed " + seed);
            assertThat(server.terminate()).isZero();
        }
    }
}
