package io.tidemark.runtime.translate.expression;

import java.time.ZoneId;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;

/**
 * What all expressions of a plan share while they are compiled.
 *
 * @param zone the zone of TIMESTAMP_LTZ values where they meet zone-less ones
 * @param rexBuilder makes expressions of the plan's types
 * @param size knows which expressions are too big for one method
 */
record TranslationContext(ZoneId zone, RexBuilder rexBuilder, ExpressionSize size) {

    static TranslationContext of(ZoneId zone, RelDataTypeFactory types) {
        return new TranslationContext(zone, new RexBuilder(types), new ExpressionSize());
    }
}
