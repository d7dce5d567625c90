package io.tidemark.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Date;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Parameters of prepared statements: which Java values each SQL type takes, what they become, and which are refused with what. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ParametersTest {

    private static final LocalDateTime AT = LocalDateTime.of(2024, 2, 29, 12, 30, 15, 250_000_000);
    private static final LocalDateTime MICROS = AT.plusNanos(123_000);

    @TempDir
    static Path directory;

    private ServerFixture server;

    @BeforeAll
    void start() throws SQLException {
        server = new ServerFixture(directory.resolve("data"));
        server.execute("CREATE TABLE stored (id INT NOT NULL, flag BOOLEAN, tiny TINYINT, small SMALLINT, num INT,"
                + " big BIGINT, approx DOUBLE, single REAL, dec_ DECIMAL(8,2), txt STRING, short_ VARCHAR(3),"
                + " bin VARBINARY, day_ DATE, time_ TIME(3), fine TIME(6), at_ TIMESTAMP(3), atfine TIMESTAMP(6),"
                + " zoned TIMESTAMP_LTZ(3), PRIMARY KEY (id))");
    }

    @AfterAll
    void stop() {
        server.close();
    }

    static List<Arguments> values() {
        return List.of(
                Arguments.of("flag", true, "true"),
                Arguments.of("flag", 0, "false"),
                Arguments.of("flag", "TRUE", "true"),
                Arguments.of("tiny", 127, "127"),
                Arguments.of("small", (short) -7, "-7"),
                Arguments.of("num", 5L, "5"),
                Arguments.of("num", new BigDecimal("5.00"), "5"),
                Arguments.of("num", " 12 ", "12"),
                Arguments.of("big", 7, "7"),
                Arguments.of("big", BigInteger.valueOf(Long.MIN_VALUE), "-9223372036854775808"),
                Arguments.of("big", Long.MAX_VALUE, "9223372036854775807"),
                Arguments.of("approx", 1, "1.0"),
                Arguments.of("approx", 0.1, "0.1"),
                Arguments.of("approx", "1e3", "1000.0"),
                Arguments.of("approx", new BigDecimal("2.5"), "2.5"),
                Arguments.of("single", 0.1f, "0.1"),
                Arguments.of("dec_", new BigDecimal("1.25"), "1.25"),
                Arguments.of("dec_", new BigDecimal("1.255"), "1.26"),
                Arguments.of("dec_", 3, "3.00"),
                Arguments.of("dec_", 0.1 + 0.2, "0.30"),
                Arguments.of("dec_", "4.5", "4.50"),
                Arguments.of("txt", "plain 😀'", "plain 😀'"),
                Arguments.of("txt", 12, "12"),
                Arguments.of("txt", 'c', "c"),
                Arguments.of("txt", LocalDate.of(2024, 2, 29), "2024-02-29"),
                Arguments.of("short_", "abc", "abc"),
                Arguments.of("short_", "abc  ", "abc"),
                Arguments.of("short_", "a\u00e9  ", "a\u00e9 "),
                Arguments.of("day_", Date.valueOf("2024-02-29"), "2024-02-29"),
                Arguments.of("day_", LocalDate.of(2024, 2, 29), "2024-02-29"),
                Arguments.of("day_", Timestamp.valueOf(AT), "2024-02-29"),
                Arguments.of("day_", "2024-02-29", "2024-02-29"),
                Arguments.of("time_", LocalTime.of(1, 2, 3), "01:02:03.000"),
                Arguments.of("time_", Time.valueOf("01:02:03"), "01:02:03.000"),
                Arguments.of("time_", "1:02:03.5", "01:02:03.500"),
                Arguments.of("fine", LocalTime.of(1, 2, 3, 4_000), "01:02:03.000004"),
                Arguments.of("at_", Timestamp.valueOf(AT), "2024-02-29 12:30:15.250"),
                Arguments.of("at_", AT, "2024-02-29 12:30:15.250"),
                Arguments.of("at_", MICROS, "2024-02-29 12:30:15.250"),
                Arguments.of("at_", Instant.parse("2024-02-29T12:30:15.25Z"), "2024-02-29 12:30:15.250"),
                Arguments.of("at_", OffsetDateTime.parse("2024-02-29T14:30:15.25+02:00"), "2024-02-29 12:30:15.250"),
                Arguments.of(
                        "at_",
                        AT.atZone(ZoneId.of("UTC")).withZoneSameInstant(ZoneId.of("Asia/Tokyo")),
                        "2024-02-29 12:30:15.250"),
                Arguments.of("at_", LocalDate.of(2024, 2, 29), "2024-02-29 00:00:00.000"),
                Arguments.of("at_", "2024-02-29T12:30:15.25", "2024-02-29 12:30:15.250"),
                Arguments.of("at_", "2024-02-29 12:30:15.25+00:00", "2024-02-29 12:30:15.250"),
                Arguments.of("atfine", MICROS, "2024-02-29 12:30:15.250123"),
                Arguments.of("atfine", Timestamp.valueOf(MICROS), "2024-02-29 12:30:15.250123"),
                Arguments.of("zoned", Instant.parse("2024-02-29T12:30:15.25Z"), "2024-02-29 12:30:15.250"));
    }

    private void insert(String column, Object value) throws SQLException {
        try (Connection connection = server.connect();
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO stored (id, " + column + ") VALUES (1, ?)")) {
            insert.setObject(1, value);
            assertThat(insert.executeUpdate()).isEqualTo(1);
        }
    }

    private long counted(String column, String comparison, Object value) throws SQLException {
        try (Connection connection = server.connect();
                PreparedStatement select = connection.prepareStatement(
                        "SELECT COUNT(*) FROM stored WHERE " + column + " " + comparison + " ?")) {
            select.setObject(1, value);
            try (ResultSet rows = select.executeQuery()) {
                rows.next();
                return rows.getLong(1);
            }
        }
    }

    @ParameterizedTest(name = "{0} = {1}")
    @MethodSource("values")
    void aValueThatFitsIsStored(String column, Object value, String expected) throws SQLException {
        insert(column, value);
        assertThat(server.rows("SELECT " + column + " FROM stored")).containsExactly(expected);
    }

    @Test
    void aComparisonTakesTheValueWithAllItsDigits() throws SQLException {
        insert("num", 5);
        assertThat(counted("num", "<", 5.5)).isEqualTo(1);
        assertThat(counted("num", "=", 5.5)).isZero();
        assertThat(counted("num", "<", 1L << 40)).isEqualTo(1);
        assertThat(counted("num", "=", "5")).isEqualTo(1);
        insert("dec_", new BigDecimal("1.26"));
        assertThat(counted("dec_", ">", new BigDecimal("1.255"))).isEqualTo(1);
        assertThat(counted("dec_", "=", new BigDecimal("1.255"))).isZero();
        assertThat(counted("dec_", "=", 1.26)).isEqualTo(1);
        insert("short_", "abc");
        assertThat(counted("short_", "<", "abcd")).isEqualTo(1);
        insert("at_", AT);
        assertThat(counted("at_", "<", MICROS)).isEqualTo(1);
        assertThat(counted("at_", "=", Instant.parse("2024-02-29T12:30:15.25Z")))
                .isEqualTo(1);
        insert("single", 0.1f);
        assertThat(counted("single", "=", 0.1f)).isEqualTo(1);
        insert("bin", new byte[] {1, 2});
        assertThat(counted("bin", "=", new byte[] {1, 2})).isEqualTo(1);
    }

    @Test
    void aWallClockForAnInstantIsTheSessionsAndComesBackAsItWent() throws SQLException {
        try (Connection connection = DriverManager.getConnection(server.url() + ";timeZone=America/New_York");
                PreparedStatement insert = connection.prepareStatement("INSERT INTO stored (id, zoned) VALUES (1, ?)");
                PreparedStatement select = connection.prepareStatement("SELECT zoned FROM stored WHERE zoned = ?")) {
            insert.setTimestamp(1, Timestamp.valueOf(AT));
            insert.executeUpdate();
            for (Object same :
                    List.of(AT, AT.atZone(ZoneId.of("America/New_York")).toInstant())) {
                select.setObject(1, same);
                try (ResultSet rows = select.executeQuery()) {
                    assertThat(rows.next()).isTrue();
                    assertThat(rows.getTimestamp(1)).isEqualTo(Timestamp.valueOf(AT));
                }
            }
        }
    }

    static List<Arguments> refusals() {
        return List.of(
                Arguments.of("num", "abc", "22018"),
                Arguments.of("num", true, "22018"),
                Arguments.of("num", Timestamp.valueOf(AT), "22018"),
                Arguments.of("num", Date.valueOf("2024-02-29"), "22018"),
                Arguments.of("num", Double.NaN, "22018"),
                Arguments.of("dec_", "1,5", "22018"),
                Arguments.of("dec_", "1e999999999", "22003"),
                Arguments.of("flag", 2, "22018"),
                Arguments.of("flag", "yes, please", "22018"),
                Arguments.of("txt", new byte[] {1}, "22018"),
                Arguments.of("bin", "text", "22018"),
                Arguments.of("day_", 5, "22018"),
                Arguments.of("day_", "2024-02-30", "22018"),
                Arguments.of("at_", 5L, "22018"),
                Arguments.of("at_", "yesterday", "22018"),
                Arguments.of("at_", LocalTime.NOON, "22018"));
    }

    @ParameterizedTest(name = "{0} = {1}")
    @MethodSource("refusals")
    void aValueOfAnotherKindIsRefusedAndNotJustUnequal(String column, Object value, String state) {
        assertThatThrownBy(() -> counted(column, "=", value)).isInstanceOfSatisfying(SQLException.class, e -> {
            assertThat(e.getSQLState()).as(e.getMessage()).isEqualTo(state);
            assertThat(e.getMessage()).startsWith("parameter 1 is a ");
        });
    }

    static List<Arguments> misfits() {
        return List.of(
                Arguments.of("num", 1L << 40, "22003"),
                Arguments.of("tiny", 128, "22003"),
                Arguments.of("num", 1.5, "22018"),
                Arguments.of("dec_", new BigDecimal("1234567"), "22003"),
                Arguments.of("single", 1e300, "22003"),
                Arguments.of("short_", "abcd", "22001"),
                Arguments.of("short_", "abc d", "22001"),
                Arguments.of("short_", "abcd  ", "22001"),
                Arguments.of("at_", LocalDateTime.of(12024, 1, 1, 0, 0), "22008"));
    }

    @ParameterizedTest(name = "{0} = {1}")
    @MethodSource("misfits")
    void aValueThatDoesNotFitItsColumnIsRefused(String column, Object value, String state) {
        assertThatThrownBy(() -> insert(column, value)).isInstanceOfSatisfying(SQLException.class, e -> {
            assertThat(e.getSQLState()).as(e.getMessage()).isEqualTo(state);
            assertThat(e.getMessage()).startsWith("parameter 1 is a ");
        });
    }

    @Test
    void aValueLongerThanTheEngineHoldsIsRefusedAsALiteralToo() throws SQLException {
        String longest = "x".repeat(4_194_303);
        try (Connection connection = server.connect();
                PreparedStatement select = connection.prepareStatement("SELECT CAST(? AS VARCHAR)");
                Statement statement = connection.createStatement()) {
            select.setString(1, longest);
            assertThat(only(select.executeQuery())).isEqualTo(longest);
            select.setString(1, longest + "x");
            assertTooLong(select::executeQuery);
            assertThat(only(statement.executeQuery("SELECT '" + longest + "'"))).isEqualTo(longest);
            assertTooLong(() -> statement.executeQuery("SELECT '" + longest + "x'"));
            assertTooLong(() -> statement.executeUpdate("INSERT INTO stored (id, txt) VALUES (1, '" + longest + "x')"));
        }
        assertTooLong(() -> insert("txt", longest + "x"));
    }

    private static String only(ResultSet result) throws SQLException {
        result.next();
        return result.getString(1);
    }

    private static void assertTooLong(ThrowingCallable statement) {
        assertThatThrownBy(statement).isInstanceOfSatisfying(SQLException.class, e -> {
            assertThat(e.getSQLState()).as(e.getMessage()).isEqualTo("22001");
            assertThat(e.getMessage()).startsWith("a value of 4194304 bytes is longer than 4194303 bytes");
        });
    }

    @Test
    void aValueWhoseRoundingWouldChangeAResultIsRefused() throws SQLException {
        try (Connection connection = server.connect();
                PreparedStatement update = connection.prepareStatement("UPDATE stored SET dec_ = dec_ * ?")) {
            update.setBigDecimal(1, new BigDecimal("1.005"));
            assertThatThrownBy(update::executeUpdate)
                    .isInstanceOfSatisfying(
                            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("22018"))
                    .hasMessageContaining("CAST(?");
        }
    }

    @Test
    void aParameterThatWasNeverSetIsNamed() throws SQLException {
        try (Connection connection = server.connect();
                PreparedStatement select =
                        connection.prepareStatement("SELECT id FROM stored WHERE id = ? AND (num = ? OR big = ?)")) {
            select.setInt(1, 1);
            select.setNull(3, Types.BIGINT);
            assertThatThrownBy(select::executeQuery).satisfies(e -> assertNotSet(e, 2));
            assertThatThrownBy(select::execute).satisfies(e -> assertNotSet(e, 2));
            select.setInt(2, 1);
            select.executeQuery().close();
            select.clearParameters();
            assertThatThrownBy(select::executeQuery).satisfies(e -> assertNotSet(e, 1));
        }
        try (Connection connection = server.connect();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO stored (id, num) VALUES (?, ?)")) {
            insert.setInt(1, 9);
            assertThatThrownBy(insert::executeUpdate).satisfies(e -> assertNotSet(e, 2));
            assertThatThrownBy(insert::addBatch).satisfies(e -> assertNotSet(e, 2));
        }
    }

    @Test
    void aStatementWithParametersNeedsPreparing() throws SQLException {
        assertThatThrownBy(() -> server.rows("SELECT id FROM stored WHERE id = ?"))
                .satisfies(e -> assertNotSet(e, 1));
    }

    private static void assertNotSet(Throwable failure, int parameter) {
        assertThat(failure).isInstanceOfSatisfying(SQLException.class, e -> {
            assertThat(e.getSQLState()).isEqualTo("07001");
            assertThat(e.getErrorCode()).isEqualTo(1015);
            assertThat(e.getMessage()).startsWith("parameter " + parameter + " is not set");
        });
    }
}
