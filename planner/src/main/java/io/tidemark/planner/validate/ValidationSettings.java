package io.tidemark.planner.validate;

/**
 * What validation depends on besides the catalog.
 *
 * @param defaultSchema where a name without a schema is looked up
 * @param implicitConversions whether operands are converted where SQL alone would refuse
 */
public record ValidationSettings(String defaultSchema, boolean implicitConversions) {

    /** Returns the same settings with another default schema. */
    ValidationSettings withDefaultSchema(String schema) {
        return new ValidationSettings(schema, implicitConversions);
    }
}
