package io.tidemark.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The main job: a week of earthquakes in tumbling days. */
class EarthquakeDaysTest {

    private static final Path QUAKES =
            Path.of(System.getProperty("tidemark.rootDirectory"), "conf", "earthquakes-week.ndjson");

    @TempDir
    Path directory;

    private ServerFixture server() throws SQLException {
        ServerFixture server = new ServerFixture(directory.resolve("data"));
        server.execute(
                "CREATE STREAM quakes (\"time\" BIGINT, mag DOUBLE, net STRING, quake_time AS TO_TIMESTAMP(\"time\", 3),"
                        + " WATERMARK FOR quake_time AS quake_time - INTERVAL '2' DAY) WITH ('connector' = 'filesystem', 'path' = '"
                        + QUAKES + "', 'format' = 'json')");
        server.execute("CREATE TABLE days (day_start TIMESTAMP(3) NOT NULL, quakes BIGINT, strongest DOUBLE,"
                + " PRIMARY KEY (day_start))");
        return server;
    }

    private static String insert(String head) {
        return head + "INSERT INTO days SELECT window_start, COUNT(*), MAX(mag)"
                + " FROM TABLE(TUMBLE(TABLE quakes, DESCRIPTOR(quake_time), INTERVAL '1' DAY))"
                + " GROUP BY window_start, window_end EMIT APPEND ONCE";
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 244, 1707})
    void theFinalDaysAreTheSameHoweverTheFileIsCutIntoEpochs(int rowsPerEpoch) throws SQLException {
        try (ServerFixture server = server()) {
            int written =
                    server.execute(insert("CREATE QUERY daily WITH ('epoch.max-rows' = '" + rowsPerEpoch + "') AS "));
            assertThat(server.rows("SELECT day_start, quakes, strongest FROM days ORDER BY day_start"))
                    .containsExactly(
                            "2018-01-31 00:00:00.000|191|5.7",
                            "2018-02-01 00:00:00.000|226|6.0",
                            "2018-02-02 00:00:00.000|228|5.1",
                            "2018-02-03 00:00:00.000|247|5.2",
                            "2018-02-04 00:00:00.000|299|6.1");
            assertThat(written).isEqualTo(5);
            assertThat(
                            server.rows(
                                    "SELECT rows_read, rows_accepted, rows_late, rows_bad FROM sys.sources WHERE query = 'daily'"))
                    .containsExactly("1707|1667|40|0");
            assertThat(server.rows("SELECT COUNT(*) FROM sys.late_rows WHERE query = 'daily'"))
                    .containsExactly("40");
            int epochs = (1707 + rowsPerEpoch - 1) / rowsPerEpoch;
            assertThat(server.rows("SELECT epoch FROM sys.queries WHERE name = 'daily'"))
                    .containsExactly(Integer.toString(epochs));
        }
    }

    @Test
    void whatWasWrittenIsThereAfterARestart() throws SQLException {
        try (ServerFixture server = server()) {
            server.execute(insert(""));
            server.restart();
            assertThat(server.rows("SELECT SUM(quakes), MAX(strongest) FROM days"))
                    .containsExactly("1191|6.1");
        }
    }
}
