package io.tidemark.server.information;

import static io.tidemark.server.information.InformationTable.CATALOG;
import static io.tidemark.server.information.InformationTable.yesOrNo;

import io.tidemark.planner.catalog.ColumnDefinition;
import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.catalog.RelationKind;
import io.tidemark.planner.catalog.RelationName;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.translate.RelationSchemas;
import io.tidemark.server.catalog.CatalogEntry;
import io.tidemark.server.catalog.Dependencies;
import io.tidemark.server.catalog.ServerCatalog;
import io.tidemark.server.system.SystemRows;
import java.util.List;
import java.util.Locale;

/** SCHEMATA, TABLES, COLUMNS, VIEWS and VIEW_TABLE_USAGE. */
record RelationTables(ServerCatalog catalog, Dependencies dependencies) {

    List<InformationTable> all() {
        return List.of(
                new InformationTable(
                        "INFORMATION_SCHEMA_CATALOG_NAME",
                        "CATALOG_NAME VARCHAR NOT NULL",
                        rows -> rows.text(CATALOG).end()),
                new InformationTable("SCHEMATA", schemaColumns(), this::schemata),
                new InformationTable("TABLES", tableColumns(), this::tables),
                new InformationTable("COLUMNS", columnColumns(), this::columns),
                new InformationTable("VIEWS", viewColumns(), this::views),
                new InformationTable("VIEW_TABLE_USAGE", usageColumns(), this::usages));
    }

    /** The type of a relation in the standard's words where it has one. */
    static String tableType(RelationKind kind) {
        return kind == RelationKind.TABLE ? "BASE TABLE" : kind.word().toUpperCase(Locale.ROOT);
    }

    private static String schemaColumns() {
        return new Columns()
                .names("CATALOG_NAME", "SCHEMA_NAME")
                .texts("SCHEMA_OWNER")
                .absentName("DEFAULT_CHARACTER_SET")
                .texts("SQL_PATH")
                .text();
    }

    private void schemata(SystemRows rows) {
        for (String schema : catalog.schemas()) {
            rows.text(CATALOG).text(schema).none(5).end();
        }
    }

    private static String tableColumns() {
        return new Columns()
                .names("TABLE_CATALOG", "TABLE_SCHEMA", "TABLE_NAME", "TABLE_TYPE")
                .texts("SELF_REFERENCING_COLUMN_NAME", "REFERENCE_GENERATION")
                .absentName("USER_DEFINED_TYPE")
                .flags("IS_INSERTABLE_INTO", "IS_TYPED")
                .texts("COMMIT_ACTION")
                .text();
    }

    private void tables(SystemRows rows) {
        for (CatalogEntry entry : rows.viewer().of(catalog)) {
            RelationDefinition relation = entry.definition();
            name(rows, relation.name())
                    .text(tableType(relation.kind()))
                    .none(5)
                    .text(yesOrNo(isInsertable(relation)))
                    .text("NO")
                    .none(1)
                    .end();
        }
    }

    private static boolean isInsertable(RelationDefinition relation) {
        return relation.kind() == RelationKind.STREAM || relation.kind() == RelationKind.TABLE;
    }

    /** The next three values: a relation's name. */
    static SystemRows name(SystemRows rows, RelationName name) {
        return rows.text(CATALOG).text(name.schema()).text(name.name());
    }

    private static String columnColumns() {
        return new Columns()
                .names("TABLE_CATALOG", "TABLE_SCHEMA", "TABLE_NAME", "COLUMN_NAME")
                .positions("ORDINAL_POSITION")
                .texts("COLUMN_DEFAULT")
                .flags("IS_NULLABLE")
                .lengths()
                .digits()
                .absentName("CHARACTER_SET")
                .absentName("COLLATION")
                .absentName("DOMAIN")
                .absentName("UDT")
                .absentName("SCOPE")
                .numbers("MAXIMUM_CARDINALITY")
                .texts("DTD_IDENTIFIER")
                .flags("IS_SELF_REFERENCING", "IS_IDENTITY")
                .texts(
                        "IDENTITY_GENERATION",
                        "IDENTITY_START",
                        "IDENTITY_INCREMENT",
                        "IDENTITY_MAXIMUM",
                        "IDENTITY_MINIMUM")
                .flagsOrNull("IDENTITY_CYCLE")
                .texts("IS_GENERATED", "GENERATION_EXPRESSION")
                .flags("IS_UPDATABLE")
                .texts("DECLARED_DATA_TYPE")
                .text();
    }

    private void columns(SystemRows rows) {
        for (CatalogEntry entry : rows.viewer().of(catalog)) {
            RelationDefinition relation = entry.definition();
            Schema schema = RelationSchemas.columns(relation);
            for (int i = 0; i < schema.size(); i++) {
                column(rows, relation, i, schema.type(i));
            }
        }
    }

    private static void column(SystemRows rows, RelationDefinition relation, int ordinal, DataType type) {
        ColumnDefinition column = relation.columns().get(ordinal);
        boolean computed = column.role() == ColumnDefinition.Role.COMPUTED;
        name(rows, relation.name())
                .text(column.name())
                .number(ordinal + 1L)
                .none(1)
                .text(yesOrNo(type.nullable()));
        TypeDescriptor.digits(TypeDescriptor.lengths(rows, type), type)
                .none(16)
                .text(String.valueOf(ordinal + 1))
                .text("NO")
                .text("NO")
                .none(6)
                .text(computed ? "ALWAYS" : "NEVER")
                .text(computed ? column.expression() : null)
                .text(yesOrNo(isUpdatable(relation) && column.isWritable()))
                .text(type.toString())
                .end();
    }

    private static boolean isUpdatable(RelationDefinition relation) {
        return relation.kind() == RelationKind.TABLE && relation.connector().isEmpty();
    }

    private static String viewColumns() {
        return new Columns()
                .names("TABLE_CATALOG", "TABLE_SCHEMA", "TABLE_NAME")
                .texts("VIEW_DEFINITION")
                .names("CHECK_OPTION")
                .flags(
                        "IS_UPDATABLE",
                        "INSERTABLE_INTO",
                        "IS_TRIGGER_UPDATABLE",
                        "IS_TRIGGER_DELETABLE",
                        "IS_TRIGGER_INSERTABLE_INTO")
                .text();
    }

    private void views(SystemRows rows) {
        for (CatalogEntry entry : rows.viewer().of(catalog)) {
            RelationDefinition relation = entry.definition();
            if (relation.query() != null) {
                name(rows, relation.name())
                        .text(rows.viewer().owns(entry) ? relation.query() : null)
                        .text("NONE")
                        .text("NO")
                        .text("NO")
                        .text("NO")
                        .text("NO")
                        .text("NO")
                        .end();
            }
        }
    }

    private static String usageColumns() {
        return new Columns()
                .names("VIEW_CATALOG", "VIEW_SCHEMA", "VIEW_NAME", "TABLE_CATALOG", "TABLE_SCHEMA", "TABLE_NAME")
                .text();
    }

    private void usages(SystemRows rows) {
        for (CatalogEntry entry : rows.viewer().of(catalog)) {
            RelationName read = entry.definition().name();
            for (RelationName view : dependencies.viewsReading(read)) {
                usage(rows, view, read);
            }
            for (Dependencies.QueryUse use : dependencies.queriesReading(read)) {
                usage(rows, use.writes(), read);
            }
        }
    }

    /** A row if a relation is a view; what a query of INSERT writes is none. */
    private void usage(SystemRows rows, RelationName reader, RelationName read) {
        catalog.entry(reader)
                .filter(entry ->
                        entry.definition().query() != null && rows.viewer().sees(entry))
                .ifPresent(view -> {
                    name(rows, view.definition().name());
                    name(rows, read).end();
                });
    }
}
