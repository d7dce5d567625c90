package io.tidemark.shell.terminal;

import io.tidemark.shell.command.Interpreter;
import io.tidemark.shell.command.Prompt;
import io.tidemark.shell.script.Conditions;
import io.tidemark.shell.session.Session;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jline.reader.EndOfFileException;
import org.jline.reader.History;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;

/** Reads statements from a terminal and runs them until the user leaves. */
public final class InteractiveLoop {

    private static final String PROMPT = "tidemark> ";
    private static final String CONTINUATION = "%P       > ";

    private final Session session;
    private final Interpreter interpreter;
    private final Terminal terminal;
    private final LineReader reader;
    private final Conditions conditions = new Conditions();
    private String offered = "";

    /** Reads at a terminal; what is typed is kept in a file. */
    public InteractiveLoop(Session session, Interpreter interpreter, Terminal terminal, Path history) {
        this.session = session;
        this.interpreter = interpreter;
        this.terminal = terminal;
        this.reader = LineReaderBuilder.builder()
                .terminal(terminal)
                .appName("tidemark")
                .parser(new SqlLineParser())
                .highlighter(new SqlHighlighter())
                .history(new StatementHistory())
                .completer(new SqlCompleter(
                        interpreter.names(),
                        interpreter.commands().names(),
                        () -> interpreter.variables().all().keySet(),
                        this::refreshNames))
                .variable(LineReader.HISTORY_FILE, history)
                .variable(LineReader.SECONDARY_PROMPT_PATTERN, CONTINUATION)
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .option(LineReader.Option.CASE_INSENSITIVE, true)
                .option(LineReader.Option.HISTORY_REDUCE_BLANKS, false)
                .build();
        interpreter.attach(new TypedLines());
    }

    /** What commands may do with the prompt. */
    private final class TypedLines implements Prompt {
        @Override
        public List<String> history() {
            List<String> lines = new ArrayList<>();
            for (History.Entry entry : reader.getHistory()) {
                lines.add(entry.line());
            }
            return lines;
        }

        @Override
        public void offer(String text) {
            offered = text;
        }
    }

    /** Runs until {@code \q} or the end of input. */
    public void run() {
        while (!session.hasQuit()) {
            String begun = offered;
            offered = "";
            try {
                runAll(reader.readLine(PROMPT, null, (Character) null, begun.isEmpty() ? null : begun));
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
            interpreter.run(text, null, conditions);
        } finally {
            terminal.handle(Terminal.Signal.INT, before);
        }
    }

    private void refreshNames() {
        try {
            interpreter.names().refresh(session.connection());
        } catch (SQLException e) {
            // No completion of names without a connection; the next statement says why.
        }
    }
}
