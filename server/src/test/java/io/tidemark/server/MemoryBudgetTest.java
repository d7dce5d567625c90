package io.tidemark.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A query whose state grows without end fails alone, before the heap is full. */
class MemoryBudgetTest {

    private static final String KEYS = "CREATE STREAM ks (k BIGINT) WITH ('connector' = 'datagen', 'number-of-rows' ="
            + " '2000000', 'fields.k.kind' = 'sequence', 'fields.k.start' = '1')";

    @TempDir
    Path directory;

    private static String share(long bytes) {
        return Double.toString((double) bytes / Runtime.getRuntime().maxMemory());
    }

    @Test
    void itFailsWithItsStateIntactAndGoesOnWithMoreMemory() throws SQLException {
        try (ServerFixture server = new ServerFixture(directory, Map.of("memory.states", share(12L << 20)))) {
            server.execute(KEYS);
            server.execute("CREATE STREAM few (k BIGINT)");
            server.execute("CREATE MATERIALIZED VIEW small AS SELECT k, COUNT(*) AS n FROM few GROUP BY k");
            server.execute("CREATE STREAM counted (k BIGINT, n BIGINT) WITH ('connector' = 'blackhole')");
            assertThatThrownBy(() -> server.execute("CREATE QUERY growing AS INSERT INTO counted"
                            + " SELECT k, COUNT(*) FROM ks GROUP BY k EMIT UPDATE ONCE"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("may take")
                    .satisfies(error ->
                            assertThat(((SQLException) error).getSQLState()).isEqualTo("53200"));
            assertThat(server.rows("SELECT state FROM sys.queries WHERE name = 'growing'"))
                    .containsExactly("FAILED");
            server.execute("INSERT INTO few VALUES (1), (1), (2)");
            server.execute("FLUSH small");
            assertThat(server.rows("SELECT k, n FROM small ORDER BY k")).containsExactly("1|2", "2|1");
        }
        try (ServerFixture server = new ServerFixture(directory)) {
            server.execute("RESUME QUERY growing");
            server.execute("FLUSH growing");
            assertThat(server.rows("SELECT rows_accepted FROM sys.sources WHERE query = 'growing'"))
                    .containsExactly("2000000");
            assertThat(server.rows("SELECT k, n FROM small ORDER BY k")).containsExactly("1|2", "2|1");
        }
    }

    @Test
    void aPushQueryFailsAlone() throws SQLException {
        try (ServerFixture server = new ServerFixture(directory, Map.of("memory.states", share(12L << 20)))) {
            server.execute(KEYS);
            assertThatThrownBy(() -> server.rows("SELECT STREAM k, COUNT(*) FROM ks GROUP BY k EMIT UPDATE"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("may take");
            assertThat(server.rows("SELECT COUNT(*) FROM ks WHERE k <= 10")).containsExactly("10");
        }
    }
}
