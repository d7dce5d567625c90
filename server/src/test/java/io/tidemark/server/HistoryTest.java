package io.tidemark.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The settings that bound how much of a query's past is kept. */
class HistoryTest {

    @TempDir
    Path directory;

    @Test
    void theNewestEpochsAndBadRowsAreKeptAndNoMore() throws SQLException {
        Map<String, String> settings = Map.of("epoch.history", "3", "rows.max-kept", "2");
        try (ServerFixture server = new ServerFixture(directory, settings)) {
            server.execute("CREATE STREAM numbers (n INT)");
            server.execute("CREATE MATERIALIZED VIEW ratios AS SELECT n, 12 / (n - n) AS r FROM numbers");
            for (int n = 1; n <= 5; n++) {
                server.execute("INSERT INTO numbers VALUES (" + n + ")");
                server.execute("FLUSH");
            }
            assertThat(server.rows("SELECT rows_in FROM sys.epochs WHERE query = 'ratios'"))
                    .hasSize(3);
            assertThat(server.rows("SELECT MAX(epoch) - MIN(epoch) FROM sys.epochs WHERE query = 'ratios'"))
                    .containsExactly("2");
            assertThat(server.rows("SELECT COUNT(*) FROM sys.bad_rows WHERE query = 'ratios'"))
                    .containsExactly("2");
            assertThat(server.rows("SELECT rows_bad FROM sys.sources WHERE query = 'ratios'"))
                    .containsExactly("5");
        }
    }
}
