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
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that is killed at random moments goes on as if nothing had happened. */
class KilledServerTest {

    private static final int FILES = 30;
    private static final int ROWS_PER_FILE = 200;

    @TempDir
    Path directory;

    private void writeFile(int number) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < ROWS_PER_FILE; i++) {
            int row = number * ROWS_PER_FILE + i;
            lines.append("{\"id\":")
                    .append(row)
                    .append(",\"k\":\"k")
                    .append(row % 7)
                    .append("\",\"ts\":\"2024-01-01T00:")
                    .append(String.format("%02d:%02d", row / 60 % 60, row % 60))
                    .append("\"}\n");
        }
        Path hidden = directory.resolve("in").resolve("." + number);
        Files.writeString(hidden, lines);
        Files.move(hidden, directory.resolve("in").resolve(String.format("%03d.json", number)));
    }

    private void create(ServerProcess server) throws SQLException {
        server.execute("CREATE STREAM events (id BIGINT NOT NULL, k STRING, ts TIMESTAMP(3),"
                + " WATERMARK FOR ts AS ts - INTERVAL '1' HOUR) WITH ('connector' = 'filesystem', 'path' = '"
                + directory.resolve("in") + "', 'format' = 'json')");
        server.execute("CREATE STREAM copies (id BIGINT NOT NULL, k STRING)");
        server.execute("CREATE TABLE counts (k STRING NOT NULL, n BIGINT, total BIGINT, PRIMARY KEY (k))");
        server.execute("CREATE STREAM files (id BIGINT, k STRING) WITH ('connector' = 'filesystem', 'path' = '"
                + directory.resolve("out") + "', 'format' = 'json')");
        server.execute(
                "CREATE MATERIALIZED VIEW per_key AS SELECT k, COUNT(*) AS n, SUM(id) AS total FROM events GROUP BY k");
        server.execute("CREATE QUERY copy AS INSERT INTO copies SELECT id, k FROM events");
        server.execute(
                "CREATE QUERY counting AS INSERT INTO counts SELECT k, COUNT(*), SUM(id) FROM events GROUP BY k");
        server.execute("CREATE QUERY filing AS INSERT INTO files SELECT id, k FROM events"
                + " EMIT EVERY INTERVAL '0.1' SECOND");
        server.execute("CREATE STREAM parquet (id BIGINT, k STRING) WITH ('connector' = 'filesystem', 'path' = '"
                + directory.resolve("parquet") + "', 'format' = 'parquet')");
        server.execute("CREATE TABLE results (k STRING NOT NULL, n BIGINT, total BIGINT, PRIMARY KEY (k) NOT ENFORCED)"
                + " WITH ('connector' = 'jdbc', 'url' = '" + h2() + "', 'table-name' = 'totals')");
        server.execute("CREATE QUERY parqueting AS INSERT INTO parquet SELECT id, k FROM events"
                + " EMIT EVERY INTERVAL '0.1' SECOND");
        server.execute(
                "CREATE QUERY storing AS INSERT INTO results SELECT k, COUNT(*), SUM(id) FROM events GROUP BY k");
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
    void nothingIsLostOrWrittenTwiceOnAnySink() throws Exception {
        long seed = System.nanoTime();
        System.out.println("KilledServerTest seed " + seed);
        Random random = new Random(seed);
        Files.createDirectories(directory.resolve("in"));
        Path data = directory.resolve("data");
        ServerProcess server = ServerProcess.start(data, "-D", "checkpoint.interval=300ms");
        try {
            create(server);
            int written = 0;
            while (written < FILES) {
                int batch = Math.min(FILES - written, 1 + random.nextInt(8));
                for (int i = 0; i < batch; i++) {
                    writeFile(written++);
                }
                if (random.nextBoolean()) {
                    server.execute("FLUSH");
                }
                server.kill();
                server = ServerProcess.start(data, "-D", "checkpoint.interval=300ms");
            }
            server.execute("FLUSH");
            long rows = (long) FILES * ROWS_PER_FILE;
            long total = rows * (rows - 1) / 2;
            String expected = rows + "|" + total;
            assertThat(server.rows("SELECT SUM(n), SUM(total) FROM per_key")).containsExactly(expected);
            assertThat(server.rows("SELECT SUM(n), SUM(total) FROM counts")).containsExactly(expected);
            assertThat(server.rows("SELECT COUNT(*), SUM(id) FROM copies")).containsExactly(expected);
            assertThat(server.rows("SELECT COUNT(*), SUM(id) FROM files")).containsExactly(expected);
            assertThat(server.terminate()).isZero();
            assertThat(rows(h2(), "SELECT SUM(n), SUM(total) FROM totals")).containsExactly(expected);
            assertThat(rows(
                            "jdbc:duckdb:",
                            "SELECT COUNT(*), SUM(id) FROM '" + directory.resolve("parquet") + "/*.parquet'"))
                    .containsExactly(expected);
        } finally {
            server.close();
        }
    }
}
