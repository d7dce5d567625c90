package io.tidemark.server.avatica;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.server.activity.StatementControl;
import io.tidemark.server.main.RunningServer;
import io.tidemark.server.main.ServerSettings;
import io.tidemark.server.session.Session;
import io.tidemark.server.session.StatementResult;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.calcite.avatica.Meta;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** When the request of a client that waits for pushed rows is answered, and with what. */
@Timeout(60)
class PushedFramesTest {

    private static final int MANY = 1_000;

    @TempDir
    Path directory;

    private RunningServer server;
    private Session session;

    @BeforeEach
    void start() {
        server = new RunningServer(ServerSettings.defaults()
                .with(Map.of("server.port", "0", "server.data-directory", directory.toString())));
        session = server.sessions().open(Map.of());
    }

    @AfterEach
    void stop() {
        session.close();
        server.close();
    }

    private StatementResult execute(String sql) {
        return session.execute(new Session.Request("test", sql, List.of(), new StatementControl(Duration.ZERO)));
    }

    private ResultFrames watch(String sql) {
        WireValues values = new WireValues(ZoneOffset.UTC);
        return new ResultFrames(
                ((StatementResult.Rows) execute(sql)).rows(), values::open, values::open, -1, Runnable::run);
    }

    private static List<Object> rows(Meta.Frame frame) {
        List<Object> rows = new ArrayList<>();
        frame.rows.forEach(row -> rows.add(((Object[]) row)[0]));
        return rows;
    }

    @Test
    void aRowIsInTheVeryNextAnswerToAClientThatWaits() {
        execute("CREATE TABLE changes (n INT NOT NULL, PRIMARY KEY (n))");
        try (ResultFrames frames = watch("SELECT STREAM n FROM changes")) {
            assertThat(rows(frames.first(MANY))).isEmpty();
            for (int n = 0; n < 50; n++) {
                CompletableFuture<Void> ready = frames.whenReady();
                assertThat(ready).isNotDone();
                execute("INSERT INTO changes VALUES (" + n + ")");
                ready.join();
                assertThat(rows(frames.next(MANY))).containsExactly(n);
            }
        }
    }

    @Test
    void aRowOfAViewIsInTheVeryNextAnswerToAClientThatWaits() {
        execute("CREATE STREAM events (n INT)");
        execute("CREATE MATERIALIZED VIEW doubled AS SELECT n * 2 AS n FROM events");
        try (ResultFrames frames = watch("SELECT STREAM n FROM doubled")) {
            assertThat(rows(frames.first(MANY))).isEmpty();
            for (int n = 0; n < 20; n++) {
                CompletableFuture<Void> ready = frames.whenReady();
                execute("INSERT INTO events VALUES (" + n + ")");
                ready.join();
                assertThat(rows(frames.next(MANY))).containsExactly(2 * n);
            }
        }
    }

    @Test
    void aFrameDoesNotWaitUntilItIsFull() {
        execute("CREATE TABLE changes (n INT NOT NULL, PRIMARY KEY (n))");
        execute("INSERT INTO changes VALUES (1), (2)");
        try (ResultFrames frames = watch("SELECT STREAM n FROM changes")) {
            frames.whenReady().join();
            assertThat(rows(frames.next(MANY))).containsExactlyInAnyOrder(1, 2);
            assertThat(frames.whenReady()).isNotDone();
        }
    }
}
