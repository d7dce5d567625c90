package io.tidemark.shell.session;

import io.tidemark.shell.format.RowWriter;
import io.tidemark.shell.script.Variables;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jline.terminal.Terminal;
import org.jspecify.annotations.Nullable;

/**
 * A connection, what the user has chosen, and the running of statements, one after the other.
 *
 * <p>A connection that has broken is opened again for the next statement.
 */
public final class Session implements AutoCloseable {

    private static final String CONNECTION_FAILURE = "08";

    private final Target target;
    private final Console console;
    private final Settings settings;
    private final @Nullable Terminal terminal;
    private final StatementRunner runner;
    private final Variables variables = new Variables();
    private final TransactionWatch transaction = new TransactionWatch();
    private @Nullable Connection connection;
    private String lastStatement = "";
    private boolean pending;
    private boolean quit;

    /**
     * A session that is not connected yet.
     *
     * @param terminal where a person sits, or null for a script
     */
    public Session(
            Target target,
            Console console,
            Settings settings,
            StatementRunner.Surroundings surroundings,
            @Nullable Terminal terminal) {
        this.target = target;
        this.console = console;
        this.settings = settings;
        this.terminal = terminal;
        this.runner = new StatementRunner(console, settings, surroundings);
    }

    /** The connection, which is opened if there is none. */
    public Connection connection() throws SQLException {
        Connection current = connection;
        if (current == null) {
            current = target.connect();
            connection = current;
        }
        return current;
    }

    /** Where results and messages go. */
    public Console console() {
        return console;
    }

    /** What the user has chosen. */
    public Settings settings() {
        return settings;
    }

    /** The variables of {@code \set}. */
    public Variables variables() {
        return variables;
    }

    /** What runs statements. */
    public StatementRunner runner() {
        return runner;
    }

    /** The terminal that a person sits at. */
    public Optional<Terminal> terminal() {
        return Optional.ofNullable(terminal);
    }

    /** The statement that was run last, or is to be worked on next; empty if there is none. */
    public String lastStatement() {
        return lastStatement;
    }

    /** Makes a statement the last one without running it. */
    public void lastStatement(String sql) {
        lastStatement = sql;
        pending = true;
    }

    /** Whether the last statement has not been run. */
    public boolean isPending() {
        return pending;
    }

    /** Whether the user wants to leave. */
    public boolean hasQuit() {
        return quit;
    }

    /** Notes that the user wants to leave. */
    public void quit() {
        quit = true;
    }

    /** Ends what is running; may be called from any thread. */
    public void cancel() {
        runner.cancel();
    }

    /**
     * Runs a statement and prints what comes of it, its error too.
     *
     * @param where the script and line it stands in, or null
     */
    public ExitStatus run(String sql, @Nullable String where) {
        lastStatement = sql;
        pending = false;
        try {
            runner.run(connection(), sql);
            transaction.note(sql, true);
            return ExitStatus.SUCCESS;
        } catch (SQLException e) {
            transaction.note(sql, false);
            return failed(e, sql, where);
        } catch (UncheckedIOException e) {
            console.message("ERROR: " + e.getMessage());
            return ExitStatus.FAILED;
        }
    }

    /** Prints a result that has been read, in the layout that is chosen. */
    public void print(Rows rows) {
        StringBuilder text = new StringBuilder();
        RowWriter writer = settings.format().writer(rows.columns(), text, settings.nullText());
        try {
            writer.begin(rows.rows());
            for (List<@Nullable String> row : rows.rows()) {
                writer.row(row);
            }
        } catch (IOException e) {
            throw new IllegalStateException("text cannot be appended to text", e);
        }
        console.result(text.toString());
    }

    /** Prints an error of a statement, and gives up a connection that has broken. */
    public ExitStatus failed(SQLException error, String sql, @Nullable String where) {
        console.message(ErrorReport.of(error, sql, where));
        boolean connected = connection != null;
        return forgetBrokenConnection(error) || !connected ? ExitStatus.NO_CONNECTION : ExitStatus.FAILED;
    }

    private boolean forgetBrokenConnection(SQLException failure) {
        String state = failure.getSQLState();
        if (state == null || !state.startsWith(CONNECTION_FAILURE)) {
            return false;
        }
        Connection current = connection;
        connection = null;
        if (transaction.isOpen()) {
            console.message("WARNING: the transaction that was open is lost with the connection");
            transaction.lost();
        }
        try {
            if (current != null) {
                current.close();
            }
        } catch (SQLException e) {
            console.message("the connection is lost; the next statement opens a new one");
        }
        return true;
    }

    /** Closes the connection; says so if that rolls a transaction back. */
    @Override
    public void close() throws SQLException {
        if (connection != null) {
            connection.close();
        }
        if (transaction.isOpen()) {
            console.message("WARNING: the open transaction was rolled back; to keep its changes, end it with COMMIT");
            transaction.lost();
        }
    }
}
