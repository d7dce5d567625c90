package io.tidemark.planner;

import io.tidemark.planner.catalog.RelationName;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * What a session decides about planning.
 *
 * @param defaultSchema where a name without a schema is looked up
 * @param sessionZone the time zone of TIMESTAMP WITH LOCAL TIME ZONE, in casts and windows
 * @param implicitConversions whether an operand is converted to the type of the other one where SQL alone would refuse, as text to a number
 */
public record PlannerSettings(String defaultSchema, ZoneId sessionZone, boolean implicitConversions) {

    /** The schema {@code public}, UTC, with implicit conversions. */
    public static PlannerSettings defaults() {
        return new PlannerSettings(RelationName.DEFAULT_SCHEMA, ZoneOffset.UTC, true);
    }
}
