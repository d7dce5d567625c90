package io.tidemark.connectors.jdbc;

import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.Set;

/** What a database says, in words, divided into what may pass and what a person must mend. */
final class JdbcErrors {

    /** SQLSTATE classes of broken connections, resources, operator's actions and conflicts between transactions. */
    private static final Set<String> PASSING_CLASSES = Set.of("08", "53", "57", "40");

    /** A timeout, and H2's own: the database is closed, the connection is broken, the database is closing. */
    private static final Set<String> PASSING_STATES = Set.of("HYT00", "90067", "90098", "90121");

    private JdbcErrors() {}

    /**
     * The error of a failed call.
     *
     * @param doing what was being done: {@code writing to table "totals"}
     * @return an {@link UncheckedIOException} if trying again may help, else a {@link CodedException}
     */
    static RuntimeException of(String doing, SQLException error) {
        SQLException cause = root(error);
        String message = doing + " failed: " + firstLine(cause);
        return mayPass(cause)
                ? new UncheckedIOException(message, new IOException(error))
                : CodedException.of(ErrorCode.EXTERNAL_REJECTED, message).cause(error);
    }

    /** Of a batch, the statement's own error. */
    private static SQLException root(SQLException error) {
        return error.getNextException() == null ? error : error.getNextException();
    }

    private static boolean mayPass(SQLException error) {
        String state = String.valueOf(error.getSQLState());
        return error instanceof SQLTransientException
                || error instanceof SQLRecoverableException
                || error instanceof SQLNonTransientConnectionException
                || PASSING_STATES.contains(state)
                || (state.length() == 5 && PASSING_CLASSES.contains(state.substring(0, 2)));
    }

    /** The message without the statement that some drivers add. */
    static String firstLine(SQLException error) {
        return String.valueOf(error.getMessage())
                .lines()
                .findFirst()
                .orElse("")
                .replaceFirst(" SQL statement:$", "")
                .replaceFirst(";$", "");
    }

    /** An address without what may be secret in it. */
    static String shown(String url) {
        return url.replaceFirst("[;?].*", "");
    }
}
