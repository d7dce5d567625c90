package io.tidemark.server.frame;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Bytes to which values are appended, the lowest byte of a number first. */
final class FrameBuffer {

    private static final VarHandle SHORTS =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private byte[] bytes;
    private int size;

    FrameBuffer(int expectedBytes) {
        bytes = new byte[expectedBytes];
    }

    int size() {
        return size;
    }

    /** What has been appended. */
    byte[] toArray() {
        return Arrays.copyOf(bytes, size);
    }

    private int room(int count) {
        int at = size;
        if (bytes.length - at < count) {
            bytes = Arrays.copyOf(bytes, Math.max(at + count, 2 * bytes.length));
        }
        size = at + count;
        return at;
    }

    void putByte(int value) {
        int at = room(1);
        bytes[at] = (byte) value;
    }

    void putInt(int value) {
        int at = room(Integer.BYTES);
        INTS.set(bytes, at, value);
    }

    void putLong(long value) {
        int at = room(Long.BYTES);
        LONGS.set(bytes, at, value);
    }

    /** Replaces a byte that has been appended. */
    void setByte(int at, int value) {
        bytes[at] = (byte) value;
    }

    /** Replaces eight bytes that have been appended. */
    void setLong(int at, long value) {
        LONGS.set(bytes, at, value);
    }

    void putBytes(byte[] source, int from, int count) {
        int at = room(count);
        System.arraycopy(source, from, bytes, at, count);
    }

    /** The numbers' differences from a base, none of which needs more than so many bytes. */
    void putDifferences(long[] values, int count, long base, int width) {
        int at = room(count * width);
        switch (width) {
            case 0 -> {
                // All are the base.
            }
            case Byte.BYTES -> {
                for (int i = 0; i < count; i++) {
                    bytes[at + i] = (byte) (values[i] - base);
                }
            }
            case Short.BYTES -> {
                for (int i = 0; i < count; i++) {
                    SHORTS.set(bytes, at + i * Short.BYTES, (short) (values[i] - base));
                }
            }
            case Integer.BYTES -> {
                for (int i = 0; i < count; i++) {
                    INTS.set(bytes, at + i * Integer.BYTES, (int) (values[i] - base));
                }
            }
            default -> {
                for (int i = 0; i < count; i++) {
                    LONGS.set(bytes, at + i * Long.BYTES, values[i] - base);
                }
            }
        }
    }

    /** A bit for each number: set where it is not 0. The lowest bit of a byte is the first. */
    void putBits(long[] values, int count) {
        int at = room((count + Byte.SIZE - 1) / Byte.SIZE);
        for (int i = 0; i < count; i += Byte.SIZE) {
            int bits = 0;
            for (int bit = 0; bit < Math.min(Byte.SIZE, count - i); bit++) {
                bits |= values[i + bit] == 0 ? 0 : 1 << bit;
            }
            bytes[at + i / Byte.SIZE] = (byte) bits;
        }
    }
}
