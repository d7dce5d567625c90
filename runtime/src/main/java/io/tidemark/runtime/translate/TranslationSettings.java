package io.tidemark.runtime.translate;

import io.tidemark.planner.type.DialectTypeFactory;
import java.time.ZoneId;
import org.apache.calcite.rel.type.RelDataTypeFactory;

/**
 * What a translation depends on beside the plan.
 *
 * @param zone the session's zone, of TIMESTAMP_LTZ values where they meet zone-less ones
 * @param types the factory of the plan's types
 */
public record TranslationSettings(ZoneId zone, RelDataTypeFactory types) {

    /** The settings for plans of the dialect's types. */
    public static TranslationSettings of(ZoneId zone) {
        return new TranslationSettings(zone, new DialectTypeFactory());
    }
}
