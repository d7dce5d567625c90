package io.tidemark.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The final days of the earthquakes, as other programs read them: DuckDB a Parquet directory, H2's own driver an H2 file. */
class EarthquakeSinksTest {

    private static final Path QUAKES =
            Path.of(System.getProperty("tidemark.rootDirectory"), "conf", "earthquakes-week.ndjson");
    private static final List<String> FINAL_DAYS = List.of(
            "2018-01-31|191|5.7",
            "2018-02-01|226|6.0",
            "2018-02-02|228|5.1",
            "2018-02-03|247|5.2",
            "2018-02-04|299|6.1");

    @TempDir
    Path directory;

    private static List<String> days(String url, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return ServerFixture.rows(rows);
        }
    }

    private static void createQuakes(ServerFixture server) throws SQLException {
        server.execute("CREATE STREAM quakes (\"time\" BIGINT, mag DOUBLE, quake_time AS TO_TIMESTAMP(\"time\", 3),"
                + " WATERMARK FOR quake_time AS quake_time - INTERVAL '2' DAY)"
                + " WITH ('connector' = 'filesystem', 'path' = '" + QUAKES + "', 'format' = 'json')");
    }

    private static String insert(String target) {
        return "INSERT INTO " + target + " SELECT window_start, COUNT(*), MAX(mag)"
                + " FROM TABLE(TUMBLE(TABLE quakes, DESCRIPTOR(quake_time), INTERVAL '1' DAY))"
                + " GROUP BY window_start, window_end EMIT APPEND ONCE";
    }

    @Test
    void duckDbReadsTheParquetDirectory() throws SQLException {
        Path days = directory.resolve("days");
        try (ServerFixture server = new ServerFixture(directory.resolve("data"))) {
            createQuakes(server);
            server.execute("CREATE STREAM days (day_start TIMESTAMP(3), quakes BIGINT, strongest DOUBLE)"
                    + " WITH ('connector' = 'filesystem', 'path' = '" + days + "', 'format' = 'parquet')");
            assertThat(server.execute(insert("days"))).isEqualTo(5);
        }
        assertThat(days(
                        "jdbc:duckdb:",
                        "SELECT CAST(day_start AS DATE), quakes, strongest FROM '" + days
                                + "/*.parquet' ORDER BY day_start"))
                .isEqualTo(FINAL_DAYS);
        assertThat(days("jdbc:duckdb:", "SELECT typeof(day_start) FROM '" + days + "/*.parquet' LIMIT 1"))
                .containsExactly("TIMESTAMP");
    }

    @Test
    void h2ReadsTheTableInItsFile() throws SQLException {
        String url = "jdbc:h2:file:" + directory.resolve("results");
        try (ServerFixture server = new ServerFixture(directory.resolve("data"))) {
            createQuakes(server);
            server.execute("CREATE TABLE days (day_start TIMESTAMP(3) NOT NULL, quakes BIGINT, strongest DOUBLE,"
                    + " PRIMARY KEY (day_start) NOT ENFORCED) WITH ('connector' = 'jdbc', 'url' = '" + url
                    + "', 'table-name' = 'days')");
            assertThat(server.execute(insert("days"))).isEqualTo(5);
        }
        assertThat(days(url, "SELECT CAST(day_start AS DATE), quakes, strongest FROM days ORDER BY day_start"))
                .isEqualTo(FINAL_DAYS);
    }
}
