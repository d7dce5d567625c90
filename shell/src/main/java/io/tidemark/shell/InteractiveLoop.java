package io.tidemark.shell;

import java.nio.file.Path;
import java.sql.SQLException;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;

/** Reads statements from a terminal and runs them until the user leaves. */
final class InteractiveLoop {

    private static final String PROMPT = "tidemark> ";
    private static final String CONTINUATION = "%P       > ";

    private final Session session;
    private final Terminal terminal;
    private final LineReader reader;

    InteractiveLoop(Session session, Terminal terminal, Path history) {
        this.session = session;
        this.terminal = terminal;
        this.reader = LineReaderBuilder.builder()
                .terminal(terminal)
                .appName("tidemark")
                .parser(new SqlLineParser())
                .highlighter(new SqlHighlighter())
                .history(new StatementHistory())
                .completer(new SqlCompleter(session.names(), this::refreshNames))
                .variable(LineReader.HISTORY_FILE, history)
                .variable(LineReader.SECONDARY_PROMPT_PATTERN, CONTINUATION)
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .option(LineReader.Option.CASE_INSENSITIVE, true)
                .option(LineReader.Option.HISTORY_REDUCE_BLANKS, false)
                .build();
    }

    /** Runs until {@code \q} or the end of input. */
    void run() {
        while (!session.hasQuit()) {
            try {
                runAll(reader.readLine(PROMPT));
            } catch (UserInterruptException e) {
                // Ctrl-C at the prompt clears what was typed.
            } catch (EndOfFileException e) {
                return;
            }
        }
    }

    private void runAll(String text) {
        Terminal.SignalHandler before = terminal.handle(Terminal.Signal.INT, signal -> session.cancel());
        try {
            for (ScriptStatement statement : StatementSplitter.split(text)) {
                if (session.hasQuit() || !session.run(statement, null)) {
                    break;
                }
            }
        } finally {
            terminal.handle(Terminal.Signal.INT, before);
        }
    }

    private void refreshNames() {
        try {
            session.names().refresh(session.connection());
        } catch (SQLException e) {
            // No completion of names without a connection; the next statement says why.
        }
    }
}
