package io.tidemark.runtime.storage.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Reads what {@link BlockWriter} wrote. Reading past the end of the block is an {@link IndexOutOfBoundsException}. */
final class BlockReader {

    private static final VarHandle SHORTS = view(short[].class);
    private static final VarHandle INTS = view(int[].class);
    private static final VarHandle LONGS = view(long[].class);

    private final byte[] bytes;
    private final int start;
    private final int end;
    private int position;

    BlockReader(byte[] bytes, int start, int length) {
        this.bytes = bytes;
        this.start = start;
        this.end = start + length;
        this.position = start;
    }

    private static VarHandle view(Class<?> arrayType) {
        return MethodHandles.byteArrayViewVarHandle(arrayType, ByteOrder.LITTLE_ENDIAN);
    }

    /** The position within the block. */
    int position() {
        return position - start;
    }

    void moveTo(int newPosition) {
        position = start;
        skip(newPosition);
    }

    void skip(int count) {
        advance(count);
    }

    int getByte() {
        return bytes[advance(1)] & 0xff;
    }

    int getShort() {
        return (short) SHORTS.get(bytes, advance(2)) & 0xffff;
    }

    int getInt() {
        return (int) INTS.get(bytes, advance(4));
    }

    long getLong() {
        return (long) LONGS.get(bytes, advance(8));
    }

    byte[] getBytes(int length) {
        int at = advance(length);
        return Arrays.copyOfRange(bytes, at, at + length);
    }

    void getIntegers(long[] target, int count) {
        int width = getByte();
        long base = getLong();
        int at = advance(count * width);
        switch (width) {
            case 0 -> Arrays.fill(target, 0, count, base);
            case 1 -> {
                for (int i = 0; i < count; i++) {
                    target[i] = base + (bytes[at + i] & 0xff);
                }
            }
            case 2 -> {
                for (int i = 0; i < count; i++) {
                    target[i] = base + ((short) SHORTS.get(bytes, at + 2 * i) & 0xffff);
                }
            }
            case 4 -> {
                for (int i = 0; i < count; i++) {
                    target[i] = base + ((int) INTS.get(bytes, at + 4 * i) & 0xffff_ffffL);
                }
            }
            case 8 -> {
                for (int i = 0; i < count; i++) {
                    target[i] = base + (long) LONGS.get(bytes, at + 8 * i);
                }
            }
            default -> throw BatchCodec.corrupted("numbers have a width of " + width + " bytes");
        }
    }

    private int advance(int count) {
        if (count < 0 || count > end - position) {
            throw new IndexOutOfBoundsException(
                    count + " bytes at " + position() + " of a block of " + (end - start) + " bytes");
        }
        int at = position;
        position += count;
        return at;
    }
}
