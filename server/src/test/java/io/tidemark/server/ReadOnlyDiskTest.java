package io.tidemark.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server whose disk becomes read-only under it, as a file system does that has found an error: an image with a file system of its own, which only
 * root may mount, and which is told that there was an error.
 */
class ReadOnlyDiskTest {

    private static final long DISK_BYTES = 32L << 20;
    private static final int ROWS_PER_FILE = 300;

    @TempDir
    Path directory;

    private Path image;
    private Path disk;
    private Path input;
    private boolean mounted;
    private int files;

    @BeforeEach
    void mount() throws IOException, InterruptedException {
        image = directory.resolve("image");
        disk = Files.createDirectory(directory.resolve("disk"));
        input = Files.createDirectory(directory.resolve("in"));
        try (RandomAccessFile made = new RandomAccessFile(image.toFile(), "rw")) {
            made.setLength(DISK_BYTES);
        }
        mounted = succeeds("mkfs.ext4", "-q", image.toString()) && mountImage();
        assumeTrue(mounted, "an image of a file system can't be mounted here: that takes root and a loop device");
    }

    private boolean mountImage() throws IOException, InterruptedException {
        return succeeds("mount", "-o", "loop", image.toString(), disk.toString());
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

    private void assertComplete(ServerFixture server) throws SQLException {
        int rows = files * ROWS_PER_FILE;
        String sum = Long.toString((long) rows * (rows - 1) / 2);
        assertThat(server.rows("SELECT SUM(n), SUM(total) FROM per_key")).containsExactly(rows + "|" + sum);
        assertThat(server.rows("SELECT COUNT(*), SUM(id) FROM copies")).containsExactly(rows + "|" + sum);
    }

    @Test
    void queriesStopWithTheirStateAndGoOnOnceTheDiskCanBeWrittenAgain() throws Exception {
        Map<String, String> settings = Map.of("checkpoint.interval", "100 ms");
        Path data = disk.resolve("data");
        try (ServerFixture server = new ServerFixture(data, settings)) {
            server.execute("CREATE STREAM events (id BIGINT, k STRING) WITH ('connector' = 'filesystem', 'path' = '"
                    + input + "', 'format' = 'json')");
            server.execute("CREATE STREAM copies (id BIGINT, k STRING)");
            server.execute(
                    "CREATE MATERIALIZED VIEW per_key AS SELECT k, COUNT(*) AS n, SUM(id) AS total FROM events GROUP BY k");
            server.execute("CREATE QUERY copying AS INSERT INTO copies SELECT id, k FROM events");
            addFile();
            server.execute("FLUSH");
            assertComplete(server);

            assertThat(succeeds("mount", "-o", "remount,abort", disk.toString()))
                    .isTrue();
            addFile();
            for (String query : new String[] {"copying", "per_key"}) {
                assertThatThrownBy(() -> server.execute("FLUSH " + (query.equals("copying") ? "copies" : query)))
                        .isInstanceOf(SQLException.class)
                        .hasMessageContaining("query \"" + query + "\" has failed: \"")
                        .hasMessageContaining("cannot be written: its file system is read-only")
                        .hasMessageContaining("make it writable again; ")
                        .hasMessageContaining("RESUME QUERY");
                assertThat(server.rows("EXPLAIN WHY " + query).get(0))
                        .contains("its file system is read-only")
                        .endsWith("RESUME QUERY " + query);
            }
            assertThatThrownBy(() -> server.execute("INSERT INTO copies VALUES (1, 'k')"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("read-only");
            assertThat(server.rows("SELECT SUM(n) FROM per_key")).containsExactly(Integer.toString(ROWS_PER_FILE));
            assertThat(server.rows("SELECT COUNT(*) FROM copies")).containsExactly(Integer.toString(ROWS_PER_FILE));
        }
        assertThat(succeeds("umount", disk.toString())).isTrue();
        mounted = mountImage();
        assertThat(mounted).isTrue();
        try (ServerFixture server = new ServerFixture(data, settings)) {
            for (String query : server.rows("SELECT name FROM sys.queries WHERE state = 'FAILED'")) {
                server.execute("RESUME QUERY " + query);
            }
            addFile();
            server.execute("FLUSH");
            assertComplete(server);
        }
    }
}
