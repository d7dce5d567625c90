package io.tidemark.shell;

import io.tidemark.shell.format.Column;
import io.tidemark.shell.format.RowWriter;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Runs one statement and prints what comes of it: rows as they come, the count of rows or updates, and warnings.
 *
 * <p>Rows are held back for a moment, to fit the columns to them. A result that is longer, or takes longer, is printed as it
 * comes.
 */
final class StatementRunner {

    private static final int FIRST_ROWS = 1000;
    private static final long PAUSE_MILLIS = 150;
    private static final long FIRST_ROWS_MILLIS = 400;
    private static final String CANCELLED = "57014";

    private final Console console;
    private final Settings settings;
    private final PageOpener pages;
    private volatile @Nullable Statement running;
    private volatile boolean cancelled;
    private int warningsShown;

    /** Opens a pager for a result that is taller than the screen. */
    @FunctionalInterface
    interface PageOpener {
        /** A pager, or null if a result with that many lines needs none. */
        @Nullable
        Pager open(int lines);
    }

    StatementRunner(Console console, Settings settings, PageOpener pages) {
        this.console = console;
        this.settings = settings;
        this.pages = pages;
    }

    /** Ends the statement that runs, if any. May be called from any thread. */
    void cancel() {
        Statement statement = running;
        if (statement == null) {
            return;
        }
        cancelled = true;
        try {
            statement.cancel();
        } catch (SQLException e) {
            console.message("cannot cancel: " + e.getMessage());
        }
    }

    /** Runs a statement. <b>Errors</b>: those of the server; a cancel by the user is none. */
    void run(Connection connection, String sql) throws SQLException {
        long started = System.nanoTime();
        cancelled = false;
        warningsShown = 0;
        try (Statement statement = connection.createStatement()) {
            running = statement;
            try {
                if (statement.execute(sql)) {
                    printRows(statement, statement.getResultSet(), started);
                } else {
                    printUpdateCount(statement.getLargeUpdateCount(), started);
                }
                printWarnings(statement);
            } catch (SQLException e) {
                if (!cancelled || !CANCELLED.equals(e.getSQLState())) {
                    throw e;
                }
                console.message("cancelled" + elapsed(started, " after "));
            } finally {
                running = null;
            }
        }
    }

    private void printRows(Statement statement, ResultSet rows, long started) throws SQLException {
        List<Column> columns = Column.of(rows.getMetaData());
        try (RowPump pump = new RowPump(rows, columns)) {
            List<List<@Nullable String>> first = firstRows(pump);
            if (!pump.hasEnded()) {
                printWarnings(statement);
            }
            print(pump, columns, first, started);
            if (!pump.hasEnded()) {
                statement.cancel();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            statement.cancel();
        } catch (IOException e) {
            throw new SQLException("cannot write the result: " + e.getMessage(), "58030", e);
        }
    }

    /** The rows that come in the first moment: all, or as many as widths are taken from. */
    private static List<List<@Nullable String>> firstRows(RowPump pump) throws SQLException, InterruptedException {
        long begun = System.nanoTime(); // of the reading: before it, the statement may have taken any time
        List<List<@Nullable String>> first = new ArrayList<>();
        while (!pump.hasEnded() && first.size() < FIRST_ROWS) {
            List<List<@Nullable String>> more = pump.take(FIRST_ROWS - first.size(), PAUSE_MILLIS);
            first.addAll(more);
            boolean pause = more.isEmpty() && !first.isEmpty();
            if (pause || System.nanoTime() - begun > FIRST_ROWS_MILLIS * 1_000_000) {
                break;
            }
        }
        return first;
    }

    private void print(RowPump pump, List<Column> columns, List<List<@Nullable String>> first, long started)
            throws SQLException, InterruptedException, IOException {
        StringBuilder text = new StringBuilder();
        RowWriter writer = settings.format().writer(columns, text);
        writer.begin(first);
        for (List<@Nullable String> row : first) {
            writer.row(row);
        }
        long count = first.size();
        try (Pager pager = pages.open((int) text.chars().filter(c -> c == '\n').count())) {
            flush(text, pager);
            while (!pump.hasEnded() && !console.isBroken() && (pager == null || pager.isOpen())) {
                for (List<@Nullable String> row : pump.take(FIRST_ROWS, PAUSE_MILLIS)) {
                    writer.row(row);
                    count++;
                }
                flush(text, pager);
            }
        } catch (SQLException e) {
            printRowCount(count, started);
            throw e;
        }
        printRowCount(count, started);
    }

    private void flush(StringBuilder text, @Nullable Pager pager) {
        if (text.length() > 0 && pager == null) {
            console.result(text.toString());
        } else if (text.length() > 0) {
            pager.print(text.toString());
        }
        text.setLength(0);
    }

    private void printRowCount(long count, long started) {
        if (settings.format().isForPeople()) {
            console.message("(" + rows(count) + elapsed(started, ", ") + ")");
        }
    }

    private void printUpdateCount(long count, long started) {
        String time = elapsed(started, "");
        console.message("OK" + (count > 0 ? ", " + rows(count) : "") + (time.isEmpty() ? "" : " (" + time + ")"));
    }

    private static String rows(long count) {
        return count + (count == 1 ? " row" : " rows");
    }

    /** Prints the warnings that are new since the last call: some are known at the start, some only at the end. */
    private void printWarnings(Statement statement) throws SQLException {
        int index = 0;
        for (SQLWarning each = statement.getWarnings(); each != null; each = each.getNextWarning()) {
            if (index >= warningsShown) {
                console.message("WARNING: " + each.getMessage());
            }
            index++;
        }
        warningsShown = Math.max(warningsShown, index);
    }

    /** The time that a statement took, after a separator; nothing if the user does not want to know. */
    private String elapsed(long started, String separator) {
        if (!settings.isTiming()) {
            return "";
        }
        double seconds = (System.nanoTime() - started) / 1e9;
        return separator + String.format(Locale.ROOT, seconds < 10 ? "%.3f s" : "%.1f s", seconds);
    }
}
