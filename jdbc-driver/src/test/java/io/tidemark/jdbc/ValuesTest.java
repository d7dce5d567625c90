package io.tidemark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringReader;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.Date;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Calendar;
import java.util.Properties;
import java.util.TimeZone;
import org.apache.calcite.avatica.remote.TypedValue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values and parameters keep their meaning on the way, whatever the client's zone. */
class ValuesTest {

    /** Just after the clocks of New York went forward and before those of Berlin did. */
    private static final LocalDateTime AT = LocalDateTime.of(2024, 3, 10, 3, 30, 15, 123_000_000);

    private static final LocalDate DAY = LocalDate.of(2024, 3, 31);
    private static final LocalTime HOUR = LocalTime.of(2, 30, 0, 5_000_000);

    private final FakeServer server = new FakeServer();
    private final TimeZone zoneBefore = TimeZone.getDefault();

    @AfterEach
    void stop() {
        TimeZone.setDefault(zoneBefore);
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTC", "America/New_York", "Europe/Berlin", "Asia/Kathmandu", "Pacific/Apia"})
    void datesAndTimesAreThoseOfTheWallClockInEveryZone(String zone) throws SQLException {
        TimeZone.setDefault(TimeZone.getTimeZone(zone));
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = values(statement)) {
            assertThat(row.getTimestamp("at")).isEqualTo(Timestamp.valueOf(AT));
            assertThat(row.getObject("at")).isEqualTo(Timestamp.valueOf(AT));
            assertThat(row.getString("at")).startsWith("2024-03-10 03:30:15");
            assertThat(row.getDate("at")).isEqualTo(Date.valueOf(AT.toLocalDate()));
            assertThat(row.getObject("at", LocalDateTime.class)).isEqualTo(AT);
            assertThat(row.getDate("day")).isEqualTo(Date.valueOf(DAY));
            assertThat(row.getString("day")).isEqualTo("2024-03-31");
            assertThat(row.getTimestamp("day")).isEqualTo(Timestamp.valueOf(DAY.atStartOfDay()));
            assertThat(row.getObject("day", LocalDate.class)).isEqualTo(DAY);
            assertThat(row.getTime("hour")).hasToString("02:30:00");
            assertThat(row.getObject("hour", LocalTime.class)).isEqualTo(HOUR);
        }
    }

    @Test
    void aCalendarSaysInWhichZoneTheWallClockStands() throws SQLException {
        TimeZone.setDefault(TimeZone.getTimeZone("America/New_York"));
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = values(statement)) {
            Calendar utc = Calendar.getInstance(TimeZone.getTimeZone("UTC"));
            assertThat(row.getTimestamp("at", utc).toInstant()).isEqualTo(AT.toInstant(ZoneOffset.UTC));
        }
    }

    @Test
    void everyTypeComesAsTheClassThatJdbcHasForIt() throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = values(statement)) {
            assertThat(row.getObject("amount")).isEqualTo(new BigDecimal("12.30"));
            assertThat(row.getBigDecimal("amount")).isEqualTo(new BigDecimal("12.30"));
            assertThat(row.getObject("count")).isEqualTo(5_000_000_000L);
            assertThat(row.getObject("small")).isEqualTo(7);
            assertThat(row.getObject("share")).isEqualTo(0.5);
            assertThat(row.getObject("ok")).isEqualTo(true);
            assertThat(row.getObject("name")).isEqualTo("žluť 🌊");
            assertThat(row.getBytes("bytes")).containsExactly(1, 2, 3);
            assertThat(row.getObject("count", Long.class)).isEqualTo(5_000_000_000L);
            assertThat(row.getObject("name", String.class)).isEqualTo("žluť 🌊");
            assertThatThrownBy(() -> row.getObject("name", LocalDate.class))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("cannot convert column \"name\"");
        }
    }

    @Test
    void nullIsNullInEveryType() throws SQLException {
        server.meta().on("SELECT nulls", h -> FakeMeta.all(Columns.VALUES, FakeMeta.row(new Object[10])));
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT nulls")) {
            row.next();
            for (int column = 1; column <= 10; column++) {
                assertThat(row.getObject(column)).as("column %d", column).isNull();
                assertThat(row.getString(column)).isNull();
                assertThat(row.wasNull()).isTrue();
            }
            assertThat(row.getTimestamp(1)).isNull();
            assertThat(row.getBigDecimal(4)).isNull();
            assertThat(row.getObject(1, LocalDateTime.class)).isNull();
            assertThat(row.getLong(5)).isZero();
            assertThat(row.wasNull()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTC", "America/New_York", "Pacific/Apia"})
    void parametersReachTheServerAsWallClockTimes(String zone) throws SQLException {
        TimeZone.setDefault(TimeZone.getTimeZone(zone));
        server.meta().on("SELECT ?, ?, ?, ?, ?", h -> FakeMeta.all(Columns.INTEGER));
        try (Connection connection = connect();
                PreparedStatement statement = connection.prepareStatement("SELECT ?, ?, ?, ?, ?")) {
            statement.setTimestamp(1, Timestamp.valueOf(AT));
            statement.setObject(2, AT);
            statement.setObject(3, DAY, Types.DATE);
            statement.setCharacterStream(4, new StringReader("from a stream"), 6);
            statement.setObject(5, null);
            statement.executeQuery().close();
        }
        assertThat(server.meta().parameters().get(0))
                .extracting(value -> value.value)
                .containsExactly(millis(AT), millis(AT), (int) DAY.toEpochDay(), "from a", null);
    }

    @Test
    void aBatchSendsItsRowsTogether() throws SQLException {
        try (Connection connection = connect();
                PreparedStatement statement = connection.prepareStatement("INSERT INTO t VALUES (?)")) {
            for (int i = 0; i < 3; i++) {
                statement.setInt(1, i);
                statement.addBatch();
            }
            assertThat(statement.executeBatch()).containsExactly(1, 1, 1);
        }
        assertThat(server.meta().parameters())
                .extracting(row -> row.get(0))
                .extracting((TypedValue value) -> value.value)
                .containsExactly(0, 1, 2);
    }

    @Test
    void thePropertiesOfTheConnectionReachTheServer() throws SQLException {
        Properties info = new Properties();
        info.setProperty("user", "me");
        info.setProperty("password", "secret");
        String url = server.url() + "/sales;timeZone=Europe/Berlin;lex=java;set.query.timeout=5";
        try (Connection connection = DriverManager.getConnection(url, info)) {
            assertThat(server.meta().opened())
                    .singleElement()
                    .satisfies(opened -> assertThat(opened)
                            .containsEntry("user", "me")
                            .doesNotContainKey("password")
                            .containsEntry("schema", "sales")
                            .containsEntry("timeZone", "Europe/Berlin")
                            .containsEntry("lex", "java")
                            .containsEntry("set.query.timeout", "5"));
            assertThat(connection.getMetaData().getUserName()).isEqualTo("me");
        }
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(server.url());
    }

    private ResultSet values(Statement statement) throws SQLException {
        server.meta()
                .on(
                        "SELECT row",
                        h -> FakeMeta.all(
                                Columns.VALUES,
                                FakeMeta.row(
                                        millis(AT),
                                        (int) DAY.toEpochDay(),
                                        (int) (HOUR.toNanoOfDay() / 1_000_000),
                                        new BigDecimal("12.30"),
                                        5_000_000_000L,
                                        (short) 7,
                                        0.5,
                                        true,
                                        "žluť 🌊",
                                        new byte[] {1, 2, 3})));
        ResultSet row = statement.executeQuery("SELECT row");
        assertThat(row.next()).isTrue();
        return row;
    }

    private static long millis(LocalDateTime wallClock) {
        return wallClock.toInstant(ZoneOffset.UTC).toEpochMilli();
    }
}
