package io.tidemark.shell.session;

import io.tidemark.shell.format.Column;
import io.tidemark.shell.format.PlanLines;
import io.tidemark.shell.format.ResultFormat;
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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs one statement and prints what comes of it: rows as they come, the count of rows or updates, and warnings.
 *
 * <p>Rows are held back for a moment, to fit the columns to them. A result that is longer, or takes longer, is printed as it
 * comes.
 */
public final class StatementRunner {

    private static final int FIRST_ROWS = 1000;
    private static final int REMEMBERED_ROWS = 10_000;
    private static final long PAUSE_MILLIS = 150;
    private static final long FIRST_ROWS_MILLIS = 400;
    private static final String CANCELLED = "57014";

    private final Console console;
    private final Settings settings;
    private final Surroundings surroundings;
    private final AtomicInteger interrupts = new AtomicInteger();
    private volatile @Nullable Statement running;
    private volatile boolean cancelled;
    private int warningsShown;
    private Rows last = Rows.NONE;
    private String executing = "";

    /** Opens a pager for a result that is taller than the screen. */
    @FunctionalInterface
    public interface PageOpener {
        /** A pager, or null if a result with that many lines needs none. */
        @Nullable
        Pager open(int lines);
    }

    /** Tells of the progress of a statement. */
    @FunctionalInterface
    public interface ProgressOpener {
        /** Begins to; what is returned ends it, and may be run several times. */
        Runnable open(String sql);
    }

    /**
     * What the place where the shell runs offers.
     *
     * @param pages pagers for long results
     * @param progress progress of long statements
     * @param width the columns of a line
     */
    public record Surroundings(PageOpener pages, ProgressOpener progress, IntSupplier width) {

        private static final int WIDTH = 100;

        /** Those of a script: neither pages nor progress, and lines of 100 columns. */
        public static Surroundings ofScript() {
            return new Surroundings(lines -> null, sql -> () -> {}, () -> WIDTH);
        }
    }

    StatementRunner(Console console, Settings settings, Surroundings surroundings) {
        this.console = console;
        this.settings = settings;
        this.surroundings = surroundings;
    }

    /** Ends the statement that runs, if any. May be called from any thread. */
    public void cancel() {
        interrupts.incrementAndGet();
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

    /** How often {@link #cancel} was called: what goes on until the user ends it watches this. */
    public int interrupts() {
        return interrupts.get();
    }

    /** The rows printed last, up to 10,000. */
    public Rows last() {
        return last;
    }

    /** The text that was sent last, which errors are about. */
    public String executing() {
        return executing;
    }

    /** Notes the text that is sent next. */
    public void executing(String sql) {
        executing = sql;
    }

    /** Whether an error only says that the user has ended the statement. */
    public boolean isCancel(SQLException error) {
        return cancelled && CANCELLED.equals(error.getSQLState());
    }

    /** Runs a statement. <b>Errors</b>: those of the server; a cancel by the user is none. */
    void run(Connection connection, String sql) throws SQLException {
        long started = System.nanoTime();
        warningsShown = 0;
        executing = sql;
        Runnable endProgress = surroundings.progress().open(sql);
        try (Statement statement = begin(connection)) {
            try {
                if (statement.execute(sql)) {
                    printRows(statement, sql, started, endProgress);
                } else {
                    endProgress.run();
                    printUpdateCount(statement.getLargeUpdateCount(), started);
                }
                printWarnings(statement);
            } catch (SQLException e) {
                if (!isCancel(e)) {
                    throw e;
                }
                console.message("cancelled" + elapsed(started, " after "));
            } finally {
                running = null;
            }
        } finally {
            endProgress.run();
        }
    }

    /** Runs a statement and gives at most so many of its rows, without printing anything. */
    public Rows fetch(Connection connection, String sql, int limit) throws SQLException {
        executing = sql;
        try (Statement statement = begin(connection)) {
            if (!statement.execute(sql)) {
                return Rows.NONE;
            }
            ResultSet result = statement.getResultSet();
            List<Column> columns = Column.of(result.getMetaData());
            List<List<@Nullable String>> rows = new ArrayList<>();
            boolean more = result.next();
            for (; more && rows.size() < limit; more = result.next()) {
                rows.add(RowPump.values(result, columns));
            }
            if (more) {
                statement.cancel();
            }
            return new Rows(columns, rows, !more);
        } finally {
            running = null;
        }
    }

    /** A statement that {@link #cancel} ends, until {@link #end}. */
    public Statement begin(Connection connection) throws SQLException {
        Statement statement = connection.createStatement();
        cancelled = false;
        running = statement;
        return statement;
    }

    /** The statement of {@link #begin} is over. */
    public void end() {
        running = null;
    }

    private void printRows(Statement statement, String sql, long started, Runnable endProgress) throws SQLException {
        ResultSet rows = statement.getResultSet();
        List<Column> columns = Column.of(rows.getMetaData());
        last = new Rows(columns, new ArrayList<>(), true);
        try (RowPump pump = new RowPump(rows, columns)) {
            List<List<@Nullable String>> first = firstRows(pump);
            endProgress.run();
            if (!pump.hasEnded()) {
                printWarnings(statement);
            }
            boolean isPlan = settings.format() == ResultFormat.TABLE && PlanLines.isPlan(sql);
            List<List<@Nullable String>> lines =
                    isPlan ? PlanLines.wrap(first, surroundings.width().getAsInt()) : first;
            remember(first);
            print(pump, columns, lines, first.size() - lines.size(), started);
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
        List<List<@Nullable String>> first = new ArrayList<>();
        long begun = System.nanoTime(); // of the reading: before it, the statement may have taken any time
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

    /**
     * Prints a result.
     *
     * @param uncounted how many rows the first ones are more than they look, less than none where long lines were broken
     */
    private void print(
            RowPump pump, List<Column> columns, List<List<@Nullable String>> first, int uncounted, long started)
            throws SQLException, InterruptedException, IOException {
        StringBuilder text = new StringBuilder();
        RowWriter writer = settings.format().writer(columns, text, settings.nullText());
        writer.begin(first);
        for (List<@Nullable String> row : first) {
            writer.row(row);
        }
        long count = (long) first.size() + uncounted;
        String time = ""; // without that which a user spends in the pager
        try (Pager pager = surroundings.pages().open((int)
                text.chars().filter(c -> c == '\n').count())) {
            flush(text, pager);
            while (!pump.hasEnded() && !console.isBroken() && (pager == null || pager.isOpen())) {
                List<List<@Nullable String>> more = pump.take(FIRST_ROWS, PAUSE_MILLIS);
                for (List<@Nullable String> row : more) {
                    writer.row(row);
                }
                remember(more);
                count += more.size();
                flush(text, pager);
            }
            time = elapsed(started, ", ");
        } catch (SQLException e) {
            printRowCount(count, elapsed(started, ", "));
            throw e;
        }
        printRowCount(count, time);
    }

    private void remember(List<List<@Nullable String>> rows) {
        int room = REMEMBERED_ROWS - last.rows().size();
        last.rows().addAll(rows.subList(0, Math.min(room, rows.size())));
        if (rows.size() > room) {
            last = new Rows(last.columns(), last.rows(), false);
        }
    }

    private void flush(StringBuilder text, @Nullable Pager pager) {
        if (text.length() > 0 && pager == null) {
            console.result(text.toString());
        } else if (text.length() > 0) {
            pager.print(text.toString());
        }
        text.setLength(0);
    }

    private void printRowCount(long count, String time) {
        if (settings.isCounting()) {
            console.message("(" + rows(count) + time + ")");
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
