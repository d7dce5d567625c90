package io.tidemark.server.avatica;

import io.tidemark.server.metadata.MetadataCall;
import java.util.Arrays;
import org.apache.calcite.avatica.Meta;
import org.jspecify.annotations.Nullable;

/** The metadata that Avatica's protocol has no call for. The driver asks for it with {@link MetadataCall}; here it is answered alike. */
abstract class UncalledMetadata implements Meta {

    /** The answer to a call. */
    abstract MetaResultSet metadata(ConnectionHandle handle, MetadataCall call);

    final MetaResultSet answer(ConnectionHandle handle, String method, @Nullable String... arguments) {
        return metadata(handle, new MetadataCall(method, Arrays.asList(arguments)));
    }

    static @Nullable String text(@Nullable Pat pattern) {
        return pattern == null ? null : pattern.s;
    }

    @Override
    public MetaResultSet getProcedures(ConnectionHandle handle, String catalog, Pat schema, Pat name) {
        return answer(handle, "getProcedures", catalog, text(schema), text(name));
    }

    @Override
    public MetaResultSet getProcedureColumns(
            ConnectionHandle handle, String catalog, Pat schema, Pat name, Pat column) {
        return answer(handle, "getProcedureColumns", catalog, text(schema), text(name), text(column));
    }

    @Override
    public MetaResultSet getColumnPrivileges(
            ConnectionHandle handle, String catalog, String schema, String table, Pat column) {
        return answer(handle, "getColumnPrivileges", catalog, schema, table, text(column));
    }

    @Override
    public MetaResultSet getTablePrivileges(ConnectionHandle handle, String catalog, Pat schema, Pat table) {
        return answer(handle, "getTablePrivileges", catalog, text(schema), text(table));
    }

    @Override
    public MetaResultSet getBestRowIdentifier(
            ConnectionHandle handle, String catalog, String schema, String table, int scope, boolean nullable) {
        return answer(handle, "getBestRowIdentifier", catalog, schema, table);
    }

    @Override
    public MetaResultSet getVersionColumns(ConnectionHandle handle, String catalog, String schema, String table) {
        return answer(handle, "getVersionColumns", catalog, schema, table);
    }

    @Override
    public MetaResultSet getImportedKeys(ConnectionHandle handle, String catalog, String schema, String table) {
        return answer(handle, "getImportedKeys", catalog, schema, table);
    }

    @Override
    public MetaResultSet getExportedKeys(ConnectionHandle handle, String catalog, String schema, String table) {
        return answer(handle, "getExportedKeys", catalog, schema, table);
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
        return answer(
                handle,
                "getCrossReference",
                parentCatalog,
                parentSchema,
                parentTable,
                foreignCatalog,
                foreignSchema,
                foreignTable);
    }

    @Override
    public MetaResultSet getIndexInfo(
            ConnectionHandle handle, String catalog, String schema, String table, boolean unique, boolean approximate) {
        return answer(
                handle,
                "getIndexInfo",
                catalog,
                schema,
                table,
                Boolean.toString(unique),
                Boolean.toString(approximate));
    }

    @Override
    public MetaResultSet getUDTs(ConnectionHandle handle, String catalog, Pat schema, Pat name, int[] types) {
        return answer(handle, "getUDTs", catalog, text(schema), text(name));
    }

    @Override
    public MetaResultSet getSuperTypes(ConnectionHandle handle, String catalog, Pat schema, Pat name) {
        return answer(handle, "getSuperTypes", catalog, text(schema), text(name));
    }

    @Override
    public MetaResultSet getSuperTables(ConnectionHandle handle, String catalog, Pat schema, Pat name) {
        return answer(handle, "getSuperTables", catalog, text(schema), text(name));
    }

    @Override
    public MetaResultSet getAttributes(ConnectionHandle handle, String catalog, Pat schema, Pat type, Pat name) {
        return answer(handle, "getAttributes", catalog, text(schema), text(type), text(name));
    }

    @Override
    public MetaResultSet getClientInfoProperties(ConnectionHandle handle) {
        return answer(handle, "getClientInfoProperties");
    }

    @Override
    public MetaResultSet getFunctions(ConnectionHandle handle, String catalog, Pat schema, Pat name) {
        return answer(handle, "getFunctions", catalog, text(schema), text(name));
    }

    @Override
    public MetaResultSet getFunctionColumns(ConnectionHandle handle, String catalog, Pat schema, Pat name, Pat column) {
        return answer(handle, "getFunctionColumns", catalog, text(schema), text(name), text(column));
    }

    @Override
    public MetaResultSet getPseudoColumns(ConnectionHandle handle, String catalog, Pat schema, Pat table, Pat column) {
        return answer(handle, "getPseudoColumns", catalog, text(schema), text(table), text(column));
    }

    @Override
    public MetaResultSet getPrimaryKeys(ConnectionHandle handle, String catalog, String schema, String table) {
        return answer(handle, "getPrimaryKeys", catalog, schema, table);
    }
}
