package io.tidemark.runtime.translate.function;

import io.tidemark.runtime.batch.BytesPool;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A register for one string or binary value: a stretch of an array that belongs to a batch, to a constant or to the register itself. Valid until
 * the register is written again.
 */
public final class Slice {

    private static final byte[] EMPTY = new byte[0];

    /** The array that holds the value; not to be written to, except through {@link #reserve}. */
    public byte[] bytes = EMPTY;

    /** Where the value begins. */
    public int offset;

    /** The value's length in bytes. */
    public int length;

    private byte[] buffer = EMPTY;
    private boolean constant;
    private @Nullable BytesPool storedIn;
    private long reference;

    /** A value that never changes. */
    public static Slice constant(String text) {
        return constant(text.getBytes(StandardCharsets.UTF_8));
    }

    /** A value that never changes. */
    public static Slice constant(byte[] value) {
        Slice slice = new Slice();
        slice.point(value, 0, value.length);
        slice.constant = true;
        return slice;
    }

    /** Points to a value in a pool. */
    public void set(BytesPool pool, long poolReference) {
        point(
                pool.pageBytes(BytesPool.page(poolReference)),
                BytesPool.offset(poolReference),
                BytesPool.length(poolReference));
    }

    /** Points to a stretch of an array. */
    public void point(byte[] newBytes, int newOffset, int newLength) {
        bytes = newBytes;
        offset = newOffset;
        length = newLength;
    }

    /** Points to a stretch of another value, from {@code from}, without copying. */
    public void part(Slice whole, int from, int newLength) {
        point(whole.bytes, whole.offset + from, newLength);
    }

    /** Makes the register's own array the value, of a given length, and returns it to be written to from 0. */
    public byte[] reserve(long newLength) {
        if (newLength > BytesPool.MAX_VALUE_BYTES) {
            throw RowFailures.tooLong(newLength);
        }
        int size = (int) newLength;
        if (buffer.length < size) {
            buffer = new byte[Math.max(size, Math.min(2 * buffer.length, BytesPool.MAX_VALUE_BYTES))];
        }
        point(buffer, 0, size);
        return buffer;
    }

    /** Makes the register's own array the value, empty, for {@link #append}. */
    public void clear() {
        point(buffer, 0, 0);
    }

    /** Adds a value at the end of the register's own array, which is this one's value since {@link #clear}. */
    public void append(Slice part) {
        long longer = (long) length + part.length;
        if (longer > BytesPool.MAX_VALUE_BYTES) {
            throw RowFailures.tooLong(longer);
        }
        if (buffer.length < longer) {
            int size = (int) Math.max(longer, Math.min(2L * buffer.length, BytesPool.MAX_VALUE_BYTES));
            buffer = Arrays.copyOf(buffer, size);
        }
        System.arraycopy(part.bytes, part.offset, buffer, length, part.length);
        point(buffer, 0, (int) longer);
    }

    /** Takes text. */
    public void setString(String text) {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        if (encoded.length > BytesPool.MAX_VALUE_BYTES) {
            throw RowFailures.tooLong(encoded.length);
        }
        point(encoded, 0, encoded.length);
    }

    /** The value as text. */
    public String string() {
        return new String(bytes, offset, length, StandardCharsets.UTF_8);
    }

    /** A copy of the value. */
    public byte[] copy() {
        return Arrays.copyOfRange(bytes, offset, offset + length);
    }

    /** Puts the value into a pool, a constant only once, and returns its reference. */
    public long store(BytesPool pool) {
        if (!constant) {
            return pool.append(bytes, offset, length);
        }
        if (storedIn != pool) {
            reference = pool.append(bytes, offset, length);
            storedIn = pool;
        }
        return reference;
    }

    /** Whether two values are the same bytes. */
    public static boolean equal(Slice a, Slice b) {
        return a.length == b.length
                && Arrays.equals(a.bytes, a.offset, a.offset + a.length, b.bytes, b.offset, b.offset + b.length);
    }

    /** Compares byte by byte, unsigned: for UTF-8 the order of code points. */
    public static int compare(Slice a, Slice b) {
        return Arrays.compareUnsigned(a.bytes, a.offset, a.offset + a.length, b.bytes, b.offset, b.offset + b.length);
    }
}
