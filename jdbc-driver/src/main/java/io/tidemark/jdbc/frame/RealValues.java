package io.tidemark.jdbc.frame;

import org.jspecify.annotations.Nullable;

/** Floating-point numbers of one size. */
public final class RealValues extends NullableValues {

    private final byte[] bytes;
    private final int at;
    private final boolean isSingle;

    RealValues(@Nullable FrameBits nulls, byte[] bytes, int at, boolean isSingle) {
        super(nulls);
        this.bytes = bytes;
        this.at = at;
        this.isSingle = isSingle;
    }

    /** The number of a row that has one; any number of one that has none. */
    public double at(int row) {
        return isSingle ? single(row) : Double.longBitsToDouble(FrameNumbers.longAt(bytes, at + row * Double.BYTES));
    }

    private float single(int row) {
        return Float.intBitsToFloat(FrameNumbers.intAt(bytes, at + row * Float.BYTES));
    }

    @Override
    Object object(int row) {
        if (isSingle) {
            return single(row);
        }
        return at(row);
    }
}
