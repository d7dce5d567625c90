package io.tidemark.shell.session;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A pager, such as {@code less}, that a long result is written into.
 *
 * <p>Which one: {@code $PAGER}, or else {@code less}, told not to wrap lines and not to clear the screen. An empty
 * {@code $PAGER} turns paging off.
 */
public final class Pager implements AutoCloseable {

    private static final String DEFAULT = "less";
    private static final String LESS_OPTIONS = "-SRFX";

    private final Process process;
    private final Writer input;
    private boolean open = true;

    private Pager(Process process) {
        this.process = process;
        this.input = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
    }

    /** Starts the pager; null if there is none. */
    public static @Nullable Pager start() {
        String command = System.getenv().getOrDefault("PAGER", DEFAULT);
        if (command.isBlank()) {
            return null;
        }
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", command)
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putIfAbsent("LESS", LESS_OPTIONS);
        builder.environment().putIfAbsent("LESSCHARSET", "utf-8");
        try {
            return new Pager(builder.start());
        } catch (IOException e) {
            return null; // Without a pager, the result goes to the terminal in one piece.
        }
    }

    /** Whether the user has not left it yet. */
    boolean isOpen() {
        return open && process.isAlive();
    }

    void print(String text) {
        try {
            input.write(text);
            input.flush();
        } catch (IOException e) {
            open = false; // The user has left the pager, and does not want the rest.
        }
    }

    /** Ends the input and waits until the user leaves. */
    @Override
    public void close() {
        try {
            input.close();
        } catch (IOException e) {
            open = false;
        }
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new IOException("interrupted in the pager", e));
        }
    }
}
