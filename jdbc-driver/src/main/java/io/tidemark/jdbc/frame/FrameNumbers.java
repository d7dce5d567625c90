package io.tidemark.jdbc.frame;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** A whole number for each row: a base and a difference of so many bytes, which is without sign. Read where it lies. */
final class FrameNumbers {

    private static final VarHandle SHORTS =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long LOWER_HALF = 0xffff_ffffL;

    private final byte[] bytes;
    private final int at;
    private final int width;
    private final long base;

    FrameNumbers(byte[] bytes, int at, int width, long base) {
        this.bytes = bytes;
        this.at = at;
        this.width = width;
        this.base = base;
    }

    long of(int row) {
        switch (width) {
            case 0:
                return base;
            case Byte.BYTES:
                return base + Byte.toUnsignedInt(bytes[at + row]);
            case Short.BYTES:
                return base + Short.toUnsignedInt((short) SHORTS.get(bytes, at + row * Short.BYTES));
            case Integer.BYTES:
                return base + ((int) INTS.get(bytes, at + row * Integer.BYTES) & LOWER_HALF);
            default:
                return base + longAt(bytes, at + row * Long.BYTES);
        }
    }

    static int intAt(byte[] bytes, int at) {
        return (int) INTS.get(bytes, at);
    }

    static long longAt(byte[] bytes, int at) {
        return (long) LONGS.get(bytes, at);
    }
}
