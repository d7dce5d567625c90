package io.tidemark.jdbc;

import io.tidemark.jdbc.metadata.RemoteDatabaseMetaData;
import io.tidemark.jdbc.metadata.RemoteResultSetMetaData;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.Properties;
import java.util.TimeZone;
import org.apache.calcite.avatica.AvaticaConnection;
import org.apache.calcite.avatica.AvaticaFactory;
import org.apache.calcite.avatica.AvaticaPreparedStatement;
import org.apache.calcite.avatica.AvaticaResultSet;
import org.apache.calcite.avatica.AvaticaSpecificDatabaseMetaData;
import org.apache.calcite.avatica.AvaticaStatement;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.QueryState;
import org.apache.calcite.avatica.UnregisteredDriver;
import org.jspecify.annotations.Nullable;

/** Makes the driver's own subclass wherever Avatica asks for a JDBC object. */
final class RemoteObjectFactory implements AvaticaFactory {

    @Override
    public int getJdbcMajorVersion() {
        return 4;
    }

    @Override
    public int getJdbcMinorVersion() {
        return 3;
    }

    @Override
    public AvaticaConnection newConnection(
            UnregisteredDriver driver, AvaticaFactory factory, String url, Properties info) {
        return new RemoteConnection((Driver) driver, factory, url, info);
    }

    @Override
    public AvaticaStatement newStatement(
            AvaticaConnection connection,
            Meta.@Nullable StatementHandle handle,
            int resultSetType,
            int resultSetConcurrency,
            int resultSetHoldability) {
        return new RemoteStatement(
                (RemoteConnection) connection, handle, resultSetType, resultSetConcurrency, resultSetHoldability);
    }

    @Override
    public AvaticaPreparedStatement newPreparedStatement(
            AvaticaConnection connection,
            Meta.@Nullable StatementHandle handle,
            Meta.Signature signature,
            int resultSetType,
            int resultSetConcurrency,
            int resultSetHoldability)
            throws SQLException {
        return new RemotePreparedStatement(
                (RemoteConnection) connection,
                handle,
                signature,
                resultSetType,
                resultSetConcurrency,
                resultSetHoldability);
    }

    @Override
    public AvaticaResultSet newResultSet(
            AvaticaStatement statement,
            QueryState state,
            Meta.Signature signature,
            TimeZone timeZone,
            Meta.@Nullable Frame firstFrame)
            throws SQLException {
        return new RemoteResultSet(
                statement, state, signature, newResultSetMetaData(statement, signature), timeZone, firstFrame);
    }

    @Override
    public AvaticaSpecificDatabaseMetaData newDatabaseMetaData(AvaticaConnection connection) {
        return new RemoteDatabaseMetaData(connection, ((RemoteConnection) connection)::ask);
    }

    @Override
    public ResultSetMetaData newResultSetMetaData(AvaticaStatement statement, Meta.Signature signature) {
        return new RemoteResultSetMetaData(signature.columns);
    }
}
