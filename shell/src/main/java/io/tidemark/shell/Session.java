package io.tidemark.shell;

import io.tidemark.shell.format.ResultFormat;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A connection, what the user has chosen, and the running of statements and commands, one after the other.
 *
 * <p>A connection that has broken is opened again for the next statement.
 */
final class Session implements AutoCloseable {

    private static final String CONNECTION_FAILURE = "08";

    private final Target target;
    private final Console console;
    private final Settings settings;
    private final StatementRunner runner;
    private final CatalogNames names = new CatalogNames();
    private final Commands commands = new Commands(this);
    private @Nullable Connection connection;
    private final TransactionWatch transaction = new TransactionWatch();
    private boolean quit;

    Session(Target target, Console console, ResultFormat format, StatementRunner.PageOpener pages) {
        this.target = target;
        this.console = console;
        this.settings = new Settings(format);
        this.runner = new StatementRunner(console, settings, pages);
    }

    /** The connection, which is opened if there is none. */
    Connection connection() throws SQLException {
        Connection current = connection;
        if (current == null) {
            current = target.connect();
            connection = current;
        }
        return current;
    }

    Target target() {
        return target;
    }

    Console console() {
        return console;
    }

    Settings settings() {
        return settings;
    }

    CatalogNames names() {
        return names;
    }

    boolean hasQuit() {
        return quit;
    }

    void quit() {
        quit = true;
    }

    /** Ends what is running; may be called from any thread. */
    void cancel() {
        runner.cancel();
    }

    /**
     * Runs a statement or command and prints what comes of it.
     *
     * @param script the name of the script it stands in, or null
     * @return whether it succeeded; if not, the error has been printed
     */
    boolean run(ScriptStatement statement, @Nullable String script) {
        String text = statement.text();
        try {
            if (statement.isCommand()) {
                return commands.run(text);
            }
            runner.run(connection(), text);
            transaction.note(text, true);
            names.noteStatement(text);
            return true;
        } catch (SQLException e) {
            transaction.note(text, false);
            String where = script == null ? null : script + ":" + statement.line();
            console.message(ErrorReport.of(e, text, where));
            forgetBrokenConnection(e);
            return false;
        } catch (UncheckedIOException e) {
            console.message("ERROR: " + e.getMessage());
            return false;
        }
    }

    private void forgetBrokenConnection(SQLException failure) {
        String state = failure.getSQLState();
        Connection current = connection;
        if (state == null || !state.startsWith(CONNECTION_FAILURE) || current == null) {
            return;
        }
        connection = null;
        if (transaction.isOpen()) {
            console.message("WARNING: the transaction that was open is lost with the connection");
            transaction.lost();
        }
        try {
            current.close();
        } catch (SQLException e) {
            console.message("the connection is lost; the next statement opens a new one");
        }
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
