package io.tidemark.server.avatica;

import io.tidemark.server.session.Session;
import java.util.List;
import org.apache.calcite.avatica.Meta;

/** The metadata of what Tidemark doesn't have (procedures, privileges, foreign keys, user types): results without rows. */
abstract class AbsentMetadata implements Meta {

    /** The session of a connection. */
    abstract Session session(ConnectionHandle handle);

    private MetaResultSet nothing(ConnectionHandle handle, String... columns) {
        session(handle);
        return MetadataRows.of(createStatement(handle), List.of(columns), List.of());
    }

    @Override
    public MetaResultSet getProcedures(ConnectionHandle handle, String catalog, Pat schema, Pat name) {
        return nothing(
                handle,
                "PROCEDURE_CAT",
                "PROCEDURE_SCHEM",
                "PROCEDURE_NAME",
                "RESERVED1",
                "RESERVED2",
                "RESERVED3",
                "REMARKS",
                "PROCEDURE_TYPE",
                "SPECIFIC_NAME");
    }

    @Override
    public MetaResultSet getProcedureColumns(
            ConnectionHandle handle, String catalog, Pat schema, Pat name, Pat column) {
        return nothing(handle, "PROCEDURE_CAT", "PROCEDURE_SCHEM", "PROCEDURE_NAME", "COLUMN_NAME");
    }

    @Override
    public MetaResultSet getColumnPrivileges(
            ConnectionHandle handle, String catalog, String schema, String table, Pat column) {
        return nothing(
                handle, "TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "COLUMN_NAME", "GRANTOR", "GRANTEE", "PRIVILEGE");
    }

    @Override
    public MetaResultSet getTablePrivileges(ConnectionHandle handle, String catalog, Pat schema, Pat table) {
        return nothing(
                handle, "TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "GRANTOR", "GRANTEE", "PRIVILEGE", "IS_GRANTABLE");
    }

    @Override
    public MetaResultSet getBestRowIdentifier(
            ConnectionHandle handle, String catalog, String schema, String table, int scope, boolean nullable) {
        return nothing(handle, "SCOPE", "COLUMN_NAME", "DATA_TYPE", "TYPE_NAME", "COLUMN_SIZE");
    }

    @Override
    public MetaResultSet getVersionColumns(ConnectionHandle handle, String catalog, String schema, String table) {
        return nothing(handle, "SCOPE", "COLUMN_NAME", "DATA_TYPE", "TYPE_NAME", "COLUMN_SIZE");
    }

    @Override
    public MetaResultSet getImportedKeys(ConnectionHandle handle, String catalog, String schema, String table) {
        return foreignKeys(handle);
    }

    @Override
    public MetaResultSet getExportedKeys(ConnectionHandle handle, String catalog, String schema, String table) {
        return foreignKeys(handle);
    }

    @Override
    public MetaResultSet getCrossReference(
            ConnectionHandle handle,
            String parentCatalog,
            String parentSchema,
            String parentTable,
            String foreignCatalog,
            String foreignSchema,
            String foreignTable) {
        return foreignKeys(handle);
    }

    private MetaResultSet foreignKeys(ConnectionHandle handle) {
        return nothing(
                handle,
                "PKTABLE_CAT",
                "PKTABLE_SCHEM",
                "PKTABLE_NAME",
                "PKCOLUMN_NAME",
                "FKTABLE_CAT",
                "FKTABLE_SCHEM",
                "FKTABLE_NAME",
                "FKCOLUMN_NAME",
                "KEY_SEQ",
                "UPDATE_RULE",
                "DELETE_RULE",
                "FK_NAME",
                "PK_NAME",
                "DEFERRABILITY");
    }

    @Override
    public MetaResultSet getIndexInfo(
            ConnectionHandle handle, String catalog, String schema, String table, boolean unique, boolean approximate) {
        return nothing(
                handle,
                "TABLE_CAT",
                "TABLE_SCHEM",
                "TABLE_NAME",
                "NON_UNIQUE",
                "INDEX_QUALIFIER",
                "INDEX_NAME",
                "TYPE",
                "ORDINAL_POSITION",
                "COLUMN_NAME",
                "ASC_OR_DESC",
                "CARDINALITY",
                "PAGES",
                "FILTER_CONDITION");
    }

    @Override
    public MetaResultSet getUDTs(ConnectionHandle handle, String catalog, Pat schema, Pat name, int[] types) {
        return nothing(
                handle, "TYPE_CAT", "TYPE_SCHEM", "TYPE_NAME", "CLASS_NAME", "DATA_TYPE", "REMARKS", "BASE_TYPE");
    }

    @Override
    public MetaResultSet getSuperTypes(ConnectionHandle handle, String catalog, Pat schema, Pat name) {
        return nothing(handle, "TYPE_CAT", "TYPE_SCHEM", "TYPE_NAME", "SUPERTYPE_NAME");
    }

    @Override
    public MetaResultSet getSuperTables(ConnectionHandle handle, String catalog, Pat schema, Pat name) {
        return nothing(handle, "TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "SUPERTABLE_NAME");
    }

    @Override
    public MetaResultSet getAttributes(ConnectionHandle handle, String catalog, Pat schema, Pat type, Pat name) {
        return nothing(handle, "TYPE_CAT", "TYPE_SCHEM", "TYPE_NAME", "ATTR_NAME");
    }

    @Override
    public MetaResultSet getClientInfoProperties(ConnectionHandle handle) {
        return nothing(handle, "NAME", "MAX_LEN", "DEFAULT_VALUE", "DESCRIPTION");
    }

    @Override
    public MetaResultSet getFunctions(ConnectionHandle handle, String catalog, Pat schema, Pat name) {
        return nothing(
                handle, "FUNCTION_CAT", "FUNCTION_SCHEM", "FUNCTION_NAME", "REMARKS", "FUNCTION_TYPE", "SPECIFIC_NAME");
    }

    @Override
    public MetaResultSet getFunctionColumns(ConnectionHandle handle, String catalog, Pat schema, Pat name, Pat column) {
        return nothing(handle, "FUNCTION_CAT", "FUNCTION_SCHEM", "FUNCTION_NAME", "COLUMN_NAME");
    }

    @Override
    public MetaResultSet getPseudoColumns(ConnectionHandle handle, String catalog, Pat schema, Pat table, Pat column) {
        return nothing(handle, "TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "COLUMN_NAME");
    }
}
