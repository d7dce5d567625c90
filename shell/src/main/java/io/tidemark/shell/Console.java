package io.tidemark.shell;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Where results go, and where messages go. {@code \o} sends the results to a file for a while. */
final class Console {

    private final Output standard;
    private final Output messages;
    private @Nullable Writer file;

    /** A stream of text that knows whether anyone still reads it. */
    interface Output {
        /** Writes and flushes. */
        void print(String text);

        /** Whether a write has failed, as when the reader of a pipe has gone. */
        boolean isBroken();
    }

    Console(Output standard, Output messages) {
        this.standard = standard;
        this.messages = messages;
    }

    void result(String text) {
        if (file == null) {
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

    void message(String text) {
        messages.print(text.endsWith("\n") ? text : text + "\n");
    }

    boolean isBroken() {
        return file == null && standard.isBroken();
    }

    boolean isRedirected() {
        return file != null;
    }

    /** Sends results to a file, or back to where they went at first if there is none given. */
    void redirect(@Nullable Path to) throws IOException {
        Writer next = to == null ? null : Files.newBufferedWriter(to);
        if (file != null) {
            file.close();
        }
        file = next;
    }
}
