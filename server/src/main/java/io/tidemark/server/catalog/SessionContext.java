package io.tidemark.server.catalog;

import java.time.ZoneId;

/**
 * What a session's statements are read with; frozen with each object created.
 *
 * @param schema where unqualified names are
 * @param zone the session time zone
 * @param backTicks whether identifiers are quoted with back-ticks instead of double quotes
 */
public record SessionContext(String schema, ZoneId zone, boolean backTicks) {}
