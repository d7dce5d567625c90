package io.tidemark.server.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.server.ServerFixture;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoField;
import java.util.Locale;
import java.util.TimeZone;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Times with microseconds, in and out, in any zone of the JVM and around its changes of offset. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TimesTest {

    @TempDir
    static Path directory;

    private ServerFixture server;
    private TimeZone zone;

    @BeforeAll
    void start() {
        zone = TimeZone.getDefault();
        server = new ServerFixture(directory.resolve("data"));
    }

    @AfterEach
    void resetZone() {
        TimeZone.setDefault(zone);
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource({
        "UTC, 2024-02-29T12:30:15.123456",
        "America/New_York, 2024-03-10T03:30:15.123456",
        // New York's clocks skip this time and show the next one twice.
        "America/New_York, 2024-03-10T02:30:15.123456",
        "America/New_York, 2024-11-03T01:30:15.123456",
        "Asia/Kathmandu, 1969-12-31T23:59:59.999999",
        "Pacific/Apia, 2011-12-30T00:00:00.000001",
        "Europe/Vienna, 1582-10-10T00:00:00.5"
    })
    void microsecondsSurvive(String zoneName, LocalDateTime at) throws SQLException {
        TimeZone.setDefault(TimeZone.getTimeZone(zoneName));
        Instant instant = at.toInstant(ZoneOffset.UTC);
        try (Connection connection = server.connect();
                PreparedStatement statement = connection.prepareStatement("SELECT CAST(? AS TIMESTAMP(6)) AS ts,"
                        + " CAST(? AS TIMESTAMP(6)) AS instant, CAST(? AS TIME(6)) AS clock, CAST(? AS DATE) AS day_,"
                        + " CAST(? AS TIMESTAMP_LTZ(6)) AS zoned")) {
            statement.setObject(1, at);
            statement.setObject(2, instant);
            statement.setObject(3, at.toLocalTime());
            statement.setObject(4, at.toLocalDate());
            statement.setObject(5, instant.atOffset(ZoneOffset.ofHours(2)));
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                assertThat(row.getObject("ts", LocalDateTime.class)).isEqualTo(at);
                assertThat(row.getObject("ts", Instant.class)).isEqualTo(instant);
                assertThat(row.getObject("instant", OffsetDateTime.class).toInstant())
                        .isEqualTo(instant);
                assertThat(row.getObject("clock", LocalTime.class)).isEqualTo(at.toLocalTime());
                assertThat(row.getObject("day_", LocalDate.class)).isEqualTo(at.toLocalDate());
                assertThat(row.getObject("zoned", ZonedDateTime.class).toInstant())
                        .isEqualTo(instant);
                String micros = String.format(Locale.ROOT, "%06d", at.get(ChronoField.NANO_OF_SECOND) / 1000);
                assertThat(row.getString("ts"))
                        .startsWith(at.toLocalDate() + " ")
                        .endsWith("." + micros);
                assertThat(row.getString("clock")).endsWith("." + micros);
                Timestamp timestamp = row.getTimestamp("ts");
                assertThat(row.getObject("ts")).isEqualTo(timestamp);
                assertThat(timestamp.getNanos()).isEqualTo(at.get(ChronoField.NANO_OF_SECOND));
                assertThat(timestamp).isEqualTo(Timestamp.valueOf(at));
            }
            statement.setTimestamp(1, Timestamp.valueOf(at));
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                assertThat(row.getTimestamp("ts")).isEqualTo(Timestamp.valueOf(at));
            }
        }
    }
}
