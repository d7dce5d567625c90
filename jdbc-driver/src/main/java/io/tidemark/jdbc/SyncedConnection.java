package io.tidemark.jdbc;

import io.tidemark.jdbc.error.Failures;
import java.sql.SQLException;
import java.util.Properties;
import org.apache.calcite.avatica.AvaticaFactory;
import org.apache.calcite.avatica.ConnectionPropertiesImpl;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.UnregisteredDriver;
import org.jspecify.annotations.Nullable;

/**
 * What the server keeps of a connection beside its transaction: autocommit, the schema, and whether it is only to be read. Each change is told to
 * the server at once, alone, and holds only if the server has taken it: one that failed is never told later.
 */
abstract class SyncedConnection extends PlainConnection {

    /** What a new session would have to be told. */
    final SessionState session = new SessionState();

    SyncedConnection(UnregisteredDriver driver, AvaticaFactory factory, String url, Properties info) {
        super(driver, factory, url, info);
    }

    /** Tells the server what changes, if anything does; gives what holds then. */
    abstract Meta.ConnectionProperties synced(Meta.ConnectionProperties changes) throws SQLException;

    private Meta.ConnectionProperties synced() throws SQLException {
        checkOpen();
        return synced(new ConnectionPropertiesImpl());
    }

    @Override
    public boolean getAutoCommit() throws SQLException {
        return !Boolean.FALSE.equals(synced().isAutoCommit());
    }

    /** Switching it on commits what is open. */
    @Override
    public void setAutoCommit(boolean autoCommit) throws SQLException {
        checkOpen();
        Boolean told =
                synced(new ConnectionPropertiesImpl().setAutoCommit(autoCommit)).isAutoCommit();
        if (told == null || told != autoCommit) {
            throw Failures.unsupported("autocommit " + (autoCommit ? "on" : "off"));
        }
        session.autoCommit(autoCommit);
    }

    @Override
    public @Nullable String getSchema() throws SQLException {
        return synced().getSchema();
    }

    /** Throws 3F000 if there is no such schema; the one before stays then. */
    @Override
    public void setSchema(@Nullable String schema) throws SQLException {
        checkOpen();
        if (schema == null) {
            throw Failures.invalid("the schema is null; name one, such as \"public\"");
        }
        // The server takes one that it was told of before for a repetition, so what SET has made of it since is asked
        // for first.
        if (!schema.equals(getSchema())) {
            synced(new ConnectionPropertiesImpl().setSchema(schema));
        }
        session.schema(schema);
    }

    @Override
    public boolean isReadOnly() throws SQLException {
        return Boolean.TRUE.equals(synced().isReadOnly());
    }

    /** A hint alone. */
    @Override
    public void setReadOnly(boolean readOnly) throws SQLException {
        checkOpen();
        synced(new ConnectionPropertiesImpl().setReadOnly(readOnly));
    }
}
