package io.tidemark.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server on a small disk that is full for a while: a file system in memory, which only root may make. */
class FullDiskTest {

    private static final int ROWS_PER_FILE = 300;
    private static final String LONG_TEXT = "x".repeat(20_000);

    @TempDir
    Path directory;

    private Path disk;
    private Path input;
    private boolean mounted;
    private int files;

    @BeforeEach
    void mount() throws IOException, InterruptedException {
        disk = Files.createDirectory(directory.resolve("disk"));
        input = Files.createDirectory(directory.resolve("in"));
        mounted = succeeds("mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", disk.toString());
        assumeTrue(mounted, "a small file system can't be mounted here: that takes root");
    }

    @AfterEach
    void unmount() throws IOException, InterruptedException {
        if (mounted) {
            assertThat(succeeds("umount", "-l", disk.toString())).isTrue();
        }
    }

    private static boolean succeeds(String... command) throws IOException, InterruptedException {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(1, TimeUnit.MINUTES) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private void addFile() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < ROWS_PER_FILE; i++) {
            int id = files * ROWS_PER_FILE + i;
            lines.append("{\"id\":")
                    .append(id)
                    .append(",\"k\":\"key")
                    .append(id % 7)
                    .append("\"}\n");
        }
        Path hidden = input.resolve("." + files);
        Files.writeString(hidden, lines);
        Files.move(hidden, input.resolve(String.format("%03d.json", files++)));
    }

    /** Fills the disk to its last byte. */
    private void fill() throws IOException {
        try (OutputStream out =
                Files.newOutputStream(disk.resolve("ballast"), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            while (true) {
                out.write(new byte[4096]);
            }
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("No space left");
        }
    }

    /** Adds input on a full disk until a query fails; a little always fits into what files have already. */
    private String failureOf(ServerFixture server, String relation) throws IOException {
        for (int round = 0; round < 100; round++) {
            fill();
            addFile();
            try {
                server.execute("FLUSH " + relation);
            } catch (SQLException e) {
                return e.getMessage();
            }
        }
        return "no failure";
    }

    private static void refused(ServerFixture server, String sql) {
        assertThatThrownBy(() -> server.execute(sql)).isInstanceOfSatisfying(SQLException.class, error -> {
            assertThat(error.getSQLState()).isEqualTo("53100");
            assertThat(error.getMessage()).contains("the disk is full: \"", "free some space");
        });
    }

    private void assertComplete(ServerFixture server) throws SQLException {
        int rows = files * ROWS_PER_FILE;
        String sum = Long.toString((long) rows * (rows - 1) / 2);
        assertThat(server.rows("SELECT SUM(n), SUM(total) FROM per_key")).containsExactly(rows + "|" + sum);
        assertThat(server.rows("SELECT COUNT(*), SUM(id) FROM copies")).containsExactly(rows + "|" + sum);
        assertThat(server.rows("SELECT SUM(n), SUM(total) FROM totals")).containsExactly(rows + "|" + sum);
        assertThat(server.rows("SELECT COUNT(*), SUM(id) FROM written")).containsExactly(rows + "|" + sum);
    }

    @Test
    void queriesStopWithTheirStateAndGoOnWhenThereIsSpaceAgain() throws Exception {
        Map<String, String> settings = Map.of("checkpoint.interval", "100 ms");
        Path data = disk.resolve("data");
        try (ServerFixture server = new ServerFixture(data, settings)) {
            server.execute("CREATE STREAM events (id BIGINT, k STRING) WITH ('connector' = 'filesystem', 'path' = '"
                    + input + "', 'format' = 'json')");
            server.execute("CREATE STREAM copies (id BIGINT, k STRING)");
            server.execute("CREATE STREAM notes (text STRING)");
            server.execute("CREATE TABLE totals (k STRING NOT NULL, n BIGINT, total BIGINT, PRIMARY KEY (k))");
            Files.createDirectory(disk.resolve("out"));
            server.execute("CREATE STREAM written (id BIGINT, k STRING) WITH ('connector' = 'filesystem', 'path' = '"
                    + disk.resolve("out") + "', 'format' = 'json')");
            server.execute(
                    "CREATE MATERIALIZED VIEW per_key AS SELECT k, COUNT(*) AS n, SUM(id) AS total FROM events GROUP BY k");
            server.execute("CREATE QUERY copying AS INSERT INTO copies SELECT id, k FROM events");
            server.execute(
                    "CREATE QUERY totalling AS INSERT INTO totals SELECT k, COUNT(*), SUM(id) FROM events GROUP BY k");
            server.execute(
                    "CREATE QUERY filing AS INSERT INTO written SELECT id, k FROM events EMIT EVERY INTERVAL '0.05' SECOND");
            addFile();
            server.execute("FLUSH");
            assertComplete(server);

            assertThat(failureOf(server, "copies"))
                    .contains("query \"copying\" has failed: the disk is full: \"", "RESUME QUERY");
            assertThat(failureOf(server, "written")).contains("the disk is full");
            assertThat(server.rows("EXPLAIN WHY copying").get(0))
                    .startsWith("the query has failed: the disk is full: \"")
                    .endsWith("RESUME QUERY copying");
            refused(server, "INSERT INTO notes VALUES ('" + LONG_TEXT + "')");
            refused(server, "CREATE VIEW long_one AS SELECT '" + LONG_TEXT + "' AS text FROM events");
            assertThat(server.rows("SELECT COUNT(*) > 0 FROM copies")).containsExactly("true");
            assertThat(server.rows("SELECT COUNT(*) FROM events"))
                    .containsExactly(Integer.toString(files * ROWS_PER_FILE));

            Files.delete(disk.resolve("ballast"));
            for (String query : server.rows("SELECT name FROM sys.queries WHERE state = 'FAILED'")) {
                server.execute("RESUME QUERY " + query);
            }
            addFile();
            server.execute("FLUSH");
            assertComplete(server);
            server.execute("INSERT INTO notes VALUES ('" + LONG_TEXT + "')");
            server.execute("CREATE VIEW long_one AS SELECT '" + LONG_TEXT + "' AS text FROM events");
        }
        try (ServerFixture server = new ServerFixture(data, settings)) {
            server.execute("FLUSH");
            assertComplete(server);
            assertThat(server.rows("SELECT CHAR_LENGTH(text) FROM notes")).isEqualTo(List.of("20000"));
        }
    }
}
