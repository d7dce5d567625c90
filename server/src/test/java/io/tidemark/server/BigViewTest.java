package io.tidemark.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A query that begins over a view with many rows. */
class BigViewTest {

    private static final int ROWS = 200_000;

    @TempDir
    Path directory;

    @Test
    void aViewCreatedLateOverABigOneBeginsWithItsRowsInChunks() throws Exception {
        try (ServerFixture server = new ServerFixture(directory, Map.of("epoch.max-rows", "20000"))) {
            server.execute("CREATE STREAM numbers (id BIGINT NOT NULL, v BIGINT) WITH ('connector' = 'datagen',"
                    + " 'number-of-rows' = '" + ROWS + "', 'fields.id.kind' = 'sequence', 'fields.id.start' = '1',"
                    + " 'fields.id.end' = '" + ROWS + "', 'fields.v.min' = '5', 'fields.v.max' = '5')");
            server.execute("CREATE MATERIALIZED VIEW big AS SELECT id, SUM(v) AS v FROM numbers GROUP BY id");
            server.execute("FLUSH");
            server.execute(
                    "CREATE MATERIALIZED VIEW small AS SELECT COUNT(*) AS n, SUM(v) AS v, MAX(id) AS most FROM big");
            server.execute("FLUSH");
            assertThat(server.rows("SELECT * FROM small")).containsExactly(ROWS + "|" + 5L * ROWS + "|" + ROWS);
            List<String> epochs =
                    server.rows("SELECT rows_in FROM sys.epochs WHERE query = 'small' AND rows_in > 0 ORDER BY epoch");
            assertThat(epochs).hasSizeGreaterThanOrEqualTo(ROWS / 20_000);
            assertThat(epochs.stream().mapToLong(Long::parseLong).sum()).isEqualTo(ROWS);
            server.restart();
            assertThat(server.rows("SELECT * FROM small")).containsExactly(ROWS + "|" + 5L * ROWS + "|" + ROWS);
            assertThat(server.rows("SELECT state FROM sys.queries WHERE name = 'small'"))
                    .containsExactly("FINISHED");
        }
    }

    @Test
    void whatAViewKeepsForItsReadersGoesWithThem() throws Exception {
        Path storage = directory.resolve("storage");
        try (ServerFixture server = new ServerFixture(directory)) {
            server.execute("CREATE STREAM numbers (id BIGINT NOT NULL)");
            server.execute("CREATE MATERIALIZED VIEW counted AS SELECT COUNT(*) AS n FROM numbers");
            server.execute("CREATE MATERIALIZED VIEW again AS SELECT n FROM counted");
            assertThat(feeds(storage)).isEqualTo(1);
            server.restart();
            assertThat(feeds(storage)).isEqualTo(1);
            server.execute("DROP MATERIALIZED VIEW again");
            assertThat(feeds(storage)).isZero();
            server.execute("CREATE TABLE kept (n BIGINT)");
            server.execute("INSERT INTO kept SELECT n FROM counted EMIT ONCE");
            assertThat(feeds(storage)).isZero();
            assertThat(server.rows("SELECT * FROM kept")).containsExactly("0");
        }
    }

    private static long feeds(Path storage) throws Exception {
        try (var files = Files.walk(storage)) {
            return files.filter(file -> file.getFileName().toString().equals("begin"))
                    .count();
        }
    }
}
