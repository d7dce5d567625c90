package io.tidemark.server.security;

import io.tidemark.planner.catalog.RelationName;
import io.tidemark.planner.statement.Privilege;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.util.Locale;

/** The error for what a user may not do: it names the privilege and what it is on, and the GRANT that would help. */
final class Denial {

    private Denial() {}

    /**
     * The error.
     *
     * @param kind what it is on, in words: {@code table}, {@code schema}, {@code query}, {@code secret}
     */
    static CodedException of(String user, Privilege privilege, String kind, String name) {
        return denied("user \"" + user + "\"", privilege, kind + " \"" + name + "\"")
                .hint(remedy("its owner", user, privilege, kind, name));
    }

    /** The error for what the owner of a view may not do, with whose rights the view is read. */
    static CodedException toOwner(RelationName view, String owner, Privilege privilege, String kind, String name) {
        return denied(
                        "view \"" + view + "\" cannot be read: its owner \"" + owner + "\"",
                        privilege,
                        kind + " \"" + name + "\"")
                .hint(remedy("the owner of the " + kind, owner, privilege, kind, name));
    }

    private static String remedy(String who, String user, Privilege privilege, String kind, String name) {
        boolean named = kind.equals("schema") || kind.equals("query") || kind.equals("secret");
        String object = (named ? kind.toUpperCase(Locale.ROOT) + " " : "") + name;
        return who + " or an administrator can GRANT " + privilege + " ON " + object + " TO " + user;
    }

    /** The error for what is done with the whole server. */
    static CodedException onServer(String user, Privilege privilege) {
        return denied("user \"" + user + "\"", privilege, "the server")
                .hint("an administrator can GRANT " + privilege + " ON SERVER TO " + user);
    }

    private static CodedException denied(String who, Privilege privilege, String what) {
        return CodedException.of(
                ErrorCode.INSUFFICIENT_PRIVILEGE, who + " does not have the privilege " + privilege + " on " + what);
    }
}
