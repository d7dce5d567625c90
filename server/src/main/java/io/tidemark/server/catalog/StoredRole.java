package io.tidemark.server.catalog;

import java.util.List;
import java.util.Optional;

/**
 * A user, or a role that users may be members of, as the catalog keeps it.
 *
 * @param name unique among users and roles, without regard to case
 * @param passwordHash the salted hash of a user's password; empty for a role, which no one can connect as
 * @param roles the names of the roles that it is a member of
 * @param grants what it may do
 */
public record StoredRole(String name, Optional<String> passwordHash, List<String> roles, List<StoredGrant> grants) {

    public StoredRole {
        roles = List.copyOf(roles);
        grants = List.copyOf(grants);
    }

    /** Whether one can connect as it. */
    public boolean isUser() {
        return passwordHash.isPresent();
    }

    /** The same with other privileges. */
    public StoredRole withGrants(List<StoredGrant> others) {
        return new StoredRole(name, passwordHash, roles, others);
    }

    /** The same with other roles to be a member of. */
    public StoredRole withRoles(List<String> others) {
        return new StoredRole(name, passwordHash, others, grants);
    }

    /** The same with another password. */
    public StoredRole withPasswordHash(String hash) {
        return new StoredRole(name, Optional.of(hash), roles, grants);
    }
}
