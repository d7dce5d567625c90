package io.tidemark.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.ExternalTerminal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The shell at a terminal, typed into and read from. */
@Timeout(60)
class InteractiveTest {

    private final ExecutorService threads = Executors.newSingleThreadExecutor();
    private final PipedOutputStream keys = new PipedOutputStream();
    private final ByteArrayOutputStream screen = new ByteArrayOutputStream();
    private Terminal terminal;
    private Future<Integer> shell;
    private Path history;

    @BeforeEach
    void open(@TempDir Path directory) throws IOException {
        history = directory.resolve("history");
        terminal = new ExternalTerminal(
                "test", "ansi", new PipedInputStream(keys, 64 * 1024), screen, StandardCharsets.UTF_8);
        terminal.setSize(Size.of(200, 50));
        Shell options = new Shell(InputStream.nullInputStream(), System.out, new PrintStream(screen, true));
        Shell.commandLine(options).parseArgs("-u", "jdbc:h2:mem:" + UUID.randomUUID());
        shell = threads.submit(() -> options.runInteractively(terminal, history));
    }

    @AfterEach
    void close() throws IOException {
        terminal.close();
        threads.shutdownNow();
    }

    @Test
    void aStatementMaySpanLines() throws Exception {
        type("SELECT 41 +\n");
        type("1 AS answer;\n");
        awaitScreen("ANSWER");
        awaitScreen("     42");
        awaitScreen("(1 row, ");
        assertThat(leave()).isZero();
    }

    @Test
    void anErrorDoesNotEndTheShell() throws Exception {
        type("SELECT nonsense;\n");
        awaitScreen("ERROR 42S22");
        type("SELECT 'still here' AS s;\n");
        awaitScreen("still here");
        assertThat(leave()).isZero();
    }

    @Test
    void interruptAtThePromptClearsTheLine() throws Exception {
        awaitScreen("tidemark> ");
        type("SELECT nonsense");
        awaitScreen("SELECT nonsense");
        terminal.raise(Terminal.Signal.INT);
        await().until(() -> screenText().stripTrailing().endsWith("tidemark>"));
        type("SELECT 'afresh' AS s;\n");
        awaitScreen(" afresh");
        assertThat(screenText()).doesNotContain("ERROR");
        assertThat(leave()).isZero();
    }

    @Test
    void commandsListAndDescribeRelations() throws Exception {
        type("CREATE TABLE orders (id INT NOT NULL, note VARCHAR);\n\\d\n");
        awaitScreen(" PUBLIC | ORDERS | base table");
        type("\\d ORDERS\n");
        awaitScreen(" NOTE   | CHARACTER VARYING | yes");
        assertThat(leave()).isZero();
    }

    @Test
    void theHistoryIsKept() throws Exception {
        type("SELECT 1 AS\nremembered;\n");
        awaitScreen("(1 row, ");
        type("SELECT 'a Secret' AS\nforgotten;\n");
        awaitScreen("forgotten");
        leave();
        assertThat(Files.readString(history)).contains("remembered").doesNotContain("forgotten");
    }

    @Test
    void theEndOfInputLeavesTheShell() throws Exception {
        awaitScreen("tidemark> ");
        keys.close();
        assertThat(shell.get(20, TimeUnit.SECONDS)).isZero();
    }

    private void type(String text) throws IOException {
        keys.write(text.getBytes(StandardCharsets.UTF_8));
        keys.flush();
    }

    private int leave() throws Exception {
        type("\\q\n");
        return shell.get(20, TimeUnit.SECONDS);
    }

    private void awaitScreen(String text) {
        await().atMost(20, TimeUnit.SECONDS)
                .untilAsserted(() -> assertThat(screenText()).contains(text));
    }

    private String screenText() {
        return screen.toString(StandardCharsets.UTF_8).replaceAll("\u001b(\\[[0-9;?]*[A-Za-z]|[=>])", "");
    }
}
