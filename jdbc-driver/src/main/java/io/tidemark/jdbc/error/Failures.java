package io.tidemark.jdbc.error;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.sql.BatchUpdateException;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.avatica.NoSuchStatementException;
import org.apache.calcite.avatica.remote.Service.ErrorResponse;
import org.jspecify.annotations.Nullable;

/**
 * Every exception of the driver.
 *
 * <p>Avatica wraps what the server says twice, in texts of its own. Here the server's message, code and SQLSTATE become the
 * {@link SQLException} at the place where the answer is read, and that exception goes through Avatica's layers unchanged.
 */
public final class Failures {

    // The numbers are those of the server's own errors, so that programs need to know one list.
    private static final int PARAMETERS = 1015;
    private static final int AUTHENTICATION = 1018;
    private static final int UNSUPPORTED = 3001;
    private static final int TIMEOUT = 4005;
    private static final int CANCELLED = 4006;
    private static final int UNREACHABLE = 5001;
    private static final int CONNECTION_LOST = 5002;

    private static final String CANCELLED_STATE = "57014";
    private static final String CURSOR_STATE = "24000";
    private static final String COLUMN_STATE = "42703";
    private static final String UNKNOWN_CONNECTION_STATE = "08003";
    private static final String UNKNOWN_STATEMENT_STATE = "26000";

    /** How the server ends the message of a batch of which a part took effect. */
    private static final Pattern KEPT =
            Pattern.compile("statement ([0-9]{1,9}) of [0-9]+ of the batch failed; those before it took effect$");

    private Failures() {}

    /** The exception for an error that the server reports, of the class that JDBC has for its SQLSTATE. */
    public static SQLException ofServer(ErrorResponse error, String server) {
        String message = error.errorMessage == null ? "the server gave no message" : error.errorMessage;
        String state = error.sqlState == null ? ErrorResponse.UNKNOWN_SQL_STATE : error.sqlState;
        if (error.errorCode == ErrorResponse.MISSING_CONNECTION_ERROR_CODE
                && state.equals(ErrorResponse.UNKNOWN_SQL_STATE)) {
            return new SQLNonTransientConnectionException(
                    "Tidemark at " + server + " no longer knows this connection, because it was restarted or the"
                            + " connection was idle for too long; open a new one",
                    UNKNOWN_CONNECTION_STATE,
                    CONNECTION_LOST);
        }
        switch (state.substring(0, Math.min(2, state.length()))) {
            case "08":
                return new SQLNonTransientConnectionException(message, state, error.errorCode);
            case "0A":
                return new SQLFeatureNotSupportedException(message, state, error.errorCode);
            case "22":
                return new SQLDataException(message, state, error.errorCode);
            case "23":
                return new SQLIntegrityConstraintViolationException(message, state, error.errorCode);
            case "28":
                return new SQLInvalidAuthorizationSpecException(message, state, error.errorCode);
            case "42":
                return new SQLSyntaxErrorException(message, state, error.errorCode);
            case "00":
            case "XX":
                return new SQLException(message, state, error.errorCode, ServerTrace.of(error));
            default:
                return error.errorCode == TIMEOUT
                        ? new SQLTimeoutException(message, state, error.errorCode)
                        : new SQLException(message, state, error.errorCode);
        }
    }

    public static SQLException unreachable(String server, Throwable cause) {
        return new SQLNonTransientConnectionException(
                "cannot reach Tidemark at " + server + ": " + reason(cause)
                        + ". Check that a server is running there (bin/tidemark server) and that the port is right",
                "08001",
                UNREACHABLE,
                cause);
    }

    public static SQLException connectionLost(String server, Throwable cause) {
        return new SQLNonTransientConnectionException(
                "lost the connection to Tidemark at " + server + ": " + reason(cause), "08006", CONNECTION_LOST, cause);
    }

    public static SQLException notTidemark(String server, String answer) {
        return new SQLNonTransientConnectionException(
                "what answers at " + server + " is not a Tidemark server (" + answer + "); check host and port",
                "08004",
                UNREACHABLE);
    }

    public static SQLException overloaded(String server) {
        return new SQLNonTransientConnectionException(
                "Tidemark at " + server + " takes no requests at the moment (HTTP 503); try again later",
                "08004",
                UNREACHABLE);
    }

    public static SQLException wrongPassword(String server) {
        return new SQLInvalidAuthorizationSpecException(
                "Tidemark at " + server + " refuses this user or password", "28000", AUTHENTICATION);
    }

    public static SQLException connect(String message) {
        return new SQLNonTransientConnectionException(message, "08001", UNREACHABLE);
    }

    public static SQLException unsupported(String message) {
        return new SQLFeatureNotSupportedException(message, "0A000", UNSUPPORTED);
    }

    /** A value that a method does not take. */
    public static SQLException invalid(String message) {
        return new SQLDataException(message, "22023", PARAMETERS);
    }

    public static SQLException readOnly() {
        return unsupported("rows cannot be changed through a result; use INSERT, UPDATE and DELETE");
    }

    public static SQLException forwardOnly() {
        return unsupported("a result is read once, from its first row to its last; execute the statement again");
    }

    /** A type that the dialect does not have. */
    public static SQLException noSuchType(String type) {
        return unsupported("there are no values of type " + type + "; use VARCHAR or VARBINARY");
    }

    public static SQLException outOfRange(String what, String value, String target) {
        return new SQLDataException(what + " is " + value + ", out of the range of " + target, "22003", 2002);
    }

    /** The object as what is asked for; 0A000 if it is none. */
    public static <T> T unwrapped(Object object, Class<T> target) throws SQLException {
        if (target.isInstance(object)) {
            return target.cast(object);
        }
        throw unsupported("this is no wrapper for " + target.getName() + "; isWrapperFor tells what it wraps");
    }

    public static SQLException noCatalog(String catalog, String known) {
        return new SQLSyntaxErrorException(
                "there is no catalog \"" + catalog + "\"; the only one is \"" + known + "\"", "3D000", 1001);
    }

    /** A result of another kind than was asked for. */
    public static SQLWarning downgraded() {
        return new SQLWarning(
                "results are forward-only, read-only and held over a commit, whatever kind is asked for", "01000");
    }

    public static SQLException noProcedures() {
        return unsupported("there are no stored procedures to call; use a SELECT with functions");
    }

    /** A text where a prepared statement's own is executed. */
    public static SQLException alreadyPrepared() {
        return unsupported("a prepared statement executes its own text alone;"
                + " call the method without a text, or use Connection.createStatement");
    }

    public static SQLException noArrayParameters() {
        return unsupported("a parameter cannot be an ARRAY; write ARRAY[?, ?] with a parameter for each element");
    }

    public static SQLException noSavepoints() {
        return unsupported(
                "savepoints are not supported; commit what is to be kept, or roll the whole transaction back");
    }

    public static SQLException noGeneratedKeys() {
        return unsupported("generated keys cannot be returned, because the server generates none;"
                + " give every row its key in the INSERT, and execute it without asking for keys");
    }

    public static SQLException noSuchIsolation() {
        return unsupported("this isolation level is not supported, because all transactions are REPEATABLE READ;"
                + " leave the level as it is, or set TRANSACTION_REPEATABLE_READ or a weaker one");
    }

    /**
     * What a failed batch is for its caller: the same error with the counts of the statements that took effect, which are none unless
     * the server says so. A timeout and a lost connection stay what they are.
     */
    public static SQLException ofBatch(SQLException failure) {
        if (failure instanceof SQLTimeoutException || failure instanceof SQLNonTransientConnectionException) {
            return failure;
        }
        Matcher kept = KEPT.matcher(String.valueOf(failure.getMessage()));
        long[] counts = new long[kept.find() ? Integer.parseInt(kept.group(1)) - 1 : 0];
        Arrays.fill(counts, Statement.SUCCESS_NO_INFO);
        return new BatchUpdateException(
                failure.getMessage(), failure.getSQLState(), failure.getErrorCode(), counts, failure);
    }

    /** A restart of the server, or a long silence, has rolled back the transaction that was open. */
    public static SQLException transactionLost(String server, SQLException cause) {
        return new SQLNonTransientConnectionException(
                "Tidemark at " + server
                        + " no longer knows this connection, because it was restarted or the connection was"
                        + " idle for too long; the open transaction is rolled back. Call rollback(), and run it again",
                "08006",
                CONNECTION_LOST,
                cause);
    }

    /** Whether the server has refused a call because it does not know the connection; then it has done nothing. */
    public static boolean isUnknownConnection(SQLException failure) {
        return UNKNOWN_CONNECTION_STATE.equals(failure.getSQLState());
    }

    /** Whether the server has refused an execution because it does not know the statement; then it has done nothing. */
    public static boolean isUnknownStatement(SQLException failure) {
        return UNKNOWN_STATEMENT_STATE.equals(failure.getSQLState()) && failure.getErrorCode() == CONNECTION_LOST;
    }

    public static SQLException parameterNotSet(int parameter) {
        return new SQLException(
                "parameter " + parameter + " is not set. Set every parameter; setNull makes one NULL",
                "07001",
                PARAMETERS);
    }

    public static SQLException noConversion(String what, String target) {
        return noConversion(what, target, null);
    }

    public static SQLException noConversion(String what, String target, @Nullable Exception cause) {
        return new SQLDataException("cannot convert " + what + " to " + target, "22018", 2004, cause);
    }

    public static SQLException cancelled(@Nullable Throwable cause) {
        return new SQLException("the statement was cancelled", CANCELLED_STATE, CANCELLED, cause);
    }

    public static boolean isCancelled(SQLException failure) {
        return CANCELLED_STATE.equals(failure.getSQLState());
    }

    public static SQLException resultGone(Exception cause) {
        return new SQLException(
                "the server no longer knows this result, because it was restarted or the result was not read for too long;"
                        + " execute the statement again",
                "24000",
                CONNECTION_LOST,
                cause);
    }

    /** A warning; the number is that of the code, or 0 if the code is not a number. */
    public static SQLWarning warning(@Nullable String code, @Nullable String state, @Nullable String message) {
        boolean numeric = code != null && code.matches("[0-9]{1,9}");
        String text = String.valueOf(message);
        return numeric
                ? new SQLWarning(text, state, Integer.parseInt(code))
                : new SQLWarning(code == null ? text : code + ": " + text, state);
    }

    public static SQLException noSuchPart(long index, int count, int size) {
        return new SQLDataException(
                "an ARRAY of " + size + " elements has none of " + count + " from " + index + " on",
                "22023",
                PARAMETERS);
    }

    public static SQLException closed(@Nullable Exception cause) {
        return new SQLException("the result set is closed", CURSOR_STATE, cause);
    }

    public static SQLException statementClosed() {
        return new SQLException(
                "the statement is closed; make another one from the connection", UNKNOWN_STATEMENT_STATE);
    }

    public static SQLException connectionClosed() {
        return new SQLNonTransientConnectionException(
                "the connection is closed; open a new one", UNKNOWN_CONNECTION_STATE);
    }

    public static SQLException notAtRow() {
        return new SQLException(
                "the result set is not at a row: call next() before reading, and read only while it returns true",
                CURSOR_STATE);
    }

    public static SQLException noColumn(int column, int columns) {
        return new SQLException(
                "there is no column " + column + "; the result has columns 1 to " + columns, COLUMN_STATE, 1002);
    }

    public static SQLException noColumn(String label, List<String> known) {
        return new SQLException(
                "the result has no column \"" + label + "\"; it has " + String.join(", ", known), COLUMN_STATE, 1002);
    }

    public static SQLException noParameter(int parameter, int parameters) {
        return new SQLException(
                "there is no parameter " + parameter + "; the statement has " + parameters, "07009", PARAMETERS);
    }

    public static SQLException returnsNoRows() {
        return new SQLException(
                "the statement returns no rows, but was executed; use execute or executeUpdate", "07005");
    }

    public static SQLException returnsRows() {
        return new SQLException("the statement returns rows; use execute or executeQuery", "07005");
    }

    public static SQLException noCursorNames() {
        return unsupported("cursors have no names, because rows cannot be changed through them;"
                + " change rows with UPDATE and DELETE");
    }

    public static SQLException unreadable(IOException cause) {
        return new SQLException("cannot read the stream of a parameter: " + reason(cause), "58030", 5003, cause);
    }

    public static SQLException timedOut(int seconds, @Nullable Throwable cause) {
        return new SQLTimeoutException(
                "the statement took longer than its timeout of " + seconds + " s", CANCELLED_STATE, TIMEOUT, cause);
    }

    public static SQLException interrupted(InterruptedException cause) {
        return new SQLException(
                "the thread was interrupted while it waited for the server", CANCELLED_STATE, CANCELLED, cause);
    }

    /** Takes off what Avatica has put around: the innermost exception that has an SQLSTATE, or else the one given. */
    public static SQLException unwrap(Exception failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof SQLException && ((SQLException) each).getSQLState() != null) {
                return (SQLException) each;
            }
            if (each instanceof NoSuchStatementException) {
                return new SQLException(
                        "the server no longer knows this statement, because it was restarted or the statement was idle"
                                + " for too long; prepare it again",
                        UNKNOWN_STATEMENT_STATE,
                        CONNECTION_LOST,
                        failure);
            }
        }
        return failure instanceof SQLException
                ? (SQLException) failure
                : new SQLException(failure.getMessage(), "XX000", failure);
    }

    /**
     * Throws a checked exception through Avatica's methods that declare none. All of them are called from methods of
     * {@code java.sql}, which do declare it; what Avatica would wrap otherwise so reaches the caller as it is.
     */
    public static RuntimeException throwThrough(SQLException failure) {
        Failures.<RuntimeException>throwAs(failure);
        return new IllegalStateException(failure);
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void throwAs(Throwable failure) throws E {
        throw (E) failure;
    }

    /** The JDK's HTTP client leaves out the message in the two cases that are met most. */
    static String reason(Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof UnresolvedAddressException || each instanceof UnknownHostException) {
                return "the host is unknown";
            }
        }
        String message = failure.getMessage();
        if (message != null && !message.isEmpty()) {
            return message;
        }
        return failure instanceof ConnectException
                ? "connection refused"
                : failure.getClass().getSimpleName();
    }
}
