package io.tidemark.shell.command;

import io.tidemark.shell.chart.Chart;
import io.tidemark.shell.chart.ChartRequest;
import io.tidemark.shell.chart.Glyphs;
import io.tidemark.shell.format.ResultFormat;
import io.tidemark.shell.live.Live;
import io.tidemark.shell.live.LiveQuery;
import io.tidemark.shell.live.Watch;
import io.tidemark.shell.live.WatchOptions;
import io.tidemark.shell.script.CommandException;
import io.tidemark.shell.script.CommandText;
import io.tidemark.shell.session.ExitStatus;
import io.tidemark.shell.session.Rows;
import io.tidemark.shell.session.Session;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jline.terminal.Terminal;

/** What can be done with a statement or its result: run it again, watch it, follow it, draw it. */
final class QueryCommands {

    private static final String GROUP = "Statements and results";
    private static final int SCRIPT_WIDTH = 100;
    private static final int CHART_HEIGHT = 12;
    private static final int BARS = 200;
    private static final int ROWS = 10_000;

    private final Session session;
    private final Clock clock;

    QueryCommands(Session session, Clock clock) {
        this.session = session;
        this.clock = clock;
    }

    List<Command> all() {
        return List.of(
                new Command("\\g", "", GROUP, "run the last statement again", text -> session.run(last("\\g"), null)),
                new Command("\\gx", "", GROUP, "the same, each value on a line of its own", text -> expanded()),
                new Command(
                        "\\watch", "[SECONDS] [c=N] [chart]", GROUP, "run the last statement again and again", text -> {
                            last("\\watch");
                            return new Watch(session, WatchOptions.of(text.words()), clock).run();
                        }),
                Command.of("\\live", "[chart] SELECT …|NAME", GROUP, "show a view as it changes, until q", this::live),
                Command.of("\\chart", "[bar|line|spark] [COLUMN…]", GROUP, "draw the last result", this::chart));
    }

    private String last(String command) throws CommandException {
        if (session.lastStatement().isEmpty()) {
            throw new CommandException(command + " needs a statement before it");
        }
        return session.lastStatement();
    }

    private ExitStatus expanded() throws CommandException {
        ResultFormat before = session.settings().format();
        session.settings().format(ResultFormat.VERTICAL);
        try {
            return session.run(last("\\gx"), null);
        } finally {
            session.settings().format(before);
        }
    }

    private void live(CommandText text) throws CommandException, SQLException {
        List<String> words = new ArrayList<>(text.words());
        Optional<ChartRequest> chart = ChartRequest.take(words);
        String query = chart.isPresent() ? text.rest().replaceFirst("^\\S+\\s*", "") : text.rest();
        LiveQuery live = LiveQuery.of(query.isEmpty() ? last("\\live") : query);
        new Live(session, live, chart).run();
    }

    private void chart(CommandText text) throws CommandException, SQLException {
        Rows rows = session.isPending()
                ? session.runner().fetch(session.connection(), session.lastStatement(), ROWS)
                : session.runner().last();
        if (rows.columns().isEmpty()) {
            throw new CommandException("there is no result to draw; run a SELECT first, or end one with \\chart");
        }
        ChartRequest request = ChartRequest.of(text.words());
        int width = session.terminal()
                .map(Terminal::getColumns)
                .filter(columns -> columns > 0)
                .orElse(SCRIPT_WIDTH);
        Chart chart = new Chart(request, Glyphs.of(System.getenv()));
        List<String> lines = chart.draw(rows, width, chart.isOfBars(rows) ? BARS : CHART_HEIGHT);
        session.console().result(String.join("\n", lines) + "\n");
    }
}
