package io.tidemark.server.catalog;

import java.time.ZoneId;

/**
 * What a session's statements are read with; frozen with each object created.
 *
 * @param schema where unqualified names are
 * @param zone the session time zone
 * @param backTicks whether identifiers are quoted with back-ticks instead of double quotes
 * @param user whose statements they are, and so who owns what they create; empty where there are no users
 */
public record SessionContext(String schema, ZoneId zone, boolean backTicks, String user) {

    /** The same of another user. */
    SessionContext withUser(String other) {
        return new SessionContext(schema, zone, backTicks, other);
    }
}
