package io.tidemark.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Rows looked up by key through prepared statements, and while they change. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LookupTest {

    @TempDir
    static Path directory;

    private ServerFixture server;

    @BeforeAll
    void start() throws SQLException {
        server = new ServerFixture(directory.resolve("data"));
    }

    @AfterAll
    void stop() {
        server.close();
    }

    static List<Arguments> keys() {
        LocalDateTime at = LocalDateTime.of(2024, 2, 29, 12, 30, 15, 250_000_000);
        return List.of(
                Arguments.of("INT", 5, 5, 6),
                Arguments.of("INT", 5, 5L, 5_000_000_000L),
                Arguments.of("INT", 5, new BigDecimal("5.00"), new BigDecimal("5.01")),
                Arguments.of("INT", 5, " 5 ", "-5"),
                Arguments.of("TINYINT", -128, -128, 128),
                Arguments.of("BIGINT", Long.MIN_VALUE, Long.MIN_VALUE, Long.MAX_VALUE),
                Arguments.of("DECIMAL(8,2)", new BigDecimal("1.50"), new BigDecimal("1.5"), new BigDecimal("1.505")),
                Arguments.of("DECIMAL(30,2)", new BigDecimal("-1.50"), new BigDecimal("-1.500"), 1.5),
                Arguments.of("STRING", "Zoë", "Zoë", "Zoe"),
                Arguments.of("VARCHAR(3)", "abc", "abc", "abcd"),
                Arguments.of("BOOLEAN", true, true, false),
                Arguments.of("VARBINARY", new byte[] {1, -1}, new byte[] {1, -1}, new byte[] {1}),
                Arguments.of("DATE", LocalDate.of(2024, 2, 29), "2024-02-29", LocalDate.of(2024, 3, 1)),
                Arguments.of("TIMESTAMP(3)", at, at, at.plusNanos(1000)),
                Arguments.of("TIMESTAMP_LTZ(3)", at, Instant.parse("2024-02-29T12:30:15.250Z"), at.plusNanos(1000)),
                Arguments.of("TIMESTAMP_LTZ(3)", at, at, at.plusHours(1)),
                Arguments.of("DOUBLE", 0.5, 0.5, 0.25));
    }

    @ParameterizedTest
    @MethodSource("keys")
    void aPreparedLookupFindsWhatAnEqualValueWasStoredUnder(String type, Object stored, Object equal, Object other)
            throws SQLException {
        String table = "keyed_" + type.replaceAll("\\W", "_");
        server.execute("CREATE TABLE IF NOT EXISTS " + table + " (k " + type + " NOT NULL, v INT, PRIMARY KEY (k))");
        server.execute("DELETE FROM " + table);
        try (Connection connection = server.connect();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO " + table + " VALUES (?, 1)");
                PreparedStatement one = connection.prepareStatement("SELECT v FROM " + table + " WHERE k = ?");
                PreparedStatement any =
                        connection.prepareStatement("SELECT v FROM " + table + " WHERE k IN (?, ?, ?)")) {
            insert.setObject(1, stored);
            insert.executeUpdate();

            assertThat(found(one, equal)).containsExactly("1");
            assertThat(found(one, other)).isEmpty();
            assertThat(found(one, new Object[] {null})).isEmpty();
            assertThat(found(any, other, equal, equal)).containsExactly("1");
            assertThat(found(any, null, other, other)).isEmpty();
        }
    }

    private static List<String> found(PreparedStatement statement, Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            if (values[i] == null) {
                statement.setNull(i + 1, Types.OTHER);
            } else {
                statement.setObject(i + 1, values[i]);
            }
        }
        try (ResultSet rows = statement.executeQuery()) {
            return ServerFixture.rows(rows);
        }
    }

    @Test
    void parametersBesideTheKeyAndWithoutAValueAreHeeded() throws SQLException {
        server.execute("CREATE TABLE stock (id INT NOT NULL, shop STRING NOT NULL, n INT, PRIMARY KEY (id, shop))");
        server.execute("INSERT INTO stock VALUES (1, 'a', 10), (1, 'b', 20), (2, 'a', 30)");
        try (Connection connection = server.connect();
                PreparedStatement select = connection.prepareStatement(
                        "SELECT n + ? FROM stock WHERE shop = ? AND id IN (1, 2) AND n < ? ORDER BY n LIMIT ?")) {
            assertThat(found(select, 1, "a", 100, 10)).containsExactly("11", "31");
            assertThat(found(select, 2, "a", 30, 10)).containsExactly("12");
            assertThat(found(select, 0, "b", 100, 0)).isEmpty();
        }
        try (Connection connection = server.connect();
                PreparedStatement select =
                        connection.prepareStatement("SELECT n FROM stock WHERE shop = ? AND id = ?")) {
            assertThat(found(select, "b", 1)).containsExactly("20");
            assertThatThrownBy(() -> found(select, "b", "one")).hasMessageContaining("parameter 2 is a INT");
        }
    }

    @Test
    void aStatementPreparedBeforeItsTableChangedReadsTheNewOne() throws SQLException {
        server.execute("CREATE TABLE changing (id INT NOT NULL, v STRING, PRIMARY KEY (id))");
        server.execute("INSERT INTO changing VALUES (1, 'old')");
        try (Connection connection = server.connect();
                PreparedStatement select = connection.prepareStatement("SELECT v FROM changing WHERE id = ?")) {
            assertThat(found(select, 1)).containsExactly("old");

            server.execute("DROP TABLE changing");
            assertThatThrownBy(() -> found(select, 1)).hasMessageContaining("no stream, table or view \"changing\"");
            server.execute("CREATE TABLE changing (v STRING, id BIGINT NOT NULL, PRIMARY KEY (id))");
            server.execute("INSERT INTO changing VALUES ('new', 1)");

            assertThat(found(select, 1)).containsExactly("new");
        }
    }

    /** The second text of a kind is answered by the plan of the first, with other keys. */
    @Test
    void textsThatDifferInTheirLiteralsAloneAreEachAnsweredByTheirOwn() throws SQLException {
        server.execute("CREATE TABLE texts (id INT NOT NULL, name VARCHAR(5) NOT NULL, n INT, PRIMARY KEY (id, name))");
        server.execute(
                "INSERT INTO texts VALUES (1, 'a', 10), (1, 'b', 20), (2, 'a', 30), (3, 'it''s', 40), (4, '', 50)");
        String lookup = "SELECT n FROM texts WHERE id = # AND name = '#'";

        assertThat(texts(lookup, "1", "a")).containsExactly("10");
        assertThat(texts(lookup, "1", "b")).containsExactly("20");
        assertThat(texts(lookup, "3", "it''s")).containsExactly("40");
        assertThat(texts(lookup, "4", "")).containsExactly("50");
        assertThat(texts(lookup, "1.0", "a")).containsExactly("10");
        assertThat(texts(lookup, "1.5", "a")).isEmpty();
        assertThat(texts(lookup, "20000000000", "a")).isEmpty();
        assertThat(texts(lookup, "2", "a too long name")).isEmpty();
        assertThat(texts("SELECT n FROM texts WHERE name = '#' AND id IN (#, #) ORDER BY n", "a", "1", "2"))
                .containsExactly("10", "30");
        assertThat(texts("SELECT n FROM texts WHERE name = '#' AND id IN (#, #) ORDER BY n", "a", "2", "2"))
                .containsExactly("30");
        for (String least : List.of("5", "15")) {
            String filtered = "SELECT n + # FROM texts WHERE id = 1 AND name = 'a' AND n > # AND n IN (#, 10)";
            assertThat(texts(filtered, "1", least, "7")).isEqualTo(least.equals("5") ? List.of("11") : List.of());
        }
        assertThat(texts(lookup, "'1'", "a")).containsExactly("10");
        assertThat(texts(lookup, "'one'", "a")).isEmpty();
    }

    private List<String> texts(String sql, String... literals) throws SQLException {
        String text = sql;
        for (String literal : literals) {
            text = text.replaceFirst("#", literal);
        }
        return server.rows(text);
    }

    @Test
    void rowsLookedUpTogetherAreOfOneVersionWhileTheyChange() throws Exception {
        server.execute("CREATE TABLE accounts (id INT NOT NULL, balance BIGINT, mirror BIGINT, PRIMARY KEY (id))");
        server.execute("INSERT INTO accounts VALUES (1, 500, 500), (2, 500, 500)");
        AtomicBoolean done = new AtomicBoolean();
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try {
            Future<Integer> writes = thread.submit(() -> move(done));
            try (Connection connection = server.connect();
                    PreparedStatement select = connection.prepareStatement(
                            "SELECT SUM(balance), SUM(mirror), COUNT(*) FROM accounts WHERE id IN (?, ?)")) {
                for (int i = 0; i < 300; i++) {
                    assertThat(found(select, 1, 2)).containsExactly("1000|1000|2");
                }
            } finally {
                done.set(true);
            }
            assertThat(writes.get()).isPositive();
        } finally {
            thread.shutdown();
        }
    }

    private int move(AtomicBoolean done) throws SQLException {
        int writes = 0;
        try (Connection connection = server.connect();
                PreparedStatement update = connection.prepareStatement(
                        "UPDATE accounts SET balance = balance + CASE id WHEN 1 THEN 1 ELSE -1 END,"
                                + " mirror = balance + CASE id WHEN 1 THEN 1 ELSE -1 END WHERE id IN (1, 2)")) {
            do {
                assertThat(update.executeUpdate()).isEqualTo(2);
                writes++;
            } while (!done.get());
        }
        return writes;
    }
}
