package io.tidemark.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.jdbc.Columns;
import io.tidemark.jdbc.FakeMeta;
import io.tidemark.jdbc.FakeServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.ExternalTerminal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A query without an end, through the real driver: its rows are seen at once, and it can be ended. */
@Timeout(60)
class PushQueryTest {

    private static final String PUSH = "SELECT STREAM x FROM s";

    private final FakeServer server = new FakeServer();
    private final AtomicInteger handle = new AtomicInteger();
    private final ExecutorService threads = Executors.newSingleThreadExecutor();
    private final ByteArrayOutputStream screen = new ByteArrayOutputStream();

    @BeforeEach
    void answer() {
        server.meta().on(PUSH, statement -> {
            handle.set(statement.id);
            return FakeMeta.some(Columns.INTEGER);
        });
        server.meta()
                .on(
                        "SHOW WARNINGS",
                        statement ->
                                FakeMeta.all(Columns.WARNING, FakeMeta.row("NOTE-04", "01T13", "deletes can occur")));
    }

    @AfterEach
    void stop() {
        server.close();
        threads.shutdownNow();
    }

    @Test
    void rowsAreShownAsTheyComeAndInterruptEndsTheQueryButNotTheShell(@TempDir Path directory) throws Exception {
        server.meta().on("SELECT 7", statement -> FakeMeta.all(Columns.INTEGER, FakeMeta.row(7)));
        PipedOutputStream keys = new PipedOutputStream();
        Terminal terminal =
                new ExternalTerminal("test", "dumb", new PipedInputStream(keys), screen, StandardCharsets.UTF_8);
        terminal.setSize(Size.of(200, 50));
        Shell shell = new Shell(InputStream.nullInputStream(), System.out, System.err);
        Shell.commandLine(shell).parseArgs("-u", server.url());
        Future<Integer> status = threads.submit(() -> shell.runInteractively(terminal, directory.resolve("history")));

        keys.write((PUSH + ";\n").getBytes(StandardCharsets.UTF_8));
        keys.flush();
        await().until(() -> handle.get() > 0);
        push(1);
        awaitScreen(" 1\n");
        awaitScreen("WARNING: NOTE-04: deletes can occur");
        push(2);
        awaitScreen(" 2\n");
        terminal.raise(Terminal.Signal.INT);
        awaitScreen("cancelled");
        assertThat(screenText()).contains("(2 rows, ");
        assertThat(server.meta().executed()).anyMatch(sql -> sql.startsWith("CANCEL STATEMENT"));

        keys.write("SELECT 7;\n\\q\n".getBytes(StandardCharsets.UTF_8));
        keys.flush();
        awaitScreen(" 7\n");
        assertThat(status.get(20, TimeUnit.SECONDS)).isZero();
        terminal.close();
    }

    @Test
    void aScriptThatNobodyReadsAnyLongerEndsTheQuery() throws Exception {
        PrintStream brokenPipe = new PrintStream(failingAfter(1), true, StandardCharsets.UTF_8);
        Future<Integer> status = threads.submit(() -> Shell.run(
                new String[] {"-u", server.url(), "--output", "csv", "-e", PUSH},
                InputStream.nullInputStream(),
                brokenPipe,
                new PrintStream(screen, true, StandardCharsets.UTF_8)));
        await().until(() -> handle.get() > 0);
        push(1);
        push(2);
        status.get(20, TimeUnit.SECONDS);
        assertThat(server.meta().executed()).anyMatch(sql -> sql.startsWith("CANCEL STATEMENT"));
    }

    @Test
    void aConnectionThatIsLostIsStatusThree() {
        server.meta().onFailure("SELECT 1", "the session was ended by KILL SESSION", 5003, "08006");
        ShellRun outcome = ShellRun.at(server.url(), "SELECT 1;\nSELECT 2;\n");
        assertThat(outcome.status()).isEqualTo(3);
        assertThat(outcome.err()).startsWith("ERROR 08006");
    }

    private static OutputStream failingAfter(int bytes) {
        return new OutputStream() {
            private int written;

            @Override
            public void write(int b) throws IOException {
                if (++written > bytes) {
                    throw new IOException("Broken pipe");
                }
            }
        };
    }

    private void push(int value) {
        server.meta().framesOf(handle.get()).add(FakeMeta.some(Columns.INTEGER, FakeMeta.row(value)));
    }

    private void awaitScreen(String text) {
        await().atMost(20, TimeUnit.SECONDS)
                .untilAsserted(() -> assertThat(screenText()).contains(text));
    }

    private String screenText() {
        return screen.toString(StandardCharsets.UTF_8).replace("\r", "");
    }
}
