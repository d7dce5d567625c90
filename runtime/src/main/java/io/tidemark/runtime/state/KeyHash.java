package io.tidemark.runtime.state;

import io.tidemark.runtime.batch.BytesColumn;
import io.tidemark.runtime.batch.BytesPool;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.DoubleColumn;
import io.tidemark.runtime.batch.Int128Column;
import io.tidemark.runtime.batch.LongColumn;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hashes keys to 32 bits, a column at a time. NULL, every NaN, and 0.0 with -0.0, hash alike, as they are equal as keys. */
public final class KeyHash {

    private static final long FIRST_FACTOR = 0x9E3779B97F4A7C15L;
    private static final long LAST_FACTOR = 0xD6E8FEB86659FD93L;
    private static final long NULL_VALUE = 0x5851F42D4C957F2DL;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private KeyHash() {}

    /** The bits under which a FLOAT64 is kept and compared. */
    public static long canonicalBits(double value) {
        return Double.doubleToLongBits(value + 0.0);
    }

    /** Hashes the keys at {@code count} positions; {@code scratch} has room for as many. */
    public static void hash(List<Column> keys, int[] positions, int count, long[] scratch, int[] hashes) {
        Arrays.fill(scratch, 0, count, 0);
        for (Column column : keys) {
            add(column, positions, count, scratch);
        }
        for (int i = 0; i < count; i++) {
            hashes[i] = (int) ((scratch[i] * LAST_FACTOR) >>> 32);
        }
    }

    /** The hash of the key of a row, equal to that of the same key in columns. */
    static int hashRow(RowLayout layout, long[] page, int base, @Nullable PageArena arena) {
        return hashRow(layout, layout.keyKinds().size(), page, base, arena);
    }

    /** The hash of the first {@code keyCount} key columns of a row, equal to that of the same values in columns. */
    public static int hashRow(RowLayout layout, int keyCount, long[] page, int base, @Nullable PageArena arena) {
        long hash = 0;
        for (int key = 0; key < keyCount; key++) {
            int at = base + layout.keySlot(key);
            if (layout.isKeyNull(page, base, key)) {
                hash = mix(hash, NULL_VALUE);
            } else {
                hash = switch (layout.keyKinds().get(key)) {
                    case INT64, FLOAT64 -> mix(hash, page[at]);
                    case INT128 -> mix(mix(hash, page[at]), page[at + 1]);
                    case BYTES -> arena == null ? mix(hash, 0) : mixBytes(hash, arena.chunk(page[at]), page[at]);
                };
            }
        }
        return (int) ((hash * LAST_FACTOR) >>> 32);
    }

    private static long mix(long hash, long value) {
        long mixed = (hash ^ value) * FIRST_FACTOR;
        return mixed ^ (mixed >>> 32);
    }

    private static void add(Column column, int[] positions, int count, long[] hashes) {
        if (column instanceof LongColumn longs) {
            addLongs(longs, positions, count, hashes);
            return;
        }
        for (int i = 0; i < count; i++) {
            int position = positions[i];
            if (column.isNull(position)) {
                hashes[i] = mix(hashes[i], NULL_VALUE);
            } else if (column instanceof DoubleColumn doubles) {
                hashes[i] = mix(hashes[i], canonicalBits(doubles.values[position]));
            } else if (column instanceof Int128Column wide) {
                hashes[i] = mix(mix(hashes[i], wide.high[position]), wide.low[position]);
            } else {
                BytesColumn bytes = (BytesColumn) column;
                hashes[i] = mixBytes(hashes[i], bytes.pool, bytes.references[position]);
            }
        }
    }

    private static void addLongs(LongColumn column, int[] positions, int count, long[] hashes) {
        long[] values = column.values;
        if (column.validity == null) {
            for (int i = 0; i < count; i++) {
                hashes[i] = mix(hashes[i], values[positions[i]]);
            }
            return;
        }
        for (int i = 0; i < count; i++) {
            int position = positions[i];
            hashes[i] = mix(hashes[i], column.isNull(position) ? NULL_VALUE : values[position]);
        }
    }

    private static long mixBytes(long hash, BytesPool pool, long reference) {
        return BytesPool.length(reference) == 0
                ? mix(hash, 0)
                : mixBytes(hash, pool.pageBytes(BytesPool.page(reference)), reference);
    }

    private static long mixBytes(long hash, byte[] bytes, long reference) {
        int length = BytesPool.length(reference);
        long mixed = mix(hash, length);
        if (length == 0) {
            return mixed;
        }
        int at = BytesPool.offset(reference);
        int end = at + length;
        for (; at + Long.BYTES <= end; at += Long.BYTES) {
            mixed = mix(mixed, (long) LONGS.get(bytes, at));
        }
        long rest = 0;
        for (; at < end; at++) {
            rest = rest << 8 | (bytes[at] & 0xFF);
        }
        return mix(mixed, rest);
    }
}
