package io.tidemark.server.avatica;

import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.catalog.RelationKind;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.batch.TypeKind;
import java.sql.DatabaseMetaData;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * {@link DatabaseMetaData} from the catalog: catalogs, schemas, relations, columns, keys and types. What Tidemark doesn't have is in {@link
 * AbsentMetadata}.
 *
 * <p>Patterns take {@code %} and {@code _}, escaped with a backslash, and match without regard to case.
 */
abstract class CatalogMeta extends AbsentMetadata {

    private static final String CATALOG = "tidemark";
    private static final String VERSION = "0.1";

    @Override
    public Map<DatabaseProperty, Object> getDatabaseProperties(ConnectionHandle handle) {
        session(handle);
        Map<DatabaseProperty, Object> properties = new EnumMap<>(DatabaseProperty.class);
        properties.put(DatabaseProperty.GET_NUMERIC_FUNCTIONS, "ABS,CEIL,EXP,FLOOR,LN,LOG10,MOD,POWER,ROUND,SIGN,SQRT");
        properties.put(DatabaseProperty.GET_STRING_FUNCTIONS, "CHAR_LENGTH,CONCAT,LOWER,REPLACE,SUBSTRING,TRIM,UPPER");
        properties.put(DatabaseProperty.GET_SYSTEM_FUNCTIONS, "COALESCE,NULLIF");
        properties.put(DatabaseProperty.GET_TIME_DATE_FUNCTIONS, "CURRENT_DATE,CURRENT_TIMESTAMP,EXTRACT,NOW");
        properties.put(DatabaseProperty.GET_S_Q_L_KEYWORDS, "EMIT,STREAM,WATERMARK");
        properties.put(
                DatabaseProperty.GET_DEFAULT_TRANSACTION_ISOLATION, java.sql.Connection.TRANSACTION_REPEATABLE_READ);
        properties.put(DatabaseProperty.GET_DATABASE_PRODUCT_NAME, "Tidemark");
        properties.put(DatabaseProperty.GET_DATABASE_PRODUCT_VERSION, VERSION);
        properties.put(DatabaseProperty.GET_DATABASE_MAJOR_VERSION, 0);
        properties.put(DatabaseProperty.GET_DATABASE_MINOR_VERSION, 1);
        properties.put(DatabaseProperty.GET_DRIVER_NAME, "Tidemark JDBC driver");
        properties.put(DatabaseProperty.GET_DRIVER_VERSION, VERSION);
        properties.put(DatabaseProperty.GET_DRIVER_MAJOR_VERSION, 0);
        properties.put(DatabaseProperty.GET_DRIVER_MINOR_VERSION, 1);
        return properties;
    }

    @Override
    public MetaResultSet getCatalogs(ConnectionHandle handle) {
        session(handle);
        return rows(handle, List.of("TABLE_CAT"), List.<Object[]>of(new Object[] {CATALOG}));
    }

    @Override
    public MetaResultSet getSchemas(ConnectionHandle handle, String catalog, Pat pattern) {
        List<Object[]> rows = new ArrayList<>();
        if (isCatalog(catalog)) {
            for (String schema : session(handle).catalog().schemas()) {
                if (matches(pattern, schema)) {
                    rows.add(new Object[] {schema, CATALOG});
                }
            }
        }
        return rows(handle, List.of("TABLE_SCHEM", "TABLE_CATALOG"), rows);
    }

    @Override
    public MetaResultSet getTableTypes(ConnectionHandle handle) {
        session(handle);
        List<Object[]> rows = new ArrayList<>();
        for (RelationKind kind : RelationKind.values()) {
            rows.add(new Object[] {tableType(kind)});
        }
        rows.sort((left, right) -> left[0].toString().compareTo(right[0].toString()));
        return rows(handle, List.of("TABLE_TYPE"), rows);
    }

    private static String tableType(RelationKind kind) {
        return kind.word().toUpperCase(Locale.ROOT);
    }

    private static boolean isCatalog(@Nullable String catalog) {
        return catalog == null || catalog.isEmpty() || catalog.equalsIgnoreCase(CATALOG);
    }

    @Override
    public MetaResultSet getTables(
            ConnectionHandle handle, String catalog, Pat schemaPattern, Pat tablePattern, List<String> types) {
        List<Object[]> rows = new ArrayList<>();
        relations(handle, catalog, schemaPattern, tablePattern, relation -> {
            String type = tableType(relation.kind());
            if (types == null || types.isEmpty() || types.contains(type)) {
                rows.add(new Object[] {
                    CATALOG, relation.name().schema(), relation.name().name(), type, null, null, null, null, null, null
                });
            }
        });
        rows.sort((left, right) -> left[3].toString().compareTo(right[3].toString()));
        return rows(
                handle,
                List.of(
                        "TABLE_CAT",
                        "TABLE_SCHEM",
                        "TABLE_NAME",
                        "TABLE_TYPE",
                        "REMARKS",
                        "TYPE_CAT",
                        "TYPE_SCHEM",
                        "TYPE_NAME",
                        "SELF_REFERENCING_COL_NAME",
                        "REF_GENERATION"),
                rows);
    }

    private void relations(
            ConnectionHandle handle,
            @Nullable String catalog,
            Pat schemaPattern,
            Pat tablePattern,
            Consumer<RelationDefinition> found) {
        if (!isCatalog(catalog)) {
            return;
        }
        session(handle).catalog().entries().forEach(entry -> {
            RelationDefinition relation = entry.definition();
            if (matches(schemaPattern, relation.name().schema())
                    && matches(tablePattern, relation.name().name())) {
                found.accept(relation);
            }
        });
    }

    private static boolean matches(@Nullable Pat pattern, String name) {
        if (pattern == null || pattern.s == null) {
            return true;
        }
        StringBuilder regex = new StringBuilder();
        for (int i = 0; i < pattern.s.length(); i++) {
            char c = pattern.s.charAt(i);
            if (c == '\\' && i + 1 < pattern.s.length()) {
                regex.append(Pattern.quote(pattern.s.substring(++i, i + 1)));
            } else if (c == '%') {
                regex.append(".*");
            } else if (c == '_') {
                regex.append('.');
            } else {
                regex.append(Pattern.quote(String.valueOf(c)));
            }
        }
        return Pattern.compile(regex.toString(), Pattern.CASE_INSENSITIVE | Pattern.DOTALL)
                .matcher(name)
                .matches();
    }

    @Override
    public MetaResultSet getColumns(
            ConnectionHandle handle, String catalog, Pat schemaPattern, Pat tablePattern, Pat columnPattern) {
        List<Object[]> rows = new ArrayList<>();
        relations(handle, catalog, schemaPattern, tablePattern, relation -> {
            Schema schema = session(handle).schemaOf(relation);
            for (int i = 0; i < schema.size(); i++) {
                if (matches(columnPattern, schema.field(i).name())) {
                    rows.add(column(relation, i, schema.field(i)));
                }
            }
        });
        return rows(
                handle,
                List.of(
                        "TABLE_CAT",
                        "TABLE_SCHEM",
                        "TABLE_NAME",
                        "COLUMN_NAME",
                        "DATA_TYPE",
                        "TYPE_NAME",
                        "COLUMN_SIZE",
                        "BUFFER_LENGTH",
                        "DECIMAL_DIGITS",
                        "NUM_PREC_RADIX",
                        "NULLABLE",
                        "REMARKS",
                        "COLUMN_DEF",
                        "SQL_DATA_TYPE",
                        "SQL_DATETIME_SUB",
                        "CHAR_OCTET_LENGTH",
                        "ORDINAL_POSITION",
                        "IS_NULLABLE",
                        "SCOPE_CATALOG",
                        "SCOPE_SCHEMA",
                        "SCOPE_TABLE",
                        "SOURCE_DATA_TYPE",
                        "IS_AUTOINCREMENT",
                        "IS_GENERATEDCOLUMN"),
                rows);
    }

    private static Object[] column(RelationDefinition relation, int ordinal, Field field) {
        boolean nullable = field.type().nullable();
        boolean computed = !relation.columns().get(ordinal).isWritable();
        return new Object[] {
            CATALOG,
            relation.name().schema(),
            relation.name().name(),
            field.name(),
            WireTypes.jdbcType(field.type()),
            field.type().toString(),
            WireTypes.precision(field.type()),
            null,
            WireTypes.scale(field.type()),
            10,
            nullable ? DatabaseMetaData.columnNullable : DatabaseMetaData.columnNoNulls,
            null,
            null,
            null,
            null,
            field.type().kind() == TypeKind.VARCHAR ? (Object) WireTypes.precision(field.type()) : null,
            ordinal + 1,
            nullable ? "YES" : "NO",
            null,
            null,
            null,
            null,
            "NO",
            computed ? "YES" : "NO"
        };
    }

    @Override
    public MetaResultSet getPrimaryKeys(ConnectionHandle handle, String catalog, String schema, String table) {
        List<Object[]> rows = new ArrayList<>();
        relations(handle, catalog, Pat.of(escaped(schema)), Pat.of(escaped(table)), relation -> {
            for (int i = 0; i < relation.primaryKey().size(); i++) {
                rows.add(new Object[] {
                    CATALOG,
                    relation.name().schema(),
                    relation.name().name(),
                    relation.primaryKey().get(i),
                    (short) (i + 1),
                    null
                });
            }
        });
        return rows(
                handle, List.of("TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "COLUMN_NAME", "KEY_SEQ", "PK_NAME"), rows);
    }

    private static String escaped(@Nullable String name) {
        return name == null || name.isEmpty()
                ? "%"
                : name.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_");
    }

    @Override
    public MetaResultSet getTypeInfo(ConnectionHandle handle) {
        session(handle);
        List<Object[]> rows = new ArrayList<>();
        for (TypeKind kind : TypeKind.values()) {
            rows.add(TypeInfoRow.of(kind));
        }
        rows.sort((left, right) -> Integer.compare((Integer) left[1], (Integer) right[1]));
        return rows(handle, TypeInfoRow.COLUMNS, rows);
    }

    private MetaResultSet rows(ConnectionHandle handle, List<String> columns, List<Object[]> rows) {
        return MetadataRows.of(createStatement(handle), columns, rows);
    }
}
