package io.tidemark.jdbc.frame;

import org.jspecify.annotations.Nullable;

/** Whole numbers: of the integer types, and days since 1970-01-01. */
public final class WholeValues extends NullableValues {

    private final FrameNumbers numbers;

    WholeValues(@Nullable FrameBits nulls, FrameNumbers numbers) {
        super(nulls);
        this.numbers = numbers;
    }

    /** The number of a row that has one; any number of one that has none. */
    public long at(int row) {
        return numbers.of(row);
    }

    @Override
    Object object(int row) {
        return at(row);
    }
}
