package io.tidemark.server.security;

import io.tidemark.planner.statement.Privilege;
import io.tidemark.planner.statement.Secured;
import io.tidemark.planner.statement.Statement;
import io.tidemark.server.catalog.CatalogStore;
import io.tidemark.server.catalog.ServerCatalog;
import io.tidemark.server.catalog.StoredGrant;
import io.tidemark.server.catalog.StoredRole;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** CREATE and DROP ROLE, GRANT and REVOKE. Thread-safe; the last administrator can't be taken the rights. */
public final class Grants {

    private final CatalogStore store;
    private final ServerCatalog catalog;
    private final Access access;
    private final StatementAccess statements;
    private final SecretCommands secrets;

    /** Grants on what statements can name. */
    Grants(
            CatalogStore store,
            ServerCatalog catalog,
            Access access,
            StatementAccess statements,
            SecretCommands secrets) {
        this.store = store;
        this.catalog = catalog;
        this.access = access;
        this.statements = statements;
        this.secrets = secrets;
    }

    /** The names of the roles, by their time of creation. */
    public List<String> roles() {
        return store.roles().stream()
                .filter(role -> !role.isUser())
                .map(StoredRole::name)
                .toList();
    }

    /** CREATE ROLE, as the user given. */
    public void createRole(String by, Statement.CreateRole create) {
        access.requireAdministrator(by);
        synchronized (store) {
            store.role(create.name()).ifPresent(taken -> {
                throw CodedException.duplicateName(taken.isUser() ? "user" : "role", taken.name());
            });
            store.putRole(new StoredRole(create.name(), Optional.empty(), List.of(), List.of()));
        }
    }

    /** DROP ROLE, as the user given; its members lose what it allowed. */
    public void dropRole(String by, Statement.DropRole drop) {
        access.requireAdministrator(by);
        synchronized (store) {
            Optional<StoredRole> role = store.role(drop.name()).filter(found -> !found.isUser());
            if (role.isEmpty() && drop.ifExists()) {
                return;
            }
            StoredRole found = role.orElseThrow(() -> CodedException.unknownObject("role", drop.name(), roles()));
            store.removeRole(found.name());
            catalog.accessChanged();
        }
    }

    /** GRANT or REVOKE of roles, as the user given. */
    public void grantRoles(String by, Statement.GrantRoles grant) {
        access.requireAdministrator(by);
        synchronized (store) {
            List<StoredRole> changed = new ArrayList<>();
            for (String name : grant.grantees()) {
                StoredRole grantee = require(name);
                List<String> roles = new ArrayList<>(grantee.roles());
                for (String role : grant.roles()) {
                    StoredRole found = require(role);
                    if (found.isUser()) {
                        throw CodedException.of(
                                        ErrorCode.WRONG_OBJECT_KIND, "\"" + found.name() + "\" is a user, not a role")
                                .hint("create a role, and grant it to both");
                    }
                    roles.removeIf(found.name()::equalsIgnoreCase);
                    if (!grant.revoke()) {
                        requireNoCycle(grantee, found);
                        roles.add(found.name());
                    }
                }
                changed.add(grantee.withRoles(roles));
            }
            keep(changed);
        }
    }

    private void requireNoCycle(StoredRole grantee, StoredRole role) {
        if (access.rolesOf(role.name()).contains(Access.fold(grantee.name()))) {
            throw CodedException.of(
                    ErrorCode.INVALID_DEFINITION,
                    "role \"" + role.name() + "\" is a member of \"" + grantee.name()
                            + "\", which cannot be one of it");
        }
    }

    /** GRANT or REVOKE of privileges, as the user given. */
    public void grantPrivileges(String by, Statement.GrantPrivileges grant) {
        requireFitting(grant);
        StoredGrant on = secured(by, grant.on());
        synchronized (store) {
            List<StoredRole> changed = new ArrayList<>();
            for (String name : grant.grantees()) {
                StoredRole grantee = require(name);
                List<StoredGrant> grants = new ArrayList<>(grantee.grants());
                for (Privilege privilege : grant.privileges()) {
                    StoredGrant one = new StoredGrant(privilege.name(), on.kind(), on.object());
                    grants.remove(one);
                    if (!grant.revoke()) {
                        grants.add(one);
                    }
                }
                changed.add(grantee.withGrants(grants));
            }
            keep(changed);
        }
    }

    /** Throws for a privilege that means nothing on what it is to be on. */
    private static void requireFitting(Statement.GrantPrivileges grant) {
        if (grant.revoke() || grant.on() instanceof Secured.Server) {
            return;
        }
        boolean secret = grant.on() instanceof Secured.Secret;
        for (Privilege privilege : grant.privileges()) {
            if (privilege != Privilege.ADMIN && secret != (privilege == Privilege.USAGE)) {
                throw CodedException.of(
                                ErrorCode.INVALID_DEFINITION,
                                secret
                                        ? "a secret has no privilege " + privilege
                                        : "USAGE is a privilege on secrets alone")
                        .hint("GRANT USAGE ON SECRET … lets a user refer to a secret");
            }
        }
    }

    /** What a privilege is on, as it is kept; only who has ADMIN on it may go on. */
    private StoredGrant secured(String by, Secured on) {
        if (on instanceof Secured.Relation relation) {
            return new StoredGrant(
                    "",
                    StoredGrant.RELATION,
                    statements.require(by, Privilege.ADMIN, relation.name()).id());
        }
        if (on instanceof Secured.Schema schema) {
            if (!catalog.hasSchema(schema.name())) {
                throw CodedException.unknownObject("schema", schema.name(), catalog.schemas());
            }
            if (!access.mayInSchema(by, Privilege.ADMIN, schema.name())) {
                throw Denial.of(by, Privilege.ADMIN, "schema", schema.name());
            }
            return new StoredGrant("", StoredGrant.SCHEMA, Access.fold(schema.name()));
        }
        if (on instanceof Secured.Query named) {
            return new StoredGrant(
                    "",
                    StoredGrant.QUERY,
                    statements.requireQuery(by, Privilege.ADMIN, named.name()).id());
        }
        if (on instanceof Secured.Secret secret) {
            return new StoredGrant(
                    "",
                    StoredGrant.SECRET,
                    Access.fold(
                            secrets.require(by, Privilege.ADMIN, secret.name()).name()));
        }
        access.requireAdministrator(by);
        return new StoredGrant("", StoredGrant.SERVER, "");
    }

    private StoredRole require(String name) {
        return store.role(name)
                .orElseThrow(() -> CodedException.unknownObject(
                        "user or role",
                        name,
                        store.roles().stream().map(StoredRole::name).toList()));
    }

    /** Keeps changed users and roles, unless nobody would be an administrator then. */
    private void keep(List<StoredRole> changed) {
        Access after = new Access(
                name -> changed.stream()
                        .filter(role -> role.name().equalsIgnoreCase(name))
                        .findFirst()
                        .or(() -> store.role(name)),
                store::schemaOwner);
        List<StoredRole> users =
                store.roles().stream().filter(StoredRole::isUser).toList();
        if (!users.isEmpty() && users.stream().noneMatch(user -> after.isAdministrator(user.name()))) {
            throw CodedException.of(ErrorCode.WRONG_STATE, "no user would be an administrator any more")
                    .hint("GRANT ADMIN ON SERVER TO another user first");
        }
        changed.forEach(store::putRole);
        catalog.accessChanged();
    }
}
