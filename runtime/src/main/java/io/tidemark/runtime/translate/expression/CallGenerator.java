package io.tidemark.runtime.translate.expression;

import org.apache.calcite.rex.RexCall;
import org.jspecify.annotations.Nullable;

/** Writes the code of one function's calls. */
@FunctionalInterface
interface CallGenerator {

    /** The value of a call, or null if it has argument types that this generator does not do. */
    @Nullable
    Value generate(RexCall call, ExpressionGenerator generator);
}
