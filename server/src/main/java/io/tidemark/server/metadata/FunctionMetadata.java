package io.tidemark.server.metadata;

import io.tidemark.planner.catalog.FunctionDefinition;
import io.tidemark.planner.catalog.RelationName;
import io.tidemark.planner.function.DialectFunction;
import io.tidemark.planner.function.DialectOperators;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.translate.RelationSchemas;
import io.tidemark.server.catalog.ServerCatalog;
import java.sql.DatabaseMetaData;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Functions: the dialect's own, which belong to no schema, and those of users, which are told of in the default one, as INFORMATION_SCHEMA does. Of the
 * dialect's own, parameters are not told, because most take several lists of them.
 */
final class FunctionMetadata {

    private static final String CATALOG = CatalogMetadata.CATALOG;

    private static final String SCHEMA = RelationName.DEFAULT_SCHEMA;

    private final ServerCatalog catalog;

    FunctionMetadata(ServerCatalog catalog) {
        this.catalog = catalog;
    }

    /** The names of the dialect's functions of a kind, separated by commas. */
    static String names(DialectFunction.Kind kind) {
        return DialectOperators.functions().stream()
                .filter(function -> function.kind() == kind)
                .map(DialectFunction::name)
                .collect(Collectors.joining(","));
    }

    /**
     * The functions of some schemas.
     *
     * @param schema a pattern; null for all, empty for those that belong to none
     */
    MetadataTable functions(@Nullable String schema, NamePattern name) {
        MetadataTable table = new MetadataTable(
                "FUNCTION_CAT", "FUNCTION_SCHEM", "FUNCTION_NAME", "REMARKS", "FUNCTION_TYPE:short", "SPECIFIC_NAME");
        for (DialectFunction function : DialectOperators.functions()) {
            if (isOfNone(schema) && name.matches(function.name())) {
                boolean givesTable = function.kind() == DialectFunction.Kind.TABLE;
                table.add(
                        CATALOG,
                        null,
                        function.name(),
                        null,
                        givesTable ? DatabaseMetaData.functionReturnsTable : DatabaseMetaData.functionNoTable,
                        function.name());
            }
        }
        for (FunctionDefinition function : catalog.functions()) {
            if (isOfDefault(schema) && name.matches(function.name())) {
                table.add(CATALOG, SCHEMA, function.name(), null, DatabaseMetaData.functionNoTable, function.name());
            }
        }
        return table.sortedBy(2);
    }

    private static boolean isOfNone(@Nullable String schema) {
        return schema == null || schema.isEmpty() || schema.equals("%");
    }

    private static boolean isOfDefault(@Nullable String schema) {
        return NamePattern.of(schema).matches(SCHEMA);
    }

    MetadataTable functionColumns(@Nullable String schema, NamePattern name, NamePattern column) {
        MetadataTable table = new MetadataTable(
                "FUNCTION_CAT",
                "FUNCTION_SCHEM",
                "FUNCTION_NAME",
                "COLUMN_NAME",
                "COLUMN_TYPE:short",
                "DATA_TYPE:int",
                "TYPE_NAME",
                "PRECISION:int",
                "LENGTH:int",
                "SCALE:short",
                "RADIX:short",
                "NULLABLE:short",
                "REMARKS",
                "CHAR_OCTET_LENGTH:int",
                "ORDINAL_POSITION:int",
                "IS_NULLABLE",
                "SPECIFIC_NAME");
        for (FunctionDefinition function : catalog.functions()) {
            if (isOfDefault(schema) && name.matches(function.name())) {
                if (column.matches("")) {
                    add(table, function, 0, "", RelationSchemas.result(function));
                }
                List<DataType> parameters = RelationSchemas.parameters(function);
                for (int i = 1; i <= parameters.size(); i++) {
                    if (column.matches("p" + i)) {
                        add(table, function, i, "p" + i, parameters.get(i - 1));
                    }
                }
            }
        }
        return table;
    }

    /** A parameter, or with the position 0 the result. */
    private static void add(
            MetadataTable table, FunctionDefinition function, int position, String name, DataType type) {
        table.add(
                CATALOG,
                SCHEMA,
                function.name(),
                name,
                position == 0 ? DatabaseMetaData.functionReturn : DatabaseMetaData.functionColumnIn,
                JdbcTypes.code(type),
                JdbcTypes.name(type),
                JdbcTypes.precision(type),
                JdbcTypes.precision(type),
                JdbcTypes.scale(type),
                10,
                type.nullable() ? DatabaseMetaData.functionNullable : DatabaseMetaData.functionNoNulls,
                null,
                null,
                position,
                type.nullable() ? "YES" : "NO",
                function.name());
    }
}
