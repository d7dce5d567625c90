package io.tidemark.jdbc;

import io.tidemark.jdbc.wire.WireService;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import org.apache.calcite.avatica.remote.Service;

/** What the driver itself says to the server, in SQL where the protocol has no call for it, beside the statements of its user. Thread-safe. */
final class AsideStatements {

    private static final Duration CANCEL_TIMEOUT = Duration.ofSeconds(10);

    private final String connection;
    private final WireService wire;

    /** Says it on a connection. */
    AsideStatements(String connection, WireService wire) {
        this.connection = connection;
        this.wire = wire;
    }

    /** Executes a statement of its own on the session that the server has now. */
    void execute(String sql, Duration timeout) throws SQLException {
        Service.CreateStatementResponse statement = (Service.CreateStatementResponse)
                wire.answerOnce(new Service.CreateStatementRequest(connection), timeout);
        wire.answerOnce(new Service.PrepareAndExecuteRequest(connection, statement.statementId, sql, -1), timeout);
        wire.answerOnce(new Service.CloseStatementRequest(connection, statement.statementId), timeout);
    }

    /** Ends what a statement runs on the server. Nothing is opened for it, which the server might refuse. */
    void cancel(int statementId) throws SQLException {
        String sql = "CANCEL STATEMENT '" + connection + "/" + statementId + "'";
        try {
            wire.answerOnce(new Service.PrepareAndExecuteRequest(connection, statementId, sql, -1), CANCEL_TIMEOUT);
        } catch (SQLException e) {
            boolean gone = String.valueOf(e.getSQLState()).startsWith("08") && !(e.getCause() instanceof IOException);
            if (!gone) {
                throw e;
            }
            // On a connection that the server does not have any longer nothing runs.
        }
    }
}
