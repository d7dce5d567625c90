package io.tidemark.jdbc.frame;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Decimals of one scale, whose unscaled values a long holds. */
final class DecimalValues extends NullableValues {

    private final FrameNumbers unscaled;
    private final int scale;

    DecimalValues(@Nullable FrameBits nulls, FrameNumbers unscaled, int scale) {
        super(nulls);
        this.unscaled = unscaled;
        this.scale = scale;
    }

    @Override
    Object object(int row) {
        return BigDecimal.valueOf(unscaled.of(row), scale);
    }
}
