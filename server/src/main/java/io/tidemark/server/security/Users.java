package io.tidemark.server.security;

import io.tidemark.planner.statement.Confidential;
import io.tidemark.planner.statement.Privilege;
import io.tidemark.planner.statement.Statement;
import io.tidemark.server.catalog.CatalogStore;
import io.tidemark.server.catalog.StoredGrant;
import io.tidemark.server.catalog.StoredRole;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;

/** CREATE, ALTER and DROP USER. The first user is the administrator. Thread-safe. */
public final class Users {

    private static final int MIN_PASSWORD_LENGTH = 8;
    private static final StoredGrant ADMINISTRATOR = new StoredGrant(Privilege.ADMIN.name(), StoredGrant.SERVER, "");

    private final CatalogStore store;
    private final Ownership ownership;
    private final Access access;
    private final SecureRandom random = new SecureRandom();

    /** The users of a catalog. */
    Users(CatalogStore store, Ownership ownership, Access access) {
        this.store = store;
        this.ownership = ownership;
        this.access = access;
    }

    /** The users, by their time of creation. */
    public List<StoredRole> all() {
        return store.roles().stream().filter(StoredRole::isUser).toList();
    }

    /** CREATE USER, as the user given. */
    public void create(String by, Statement.CreateUser create) {
        access.requireAdministrator(by);
        requireUsable(create.name());
        requireStrong(create.password());
        String hash = PasswordHash.of(create.password().reveal(), random).text();
        synchronized (store) {
            store.role(create.name()).ifPresent(taken -> {
                throw CodedException.duplicateName(taken.isUser() ? "user" : "role", taken.name());
            });
            List<StoredGrant> grants = all().isEmpty() ? List.of(ADMINISTRATOR) : List.of();
            store.putRole(new StoredRole(create.name(), Optional.of(hash), List.of(), grants));
        }
    }

    /** ALTER USER … PASSWORD, as the user given: that user, or an administrator. */
    public void alter(String by, Statement.AlterUser alter) {
        if (!alter.name().equalsIgnoreCase(by)) {
            access.requireAdministrator(by);
        }
        requireStrong(alter.password());
        String hash = PasswordHash.of(alter.password().reveal(), random).text();
        synchronized (store) {
            store.putRole(require(alter.name()).withPasswordHash(hash));
        }
    }

    /** DROP USER, as the user given; only one to whom nothing belongs. */
    public void drop(String by, Statement.DropUser drop) {
        access.requireAdministrator(by);
        synchronized (store) {
            if (drop.ifExists() && find(drop.name()).isEmpty()) {
                return;
            }
            StoredRole user = require(drop.name());
            requireAnotherAdministrator(user);
            requireNothingOwned(user);
            store.removeRole(user.name());
        }
    }

    /** REASSIGN OWNED BY … TO …, as the user given: both are users. */
    public void reassign(String by, Statement.ReassignOwned reassign) {
        access.requireAdministrator(by);
        synchronized (store) {
            ownership.reassign(
                    require(reassign.from()).name(), require(reassign.to()).name());
        }
    }

    private void requireAnotherAdministrator(StoredRole user) {
        boolean another = all().stream()
                .anyMatch(other -> !other.name().equals(user.name()) && access.isAdministrator(other.name()));
        if (!another) {
            throw CodedException.of(ErrorCode.WRONG_STATE, "user \"" + user.name() + "\" is the only administrator")
                    .hint("GRANT ADMIN ON SERVER TO another user first");
        }
    }

    private void requireNothingOwned(StoredRole user) {
        List<String> owned = ownership.all().stream()
                .filter(thing -> thing.owner().equalsIgnoreCase(user.name()))
                .map(thing -> thing.kind() + " \"" + thing.name() + "\"")
                .toList();
        if (!owned.isEmpty()) {
            throw CodedException.dependents("user", user.name(), owned)
                    .hint("REASSIGN OWNED BY " + user.name() + " TO another user, or drop them first");
        }
    }

    private Optional<StoredRole> find(String name) {
        return store.role(name).filter(StoredRole::isUser);
    }

    private StoredRole require(String name) {
        return find(name)
                .orElseThrow(() -> CodedException.unknownObject(
                        "user", name, all().stream().map(StoredRole::name).toList()));
    }

    private static void requireUsable(String name) {
        if (name.isBlank() || name.contains(":")) {
            throw CodedException.of(ErrorCode.INVALID_DEFINITION, "\"" + name + "\" cannot be the name of a user")
                    .hint("give a name without a colon");
        }
    }

    private static void requireStrong(Confidential password) {
        if (password.reveal().length() < MIN_PASSWORD_LENGTH) {
            throw CodedException.of(ErrorCode.INVALID_PARAMETER, "the password is too short")
                    .hint("give one of at least " + MIN_PASSWORD_LENGTH + " characters");
        }
    }
}
