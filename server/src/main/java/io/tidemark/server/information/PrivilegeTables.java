package io.tidemark.server.information;

import static io.tidemark.server.information.InformationTable.yesOrNo;

import io.tidemark.planner.catalog.ColumnDefinition;
import io.tidemark.planner.statement.Privilege;
import io.tidemark.server.catalog.CatalogStore;
import io.tidemark.server.catalog.StoredRole;
import io.tidemark.server.security.Access;
import io.tidemark.server.security.RelationPrivileges;
import io.tidemark.server.system.SystemRows;
import java.util.List;

/** TABLE_PRIVILEGES, COLUMN_PRIVILEGES, APPLICABLE_ROLES and ENABLED_ROLES. Who granted something is not kept. */
record PrivilegeTables(CatalogStore store, RelationPrivileges privileges, Access access) {

    private static final String[] GRANT = {"GRANTEE", "TABLE_CATALOG", "TABLE_SCHEMA", "TABLE_NAME"};

    List<InformationTable> all() {
        return List.of(
                new InformationTable(
                        "TABLE_PRIVILEGES",
                        new Columns()
                                .texts("GRANTOR")
                                .names(GRANT)
                                .names("PRIVILEGE_TYPE")
                                .flags("IS_GRANTABLE", "WITH_HIERARCHY")
                                .text(),
                        this::ofTables),
                new InformationTable(
                        "COLUMN_PRIVILEGES",
                        new Columns()
                                .texts("GRANTOR")
                                .names(GRANT)
                                .names("COLUMN_NAME", "PRIVILEGE_TYPE")
                                .flags("IS_GRANTABLE")
                                .text(),
                        this::ofColumns),
                new InformationTable(
                        "APPLICABLE_ROLES",
                        new Columns()
                                .names("GRANTEE", "ROLE_NAME")
                                .flags("IS_GRANTABLE")
                                .text(),
                        this::applicableRoles),
                new InformationTable(
                        "ENABLED_ROLES", new Columns().names("ROLE_NAME").text(), this::enabledRoles));
    }

    private static SystemRows grant(SystemRows rows, RelationPrivileges.Held held) {
        return RelationTables.name(
                rows.none(1).text(held.grantee()), held.relation().name());
    }

    private void ofTables(SystemRows rows) {
        for (RelationPrivileges.Held held : privileges.visible(rows.viewer().user())) {
            grant(rows, held)
                    .text(held.privilege().name())
                    .text(yesOrNo(held.grantable()))
                    .text("NO")
                    .end();
        }
    }

    private void ofColumns(SystemRows rows) {
        for (RelationPrivileges.Held held : privileges.visible(rows.viewer().user())) {
            if (held.privilege() != Privilege.DELETE) {
                for (ColumnDefinition column : held.relation().columns()) {
                    grant(rows, held)
                            .text(column.name())
                            .text(held.privilege().name())
                            .text(yesOrNo(held.grantable()))
                            .end();
                }
            }
        }
    }

    /** The memberships by which the user, directly or through other roles, has what roles may do. */
    private void applicableRoles(SystemRows rows) {
        String user = rows.viewer().user();
        for (String member : access.rolesOf(user)) {
            for (String role : store.role(member).map(StoredRole::roles).orElse(List.of())) {
                rows.text(store.role(member).map(StoredRole::name).orElse(member))
                        .text(role)
                        .text(yesOrNo(access.isAdministrator(user)))
                        .end();
            }
        }
    }

    private void enabledRoles(SystemRows rows) {
        for (String name : access.rolesOf(rows.viewer().user())) {
            store.role(name)
                    .filter(role -> !role.isUser())
                    .ifPresent(role -> rows.text(role.name()).end());
        }
    }
}
