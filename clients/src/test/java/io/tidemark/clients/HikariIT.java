package io.tidemark.clients;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** HikariCP: many threads on few connections, and a server that goes away and comes back. */
@ExtendWith(Shop.Opened.class)
class HikariIT {

    private static final int CONNECTIONS = 8;
    private static final int THREADS = 8;
    private static final int QUERIES = 1000;

    private static HikariDataSource pool(Shop shop) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(shop.url());
        config.setMaximumPoolSize(CONNECTIONS);
        return new HikariDataSource(config);
    }

    private static String cityOf(HikariDataSource pool, String customer) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement statement =
                        connection.prepareStatement("SELECT city FROM customers WHERE name = ?")) {
            statement.setString(1, customer);
            try (ResultSet rows = statement.executeQuery()) {
                assertThat(rows.next()).isTrue();
                return rows.getString(1);
            }
        }
    }

    /** The cities that all queries gave; what failed is in {@code failures}. */
    private static List<String> ask(HikariDataSource pool, ConcurrentLinkedQueue<SQLException> failures)
            throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<String>> asked = new ArrayList<>();
            for (int i = 0; i < QUERIES; i++) {
                String customer = i % 2 == 0 ? "ada" : "bob";
                asked.add(threads.submit(() -> {
                    try {
                        return cityOf(pool, customer);
                    } catch (SQLException e) {
                        failures.add(e);
                        return "";
                    }
                }));
            }
            List<String> cities = new ArrayList<>();
            for (Future<String> answer : asked) {
                cities.add(answer.get());
            }
            return cities;
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void aThousandQueriesOfEightThreadsAreAnsweredAndThePoolSurvivesARestart(Shop shop) throws Exception {
        try (HikariDataSource pool = pool(shop)) {
            ConcurrentLinkedQueue<SQLException> failures = new ConcurrentLinkedQueue<>();
            assertThat(ask(pool, failures)).hasSize(QUERIES).containsOnly("London", "Paris");
            assertThat(failures).isEmpty();
            assertThat(pool.getHikariPoolMXBean().getTotalConnections()).isLessThanOrEqualTo(CONNECTIONS);

            shop.server().kill();
            shop.server().startAgain();

            // A connection that was in use half a second ago is handed out unasked: at most each of them fails once, in
            // a way that makes
            // the pool throw it away.
            ask(pool, failures);
            assertThat(failures).hasSizeLessThanOrEqualTo(CONNECTIONS);
            assertThat(failures).allSatisfy(e -> assertThat(e.getSQLState()).startsWith("08"));
            failures.clear();
            assertThat(ask(pool, failures)).hasSize(QUERIES).containsOnly("London", "Paris");
            assertThat(failures).isEmpty();
        }
    }

    @Test
    void aTransactionThatIsNotCommittedIsRolledBackWhenItsConnectionGoesBack(Shop shop) throws SQLException {
        shop.execute("CREATE TABLE hikari_notes (id INT NOT NULL, PRIMARY KEY (id))");
        try (HikariDataSource pool = pool(shop)) {
            try (Connection connection = pool.getConnection()) {
                connection.setAutoCommit(false);
                connection.createStatement().executeUpdate("INSERT INTO hikari_notes VALUES (1)");
            }
            try (Connection connection = pool.getConnection();
                    ResultSet rows = connection.createStatement().executeQuery("SELECT COUNT(*) FROM hikari_notes")) {
                assertThat(connection.getAutoCommit()).isTrue();
                assertThat(rows.next()).isTrue();
                assertThat(rows.getInt(1)).isZero();
            }
        }
    }
}
