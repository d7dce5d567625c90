package io.tidemark.shell.session;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where results go, and where messages go. {@code \o} sends the results to a file for a while. At a terminal, a line of progress may
 * stand below them until something else is written. Thread-safe.
 */
public final class Console {

    private static final String ERASE_LINE = "\r\u001b[K";

    private final Output standard;
    private final Output messages;
    private @Nullable Writer file;
    private boolean progressShown;

    /** A stream of text that knows whether anyone still reads it. */
    public interface Output {
        /** Writes and flushes. */
        void print(String text);

        /** Whether a write has failed, as when the reader of a pipe has gone. */
        boolean isBroken();
    }

    /** A console with a place for results and one for messages. */
    public Console(Output standard, Output messages) {
        this.standard = standard;
        this.messages = messages;
    }

    /** Writes a part of a result. */
    public synchronized void result(String text) {
        if (file == null) {
            eraseProgress();
            standard.print(text);
            return;
        }
        try {
            file.write(text);
            file.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the results: " + e.getMessage(), e);
        }
    }

    /** Writes a message on a line of its own. */
    public synchronized void message(String text) {
        eraseProgress();
        messages.print(text.endsWith("\n") ? text : text + "\n");
    }

    /** Writes a line, which must fit into the terminal's, in place of the line of progress that is shown. */
    public synchronized void progress(String line) {
        messages.print(ERASE_LINE + line);
        progressShown = true;
    }

    /** Takes the line of progress away. */
    public synchronized void eraseProgress() {
        if (progressShown) {
            messages.print(ERASE_LINE);
            progressShown = false;
        }
    }

    /** Whether nobody reads the results any longer. */
    public synchronized boolean isBroken() {
        return file == null && standard.isBroken();
    }

    /** Whether results go to a file. */
    public synchronized boolean isRedirected() {
        return file != null;
    }

    /** Sends results to a file, or back to where they went at first if there is none given. */
    public synchronized void redirect(@Nullable Path to) throws IOException {
        Writer next = to == null ? null : Files.newBufferedWriter(to);
        if (file != null) {
            file.close();
        }
        file = next;
    }
}
