package io.tidemark.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.jdbc.Columns;
import io.tidemark.jdbc.FakeMeta;
import io.tidemark.jdbc.FakeServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Views and statements that are shown in place, on a screen. */
@Timeout(60)
class LiveTest {

    private static final String LIVE =
            "SELECT STREAM ROW_KIND() AS \"change kind\", live.* FROM (SELECT * FROM totals) AS live";
    private static final String WITH_EPOCH = LIVE.replace(", live.*", ", EPOCH() AS \"change epoch\", live.*");

    private final FakeServer server = new FakeServer();
    private final AtomicInteger handle = new AtomicInteger();
    private ScreenShell shell;

    @BeforeEach
    void open(@TempDir Path directory) throws IOException {
        shell = new ScreenShell(server.url(), directory.resolve("history"), 60, 12);
        shell.awaitText("tidemark>");
    }

    @AfterEach
    void close() throws IOException {
        shell.close();
        server.close();
    }

    private void answer() {
        server.meta().on(WITH_EPOCH, statement -> {
            handle.set(statement.id);
            return FakeMeta.some(Columns.CHANGE);
        });
    }

    private void push(Object... rows) {
        server.meta().framesOf(handle.get()).add(FakeMeta.some(Columns.CHANGE, rows));
    }

    @Test
    void theScreenIsAlwaysThePresentContent() throws Exception {
        answer();
        shell.type("\\live totals\n");
        await().until(() -> handle.get() > 0);
        push(FakeMeta.row("+I", 1L, "Bonn", 10L), FakeMeta.row("+I", 1L, "Wien", 7L));
        shell.awaitText(" Bonn | 10");
        shell.awaitText(" 2 rows, epoch 1");
        push(
                FakeMeta.row("-U", 2L, "Wien", 7L),
                FakeMeta.row("+U", 2L, "Wien", 8L),
                FakeMeta.row("-D", 2L, "Bonn", 10L));
        shell.awaitText(" 1 row, epoch 2");
        assertThat(shell.lines().subList(0, 4)).containsExactly(" city |  n", "------+----", " Wien |  8", "");
        shell.type("q");
        shell.awaitText("tidemark> \\live totals\n city |  n\n------+----\n Wien |  8\ntidemark>");
        assertThat(server.meta().executed()).anyMatch(sql -> sql.startsWith("CANCEL STATEMENT"));
        assertThat(shell.leave()).isZero();
    }

    @Test
    void rowsBeyondTheScreenAreScrolledTo() throws Exception {
        answer();
        shell.type("\\live totals\n");
        await().until(() -> handle.get() > 0);
        Object[] rows = new Object[40];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = FakeMeta.row("+I", 1L, String.format("c%02d", i), (long) i);
        }
        push(rows);
        shell.awaitText(" 40 rows (1 to 9), epoch 1");
        shell.type(" ");
        shell.awaitText(" 40 rows (10 to 18), epoch 1");
        shell.type("\u001b[B");
        shell.awaitText(" c10  | 10");
        shell.resize(60, 8);
        shell.awaitText(" 40 rows (11 to 15), epoch 1");
        shell.type("\u0003");
        shell.awaitText("\ntidemark>");
        assertThat(shell.leave()).isZero();
    }

    @Test
    void aQueryWithoutEpochsIsFollowedWithoutThem() throws Exception {
        server.meta().onFailure(WITH_EPOCH, "EPOCH() says nothing here", 3001, "0A000");
        server.meta().on(LIVE, statement -> {
            handle.set(statement.id);
            return FakeMeta.some(Columns.PLAIN_CHANGE);
        });
        shell.type("\\live totals\n");
        await().until(() -> handle.get() > 0);
        server.meta().framesOf(handle.get()).add(FakeMeta.some(Columns.PLAIN_CHANGE, FakeMeta.row("+I", "Bonn", 1L)));
        shell.awaitText(" 1 row, ");
        assertThat(shell.lines().get(2)).isEqualTo(" Bonn | 1");
        shell.type("q");
        assertThat(shell.leave()).isZero();
    }

    @Test
    void anErrorOfTheQueryLeavesTheScreenAndIsShown() throws Exception {
        answer();
        shell.type("\\live totals\n");
        await().until(() -> handle.get() > 0);
        push(FakeMeta.row("+I", 1L, "Bonn", 10L));
        shell.awaitText(" Bonn | 10");
        server.meta().framesOf(handle.get()).add(FakeMeta.failure("view \"totals\" was dropped", 1016, "55000"));
        shell.awaitText("ERROR 55000 (1016): view \"totals\" was dropped");
        shell.awaitText("\ntidemark>");
        assertThat(shell.leave()).isZero();
    }

    @Test
    void aChartFollowsTheView() throws Exception {
        answer();
        shell.type("\\live chart=bar totals\n");
        await().until(() -> handle.get() > 0);
        push(FakeMeta.row("+I", 1L, "Bonn", 10L));
        shell.awaitText(" 10");
        push(
                FakeMeta.row("-U", 2L, "Bonn", 10L),
                FakeMeta.row("+U", 2L, "Bonn", 5L),
                FakeMeta.row("+I", 2L, "Wien", 20L));
        shell.awaitText(" 2 rows, epoch 2");
        assertThat(shell.lines().get(1)).startsWith(" Bonn ").endsWith(" 5");
        assertThat(shell.lines().get(2)).startsWith(" Wien ").endsWith(" 20");
        shell.type("q");
        assertThat(shell.leave()).isZero();
    }

    @Test
    void aWatchedStatementIsRunAgainInPlace() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        server.meta()
                .on(
                        "SELECT x FROM t",
                        statement -> FakeMeta.all(Columns.INTEGER, FakeMeta.row(runs.incrementAndGet())));
        shell.type("SELECT x FROM t \\watch 0.05 c=3\n");
        shell.awaitText("tidemark> SELECT x FROM t \\watch 0.05 c=3\n x\n---\n 3\ntidemark>");
        assertThat(runs).hasValue(3);
        shell.type("\\watch 600\n");
        shell.awaitText(" every 600 s, at ");
        shell.type("\u0003");
        shell.awaitText(" 4\ntidemark>");
        assertThat(shell.leave()).isZero();
    }

    @Test
    void aServerThatGoesAwayEndsTheWatchButNotTheShell() throws Exception {
        server.meta().on("SELECT x FROM t", statement -> FakeMeta.all(Columns.INTEGER, FakeMeta.row(1)));
        shell.type("SELECT x FROM t \\watch 0.05\n");
        shell.awaitText(" every 0.05 s");
        server.close();
        shell.awaitText("ERROR 08");
        shell.awaitText("\ntidemark>");
        assertThat(shell.leave()).isZero();
    }

    @Test
    void aLongStatementShowsHowLongItHasBeenRunning() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        server.meta().on("FLUSH", statement -> {
            release.await();
            return 0L;
        });
        shell.type("FLUSH;\n");
        shell.awaitText(" s; Ctrl-C ends it");
        release.countDown();
        shell.awaitText("OK (");
        shell.awaitNoText("Ctrl-C ends it");
        assertThat(shell.leave()).isZero();
    }
}
