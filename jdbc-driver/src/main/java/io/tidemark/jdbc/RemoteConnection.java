package io.tidemark.jdbc;

import java.net.http.HttpClient;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Objects;
import java.util.Properties;
import java.util.TimeZone;
import java.util.concurrent.Executor;
import org.apache.calcite.avatica.AvaticaConnection;
import org.apache.calcite.avatica.AvaticaFactory;
import org.apache.calcite.avatica.ConnectionPropertiesImpl;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.MissingResultsException;
import org.apache.calcite.avatica.NoSuchStatementException;
import org.apache.calcite.avatica.remote.Service;
import org.jspecify.annotations.Nullable;

/** A connection to one server, over which any number of calls may be waiting at a time. */
final class RemoteConnection extends AvaticaConnection {

    private static final Duration SECOND_CONNECTION_TIMEOUT = Duration.ofSeconds(10);

    private final String url;
    private @Nullable ConnectUrl target;
    private volatile @Nullable Execution lastExecution;

    RemoteConnection(Driver driver, AvaticaFactory factory, String url, Properties info) {
        super(driver, factory, url, info);
        this.url = url;
    }

    HttpClient http() {
        return ((Driver) driver).http();
    }

    WireService wire() {
        return (WireService) getService();
    }

    /** Opens the connection on the server, which is told the session's properties. */
    void open(ConnectUrl to) throws SQLException {
        target = to;
        wire().answerTimeout(Duration.ofSeconds(to.socketTimeoutSeconds()));
        wire().apply(new Service.OpenConnectionRequest(id, to.sessionProperties()));
    }

    /** The zone in which the server tells the instants of TIMESTAMP WITH LOCAL TIME ZONE; asked of it each time, as SET changes it. */
    ZoneId sessionZone() throws SQLException {
        try (RemoteStatement scratch = RemoteStatement.scratch(this);
                ResultSet setting = scratch.executeQuery("SET 'time-zone'")) {
            return setting.next() ? ZoneId.of(setting.getString("value")) : ZoneOffset.UTC;
        }
    }

    @Override
    protected void checkOpen() throws SQLException {
        if (isClosed()) {
            throw Failures.connectionClosed();
        }
    }

    /** Ends what a statement runs on the server. The protocol has no call for it, so a second connection says it in SQL. */
    void cancelOnServer(int statementId) throws SQLException {
        ConnectUrl to = Objects.requireNonNull(target, "the connection is not open");
        try (RemoteConnection second =
                (RemoteConnection) factory.newConnection(driver, factory, url, to.avaticaProperties())) {
            second.open(to);
            second.wire().answerTimeout(SECOND_CONNECTION_TIMEOUT);
            try (Statement statement = second.createStatement()) {
                statement.execute("CANCEL STATEMENT " + statementName(statementId));
            }
        }
    }

    /** The literal by which SQL names a statement of this connection. */
    String statementName(int statementId) {
        return "'" + id + "/" + statementId + "'";
    }

    /** The next rows of a running statement; blocks until there are some, the result ends, or a heartbeat comes. */
    Meta.@Nullable Frame fetch(Meta.StatementHandle handle, long offset, int maxRows)
            throws NoSuchStatementException, MissingResultsException {
        return meta.fetch(handle, offset, maxRows);
    }

    void executed(Execution execution) {
        lastExecution = execution;
    }

    /** The client's zone: times without a zone are wall-clock times in it. The session's zone is the server's business. */
    @Override
    public TimeZone getTimeZone() {
        return TimeZone.getDefault();
    }

    @Override
    public void close() throws SQLException {
        try {
            super.close();
        } finally {
            wire().giveUpAll();
        }
    }

    @Override
    public void abort(Executor executor) {
        executor.execute(() -> {
            wire().giveUpAll();
            try {
                close();
            } catch (SQLException e) {
                throw Failures.throwThrough(e);
            }
        });
    }

    @Override
    public boolean isValid(int timeoutSeconds) throws SQLException {
        if (timeoutSeconds < 0) {
            throw Failures.unsupported("a timeout below zero is not supported; 0 waits without limit");
        }
        if (isClosed()) {
            return false;
        }
        try {
            wire().apply(new Service.ConnectionSyncRequest(id, new ConnectionPropertiesImpl()));
            return true;
        } catch (Exception e) { // Among them SQLException, which the call throws without declaring it.
            return false;
        }
    }

    @Override
    public void setNetworkTimeout(Executor executor, int millis) throws SQLException {
        super.setNetworkTimeout(executor, millis);
        wire().answerTimeout(Duration.ofMillis(millis));
    }

    @Override
    public String nativeSQL(String sql) {
        return sql;
    }

    @Override
    public PreparedStatement prepareStatement(String sql, int autoGeneratedKeys) throws SQLException {
        if (autoGeneratedKeys != Statement.NO_GENERATED_KEYS) {
            throw Failures.noGeneratedKeys();
        }
        return prepareStatement(sql);
    }

    /** Tells the server at once, which commits what is open. */
    @Override
    public void setAutoCommit(boolean autoCommit) throws SQLException {
        super.setAutoCommit(autoCommit);
        boolean told = getAutoCommit();
        if (told != autoCommit) {
            throw Failures.unsupported("autocommit " + (autoCommit ? "on" : "off"));
        }
    }

    /** A weaker level than REPEATABLE READ is given as that. */
    @Override
    public void setTransactionIsolation(int level) throws SQLException {
        checkOpen();
        if (level != TRANSACTION_READ_UNCOMMITTED
                && level != TRANSACTION_READ_COMMITTED
                && level != TRANSACTION_REPEATABLE_READ) {
            throw Failures.noSuchIsolation();
        }
    }

    @Override
    public Savepoint setSavepoint() throws SQLException {
        throw Failures.noSavepoints();
    }

    @Override
    public Savepoint setSavepoint(String name) throws SQLException {
        throw Failures.noSavepoints();
    }

    @Override
    public void rollback(Savepoint savepoint) throws SQLException {
        throw Failures.noSavepoints();
    }

    @Override
    public void releaseSavepoint(Savepoint savepoint) throws SQLException {
        throw Failures.noSavepoints();
    }

    @Override
    public @Nullable SQLWarning getWarnings() throws SQLException {
        checkOpen();
        Execution last = lastExecution;
        return last == null ? null : last.warnings();
    }

    @Override
    public void clearWarnings() throws SQLException {
        checkOpen();
        lastExecution = null;
    }
}
