package io.tidemark.server.information;

import static io.tidemark.server.information.InformationTable.CATALOG;
import static io.tidemark.server.information.InformationTable.yesOrNo;

import io.tidemark.planner.catalog.IndexDefinition;
import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.server.catalog.ServerCatalog;
import io.tidemark.server.system.SystemRows;
import java.util.List;

/** The constraints, of which there are primary keys alone, and the indexes. */
record ConstraintTables(ServerCatalog catalog) {

    private static final String[] CONSTRAINT = {"CONSTRAINT_CATALOG", "CONSTRAINT_SCHEMA", "CONSTRAINT_NAME"};
    private static final String[] TABLE = {"TABLE_CATALOG", "TABLE_SCHEMA", "TABLE_NAME"};
    private static final String[] INDEX = {"INDEX_CATALOG", "INDEX_SCHEMA", "INDEX_NAME"};

    List<InformationTable> all() {
        return List.of(
                new InformationTable("TABLE_CONSTRAINTS", constraintColumns(), this::constraints),
                new InformationTable("KEY_COLUMN_USAGE", keyColumns(), this::keys),
                new InformationTable("CONSTRAINT_COLUMN_USAGE", usageColumns(), this::usages),
                InformationTable.empty("REFERENTIAL_CONSTRAINTS", referenceColumns()),
                InformationTable.empty(
                        "CHECK_CONSTRAINTS",
                        new Columns().names(CONSTRAINT).texts("CHECK_CLAUSE").text()),
                new InformationTable("INDEXES", indexColumns(), this::indexes),
                new InformationTable("INDEX_COLUMNS", indexedColumns(), this::indexed));
    }

    /** The name of a relation's primary key, which nobody gives it. */
    private static String keyName(RelationDefinition relation) {
        return relation.name().name() + "_pkey";
    }

    private List<RelationDefinition> withKeys(SystemRows rows) {
        return rows.viewer().of(catalog).stream()
                .map(entry -> entry.definition())
                .filter(relation -> !relation.primaryKey().isEmpty())
                .toList();
    }

    private static SystemRows constraint(SystemRows rows, RelationDefinition relation) {
        return rows.text(CATALOG).text(relation.name().schema()).text(keyName(relation));
    }

    private static String constraintColumns() {
        return new Columns()
                .names(CONSTRAINT)
                .names(TABLE)
                .names("CONSTRAINT_TYPE")
                .flags("IS_DEFERRABLE", "INITIALLY_DEFERRED", "ENFORCED")
                .text();
    }

    private void constraints(SystemRows rows) {
        for (RelationDefinition relation : withKeys(rows)) {
            RelationTables.name(constraint(rows, relation), relation.name())
                    .text("PRIMARY KEY")
                    .text("NO")
                    .text("NO")
                    .text(yesOrNo(relation.isServed()))
                    .end();
        }
    }

    private static String keyColumns() {
        return new Columns()
                .names(CONSTRAINT)
                .names(TABLE)
                .names("COLUMN_NAME")
                .positions("ORDINAL_POSITION")
                .numbers("POSITION_IN_UNIQUE_CONSTRAINT")
                .text();
    }

    private void keys(SystemRows rows) {
        for (RelationDefinition relation : withKeys(rows)) {
            for (int i = 0; i < relation.primaryKey().size(); i++) {
                RelationTables.name(constraint(rows, relation), relation.name())
                        .text(relation.primaryKey().get(i))
                        .number(i + 1L)
                        .none(1)
                        .end();
            }
        }
    }

    private static String usageColumns() {
        return new Columns().names(TABLE).names("COLUMN_NAME").names(CONSTRAINT).text();
    }

    private void usages(SystemRows rows) {
        for (RelationDefinition relation : withKeys(rows)) {
            for (String column : relation.primaryKey()) {
                constraint(RelationTables.name(rows, relation.name()).text(column), relation)
                        .end();
            }
        }
    }

    private static String referenceColumns() {
        return new Columns()
                .names(CONSTRAINT)
                .absentName("UNIQUE_CONSTRAINT")
                .names("MATCH_OPTION", "UPDATE_RULE", "DELETE_RULE")
                .text();
    }

    private static String indexColumns() {
        return new Columns()
                .names(INDEX)
                .names(TABLE)
                .names("INDEX_TYPE_NAME")
                .flags("IS_UNIQUE")
                .text();
    }

    private void indexes(SystemRows rows) {
        for (RelationDefinition relation : withKeys(rows)) {
            if (relation.isServed()) {
                RelationTables.name(constraint(rows, relation), relation.name())
                        .text("PRIMARY KEY")
                        .text("YES")
                        .end();
            }
        }
        rows.viewer().of(catalog).forEach(entry -> {
            for (IndexDefinition index : entry.definition().indexes()) {
                RelationTables.name(
                                index(rows, entry.definition(), index),
                                entry.definition().name())
                        .text("INDEX")
                        .text("NO")
                        .end();
            }
        });
    }

    private static SystemRows index(SystemRows rows, RelationDefinition relation, IndexDefinition index) {
        return rows.text(CATALOG).text(relation.name().schema()).text(index.name());
    }

    private static String indexedColumns() {
        return new Columns()
                .names(INDEX)
                .names(TABLE)
                .names("COLUMN_NAME")
                .positions("ORDINAL_POSITION")
                .text();
    }

    private void indexed(SystemRows rows) {
        for (RelationDefinition relation : withKeys(rows)) {
            if (relation.isServed()) {
                indexed(rows, relation, new IndexDefinition(keyName(relation), relation.primaryKey()));
            }
        }
        rows.viewer().of(catalog).forEach(entry -> {
            for (IndexDefinition index : entry.definition().indexes()) {
                indexed(rows, entry.definition(), index);
            }
        });
    }

    private static void indexed(SystemRows rows, RelationDefinition relation, IndexDefinition index) {
        for (int i = 0; i < index.columns().size(); i++) {
            RelationTables.name(index(rows, relation, index), relation.name())
                    .text(index.columns().get(i))
                    .number(i + 1L)
                    .end();
        }
    }
}
