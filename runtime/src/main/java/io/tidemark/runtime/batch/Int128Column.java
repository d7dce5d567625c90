package io.tidemark.runtime.batch;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** A column of {@link PhysicalKind#INT128} values: the unscaled values of decimals of 19 to 38 digits, two's complement. */
public final class Int128Column extends Column {

    /** The upper 64 bits by row position. */
    public final long[] high;

    /** The lower 64 bits by row position. */
    public final long[] low;

    public Int128Column(DataType type, long[] high, long[] low, long @Nullable [] validity) {
        super(type, validity);
        this.high = high;
        this.low = low;
    }

    /** The value at a row that is not NULL. */
    public BigDecimal decimal(int row) {
        return new BigDecimal(toBigInteger(high[row], low[row]), type().scale());
    }

    /** The two's complement 128-bit number as a BigInteger. */
    public static BigInteger toBigInteger(long high, long low) {
        BigInteger lower = BigInteger.valueOf(low);
        if (low < 0) {
            lower = lower.add(BigInteger.ONE.shiftLeft(64));
        }
        return BigInteger.valueOf(high).shiftLeft(64).add(lower);
    }
}
