package io.tidemark.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Array;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a Java program sees through the driver: push queries, parameters, metadata, timeouts. */
@Timeout(60)
class ClientTest {

    @TempDir
    Path directory;

    private ServerFixture server;

    @BeforeEach
    void start() throws SQLException {
        server = new ServerFixture(directory.resolve("data"));
        server.execute("CREATE STREAM events (id INT, k STRING)");
        server.execute("CREATE TABLE items (id INT NOT NULL, name STRING, price DECIMAL(8,2), made DATE,"
                + " at_ TIMESTAMP(3), PRIMARY KEY (id))");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static List<String> next(ResultSet rows, int count) throws SQLException {
        List<String> found = new ArrayList<>();
        for (int i = 0; i < count && rows.next(); i++) {
            StringBuilder row = new StringBuilder();
            for (int column = 1; column <= rows.getMetaData().getColumnCount(); column++) {
                row.append(column == 1 ? "" : "|").append(rows.getString(column));
            }
            found.add(row.toString());
        }
        return found;
    }

    @Test
    void aPushQueryOverAnInternalStreamDeliversWhatIsThereAndWhatComes() throws SQLException {
        server.execute("INSERT INTO events VALUES (1, 'a')");
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT STREAM id, k FROM events WHERE id <> 2")) {
            assertThat(next(rows, 1)).containsExactly("1|a");
            server.execute("INSERT INTO events VALUES (2, 'b'), (3, 'c')");
            assertThat(next(rows, 1)).containsExactly("3|c");
        }
    }

    @Test
    void aPushQueryOverFilesSeesNewFiles() throws Exception {
        Path files = Files.createDirectories(directory.resolve("in"));
        Files.writeString(files.resolve("1.json"), "{\"n\": 1}\n");
        server.execute("CREATE STREAM numbers (n INT) WITH ('connector' = 'filesystem', 'path' = '" + files
                + "', 'format' = 'json')");
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT n FROM numbers EMIT CHANGES")) {
            assertThat(next(rows, 1)).containsExactly("1");
            Files.writeString(files.resolve("2.json"), "{\"n\": 2}\n");
            assertThat(next(rows, 1)).containsExactly("2");
        }
    }

    @Test
    void aPushQueryOverAViewDeliversItsRowsAndThenItsChanges() throws SQLException {
        server.execute("CREATE MATERIALIZED VIEW counts AS SELECT k, COUNT(*) AS n FROM events GROUP BY k");
        server.execute("INSERT INTO events VALUES (1, 'a'), (2, 'a')");
        server.execute("FLUSH");
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT STREAM k, n, ROW_KIND() AS kind FROM counts")) {
            assertThat(next(rows, 1)).containsExactly("a|2|+I");
            server.execute("INSERT INTO events VALUES (3, 'a')");
            assertThat(next(rows, 2)).containsExactlyInAnyOrder("a|2|-U", "a|3|+U");
        }
    }

    @Test
    void aPushQueryEndsWithWhatBecameOfItsRelation() throws Exception {
        server.execute("CREATE MATERIALIZED VIEW stopped AS SELECT id FROM events");
        server.execute("CREATE MATERIALIZED VIEW dropped AS SELECT id FROM events");
        server.execute("CREATE MATERIALIZED VIEW failed WITH ('bad.rows' = 'fail') AS SELECT 1 / id AS q FROM events");
        server.execute("CREATE STREAM gone (id INT)");
        server.execute("INSERT INTO gone VALUES (1)");
        server.execute("INSERT INTO items (id) VALUES (1)");
        server.execute("INSERT INTO events VALUES (1, 'a')");
        server.execute("FLUSH");
        assertEnds("stopped", "STOP QUERY stopped", "1016 materialized view \"stopped\" was stopped");
        assertEnds("dropped", "DROP MATERIALIZED VIEW dropped", "4011 materialized view \"dropped\" was dropped");
        assertEnds("failed", "INSERT INTO events VALUES (0, 'b')", "4007 materialized view \"failed\" has failed: ");
        assertEnds("gone", "DROP STREAM gone", "4011 stream \"gone\" was dropped");
        assertEnds("items", "DROP TABLE items", "4011 table \"items\" was dropped");
        for (String view : List.of("stopped", "failed")) {
            assertThatThrownBy(() -> server.rows("SELECT STREAM * FROM " + view))
                    .hasMessageStartingWith("materialized view \"" + view + "\" ");
        }
    }

    private void assertEnds(String relation, String statement, String error) throws SQLException {
        try (Connection connection = server.connect();
                Statement watching = connection.createStatement();
                ResultSet rows = watching.executeQuery("SELECT STREAM * FROM " + relation)) {
            assertThat(rows.next()).isTrue();
            server.execute(statement);
            assertThatThrownBy(rows::next)
                    .isInstanceOf(SQLException.class)
                    .satisfies(e -> assertThat(((SQLException) e).getErrorCode() + " " + e.getMessage())
                            .startsWith(error));
        }
    }

    @Test
    void aPushQueryOverAViewWhoseSourcesHaveEndedEndsToo() throws Exception {
        Path files = Files.createDirectories(directory.resolve("in"));
        Files.writeString(files.resolve("1.json"), "{\"n\": 1}\n");
        server.execute("CREATE STREAM numbers (n INT) WITH ('connector' = 'filesystem', 'path' = '" + files
                + "', 'format' = 'json', 'scan.bounded' = 'true')");
        server.execute("CREATE MATERIALIZED VIEW seen AS SELECT n FROM numbers");
        assertThat(server.rows("SELECT STREAM n FROM seen")).containsExactly("1");
        server.restart();
        assertThat(server.rows("SELECT STREAM n FROM seen")).containsExactly("1");
    }

    @Test
    void aTextWithoutAStatementIsASyntaxError() throws SQLException {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            for (String text : List.of("", " ", "-- nothing")) {
                assertThatThrownBy(() -> statement.execute(text))
                        .isInstanceOf(SQLException.class)
                        .hasMessageContaining("there is no statement in the text")
                        .extracting(e -> ((SQLException) e).getSQLState())
                        .isEqualTo("42601");
            }
            assertThatThrownBy(() -> connection.prepareStatement(""))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("there is no statement in the text");
        }
    }

    @Test
    void aPushQueryWithALimitEnds() throws SQLException {
        server.execute("INSERT INTO events VALUES (1, 'a'), (2, 'b'), (3, 'c')");
        assertThat(server.rows("SELECT STREAM id FROM events LIMIT 2")).containsExactly("1", "2");
    }

    @Test
    void aPushQueryIsCancelledFromAnotherThread() throws Exception {
        server.execute("INSERT INTO events VALUES (1, 'a')");
        ExecutorService other = Executors.newSingleThreadExecutor();
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT STREAM id FROM events")) {
            assertThat(rows.next()).isTrue();
            Future<?> cancelled = other.submit(() -> {
                statement.cancel();
                return null;
            });
            assertThatThrownBy(() -> {
                        while (rows.next()) {
                            assertThat(rows.getInt(1)).isPositive();
                        }
                    })
                    .isInstanceOf(SQLException.class)
                    .satisfies(e -> assertThat(((SQLException) e).getSQLState()).isEqualTo("57014"));
            cancelled.get();
        } finally {
            other.shutdown();
        }
        assertThat(server.rows("SELECT COUNT(*) FROM events")).containsExactly("1");
    }

    @Test
    void preparedStatementsTakeParametersOfEveryKind() throws SQLException {
        try (Connection connection = server.connect();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO items VALUES (?, ?, ?, ?, ?)");
                PreparedStatement select = connection.prepareStatement(
                        "SELECT id, name, price, made, at_ FROM items WHERE id >= ? AND name <> ? ORDER BY id");
                PreparedStatement update =
                        connection.prepareStatement("UPDATE items SET price = price + ? WHERE name = ?");
                PreparedStatement delete = connection.prepareStatement("DELETE FROM items WHERE id = ?")) {
            for (int id = 1; id <= 3; id++) {
                insert.setInt(1, id);
                insert.setString(2, "item " + id + " 😀'");
                insert.setBigDecimal(3, new BigDecimal("1.25").multiply(BigDecimal.valueOf(id)));
                insert.setDate(4, Date.valueOf("2024-02-29"));
                insert.setTimestamp(5, Timestamp.valueOf("2024-02-29 12:00:00.5"));
                assertThat(insert.executeUpdate()).isEqualTo(1);
            }
            insert.setInt(1, 4);
            for (int i = 2; i <= 5; i++) {
                insert.setNull(i, Types.VARCHAR);
            }
            assertThat(insert.executeUpdate()).isEqualTo(1);
            select.setInt(1, 2);
            select.setString(2, "nothing");
            try (ResultSet rows = select.executeQuery()) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getInt("id")).isEqualTo(2);
                assertThat(rows.getString("name")).isEqualTo("item 2 😀'");
                assertThat(rows.getBigDecimal("price")).isEqualByComparingTo("2.50");
                assertThat(rows.getDate("made")).isEqualTo(Date.valueOf("2024-02-29"));
                assertThat(rows.getTimestamp("at_")).isEqualTo(Timestamp.valueOf("2024-02-29 12:00:00.5"));
            }
            select.setInt(1, 3);
            try (ResultSet rows = select.executeQuery()) {
                assertThat(next(rows, 5)).hasSize(1);
            }
            update.setBigDecimal(1, new BigDecimal("10"));
            update.setString(2, "item 2 😀'");
            assertThat(update.executeUpdate()).isEqualTo(1);
            delete.setInt(1, 3);
            assertThat(delete.executeUpdate()).isEqualTo(1);
        }
        assertThat(server.rows("SELECT id, price FROM items ORDER BY id"))
                .containsExactly("1|1.25", "2|12.50", "4|NULL");
    }

    @Test
    void anInstantStaysTheSameWhateverTheSessionsZone() throws SQLException {
        server.execute("CREATE TABLE moments (id INT NOT NULL, fine TIMESTAMP_LTZ(6), coarse TIMESTAMP_LTZ(3),"
                + " PRIMARY KEY (id))");
        Instant at = Instant.parse("2024-07-01T12:00:00.123456Z");
        Instant millis = at.truncatedTo(ChronoUnit.MILLIS);
        try (Connection connection = server.connect();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO moments VALUES (1, ?, ?)");
                Statement statement = connection.createStatement()) {
            insert.setObject(1, at);
            insert.setObject(2, millis.atOffset(ZoneOffset.ofHours(5)));
            insert.executeUpdate();
            for (String zone : List.of("Europe/Berlin", "America/New_York", "UTC")) {
                statement.execute("SET 'time-zone' = '" + zone + "'");
                try (ResultSet rows = statement.executeQuery("SELECT fine, coarse FROM moments")) {
                    assertThat(rows.next()).isTrue();
                    assertThat(rows.getObject(1, Instant.class)).isEqualTo(at);
                    assertThat(rows.getObject(2, Instant.class)).isEqualTo(millis);
                    OffsetDateTime offset = rows.getObject(1, OffsetDateTime.class);
                    assertThat(offset).isEqualTo(at.atZone(ZoneId.of(zone)).toOffsetDateTime());
                    assertThat(rows.getTimestamp(1).toLocalDateTime()).isEqualTo(offset.toLocalDateTime());
                }
            }
        }
    }

    @Test
    void metadataDescribesRelationsColumnsSchemasAndTypes() throws SQLException {
        server.execute("CREATE VIEW names AS SELECT name FROM items");
        try (Connection connection = server.connect()) {
            DatabaseMetaData metadata = connection.getMetaData();
            try (ResultSet tables = metadata.getTables(null, "PUBLIC", "%", null)) {
                List<String> found = new ArrayList<>();
                while (tables.next()) {
                    found.add(tables.getString("TABLE_TYPE") + " " + tables.getString("TABLE_NAME"));
                }
                assertThat(found).containsExactly("STREAM events", "TABLE items", "VIEW names");
            }
            try (ResultSet columns = metadata.getColumns(null, null, "items", null)) {
                List<String> found = new ArrayList<>();
                while (columns.next()) {
                    found.add(columns.getString("COLUMN_NAME") + " " + columns.getInt("DATA_TYPE") + " "
                            + columns.getString("IS_NULLABLE") + " " + columns.getInt("ORDINAL_POSITION"));
                }
                assertThat(found)
                        .containsExactly(
                                "id " + Types.INTEGER + " NO 1",
                                "name " + Types.VARCHAR + " YES 2",
                                "price " + Types.DECIMAL + " YES 3",
                                "made " + Types.DATE + " YES 4",
                                "at_ " + Types.TIMESTAMP + " YES 5");
            }
            try (ResultSet schemas = metadata.getSchemas()) {
                assertThat(ServerFixture.rows(schemas)).contains("public|tidemark", "sys|tidemark");
            }
            try (ResultSet types = metadata.getTypeInfo()) {
                assertThat(ServerFixture.rows(types)).isNotEmpty();
            }
            assertThat(metadata.getDatabaseProductName()).isEqualTo("Tidemark");
        }
    }

    @Test
    void metadataIsReadWhileOtherMetadataIs() throws SQLException {
        try (Connection connection = server.connect()) {
            DatabaseMetaData metadata = connection.getMetaData();
            List<String> found = new ArrayList<>();
            try (ResultSet tables = metadata.getTables(null, "public", "%", null)) {
                while (tables.next()) {
                    try (ResultSet columns = metadata.getColumns(null, null, tables.getString("TABLE_NAME"), "id")) {
                        while (columns.next()) {
                            found.add(columns.getString("TABLE_NAME") + "." + columns.getString("COLUMN_NAME"));
                        }
                    }
                }
            }
            assertThat(found).containsExactly("events.id", "items.id");
            ResultSet read = metadata.getTables(null, null, "%", null);
            assertThat(ServerFixture.rows(read)).isNotEmpty();
            assertThat(ServerFixture.rows(metadata.getSchemas())).isNotEmpty();
            assertThat(ServerFixture.rows(metadata.getTypeInfo())).isNotEmpty();
        }
    }

    @Test
    void aQueryThatTakesTooLongIsEndedByItsTimeout() throws SQLException {
        server.execute("CREATE STREAM endless (n BIGINT) WITH ('connector' = 'datagen', 'rows-per-second' = '10')");
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(1);
            assertThatThrownBy(() -> statement.executeQuery("SELECT COUNT(*) FROM endless"))
                    .isInstanceOf(SQLException.class);
            statement.setQueryTimeout(0);
            statement.execute("SET 'statement.timeout' = '300 ms'");
            server.execute("CREATE STREAM silent (n INT)");
            server.execute("CREATE MATERIALIZED VIEW waits AS SELECT n FROM silent");
            server.execute("PAUSE QUERY waits");
            assertThatThrownBy(() -> statement.execute("FLUSH waits"))
                    .isInstanceOf(SQLException.class)
                    .satisfies(e -> assertThat(((SQLException) e).getSQLState()).startsWith("57"));
        }
    }

    @Test
    void twoClientsWorkAtOnce() throws Exception {
        ExecutorService clients = Executors.newFixedThreadPool(2);
        try {
            List<Future<Integer>> done = new ArrayList<>();
            for (int client = 0; client < 2; client++) {
                int first = client * 1000;
                done.add(clients.submit(() -> {
                    try (Connection connection = server.connect();
                            PreparedStatement insert =
                                    connection.prepareStatement("INSERT INTO items (id, name) VALUES (?, 'x')")) {
                        int written = 0;
                        for (int i = 0; i < 20; i++) {
                            insert.setInt(1, first + i);
                            written += insert.executeUpdate();
                        }
                        return written;
                    }
                }));
            }
            for (Future<Integer> client : done) {
                assertThat(client.get()).isEqualTo(20);
            }
        } finally {
            clients.shutdown();
        }
        assertThat(server.rows("SELECT COUNT(*) FROM items")).containsExactly("40");
    }

    @Test
    void aBatchOfInsertsReportsEachCount() throws SQLException {
        try (Connection connection = server.connect();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO items (id, name) VALUES (?, ?)")) {
            for (int i = 0; i < 3; i++) {
                insert.setInt(1, i);
                insert.setString(2, "n" + i);
                insert.addBatch();
            }
            assertThat(insert.executeBatch()).containsExactly(1, 1, 1);
        }
        assertThat(server.rows("SELECT COUNT(*) FROM items")).containsExactly("3");
    }

    @Test
    void aPreparedChangeIsPlannedAgainWhenItsTableIsAnother() throws SQLException {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE kept (id INT NOT NULL, a STRING, PRIMARY KEY (id))");
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO kept VALUES (?, ?)");
                    PreparedStatement update = connection.prepareStatement("UPDATE kept SET a = ? WHERE id = ?");
                    PreparedStatement delete = connection.prepareStatement("DELETE FROM kept WHERE id = ?")) {
                for (int i = 1; i <= 3; i++) {
                    insert.setInt(1, i);
                    insert.setString(2, i == 2 ? null : "a" + i);
                    assertThat(insert.executeUpdate()).isEqualTo(1);
                }
                for (int i = 1; i <= 2; i++) {
                    update.setString(1, "b" + i);
                    update.setInt(2, i);
                    assertThat(update.executeUpdate()).isEqualTo(1);
                    delete.setInt(1, i + 2);
                    assertThat(delete.executeUpdate()).isEqualTo(i == 1 ? 1 : 0);
                }
                assertThat(server.rows("SELECT * FROM kept ORDER BY id")).containsExactly("1|b1", "2|b2");
                insert.setNull(1, Types.INTEGER);
                assertThatThrownBy(insert::executeUpdate)
                        .isInstanceOf(SQLException.class)
                        .hasMessageContaining("\"id\"");

                statement.execute("DROP TABLE kept");
                statement.execute("CREATE TABLE kept (id DECIMAL(6, 2), a VARCHAR(3))");
                insert.setString(1, "1.25");
                insert.setString(2, "abc");
                assertThat(insert.executeUpdate()).isEqualTo(1);
                insert.setString(2, "abcd");
                assertThatThrownBy(insert::executeUpdate).isInstanceOf(SQLException.class);
                assertThat(server.rows("SELECT * FROM kept")).containsExactly("1.25|abc");
            }
        }
    }

    @Test
    void aPreparedInsertReadsTheClockEachTime() throws SQLException {
        server.execute("CREATE TABLE stamped (id INT, at TIMESTAMP(3))");
        try (Connection connection = server.connect();
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO stamped VALUES (?, LOCALTIMESTAMP(3))")) {
            for (int i = 0; i < 2; i++) {
                insert.setInt(1, i);
                insert.executeUpdate();
                long now = System.currentTimeMillis();
                while (System.currentTimeMillis() == now) {
                    Thread.onSpinWait();
                }
            }
        }
        assertThat(server.rows("SELECT COUNT(DISTINCT at) FROM stamped")).containsExactly("2");
    }

    @Test
    void arraysComeAsJavaArraysOfTheirElementsTypes() throws SQLException {
        server.execute(
                "CREATE TABLE boxes (id INT NOT NULL, a INT ARRAY, t TIMESTAMP(6) ARRAY, deep ARRAY<ARRAY<STRING>>,"
                        + " PRIMARY KEY (id))");
        server.execute("INSERT INTO boxes VALUES (1, ARRAY[1, NULL, -3], ARRAY[TIMESTAMP '2024-02-29 10:00:00.000001'],"
                + " ARRAY[ARRAY['x', NULL], NULL]), (2, NULL, NULL, NULL)");
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT a, t, deep, ARRAY[1.50, 2] AS d, ARRAY[X'00ff'] AS b FROM boxes ORDER BY id")) {
            assertThat(rows.getMetaData().getColumnType(1)).isEqualTo(Types.ARRAY);
            assertThat(rows.getMetaData().getColumnTypeName(1)).isEqualTo("INT ARRAY");
            assertThat(rows.getMetaData().getColumnClassName(1)).isEqualTo("java.sql.Array");
            assertThat(rows.next()).isTrue();
            Array numbers = rows.getArray(1);
            assertThat(numbers.getArray()).isEqualTo(new Integer[] {1, null, -3});
            assertThat(numbers.getArray(2, 2)).isEqualTo(new Integer[] {null, -3});
            assertThat(numbers.getBaseType()).isEqualTo(Types.INTEGER);
            assertThat(numbers.getBaseTypeName()).isEqualTo("INT");
            assertThatThrownBy(() -> numbers.getArray(3, 2)).hasMessageContaining("an ARRAY of 3 elements");
            assertThat(rows.getObject("a")).isEqualTo(numbers).hasToString("[1, NULL, -3]");
            assertThat(rows.getObject("a", Array.class).getArray()).isEqualTo(new Integer[] {1, null, -3});
            assertThat(rows.getArray("t").getBaseType()).isEqualTo(Types.TIMESTAMP);
            assertThat(rows.getArray("t").getArray())
                    .isEqualTo(new Timestamp[] {Timestamp.valueOf("2024-02-29 10:00:00.000001")});
            assertThat(rows.getArray("deep").getArray()).isEqualTo(new Object[][] {{"x", null}, null});
            assertThat(rows.getString("deep")).isEqualTo("[['x', NULL], NULL]");
            assertThat(rows.getArray("d").getArray())
                    .isEqualTo(new BigDecimal[] {new BigDecimal("1.50"), new BigDecimal("2.00")});
            assertThat(rows.getString("b")).isEqualTo("[00ff]");
            assertThatThrownBy(() -> rows.getInt("a")).hasMessageContaining("of type INT ARRAY");
            assertThat(positions(numbers.getResultSet())).containsExactly("1|1", "2|null", "3|-3");
            assertThat(rows.next()).isTrue();
            assertThat(rows.getArray(1)).isNull();
            assertThat(rows.getObject(1)).isNull();
            assertThat(rows.getString(1)).isNull();
        }
    }

    @Test
    void parametersStandBesideArrays() throws SQLException {
        server.execute("CREATE TABLE boxes (id INT NOT NULL, a BIGINT ARRAY, PRIMARY KEY (id))");
        server.execute("INSERT INTO boxes VALUES (1, ARRAY[7, 8]), (2, ARRAY[9])");
        try (Connection connection = server.connect();
                PreparedStatement statement = connection.prepareStatement(
                        "SELECT id FROM boxes WHERE a[CAST(? AS INT)] = 8 AND ARRAY_CONTAINS(a, CAST(? AS BIGINT))")) {
            statement.setInt(1, 2);
            statement.setLong(2, 7);
            try (ResultSet rows = statement.executeQuery()) {
                assertThat(next(rows, 2)).containsExactly("1");
            }
        }
        try (Connection connection = server.connect();
                PreparedStatement statement = connection.prepareStatement("SELECT id FROM boxes WHERE a = ?")) {
            assertThatThrownBy(() -> {
                        statement.setString(1, "[9]");
                        statement.executeQuery();
                    })
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("BIGINT ARRAY");
        }
    }

    private static List<String> positions(ResultSet elements) throws SQLException {
        return next(elements, Integer.MAX_VALUE);
    }
}
