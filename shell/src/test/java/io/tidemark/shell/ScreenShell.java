package io.tidemark.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jline.terminal.Size;
import org.jline.terminal.impl.LineDisciplineTerminal;
import org.jline.utils.ScreenTerminal;

/** The shell at a terminal whose screen can be looked at. */
public final class ScreenShell implements AutoCloseable {

    private static final int SECONDS = 20;

    private final ExecutorService threads = Executors.newSingleThreadExecutor();
    private final ScreenTerminal screen;
    private final LineDisciplineTerminal terminal;
    private final Future<Integer> status;

    /** Starts the shell. */
    public ScreenShell(String url, Path history, int columns, int rows) throws IOException {
        ScreenTerminal.VirtualTerminal virtual = ScreenTerminal.withTerminal("test", "xterm", columns, rows);
        this.screen = virtual.screen();
        this.terminal = virtual.terminal();
        this.status = threads.submit(() -> Shell.run(new String[] {"-u", url}, terminal, history));
    }

    /** Types a text; a line end is the key. */
    public void type(String text) throws IOException {
        terminal.processInputBytes(text.replace('\n', '\r').getBytes(StandardCharsets.UTF_8));
    }

    /** The lines of the screen, without blanks at their ends. */
    public List<String> lines() {
        return screen.toString().lines().map(String::stripTrailing).toList();
    }

    /** Waits until a text is on the screen. */
    public void awaitText(String text) {
        await().atMost(SECONDS, TimeUnit.SECONDS)
                .untilAsserted(() -> assertThat(String.join("\n", lines())).contains(text));
    }

    /** Waits until a text is not on the screen. */
    public void awaitNoText(String text) {
        await().atMost(SECONDS, TimeUnit.SECONDS)
                .untilAsserted(() -> assertThat(String.join("\n", lines())).doesNotContain(text));
    }

    /** Gives the terminal another size. */
    public void resize(int columns, int rows) {
        screen.setSize(Size.of(columns, rows));
        terminal.setSize(Size.of(columns, rows));
    }

    /** Leaves the shell, and returns its exit status. */
    public int leave() throws Exception {
        type("\\q\n");
        return status.get(SECONDS, TimeUnit.SECONDS);
    }

    @Override
    public void close() throws IOException {
        terminal.close();
        threads.shutdownNow();
    }
}
