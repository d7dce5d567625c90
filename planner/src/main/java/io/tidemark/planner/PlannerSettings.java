package io.tidemark.planner;

import io.tidemark.planner.catalog.RelationName;
import io.tidemark.planner.validate.ValidationSettings;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;

/**
 * What a session decides about planning.
 *
 * @param defaultSchema where a name without a schema is looked up
 * @param sessionZone the time zone of TIMESTAMP WITH LOCAL TIME ZONE, in casts and windows
 * @param implicitConversions whether an operand is converted to the type of the other one where SQL alone would refuse, as text to a number
 * @param acceptsLateRows whether no row is ever late, at the price of windows that never close
 * @param user what CURRENT_USER is
 */
public record PlannerSettings(
        String defaultSchema, ZoneId sessionZone, boolean implicitConversions, boolean acceptsLateRows, String user) {
    private static final String LATE_ROWS = "late.rows";
    private static final String ACCEPT = "accept";

    /** Settings by which rows can be late. */
    public PlannerSettings(String defaultSchema, ZoneId sessionZone, boolean implicitConversions) {
        this(defaultSchema, sessionZone, implicitConversions, false, "");
    }

    /** Settings of a user, by which rows can be late. */
    public PlannerSettings(String defaultSchema, ZoneId sessionZone, String user) {
        this(defaultSchema, sessionZone, true, false, user);
    }

    /** The schema {@code public}, UTC, with implicit conversions. */
    public static PlannerSettings defaults() {
        return new PlannerSettings(RelationName.DEFAULT_SCHEMA, ZoneOffset.UTC, true);
    }

    /** These settings for a query with options of its own. */
    public PlannerSettings forQuery(Map<String, String> options) {
        return new PlannerSettings(defaultSchema, sessionZone, implicitConversions, acceptsLateRows(options), user);
    }

    /** Whether a query's options say that no row is late. */
    public static boolean acceptsLateRows(Map<String, String> options) {
        return ACCEPT.equalsIgnoreCase(options.get(LATE_ROWS));
    }

    /** What validation has to know. */
    ValidationSettings validation() {
        return new ValidationSettings(defaultSchema, implicitConversions, acceptsLateRows, user);
    }
}
