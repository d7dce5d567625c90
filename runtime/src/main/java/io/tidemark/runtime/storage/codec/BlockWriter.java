package io.tidemark.runtime.storage.codec;

import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** A growing array of little-endian numbers. */
final class BlockWriter {

    private static final VarHandle SHORTS = view(short[].class);
    private static final VarHandle INTS = view(int[].class);
    private static final VarHandle LONGS = view(long[].class);
    private static final int MAX_BYTES = Integer.MAX_VALUE - 16;

    private byte[] bytes;
    private int size;

    BlockWriter(int expectedSize) {
        bytes = new byte[Math.max(64, expectedSize)];
    }

    private static VarHandle view(Class<?> arrayType) {
        return MethodHandles.byteArrayViewVarHandle(arrayType, ByteOrder.LITTLE_ENDIAN);
    }

    int size() {
        return size;
    }

    byte[] toByteArray() {
        return Arrays.copyOf(bytes, size);
    }

    void putByte(int value) {
        ensure(1);
        bytes[size++] = (byte) value;
    }

    void putShort(int value) {
        ensure(2);
        SHORTS.set(bytes, size, (short) value);
        size += 2;
    }

    void putInt(int value) {
        ensure(4);
        INTS.set(bytes, size, value);
        size += 4;
    }

    void setInt(int position, int value) {
        INTS.set(bytes, position, value);
    }

    void putLong(long value) {
        ensure(8);
        LONGS.set(bytes, size, value);
        size += 8;
    }

    void putBytes(byte[] source, int offset, int length) {
        ensure(length);
        System.arraycopy(source, offset, bytes, size, length);
        size += length;
    }

    /** Writes numbers as offsets from the least of them, in the least width that fits them all. */
    void putIntegers(long[] values, int count) {
        long least = count == 0 ? 0 : values[0];
        long greatest = least;
        for (int i = 1; i < count; i++) {
            least = Math.min(least, values[i]);
            greatest = Math.max(greatest, values[i]);
        }
        int width = width(greatest - least);
        putByte(width);
        putLong(least);
        ensure((long) count * width);
        switch (width) {
            case 0 -> {}
            case 1 -> {
                for (int i = 0; i < count; i++) {
                    bytes[size + i] = (byte) (values[i] - least);
                }
            }
            case 2 -> {
                for (int i = 0; i < count; i++) {
                    SHORTS.set(bytes, size + 2 * i, (short) (values[i] - least));
                }
            }
            case 4 -> {
                for (int i = 0; i < count; i++) {
                    INTS.set(bytes, size + 4 * i, (int) (values[i] - least));
                }
            }
            default -> {
                for (int i = 0; i < count; i++) {
                    LONGS.set(bytes, size + 8 * i, values[i] - least);
                }
            }
        }
        size += count * width;
    }

    /** The width in bytes of an unsigned span; a span that overflowed looks negative and takes 8. */
    private static int width(long span) {
        if (span == 0) {
            return 0;
        }
        if (span < 0 || span > 0xffff_ffffL) {
            return 8;
        }
        return span <= 0xff ? 1 : span <= 0xffff ? 2 : 4;
    }

    private void ensure(long more) {
        long needed = size + more;
        if (needed > MAX_BYTES) {
            throw CodedException.of(
                    ErrorCode.RESOURCE_LIMIT, "a batch takes " + needed + " bytes, more than " + MAX_BYTES);
        }
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(MAX_BYTES, Math.max(needed, 2L * bytes.length)));
        }
    }
}
