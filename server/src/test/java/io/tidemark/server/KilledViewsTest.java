package io.tidemark.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Chains of views into sinks outside: a server killed at random moments neither loses a change nor writes one twice. */
class KilledViewsTest {

    private static final int FILES = 9;
    private static final int ROWS_PER_FILE = 250;
    private static final int ROWS = FILES * ROWS_PER_FILE;
    private static final LocalDateTime START = LocalDateTime.parse("2024-01-01T00:00:00");

    @TempDir
    Path directory;

    /** One row a second. */
    private void writeFile(int number) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < ROWS_PER_FILE; i++) {
            int row = number * ROWS_PER_FILE + i;
            lines.append("{\"id\":")
                    .append(row)
                    .append(",\"k\":\"k")
                    .append(row % 7)
                    .append("\",\"ts\":\"")
                    .append(START.plusSeconds(row))
                    .append("\"}\n");
        }
        Path hidden = directory.resolve("in").resolve("." + number);
        Files.writeString(hidden, lines);
        Files.move(hidden, directory.resolve("in").resolve(String.format("%03d.json", number)));
    }

    private void create(ServerProcess server) throws SQLException {
        server.execute("CREATE STREAM events (id BIGINT NOT NULL, k STRING, ts TIMESTAMP(0), WATERMARK FOR ts AS ts)"
                + " WITH ('connector' = 'filesystem', 'path' = '" + directory.resolve("in") + "', 'format' = 'json')");
        server.execute(
                "CREATE MATERIALIZED VIEW per_key AS SELECT k, COUNT(*) AS n, SUM(id) AS total FROM events GROUP BY k");
        server.execute(
                "CREATE MATERIALIZED VIEW sums AS SELECT SUM(n) AS n, SUM(total) AS total, COUNT(*) AS k_ FROM per_key");
        server.execute("CREATE MATERIALIZED VIEW minutes AS SELECT window_time AS at, COUNT(*) AS n FROM"
                + " TABLE(TUMBLE(TABLE events, DESCRIPTOR(ts), INTERVAL '1' MINUTE)) GROUP BY window_time EMIT FINAL");
        server.execute("CREATE MATERIALIZED VIEW tens AS SELECT window_end, SUM(n) AS n FROM"
                + " TABLE(TUMBLE(TABLE minutes, DESCRIPTOR(at), INTERVAL '10' MINUTE)) GROUP BY window_end EMIT FINAL");
        server.execute("CREATE TABLE results (k STRING NOT NULL, n BIGINT, total BIGINT, PRIMARY KEY (k) NOT ENFORCED)"
                + " WITH ('connector' = 'jdbc', 'url' = '" + h2() + "', 'table-name' = 'totals')");
        server.execute("CREATE QUERY storing AS INSERT INTO results SELECT k, n, total FROM per_key");
        server.execute("CREATE STREAM files (at TIMESTAMP(3), n BIGINT) WITH ('connector' = 'filesystem', 'path' = '"
                + directory.resolve("out") + "', 'format' = 'json')");
        server.execute("CREATE QUERY filing AS INSERT INTO files SELECT at, n FROM minutes"
                + " EMIT EVERY INTERVAL '0.1' SECOND");
        server.execute("CREATE STREAM parquet (window_end TIMESTAMP(3), n BIGINT) WITH ('connector' = 'filesystem',"
                + " 'path' = '" + directory.resolve("parquet") + "', 'format' = 'parquet')");
        server.execute("CREATE QUERY parqueting AS INSERT INTO parquet SELECT window_end, n FROM tens"
                + " EMIT EVERY INTERVAL '0.1' SECOND");
    }

    private String h2() {
        return "jdbc:h2:file:" + directory.resolve("h2");
    }

    private static List<String> rows(String url, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return ServerFixture.rows(rows);
        }
    }

    @Test
    void chainsOfViewsLoseNothingAndWriteNothingTwice() throws Exception {
        long seed = System.nanoTime();
        System.out.println("KilledViewsTest seed " + seed);
        Random random = new Random(seed);
        Files.createDirectories(directory.resolve("in"));
        Path data = directory.resolve("data");
        ServerProcess server = ServerProcess.start(data, "-D", "checkpoint.interval=300ms");
        try {
            create(server);
            int written = 0;
            boolean late = false;
            while (written < FILES) {
                int batch = Math.min(FILES - written, 3 + random.nextInt(3));
                for (int i = 0; i < batch; i++) {
                    writeFile(written++);
                }
                if (!late && written > FILES / 2) {
                    server.execute(
                            "CREATE MATERIALIZED VIEW late_comer AS SELECT MAX(n) AS most, SUM(n) AS n FROM per_key");
                    late = true;
                }
                switch (random.nextInt(4)) {
                    case 0 -> server.execute("FLUSH");
                    case 1 -> server.execute("FLUSH per_key");
                    case 2 -> server.execute("FLUSH minutes");
                    default -> server.rows("SELECT * FROM sums");
                }
                server.kill();
                server = ServerProcess.start(data, "-D", "checkpoint.interval=300ms");
            }
            server.execute("FLUSH");
            long sum = (long) ROWS * (ROWS - 1) / 2;
            String totals = ROWS + "|" + sum + "|7";
            assertThat(server.rows("SELECT * FROM sums")).containsExactly(totals);
            assertThat(server.rows("SELECT * FROM late_comer")).containsExactly((ROWS / 7 + 1) + "|" + ROWS);
            int minutes = (ROWS - 1) / 60;
            int tens = (ROWS - 2) / 600;
            assertThat(server.rows("SELECT COUNT(*), SUM(n), COUNT(DISTINCT at) FROM files"))
                    .containsExactly(minutes + "|" + minutes * 60 + "|" + minutes);
            assertThat(server.terminate()).isZero();
            assertThat(rows(h2(), "SELECT SUM(n), SUM(total), COUNT(*) FROM totals"))
                    .containsExactly(totals);
            assertThat(rows(
                            "jdbc:duckdb:",
                            "SELECT COUNT(*), SUM(n), COUNT(DISTINCT window_end) FROM '" + directory.resolve("parquet")
                                    + "/*.parquet'"))
                    .containsExactly(tens + "|" + tens * 600 + "|" + tens);
        } finally {
            server.close();
        }
    }
}
