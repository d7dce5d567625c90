package io.tidemark.server.metadata;

import io.tidemark.planner.catalog.IndexDefinition;
import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.catalog.RelationKind;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.runtime.translate.RelationSchemas;
import java.sql.DatabaseMetaData;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Relations, their columns, keys and indexes. */
final class RelationMetadata {

    /** The columns of those that identify a row. */
    static final String[] ROW_COLUMNS = {
        "SCOPE:short",
        "COLUMN_NAME",
        "DATA_TYPE:int",
        "TYPE_NAME",
        "COLUMN_SIZE:int",
        "BUFFER_LENGTH:int",
        "DECIMAL_DIGITS:short",
        "PSEUDO_COLUMN:short"
    };

    private static final String CATALOG = CatalogMetadata.CATALOG;
    private static final int RADIX = 10;

    private final List<RelationDefinition> all;

    RelationMetadata(List<RelationDefinition> all) {
        this.all = all;
    }

    static MetadataTable tableTypes() {
        MetadataTable table = new MetadataTable("TABLE_TYPE");
        for (RelationKind kind : RelationKind.values()) {
            table.add(tableType(kind));
        }
        return table.sortedBy(0);
    }

    private static String tableType(RelationKind kind) {
        return kind.word().toUpperCase(Locale.ROOT);
    }

    private void relations(NamePattern schema, NamePattern name, Consumer<RelationDefinition> found) {
        for (RelationDefinition relation : all) {
            if (schema.matches(relation.name().schema())
                    && name.matches(relation.name().name())) {
                found.accept(relation);
            }
        }
    }

    MetadataTable tables(NamePattern schema, NamePattern name, List<String> types) {
        MetadataTable table = new MetadataTable(
                "TABLE_CAT",
                "TABLE_SCHEM",
                "TABLE_NAME",
                "TABLE_TYPE",
                "REMARKS",
                "TYPE_CAT",
                "TYPE_SCHEM",
                "TYPE_NAME",
                "SELF_REFERENCING_COL_NAME",
                "REF_GENERATION");
        relations(schema, name, relation -> {
            String type = tableType(relation.kind());
            if (types.isEmpty() || types.contains(type)) {
                table.add(
                        CATALOG,
                        relation.name().schema(),
                        relation.name().name(),
                        type,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null);
            }
        });
        return table.sortedBy(3, 1, 2);
    }

    MetadataTable columns(NamePattern schemaName, NamePattern name, NamePattern column) {
        MetadataTable table = new MetadataTable(
                "TABLE_CAT",
                "TABLE_SCHEM",
                "TABLE_NAME",
                "COLUMN_NAME",
                "DATA_TYPE:int",
                "TYPE_NAME",
                "COLUMN_SIZE:int",
                "BUFFER_LENGTH:int",
                "DECIMAL_DIGITS:int",
                "NUM_PREC_RADIX:int",
                "NULLABLE:int",
                "REMARKS",
                "COLUMN_DEF",
                "SQL_DATA_TYPE:int",
                "SQL_DATETIME_SUB:int",
                "CHAR_OCTET_LENGTH:int",
                "ORDINAL_POSITION:int",
                "IS_NULLABLE",
                "SCOPE_CATALOG",
                "SCOPE_SCHEMA",
                "SCOPE_TABLE",
                "SOURCE_DATA_TYPE:short",
                "IS_AUTOINCREMENT",
                "IS_GENERATEDCOLUMN");
        relations(schemaName, name, relation -> {
            Schema schema = RelationSchemas.columns(relation);
            for (int i = 0; i < schema.size(); i++) {
                if (column.matches(schema.field(i).name())) {
                    table.add(column(relation, i, schema.field(i)));
                }
            }
        });
        // Sorted by relation; the columns of each are in order already.
        return table.sortedBy(1, 2);
    }

    private static @Nullable Object[] column(RelationDefinition relation, int ordinal, Field field) {
        DataType type = field.type();
        return new @Nullable Object[] {
            CATALOG,
            relation.name().schema(),
            relation.name().name(),
            field.name(),
            JdbcTypes.code(type),
            JdbcTypes.name(type),
            JdbcTypes.precision(type),
            null,
            JdbcTypes.scale(type),
            RADIX,
            type.nullable() ? DatabaseMetaData.columnNullable : DatabaseMetaData.columnNoNulls,
            null,
            null,
            null,
            null,
            type.kind() == TypeKind.VARCHAR ? (Object) JdbcTypes.precision(type) : null,
            ordinal + 1,
            type.nullable() ? "YES" : "NO",
            null,
            null,
            null,
            null,
            "NO",
            relation.columns().get(ordinal).isWritable() ? "NO" : "YES"
        };
    }

    /** The name of a relation's primary key, which nobody gives it. */
    private static String keyName(RelationDefinition relation) {
        return relation.name().name() + "_pkey";
    }

    MetadataTable primaryKeys(NamePattern schema, NamePattern name) {
        MetadataTable table =
                new MetadataTable("TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "COLUMN_NAME", "KEY_SEQ:short", "PK_NAME");
        relations(schema, name, relation -> {
            List<String> key = relation.primaryKey();
            for (int i = 0; i < key.size(); i++) {
                table.add(
                        CATALOG,
                        relation.name().schema(),
                        relation.name().name(),
                        key.get(i),
                        i + 1,
                        keyName(relation));
            }
        });
        return table.sortedBy(1, 2, 3);
    }

    /** The primary key, which the rows of a relation can be told apart by. */
    MetadataTable bestRowIdentifier(NamePattern schemaName, NamePattern name) {
        MetadataTable table = new MetadataTable(ROW_COLUMNS);
        relations(schemaName, name, relation -> {
            Schema schema = RelationSchemas.columns(relation);
            for (int i = 0; i < schema.size(); i++) {
                Field field = schema.field(i);
                if (relation.primaryKey().contains(field.name())) {
                    table.add(
                            DatabaseMetaData.bestRowSession,
                            field.name(),
                            JdbcTypes.code(field.type()),
                            JdbcTypes.name(field.type()),
                            JdbcTypes.precision(field.type()),
                            null,
                            JdbcTypes.scale(field.type()),
                            DatabaseMetaData.bestRowNotPseudo);
                }
            }
        });
        return table;
    }

    /** The indexes, and before them the primary keys, by which rows are looked up too. */
    MetadataTable indexes(NamePattern schema, NamePattern name, boolean uniqueAlone) {
        MetadataTable table = new MetadataTable(
                "TABLE_CAT",
                "TABLE_SCHEM",
                "TABLE_NAME",
                "NON_UNIQUE:boolean",
                "INDEX_QUALIFIER",
                "INDEX_NAME",
                "TYPE:short",
                "ORDINAL_POSITION:short",
                "COLUMN_NAME",
                "ASC_OR_DESC",
                "CARDINALITY:long",
                "PAGES:long",
                "FILTER_CONDITION");
        relations(schema, name, relation -> {
            if (!relation.primaryKey().isEmpty()) {
                index(table, relation, keyName(relation), relation.primaryKey(), false);
            }
            for (IndexDefinition index : relation.indexes()) {
                if (!uniqueAlone) {
                    index(table, relation, index.name(), index.columns(), true);
                }
            }
        });
        return table.sortedBy(1, 2, 3, 5);
    }

    private static void index(
            MetadataTable table, RelationDefinition relation, String name, List<String> columns, boolean nonUnique) {
        for (int i = 0; i < columns.size(); i++) {
            table.add(
                    CATALOG,
                    relation.name().schema(),
                    relation.name().name(),
                    nonUnique,
                    null,
                    name,
                    (int) DatabaseMetaData.tableIndexOther,
                    i + 1,
                    columns.get(i),
                    "A",
                    0L,
                    0L,
                    null);
        }
    }
}
