package io.tidemark.server.security;

import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.catalog.RelationKind;
import io.tidemark.planner.statement.Privilege;
import io.tidemark.server.catalog.CatalogEntry;
import io.tidemark.server.catalog.CatalogStore;
import io.tidemark.server.catalog.ServerCatalog;
import io.tidemark.server.catalog.StoredGrant;
import io.tidemark.server.catalog.StoredRole;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The privileges of users and roles on relations, as the SQL standard and JDBC list them: for each relation what was granted on it, on its schema or on
 * the server, and what its owner has. What a user has by a role is the role's. The server's own tables are not among them.
 */
public final class RelationPrivileges {

    private static final List<Privilege> LISTED =
            List.of(Privilege.SELECT, Privilege.INSERT, Privilege.UPDATE, Privilege.DELETE);

    private final CatalogStore store;
    private final ServerCatalog catalog;
    private final Access access;

    /**
     * One of them.
     *
     * @param grantable whether the grantee may grant it to others
     */
    public record Held(String grantee, RelationDefinition relation, Privilege privilege, boolean grantable) {}

    /** The privileges of a catalog's users. */
    public RelationPrivileges(CatalogStore store, ServerCatalog catalog, Access access) {
        this.store = store;
        this.catalog = catalog;
        this.access = access;
    }

    /** Those that a user may know of: the user's own and those of the user's roles, and all on what the user may do everything with. */
    public List<Held> visible(String user) {
        Set<String> own = Set.copyOf(access.rolesOf(user));
        List<Held> found = new ArrayList<>();
        for (CatalogEntry entry : catalog.entries()) {
            boolean all = access.may(user, Privilege.ADMIN, entry);
            for (StoredRole role : store.roles()) {
                if (all || own.contains(Access.fold(role.name()))) {
                    found.addAll(held(role, entry));
                }
            }
        }
        return found;
    }

    private List<Held> held(StoredRole role, CatalogEntry entry) {
        boolean owner = owns(role, entry);
        boolean admin = owner || isGranted(role, entry, Privilege.ADMIN);
        return LISTED.stream()
                .filter(privilege -> isOf(entry.definition(), privilege))
                .filter(privilege -> admin || isGranted(role, entry, privilege))
                .map(privilege -> new Held(role.name(), entry.definition(), privilege, admin))
                .toList();
    }

    private boolean owns(StoredRole role, CatalogEntry entry) {
        return role.isUser()
                && (role.name().equalsIgnoreCase(entry.owner())
                        || store.schemaOwner(entry.definition().name().schema())
                                .filter(role.name()::equalsIgnoreCase)
                                .isPresent());
    }

    private static boolean isGranted(StoredRole role, CatalogEntry entry, Privilege privilege) {
        String schema = Access.fold(entry.definition().name().schema());
        return role.grants().stream()
                .filter(grant -> grant.privilege().equals(privilege.name()))
                .anyMatch(grant -> grant.isOn(StoredGrant.RELATION, entry.id())
                        || grant.isOn(StoredGrant.SCHEMA, schema)
                        || grant.isOn(StoredGrant.SERVER, ""));
    }

    /** Whether a privilege means something on a relation. */
    private static boolean isOf(RelationDefinition relation, Privilege privilege) {
        RelationKind kind = relation.kind();
        return switch (privilege) {
            case SELECT -> kind != RelationKind.SYSTEM_TABLE;
            case INSERT -> kind == RelationKind.STREAM || kind == RelationKind.TABLE;
            default -> kind == RelationKind.TABLE && relation.connector().isEmpty();
        };
    }
}
