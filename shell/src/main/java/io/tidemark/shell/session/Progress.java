package io.tidemark.shell.session;

import io.tidemark.shell.format.Cell;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * A line below a statement that runs for more than a second: how long it has been running, and what the server tells of it. It is
 * updated in place, and taken away when the statement ends.
 */
final class Progress {

    private static final long FIRST_MILLIS = 1000;
    private static final long NEXT_MILLIS = 500;
    private static final int MINUTE = 60;

    private final Console console;
    private final IntSupplier width;
    private final Supplier<Optional<String>> details;
    private final Thread thread;
    private final long started = System.nanoTime();
    private boolean closed;

    /**
     * Begins to watch.
     *
     * @param width the columns of the terminal
     * @param details what the server tells; asked in a thread of its own, twice a second
     */
    Progress(Console console, IntSupplier width, Supplier<Optional<String>> details) {
        this.console = console;
        this.width = width;
        this.details = details;
        this.thread = new Thread(this::run, "progress");
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        try {
            Thread.sleep(FIRST_MILLIS);
            while (show(details.get())) {
                Thread.sleep(NEXT_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized boolean show(Optional<String> told) {
        if (!closed) {
            String line = elapsed((System.nanoTime() - started) / 1_000_000)
                    + told.map(text -> ", " + text).orElse("") + "; Ctrl-C ends it";
            console.progress(Cell.cut(line, Math.max(1, width.getAsInt() - 1), "…"));
        }
        return !closed;
    }

    static String elapsed(long millis) {
        long seconds = millis / 1000;
        return seconds < MINUTE
                ? String.format(Locale.ROOT, "%.1f s", millis / 1000.0)
                : String.format(Locale.ROOT, "%d:%02d min", seconds / MINUTE, seconds % MINUTE);
    }

    void end() {
        synchronized (this) {
            closed = true;
        }
        thread.interrupt();
        console.eraseProgress();
    }
}
