package io.tidemark.server.catalog;

/**
 * A privilege that a user or role has, as the catalog keeps it.
 *
 * @param privilege the word for it, such as {@code SELECT}
 * @param kind what it is on: one of the constants
 * @param object which of that kind: the id of a relation or query, the name of a schema or secret in lower case, empty for the server
 */
public record StoredGrant(String privilege, String kind, String object) {

    public static final String RELATION = "RELATION";
    public static final String SCHEMA = "SCHEMA";
    public static final String QUERY = "QUERY";
    public static final String SECRET = "SECRET";
    public static final String SERVER = "SERVER";

    /** Whether it is on one object. */
    public boolean isOn(String ofKind, String which) {
        return kind.equals(ofKind) && object.equals(which);
    }
}
