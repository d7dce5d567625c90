package io.tidemark.shell.live;

import io.tidemark.shell.chart.Chart;
import io.tidemark.shell.chart.Glyphs;
import io.tidemark.shell.live.LiveView.ShownRow;
import io.tidemark.shell.script.CommandException;
import io.tidemark.shell.session.ExitStatus;
import io.tidemark.shell.session.Rows;
import io.tidemark.shell.session.Session;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Clock;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jline.terminal.Terminal;
import org.jline.utils.AttributedString;
import org.jspecify.annotations.Nullable;

/** {@code \watch}: a statement that is run again and again, in place where the terminal can do that. */
public final class Watch {

    private static final int ROWS = 10_000;
    private static final long KEY_MILLIS = 100;
    private static final int DEFAULT_WIDTH = 100;
    private static final int CHART_HEIGHT = 20;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

    private final Session session;
    private final WatchOptions options;
    private final Clock clock;
    private final @Nullable Chart chart;
    private final int interrupts;
    private Rows rows = Rows.NONE;
    private List<ShownRow> shown = List.of();
    private @Nullable LiveTable table;
    private long first;

    /** Watches the session's last statement. */
    public Watch(Session session, WatchOptions options, Clock clock) {
        this.session = session;
        this.options = options;
        this.clock = clock;
        this.chart = options.chart()
                .map(request -> new Chart(request, Glyphs.of(System.getenv())))
                .orElse(null);
        this.interrupts = session.runner().interrupts();
    }

    /** Runs the statement until the user leaves, it fails, or it has been run as often as asked for. */
    public ExitStatus run() throws SQLException, CommandException {
        Optional<Terminal> screen = session.terminal()
                .filter(LiveScreen::isPossible)
                .filter(terminal -> !session.console().isRedirected());
        if (screen.isPresent()) {
            runInPlace(screen.get());
            return ExitStatus.SUCCESS;
        }
        return repeat();
    }

    private boolean isInterrupted() {
        return session.runner().interrupts() != interrupts;
    }

    private ExitStatus repeat() throws SQLException, CommandException {
        String sql = session.lastStatement();
        ExitStatus status = ExitStatus.SUCCESS;
        for (long run = 1;
                status == ExitStatus.SUCCESS
                        && !isInterrupted()
                        && !session.console().isBroken();
                run++) {
            if (session.settings().isCounting()) {
                session.console().message(TIME.format(LocalTime.now(clock)) + " (every " + interval() + ")");
            }
            if (chart == null) {
                status = session.run(sql, null);
            } else {
                Rows drawn = session.runner().fetch(session.connection(), sql, ROWS);
                session.console().result(String.join("\n", chart.draw(drawn, DEFAULT_WIDTH, CHART_HEIGHT)) + "\n");
            }
            if (run == options.count()) {
                break;
            }
            pause();
        }
        return status;
    }

    private void pause() {
        long until = System.nanoTime() + options.interval().toNanos();
        while (System.nanoTime() < until && !isInterrupted()) {
            try {
                Thread.sleep(Math.min(KEY_MILLIS, 1 + (until - System.nanoTime()) / 1_000_000));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                session.cancel();
            }
        }
    }

    private void runInPlace(Terminal terminal) throws SQLException, CommandException {
        String sql = session.lastStatement();
        try (LiveScreen screen = new LiveScreen(terminal)) {
            for (long run = 1; ; run++) {
                long started = System.nanoTime();
                take(session.runner().fetch(session.connection(), sql, ROWS));
                String status = status(System.nanoTime() - started);
                if (!show(screen, status, run == options.count())) {
                    return;
                }
            }
        } catch (SQLException e) {
            if (!session.runner().isCancel(e)) {
                throw e;
            }
        }
    }

    /** Shows the rows until it is time for the next run; false if there is to be none. */
    private boolean show(LiveScreen screen, String status, boolean isLast) throws CommandException {
        long until = System.nanoTime() + options.interval().toNanos();
        while (true) {
            int lines = screen.height() - 2;
            first = Math.max(0, Math.min(first, rows.rows().size() - lines));
            screen.draw(content(screen), status);
            if (isLast || isInterrupted()) {
                return false;
            }
            long left = (until - System.nanoTime()) / 1_000_000;
            LiveScreen.Key key = screen.poll(Math.max(1, Math.min(KEY_MILLIS, left)));
            switch (key) {
                case UP -> first--;
                case DOWN -> first++;
                case PAGE_UP -> first -= lines;
                case PAGE_DOWN -> first += lines;
                case TOP -> first = 0;
                case QUIT -> {
                    return false;
                }
                case NONE -> {
                    if (left <= 0) {
                        return true;
                    }
                }
            }
        }
    }

    /** Takes a result; cells that differ from those at the same place of the one before are marked. */
    private void take(Rows next) {
        if (table == null || !next.columns().equals(rows.columns())) {
            table = new LiveTable(next.columns(), session.settings().nullText());
            rows = Rows.NONE;
        }
        List<ShownRow> marked = new ArrayList<>();
        for (int i = 0; i < next.rows().size(); i++) {
            List<@Nullable String> row = next.rows().get(i);
            BitSet changed = new BitSet();
            for (int column = 0; column < row.size() && !rows.columns().isEmpty(); column++) {
                boolean differs = i >= rows.rows().size()
                        || !Objects.equals(rows.rows().get(i).get(column), row.get(column));
                changed.set(column, differs);
            }
            marked.add(new ShownRow(row, changed));
        }
        rows = next;
        shown = marked;
    }

    private List<AttributedString> content(LiveScreen screen) throws CommandException {
        if (chart != null) {
            return chart.draw(rows, screen.width(), screen.height()).stream()
                    .map(AttributedString::new)
                    .toList();
        }
        if (table == null || rows.columns().isEmpty()) {
            return List.of(new AttributedString("OK"));
        }
        int from = (int) first;
        return table.lines(shown.subList(from, Math.min(shown.size(), from + Math.max(0, screen.height() - 2))));
    }

    private String status(long nanos) {
        long count = rows.rows().size();
        return String.format(
                Locale.ROOT,
                " every %s, at %s, %s%,d %s in %.3f s; q leaves",
                interval(),
                TIME.format(LocalTime.now(clock)),
                rows.complete() ? "" : "more than ",
                count,
                count == 1 ? "row" : "rows",
                nanos / 1e9);
    }

    private String interval() {
        return BigDecimal.valueOf(options.interval().toMillis(), 3)
                        .stripTrailingZeros()
                        .toPlainString() + " s";
    }
}
