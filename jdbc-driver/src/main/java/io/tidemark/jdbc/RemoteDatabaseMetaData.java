package io.tidemark.jdbc;

import java.sql.SQLException;
import org.apache.calcite.avatica.AvaticaConnection;
import org.apache.calcite.avatica.AvaticaDatabaseMetaData;

/** What the server can do. Lists of tables and columns come from the server; the rest is fixed. */
final class RemoteDatabaseMetaData extends AvaticaDatabaseMetaData {

    RemoteDatabaseMetaData(AvaticaConnection connection) {
        super(connection);
    }

    @Override
    public boolean isReadOnly() throws SQLException {
        return false;
    }

    @Override
    public boolean supportsTransactions() throws SQLException {
        return false;
    }

    @Override
    public boolean supportsBatchUpdates() throws SQLException {
        return true;
    }
}
