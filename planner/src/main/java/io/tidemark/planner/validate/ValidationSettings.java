package io.tidemark.planner.validate;

/**
 * What validation depends on besides the catalog.
 *
 * @param defaultSchema where a name without a schema is looked up
 * @param implicitConversions whether operands are converted where SQL alone would refuse
 * @param acceptsLateRows whether the watermarks of relations are left out, so that no row is late
 * @param user what CURRENT_USER is
 */
public record ValidationSettings(
        String defaultSchema, boolean implicitConversions, boolean acceptsLateRows, String user) {

    /** Returns the same settings with another default schema. */
    ValidationSettings withDefaultSchema(String schema) {
        return new ValidationSettings(schema, implicitConversions, acceptsLateRows, user);
    }
}
