package io.tidemark.runtime.translate.function;

import org.jspecify.annotations.Nullable;

/** A function evaluated row by row on boxed values, in the forms of {@link Boxes}. Safe for use by several threads. */
@FunctionalInterface
public interface RowFunction {

    /**
     * Evaluates one row. <b>Errors</b>: whatever the function throws becomes a {@code ROW-01}.
     *
     * @param arguments the operands, null for NULL
     * @param nowMicros the epoch's clock
     */
    @Nullable
    Object evaluate(@Nullable Object[] arguments, long nowMicros);
}
