package io.tidemark.server.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.calcite.avatica.AvaticaConnection;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The faults of Avatica's own driver: each case passes on Tidemark's driver and fails on Avatica's, on a server with Avatica's own server side, or,
 * for what is about the catalog, on Tidemark's.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AvaticaFaultsTest {

    /** Long enough for any machine. */
    private static final long PASSING_SECONDS = 60;

    /** Shorter than any of what is waited for in vain. */
    private static final long FAILING_SECONDS = 5;

    @TempDir
    static Path directory;

    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "case");
        thread.setDaemon(true);
        return thread;
    });
    private TidemarkSide tidemark;
    private AvaticaSide avatica;

    @BeforeAll
    void start() throws SQLException {
        tidemark = new TidemarkSide(directory.resolve("data"));
        avatica = new AvaticaSide();
    }

    @AfterAll
    void stop() {
        threads.shutdownNow();
        avatica.close();
        tidemark.close();
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void tidemarksDriverIsFreeOf(Fault fault) throws Exception {
        run(fault, tidemark).get(PASSING_SECONDS, TimeUnit.SECONDS);
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void avaticasDriverHas(Fault fault) {
        long seconds = fault.isWait() ? FAILING_SECONDS : PASSING_SECONDS;
        assertThatThrownBy(() -> run(fault, avatica).get(seconds, TimeUnit.SECONDS))
                .satisfies(e -> assertThat(causes(e)).contains(fault.failure()));
    }

    private static String causes(Throwable failure) {
        StringBuilder text = new StringBuilder();
        for (Throwable each = failure; each != null; each = each.getCause()) {
            text.append(each).append(' ');
        }
        return text.toString().replaceAll("\\s+", " ");
    }

    private Future<?> run(Fault fault, Side side) {
        return threads.submit(() -> {
            fault.mended(side);
            return null;
        });
    }

    @Test
    void avaticasDriverGivesUpAFrameAfterThreeMinutes() throws SQLException {
        try (Connection connection = avatica.connect()) {
            assertThat(connection.unwrap(AvaticaConnection.class).config().getHttpResponseTimeout())
                    .isEqualTo(TimeUnit.MINUTES.toMillis(3));
        }
    }

    @Test
    void avaticasDriverIsNoBetterOnTidemarksServer() throws SQLException {
        try (Connection connection = AvaticaSide.connect(tidemark.port(), Map.of())) {
            assertThat(connection
                            .getMetaData()
                            .getPrimaryKeys(null, null, "many")
                            .next())
                    .isFalse();
            assertThatThrownBy(() -> connection.setClientInfo("ApplicationName", "a test"))
                    .isInstanceOf(SQLException.class);
        }
    }
}
