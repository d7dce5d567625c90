package io.tidemark.server.metadata;

import io.tidemark.planner.catalog.ColumnDefinition;
import io.tidemark.planner.statement.Privilege;
import io.tidemark.server.security.RelationPrivileges;
import java.util.List;

/** Privileges on relations and their columns; who granted one is not kept. */
record PrivilegeMetadata(List<RelationPrivileges.Held> privileges) {

    private static final String CATALOG = CatalogMetadata.CATALOG;

    MetadataTable ofTables(NamePattern schema, NamePattern name) {
        MetadataTable table = new MetadataTable(
                "TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "GRANTOR", "GRANTEE", "PRIVILEGE", "IS_GRANTABLE");
        for (RelationPrivileges.Held held : of(schema, name)) {
            table.add(
                    CATALOG,
                    held.relation().name().schema(),
                    held.relation().name().name(),
                    null,
                    held.grantee(),
                    held.privilege().name(),
                    grantable(held));
        }
        return table.sortedBy(0, 1, 2, 5);
    }

    MetadataTable ofColumns(NamePattern schema, NamePattern name, NamePattern column) {
        MetadataTable table = new MetadataTable(
                "TABLE_CAT",
                "TABLE_SCHEM",
                "TABLE_NAME",
                "COLUMN_NAME",
                "GRANTOR",
                "GRANTEE",
                "PRIVILEGE",
                "IS_GRANTABLE");
        for (RelationPrivileges.Held held : of(schema, name)) {
            for (ColumnDefinition of : held.relation().columns()) {
                if (column.matches(of.name()) && held.privilege() != Privilege.DELETE) {
                    table.add(
                            CATALOG,
                            held.relation().name().schema(),
                            held.relation().name().name(),
                            of.name(),
                            null,
                            held.grantee(),
                            held.privilege().name(),
                            grantable(held));
                }
            }
        }
        return table.sortedBy(3, 6);
    }

    private List<RelationPrivileges.Held> of(NamePattern schema, NamePattern name) {
        return privileges.stream()
                .filter(held -> schema.matches(held.relation().name().schema())
                        && name.matches(held.relation().name().name()))
                .toList();
    }

    private static String grantable(RelationPrivileges.Held held) {
        return held.grantable() ? "YES" : "NO";
    }
}
