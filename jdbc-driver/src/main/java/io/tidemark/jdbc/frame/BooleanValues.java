package io.tidemark.jdbc.frame;

import org.jspecify.annotations.Nullable;

/** Booleans, a bit each. */
final class BooleanValues extends NullableValues {

    private final FrameBits bits;

    BooleanValues(@Nullable FrameBits nulls, FrameBits bits) {
        super(nulls);
        this.bits = bits;
    }

    @Override
    Object object(int row) {
        return bits.isSet(row);
    }
}
