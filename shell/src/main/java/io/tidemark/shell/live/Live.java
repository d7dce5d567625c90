package io.tidemark.shell.live;

import io.tidemark.shell.chart.Chart;
import io.tidemark.shell.chart.ChartRequest;
import io.tidemark.shell.chart.Glyphs;
import io.tidemark.shell.format.Column;
import io.tidemark.shell.live.LiveView.Change;
import io.tidemark.shell.live.LiveView.ShownRow;
import io.tidemark.shell.script.CommandException;
import io.tidemark.shell.session.RowPump;
import io.tidemark.shell.session.Rows;
import io.tidemark.shell.session.Session;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jline.terminal.Terminal;
import org.jline.utils.AttributedString;
import org.jspecify.annotations.Nullable;

/**
 * {@code \live}: a view on the screen, as it is at each moment. A push query gives its rows and then each change; what is shown is the
 * sum of all that have come.
 */
public final class Live {

    private static final int MOST_ROWS = 1_000_000;
    private static final int ROWS_AT_A_TIME = 5_000;
    private static final long FRAME_MILLIS = 150;
    private static final long HIGHLIGHT_NANOS = 1_500_000_000L;
    private static final String UNSUPPORTED = "0A";
    private static final int CHARTED_ROWS = 10_000;

    private final Session session;
    private final Terminal terminal;
    private final LiveQuery query;
    private final @Nullable Chart chart;

    /** Follows a query. <b>Errors</b>: there is no terminal that can show it. */
    public Live(Session session, LiveQuery query, Optional<ChartRequest> chart) throws CommandException {
        this.session = session;
        this.query = query;
        this.chart = chart.map(request -> new Chart(request, Glyphs.of(System.getenv())))
                .orElse(null);
        this.terminal = session.terminal()
                .filter(LiveScreen::isPossible)
                .orElseThrow(() -> new CommandException(
                        "\\live needs a terminal that can move its cursor; SELECT STREAM shows the changes anywhere"));
    }

    /** What one run of it knows. */
    private static final class State {
        private final boolean withEpoch;
        private final LiveView view;
        private final LiveTable table;
        private final List<Column> columns;
        private final Rate rate = new Rate(System.nanoTime());
        private String epoch = "";
        private long first;
        private boolean shownOnce;

        State(boolean withEpoch, List<Column> columns, LiveQuery query, @Nullable String nullText) {
            this.withEpoch = withEpoch;
            this.columns = columns;
            this.view = new LiveView(columns, query.order());
            this.table = new LiveTable(columns, nullText);
        }
    }

    /** Shows it until the user leaves. <b>Errors</b>: those of the query; that the user has ended it is none. */
    public void run() throws SQLException, CommandException {
        int interrupts = session.runner().interrupts();
        try (Statement statement = session.runner().begin(session.connection())) {
            boolean withEpoch = execute(statement);
            ResultSet rows = statement.getResultSet();
            List<Column> all = Column.of(rows.getMetaData());
            State state = new State(
                    withEpoch,
                    all.subList(withEpoch ? 2 : 1, all.size()),
                    query,
                    session.settings().nullText());
            try (RowPump pump = new RowPump(rows, all);
                    LiveScreen screen = new LiveScreen(terminal)) {
                while (session.runner().interrupts() == interrupts && step(state, pump, screen)) {
                    state.shownOnce = true;
                }
            }
        } catch (SQLException e) {
            if (!session.runner().isCancel(e)) {
                throw e;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            session.runner().end();
        }
    }

    /** Begins the push query; with epochs if it has any. */
    private boolean execute(Statement statement) throws SQLException {
        try {
            session.runner().executing(query.push(true));
            statement.execute(query.push(true));
            return true;
        } catch (SQLException e) {
            if (e.getSQLState() == null || !e.getSQLState().startsWith(UNSUPPORTED)) {
                throw e;
            }
            session.runner().executing(query.push(false));
            statement.execute(query.push(false));
            return false;
        }
    }

    /** Takes what has come, shows it, and obeys a key; false if that is to leave. */
    private boolean step(State state, RowPump pump, LiveScreen screen)
            throws SQLException, InterruptedException, CommandException {
        take(state, pump);
        long now = System.nanoTime();
        int lines = screen.height() - 2;
        state.first = Math.max(0, Math.min(state.first, state.view.size() - lines));
        screen.draw(content(state, screen, now), status(state, pump, screen, now));
        return obey(state, screen.poll(FRAME_MILLIS), lines);
    }

    private void take(State state, RowPump pump) throws SQLException, InterruptedException, CommandException {
        long until = System.nanoTime() + FRAME_MILLIS * 1_000_000;
        List<Change> changes = new ArrayList<>();
        List<List<@Nullable String>> rows = pump.take(ROWS_AT_A_TIME, 1);
        while (!rows.isEmpty()) {
            for (List<@Nullable String> row : rows) {
                changes.add(change(state, row));
            }
            rows = System.nanoTime() < until ? pump.take(ROWS_AT_A_TIME, 1) : List.of();
        }
        long now = System.nanoTime();
        state.view.apply(changes, state.shownOnce, now);
        state.rate.add(now, changes.size());
        if (state.view.size() > MOST_ROWS) {
            throw new CommandException("the view has more than " + MOST_ROWS
                    + " rows, which \\live keeps in memory; add a WHERE, or ORDER BY with LIMIT");
        }
    }

    private static Change change(State state, List<@Nullable String> row) {
        int weight = String.valueOf(row.get(0)).startsWith("+") ? 1 : -1;
        if (state.withEpoch) {
            state.epoch = String.valueOf(row.get(1));
        }
        return new Change(row.subList(state.withEpoch ? 2 : 1, row.size()), weight);
    }

    private List<AttributedString> content(State state, LiveScreen screen, long now) throws CommandException {
        if (chart == null) {
            return state.table.lines(state.view.shown(state.first, screen.height() - 2, now - HIGHLIGHT_NANOS));
        }
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (ShownRow row : state.view.shown(0, CHARTED_ROWS, now)) {
            rows.add(row.values());
        }
        return chart
                .draw(new Rows(state.columns, rows, state.view.size() <= CHARTED_ROWS), screen.width(), screen.height())
                .stream()
                .map(AttributedString::new)
                .toList();
    }

    private static String status(State state, RowPump pump, LiveScreen screen, long now) {
        long rows = state.view.size();
        long last = Math.min(rows, state.first + screen.height() - 2);
        StringBuilder text = new StringBuilder(" ");
        text.append(String.format(Locale.ROOT, rows == 1 ? "%,d row" : "%,d rows", rows));
        if (last - state.first < rows) {
            text.append(String.format(Locale.ROOT, " (%,d to %,d)", state.first + 1, last));
        }
        text.append(state.epoch.isEmpty() ? "" : ", epoch " + state.epoch);
        text.append(String.format(Locale.ROOT, ", %,.0f changes/s", state.rate.perSecond(now)));
        return text.append(pump.hasEnded() ? ", ended" : "")
                .append("; q leaves")
                .toString();
    }

    private static boolean obey(State state, LiveScreen.Key key, int lines) {
        switch (key) {
            case UP -> state.first--;
            case DOWN -> state.first++;
            case PAGE_UP -> state.first -= lines;
            case PAGE_DOWN -> state.first += lines;
            case TOP -> state.first = 0;
            case QUIT, NONE -> {
                return key != LiveScreen.Key.QUIT;
            }
        }
        return true;
    }
}
