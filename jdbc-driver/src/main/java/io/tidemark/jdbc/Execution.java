package io.tidemark.jdbc;

import static java.util.concurrent.TimeUnit.SECONDS;

import io.tidemark.jdbc.error.Failures;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.concurrent.CompletableFuture;
import org.apache.calcite.avatica.AvaticaStatement;
import org.jspecify.annotations.Nullable;

/**
 * What a statement is executing: its end by cancel, timeout or close, the translation of its errors, and its warnings.
 *
 * <p>One per statement, used for one execution after the other. The methods {@link #cancel} and {@link #abandon} may be called
 * from any thread.
 */
final class Execution {

    /** How long the server may take to end a cancelled call by itself before the client stops waiting for it. */
    private static final int GRACE_SECONDS = 5;

    private final RemoteConnection connection;
    private final AvaticaStatement statement;
    private final Executing state;
    private final boolean noted;
    private volatile Run run = new Run(true);
    private boolean warningsKnown = true;
    private boolean warningsComplete = true;
    private @Nullable SQLWarning warnings;

    /** One execution, from the call until the last row. */
    private static final class Run {
        private volatile boolean finished;
        private volatile boolean cancelled;
        private volatile int timedOutAfterSeconds;

        Run(boolean finished) {
            this.finished = finished;
        }
    }

    /** Something that executes a statement. */
    @FunctionalInterface
    interface Action<T> {
        T run() throws SQLException;
    }

    /** Makes the execution of a statement; {@code noted} unless it is the driver's own. */
    <S extends AvaticaStatement & Executing> Execution(RemoteConnection connection, S statement, boolean noted) {
        this.connection = connection;
        this.statement = statement;
        this.state = statement;
        this.noted = noted;
    }

    /** Executes, with a timeout unless it is zero, and throws the server's own errors. */
    <T> T execute(int timeoutSeconds, Action<T> action) throws SQLException {
        Run started = new Run(false);
        run = started;
        warningsKnown = !noted;
        warningsComplete = !noted;
        warnings = null;
        if (noted) {
            connection.executed(this);
        }
        CompletableFuture<Void> timer = timeoutSeconds == 0
                ? CompletableFuture.completedFuture(null)
                : CompletableFuture.runAsync(
                        () -> timeOut(started, timeoutSeconds),
                        CompletableFuture.delayedExecutor(timeoutSeconds, SECONDS));
        boolean successful = false;
        try {
            T result = action.run();
            successful = true;
            return result;
        } catch (SQLException | RuntimeException e) {
            throw translate(e);
        } finally {
            timer.cancel(false);
            if (!successful || !state.hasOpenResult()) {
                started.finished = true;
            }
        }
    }

    /** Ends the execution, on the server too. Does nothing if nothing is being executed. */
    void cancel() throws SQLException {
        Run current = run;
        if (!current.finished) {
            current.cancelled = true;
            end(current);
        }
    }

    /** Ends the execution because nobody will read the rest; a thread that waits for a row returns at once. */
    void abandon() throws SQLException {
        Run current = run;
        if (current.finished) {
            return;
        }
        current.finished = true;
        connection.wire().giveUp(statement.handle.id);
        if (!state.isClosing() && !current.cancelled && !connection.isClosed()) {
            boolean interrupted = Thread.interrupted();
            try {
                connection.cancelOnServer(statement.handle.id);
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }

    /** Ends the call in which another thread waits, so that the statement's lock becomes free for {@code close}. */
    void closeWhileRunning() throws SQLException {
        if (!run.finished && connection.wire().isWaiting(statement.handle.id)) {
            try {
                cancel();
            } finally {
                abandon();
            }
        }
    }

    /** The last row has been read. */
    void finish() {
        run.finished = true;
    }

    boolean isCancelled() {
        return run.cancelled;
    }

    /** The exception that tells the caller what happened, in the server's words where it was the server. */
    SQLException translate(Exception failure) {
        Run current = run;
        if (current.timedOutAfterSeconds > 0) {
            return Failures.timedOut(current.timedOutAfterSeconds, failure);
        }
        SQLException unwrapped = Failures.unwrap(failure);
        return current.cancelled && !Failures.isCancelled(unwrapped) ? Failures.cancelled(failure) : unwrapped;
    }

    /** The warnings of the last execution, asked of the server on first use, and again when the last row has been read. */
    @Nullable
    SQLWarning warnings() throws SQLException {
        if (!warningsKnown || (!warningsComplete && run.finished)) {
            warningsKnown = true;
            warningsComplete = run.finished;
            warnings = connection.isClosed() ? null : askForWarnings();
        }
        return warnings;
    }

    void clearWarnings() {
        warningsKnown = true;
        warningsComplete = true;
        warnings = null;
    }

    private @Nullable SQLWarning askForWarnings() throws SQLException {
        SQLWarning first = null;
        try (RemoteStatement scratch = RemoteStatement.scratch(connection);
                ResultSet rows =
                        scratch.executeQuery("SHOW WARNINGS FOR " + connection.statementName(statement.handle.id))) {
            while (rows.next()) {
                SQLWarning warning = Failures.warning(
                        rows.getString("code"), rows.getString("sql_state"), rows.getString("message"));
                if (first == null) {
                    first = warning;
                } else {
                    first.setNextWarning(warning);
                }
            }
        }
        return first;
    }

    private void timeOut(Run timed, int seconds) {
        if (timed.finished || run != timed) {
            return;
        }
        timed.timedOutAfterSeconds = seconds;
        try {
            end(timed);
        } catch (SQLException e) {
            // The server cannot be told; the caller learns of the timeout all the same.
            connection.wire().giveUp(statement.handle.id);
        }
    }

    private void end(Run ending) throws SQLException {
        CompletableFuture.delayedExecutor(GRACE_SECONDS, SECONDS).execute(() -> {
            if (!ending.finished && run == ending) {
                connection.wire().giveUp(statement.handle.id);
            }
        });
        connection.cancelOnServer(statement.handle.id);
    }
}
