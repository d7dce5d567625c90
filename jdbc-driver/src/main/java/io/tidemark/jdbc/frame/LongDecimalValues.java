package io.tidemark.jdbc.frame;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** Decimals of one scale, whose unscaled values have sixteen bytes, the highest first. */
final class LongDecimalValues extends NullableValues {

    static final int BYTES = 16;

    private final byte[] bytes;
    private final int at;
    private final int scale;

    LongDecimalValues(@Nullable FrameBits nulls, byte[] bytes, int at, int scale) {
        super(nulls);
        this.bytes = bytes;
        this.at = at;
        this.scale = scale;
    }

    @Override
    Object object(int row) {
        return new BigDecimal(new BigInteger(bytes, at + row * BYTES, BYTES), scale);
    }
}
