package io.tidemark.server.security;

import io.tidemark.planner.catalog.RelationKind;
import io.tidemark.planner.statement.Privilege;
import io.tidemark.server.catalog.CatalogEntry;
import io.tidemark.server.catalog.CatalogStore;
import io.tidemark.server.catalog.StoredGrant;
import io.tidemark.server.catalog.StoredRole;
import io.tidemark.server.catalog.StoredSecret;
import io.tidemark.server.query.RunningQuery;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Who may do what. A user may do what was granted to the user, or to a role of which the user is a member, on the object, on its schema or on the
 * server; the owner of an object or of its schema, and who has ADMIN, may do everything with it. No user at all may do everything.
 *
 * <p><b>Cost</b>: of a question the number of grants of the user and the user's roles. Thread-safe.
 */
public final class Access {

    private final Function<String, Optional<StoredRole>> roles;
    private final Function<String, Optional<String>> schemaOwners;

    /** Access by the users, roles and grants of a catalog. */
    public Access(CatalogStore store) {
        this(store::role, store::schemaOwner);
    }

    /**
     * Access by users, roles and grants as they would be.
     *
     * @param roles users and roles by name
     * @param schemaOwners the owners of schemas by name
     */
    Access(Function<String, Optional<StoredRole>> roles, Function<String, Optional<String>> schemaOwners) {
        this.roles = roles;
        this.schemaOwners = schemaOwners;
    }

    /** Whether a user may do everything. */
    public boolean isAdministrator(String user) {
        return user.isEmpty() || grants(user).anyMatch(grant -> grant.isOn(StoredGrant.SERVER, "") && isAdmin(grant));
    }

    /** Throws INSUFFICIENT_PRIVILEGE unless a user may do everything. */
    public void requireAdministrator(String user) {
        if (!isAdministrator(user)) {
            throw Denial.onServer(user, Privilege.ADMIN);
        }
    }

    /** Whether a user may do something with everything. */
    public boolean mayOnServer(String user, Privilege privilege) {
        return user.isEmpty()
                || grants(user).anyMatch(grant -> grant.isOn(StoredGrant.SERVER, "") && allows(grant, privilege));
    }

    /** Whether a user may do something with everything in a schema. */
    public boolean mayInSchema(String user, Privilege privilege, String schema) {
        return mayOnServer(user, privilege)
                || schemaOwners.apply(schema).filter(user::equalsIgnoreCase).isPresent()
                || grants(user)
                        .anyMatch(grant -> grant.isOn(StoredGrant.SCHEMA, fold(schema)) && allows(grant, privilege));
    }

    /** Whether a user may do something with a relation. */
    public boolean may(String user, Privilege privilege, CatalogEntry relation) {
        return (privilege == Privilege.SELECT && isForEveryone(relation))
                || owns(user, relation.owner())
                || mayInSchema(user, privilege, relation.definition().name().schema())
                || grants(user)
                        .anyMatch(grant -> grant.isOn(StoredGrant.RELATION, relation.id()) && allows(grant, privilege));
    }

    /** Whether a user may do anything at all with a relation, and so may know of it. */
    public boolean sees(String user, CatalogEntry relation) {
        return Arrays.stream(Privilege.values()).anyMatch(privilege -> may(user, privilege, relation));
    }

    /** Whether a user may do something with a query: ADMIN, to control it; SELECT, to see how it runs. */
    public boolean may(String user, Privilege privilege, RunningQuery query) {
        return owns(user, query.owner())
                || mayOnServer(user, privilege)
                || grants(user)
                        .anyMatch(grant -> grant.isOn(StoredGrant.QUERY, query.id()) && allows(grant, privilege));
    }

    /** Whether a user may do something with a secret: USAGE, to refer to it; ADMIN, to change and drop it. */
    public boolean may(String user, Privilege privilege, StoredSecret secret) {
        return owns(user, secret.owner())
                || mayOnServer(user, privilege)
                || grants(user)
                        .anyMatch(grant ->
                                grant.isOn(StoredGrant.SECRET, fold(secret.name())) && allows(grant, privilege));
    }

    /** Whether a user may do anything with a secret, and so may know of it. */
    public boolean sees(String user, StoredSecret secret) {
        return may(user, Privilege.USAGE, secret) || may(user, Privilege.ADMIN, secret);
    }

    /** Whether something that belongs to an owner, such as a session, may be seen by a user: the owner's own, and an administrator sees all. */
    public boolean seesOf(String user, String owner) {
        return owns(user, owner) || isAdministrator(user);
    }

    /** The names of the roles that a user or role is a member of, also through others, in lower case; the name itself first. */
    public List<String> rolesOf(String name) {
        Map<String, StoredRole> found = new LinkedHashMap<>();
        Deque<String> open = new ArrayDeque<>(List.of(name));
        while (!open.isEmpty()) {
            Optional<StoredRole> role = roles.apply(open.remove());
            if (role.isPresent() && found.putIfAbsent(fold(role.get().name()), role.get()) == null) {
                open.addAll(role.get().roles());
            }
        }
        return List.copyOf(found.keySet());
    }

    private Stream<StoredGrant> grants(String user) {
        return rolesOf(user).stream()
                .flatMap(role -> roles.apply(role).stream())
                .flatMap(role -> role.grants().stream());
    }

    private static boolean owns(String user, String owner) {
        return user.isEmpty() || user.equalsIgnoreCase(owner);
    }

    /** The server's own tables, of which each user sees the rows that concern the user. */
    private static boolean isForEveryone(CatalogEntry relation) {
        return relation.definition().kind() == RelationKind.SYSTEM_TABLE;
    }

    private static boolean allows(StoredGrant grant, Privilege privilege) {
        return isAdmin(grant) || grant.privilege().equals(privilege.name());
    }

    private static boolean isAdmin(StoredGrant grant) {
        return grant.privilege().equals(Privilege.ADMIN.name());
    }

    static String fold(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
