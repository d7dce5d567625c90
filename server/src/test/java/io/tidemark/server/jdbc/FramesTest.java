package io.tidemark.server.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.server.ServerFixture;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The first hundred rows of a result come as Avatica's messages have rows, further ones in columns: row {@code n} of the table here has the values of
 * row {@code n + 150}, and every getter has to give the same of both.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FramesTest {

    private static final int DIFFERENT_ROWS = 150;
    private static final int FIRST_FRAME_ROWS = 100;

    private static final List<Getter> GETTERS = List.of(
            ResultSet::getObject,
            ResultSet::getString,
            ResultSet::getBoolean,
            ResultSet::getByte,
            ResultSet::getInt,
            ResultSet::getLong,
            ResultSet::getFloat,
            ResultSet::getDouble,
            ResultSet::getBigDecimal,
            ResultSet::getBytes,
            ResultSet::getDate,
            ResultSet::getTime,
            ResultSet::getTimestamp,
            (row, column) -> row.getObject(column, LocalDate.class),
            (row, column) -> row.getObject(column, LocalTime.class),
            (row, column) -> row.getObject(column, LocalDateTime.class),
            (row, column) -> row.getObject(column, Instant.class),
            (row, column) -> row.getObject(column, BigInteger.class));

    @TempDir
    static Path directory;

    private ServerFixture server;

    /** A way to read a value. */
    private interface Getter {
        @Nullable
        Object of(ResultSet row, int column) throws SQLException;
    }

    @BeforeAll
    void start() throws SQLException {
        server = new ServerFixture(directory.resolve("data"));
        server.execute(
                "CREATE TABLE every_type (id INT NOT NULL, yes BOOLEAN, tiny TINYINT, small SMALLINT, medium INT,"
                        + " big BIGINT, single REAL, twice DOUBLE, short_decimal DECIMAL(12, 3), long_decimal DECIMAL(30, 5),"
                        + " name STRING, bytes VARBINARY, on_day DATE, at_second TIME(0), at_micro TIME(6), millis TIMESTAMP(3),"
                        + " micros TIMESTAMP(6), instant TIMESTAMP_LTZ(3), instant_micros TIMESTAMP_LTZ(6), PRIMARY KEY (id))");
        Random random = new Random(7);
        try (Connection connection = server.connect();
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO every_type VALUES (?" + ", ?".repeat(18) + ")")) {
            for (int i = 0; i < DIFFERENT_ROWS; i++) {
                List<Object> values = values(i, random);
                add(insert, i, values);
                add(insert, i + DIFFERENT_ROWS, values);
            }
            insert.executeBatch();
        }
    }

    @AfterAll
    void stop() {
        server.close();
    }

    private static List<@Nullable Object> values(int number, Random random) {
        LocalDateTime at = LocalDateTime.of(1969, 12, 30, 23, 59, 58)
                .plusDays(random.nextInt(40_000))
                .plusNanos(random.nextInt(1_000_000) * 1000L);
        LocalDateTime atMillis = at.truncatedTo(ChronoUnit.MILLIS);
        long big = number % 3 == 0 ? random.nextLong() : number;
        List<@Nullable Object> values = new ArrayList<>(Arrays.asList(
                random.nextBoolean(),
                random.nextInt(256) - 128,
                random.nextInt(65_536) - 32_768,
                random.nextInt(),
                number == 1 ? Long.MAX_VALUE : number == 2 ? Long.MIN_VALUE : big,
                random.nextFloat() * 100,
                random.nextGaussian() * 1e6,
                new BigDecimal(BigInteger.valueOf(random.nextInt()), 3),
                new BigDecimal(new BigInteger(90, random).subtract(BigInteger.ONE.shiftLeft(89)), 5),
                number % 11 == 0 ? "" : "žluť 🌊 ".repeat(number % 5) + number,
                Integer.toString(number).getBytes(StandardCharsets.US_ASCII),
                at.toLocalDate(),
                at.toLocalTime().withNano(0),
                at.toLocalTime(),
                atMillis,
                at,
                atMillis,
                at));
        for (int i = 0; i < values.size(); i++) {
            if (random.nextInt(5) == 0) {
                values.set(i, null);
            }
        }
        return values;
    }

    private static void add(PreparedStatement insert, int id, List<@Nullable Object> values) throws SQLException {
        insert.setInt(1, id);
        for (int i = 0; i < values.size(); i++) {
            insert.setObject(i + 2, values.get(i));
        }
        insert.addBatch();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 100_000})
    void everyGetterGivesOfColumnsWhatItGivesOfRows(int fetchSize) throws SQLException {
        try (Connection connection = server.connect();
                Statement session = connection.createStatement();
                Statement statement = connection.createStatement()) {
            session.execute("SET 'time-zone' = 'America/New_York'");
            statement.setFetchSize(fetchSize);
            List<List<String>> outcomes = new ArrayList<>();
            try (ResultSet rows =
                    statement.executeQuery("SELECT *, INTERVAL '1' DAY AS day_ FROM every_type ORDER BY id")) {
                while (rows.next()) {
                    assertThat(rows.getInt(1)).isEqualTo(outcomes.size());
                    outcomes.add(outcomes(rows));
                }
            }
            assertThat(outcomes).hasSize(2 * DIFFERENT_ROWS);
            for (int i = 0; i < FIRST_FRAME_ROWS; i++) {
                assertThat(outcomes.get(i + DIFFERENT_ROWS)).as("row %d", i).isEqualTo(outcomes.get(i));
            }
        }
    }

    private static List<String> outcomes(ResultSet row) throws SQLException {
        List<String> outcomes = new ArrayList<>();
        for (int column = 2; column <= row.getMetaData().getColumnCount(); column++) {
            for (Getter getter : GETTERS) {
                outcomes.add(outcome(getter, row, column));
            }
        }
        return outcomes;
    }

    private static String outcome(Getter getter, ResultSet row, int column) throws SQLException {
        try {
            Object value = getter.of(row, column);
            String text = value instanceof byte[] bytes ? Arrays.toString(bytes) : String.valueOf(value);
            return text + " " + (value == null ? "" : value.getClass()) + row.wasNull();
        } catch (SQLException e) {
            return e.getSQLState() + " " + e.getMessage();
        }
    }

    @Test
    void theGreatestNumberOfRowsHoldsWithinAFrameInColumns() throws SQLException {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            statement.setMaxRows(213);
            try (ResultSet rows = statement.executeQuery("SELECT id FROM every_type ORDER BY id")) {
                int count = 0;
                while (rows.next()) {
                    assertThat(rows.getInt("id")).isEqualTo(count++);
                }
                assertThat(count).isEqualTo(213);
            }
        }
    }

    @Test
    void arraysComeAsRowsToTheEnd() throws SQLException {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT id, ARRAY[id, id + 1] FROM every_type ORDER BY id")) {
            for (int i = 0; i < 2 * DIFFERENT_ROWS; i++) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getArray(2).getArray()).isEqualTo(new Integer[] {i, i + 1});
            }
            assertThat(rows.next()).isFalse();
        }
    }

    @Test
    void avaticasOwnDriverGetsAllRowsAsItsMessagesHaveThem() throws SQLException {
        try (Connection connection = AvaticaSide.connect(
                        URI.create(server.url().substring("jdbc:".length())).getPort(), Map.of());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT id, name, long_decimal FROM every_type ORDER BY id")) {
            List<String> read = new ArrayList<>();
            while (rows.next()) {
                assertThat(rows.getInt(1)).isEqualTo(read.size());
                read.add(rows.getString(2) + " " + rows.getBigDecimal(3));
            }
            assertThat(read).hasSize(2 * DIFFERENT_ROWS);
            assertThat(read.subList(DIFFERENT_ROWS, 2 * DIFFERENT_ROWS)).isEqualTo(read.subList(0, DIFFERENT_ROWS));
        }
    }
}
