package io.tidemark.shell.session;

import java.util.function.IntSupplier;

/**
 * Lines of progress for the statements of a session at a terminal.
 *
 * @param target where the server is asked
 * @param console where the lines are shown
 * @param width the columns of the terminal
 */
public record ProgressLines(Target target, Console console, IntSupplier width)
        implements StatementRunner.ProgressOpener {

    @Override
    public Runnable open(String sql) {
        ServerProgress server = new ServerProgress(target, sql);
        Progress progress = new Progress(console, width, server);
        return () -> {
            progress.end();
            server.end();
        };
    }
}
