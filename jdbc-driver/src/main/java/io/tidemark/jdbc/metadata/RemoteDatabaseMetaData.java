package io.tidemark.jdbc.metadata;

import io.tidemark.jdbc.error.Failures;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.calcite.avatica.AvaticaConnection;
import org.jspecify.annotations.Nullable;

/**
 * The lists of {@link java.sql.DatabaseMetaData}: each is a call to the server, {@code SHOW METADATA method('argument', NULL)}.
 *
 * <p>The protocol has calls for some of the lists alone, so all go this way. Arguments go as quoted texts that the server does not read as SQL.
 */
public final class RemoteDatabaseMetaData extends DialectMetaData {

    private final Query query;

    /** Executes a statement whose result closes it when it is closed. */
    public interface Query {
        /** The rows of a statement. */
        ResultSet execute(String sql) throws SQLException;
    }

    /**
     * Makes one.
     *
     * @param connection the connection
     * @param query how the server is asked
     */
    public RemoteDatabaseMetaData(AvaticaConnection connection, Query query) {
        super(connection);
        this.query = query;
    }

    private ResultSet call(String method, @Nullable String... arguments) throws SQLException {
        return query.execute("SHOW METADATA " + method + "("
                + Arrays.stream(arguments).map(RemoteDatabaseMetaData::literal).collect(Collectors.joining(", "))
                + ")");
    }

    private static String literal(@Nullable String text) {
        return text == null ? "NULL" : "'" + text.replace("'", "''") + "'";
    }

    /** The user that the connection was opened with; empty without one. */
    @Override
    public String getUserName() throws SQLException {
        String user = super.getUserName();
        return user == null ? "" : user;
    }

    @Override
    public String getDatabaseProductName() {
        return BuildVersion.PRODUCT;
    }

    @Override
    public ResultSet getTables(String catalog, String schemaPattern, String tablePattern, String @Nullable [] types)
            throws SQLException {
        List<@Nullable String> arguments = new ArrayList<>(Arrays.asList(catalog, schemaPattern, tablePattern));
        if (types != null) {
            arguments.addAll(Arrays.asList(types));
        }
        return call("getTables", arguments.toArray(new String[0]));
    }

    @Override
    public ResultSet getIndexInfo(String catalog, String schema, String table, boolean unique, boolean approximate)
            throws SQLException {
        return call("getIndexInfo", catalog, schema, table, Boolean.toString(unique));
    }

    @Override
    public ResultSet getBestRowIdentifier(String catalog, String schema, String table, int scope, boolean nullable)
            throws SQLException {
        return call("getBestRowIdentifier", catalog, schema, table);
    }

    @Override
    public ResultSet getUDTs(String catalog, String schemaPattern, String typePattern, int @Nullable [] types)
            throws SQLException {
        return call("getUDTs", catalog, schemaPattern, typePattern);
    }

    @Override
    public <T> T unwrap(Class<T> target) throws SQLException {
        return Failures.unwrapped(this, target);
    }

    @Override
    public ResultSet getProcedures(String catalog, String schemaPattern, String procedurePattern) throws SQLException {
        return call("getProcedures", catalog, schemaPattern, procedurePattern);
    }

    @Override
    public ResultSet getProcedureColumns(
            String catalog, String schemaPattern, String procedurePattern, String columnPattern) throws SQLException {
        return call("getProcedureColumns", catalog, schemaPattern, procedurePattern, columnPattern);
    }

    @Override
    public ResultSet getCatalogs() throws SQLException {
        return call("getCatalogs");
    }

    @Override
    public ResultSet getSchemas() throws SQLException {
        return call("getSchemas");
    }

    @Override
    public ResultSet getSchemas(String catalog, String schemaPattern) throws SQLException {
        return call("getSchemas", catalog, schemaPattern);
    }

    @Override
    public ResultSet getTableTypes() throws SQLException {
        return call("getTableTypes");
    }

    @Override
    public ResultSet getColumns(String catalog, String schemaPattern, String tablePattern, String columnPattern)
            throws SQLException {
        return call("getColumns", catalog, schemaPattern, tablePattern, columnPattern);
    }

    @Override
    public ResultSet getColumnPrivileges(String catalog, String schema, String table, String columnPattern)
            throws SQLException {
        return call("getColumnPrivileges", catalog, schema, table, columnPattern);
    }

    @Override
    public ResultSet getTablePrivileges(String catalog, String schemaPattern, String tablePattern) throws SQLException {
        return call("getTablePrivileges", catalog, schemaPattern, tablePattern);
    }

    @Override
    public ResultSet getVersionColumns(String catalog, String schema, String table) throws SQLException {
        return call("getVersionColumns", catalog, schema, table);
    }

    @Override
    public ResultSet getPrimaryKeys(String catalog, String schema, String table) throws SQLException {
        return call("getPrimaryKeys", catalog, schema, table);
    }

    @Override
    public ResultSet getImportedKeys(String catalog, String schema, String table) throws SQLException {
        return call("getImportedKeys", catalog, schema, table);
    }

    @Override
    public ResultSet getExportedKeys(String catalog, String schema, String table) throws SQLException {
        return call("getExportedKeys", catalog, schema, table);
    }

    @Override
    public ResultSet getCrossReference(
            String parentCatalog,
            String parentSchema,
            String parentTable,
            String foreignCatalog,
            String foreignSchema,
            String foreignTable)
            throws SQLException {
        return call(
                "getCrossReference",
                parentCatalog,
                parentSchema,
                parentTable,
                foreignCatalog,
                foreignSchema,
                foreignTable);
    }

    @Override
    public ResultSet getTypeInfo() throws SQLException {
        return call("getTypeInfo");
    }

    @Override
    public ResultSet getSuperTypes(String catalog, String schemaPattern, String typePattern) throws SQLException {
        return call("getSuperTypes", catalog, schemaPattern, typePattern);
    }

    @Override
    public ResultSet getSuperTables(String catalog, String schemaPattern, String tablePattern) throws SQLException {
        return call("getSuperTables", catalog, schemaPattern, tablePattern);
    }

    @Override
    public ResultSet getAttributes(String catalog, String schemaPattern, String typePattern, String attributePattern)
            throws SQLException {
        return call("getAttributes", catalog, schemaPattern, typePattern, attributePattern);
    }

    @Override
    public ResultSet getClientInfoProperties() throws SQLException {
        return call("getClientInfoProperties");
    }

    @Override
    public ResultSet getFunctions(String catalog, String schemaPattern, String functionPattern) throws SQLException {
        return call("getFunctions", catalog, schemaPattern, functionPattern);
    }

    @Override
    public ResultSet getFunctionColumns(
            String catalog, String schemaPattern, String functionPattern, String columnPattern) throws SQLException {
        return call("getFunctionColumns", catalog, schemaPattern, functionPattern, columnPattern);
    }

    @Override
    public ResultSet getPseudoColumns(String catalog, String schemaPattern, String tablePattern, String columnPattern)
            throws SQLException {
        return call("getPseudoColumns", catalog, schemaPattern, tablePattern, columnPattern);
    }
}
