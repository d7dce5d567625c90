package io.tidemark.runtime.state;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BytesColumn;
import io.tidemark.runtime.batch.BytesPool;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.DoubleColumn;
import io.tidemark.runtime.batch.Int128Column;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.PhysicalKind;
import org.jspecify.annotations.Nullable;

/**
 * Up to {@link Batch#MAX_ROWS} places at which rows, or before-images of rows, lie: the way from state back to columns.
 *
 * <p>The slots of the {@code i}-th row are {@code pages[i][bases[i] + slot]}; its bytes are in {@code arenas[i]}. Of a before-image, the slots
 * before the weight are out of bounds.
 */
public final class SlabRows {

    /** The page of each row. */
    public final long[][] pages = new long[Batch.MAX_ROWS][];

    /** Where in its page each row begins. */
    public final int[] bases = new int[Batch.MAX_ROWS];

    /** What holds the bytes of each row; null where its layout has none. */
    public final @Nullable PageArena[] arenas = new PageArena[Batch.MAX_ROWS];

    private int count;

    /** Makes one without rows. */
    public SlabRows() {}

    /** The number of rows. */
    public int count() {
        return count;
    }

    /** Whether there is no room for another row. */
    public boolean isFull() {
        return count == Batch.MAX_ROWS;
    }

    /** Forgets all rows. */
    public void clear() {
        count = 0;
    }

    /** Adds a row. */
    public void add(long[] page, int base, @Nullable PageArena arena) {
        pages[count] = page;
        bases[count] = base;
        arenas[count] = arena;
        count++;
    }

    /** The values of a key column of rows (not of before-images) with the layout given. */
    public Column key(RowLayout layout, int key, DataType type) {
        int slot = layout.keySlot(key);
        long[] validity = validity(layout, key);
        PhysicalKind kind = layout.keyKinds().get(key);
        return switch (kind) {
            case INT64 -> new LongColumn(type, gather(slot), validity);
            case INT128 -> new Int128Column(type, gather(slot), gather(slot + 1), validity);
            case FLOAT64 -> {
                double[] values = new double[count];
                for (int i = 0; i < count; i++) {
                    values[i] = Double.longBitsToDouble(pages[i][bases[i] + slot]);
                }
                yield new DoubleColumn(type, values, validity);
            }
            case BYTES -> {
                BytesPool pool = new BytesPool();
                long[] references = new long[count];
                for (int i = 0; i < count; i++) {
                    references[i] = copyBytes(i, slot, pool);
                }
                yield new BytesColumn(type, references, pool, validity);
            }
        };
    }

    /** Copies the bytes that a slot of the {@code i}-th row refers to into a pool. */
    public long copyBytes(int i, int slot, BytesPool pool) {
        long reference = pages[i][bases[i] + slot];
        int length = BytesPool.length(reference);
        PageArena arena = arenas[i];
        if (length == 0 || arena == null) {
            return pool.reserve(0);
        }
        return pool.append(arena.chunk(reference), BytesPool.offset(reference), length);
    }

    private long[] gather(int slot) {
        long[] values = new long[count];
        for (int i = 0; i < count; i++) {
            values[i] = pages[i][bases[i] + slot];
        }
        return values;
    }

    private long @Nullable [] validity(RowLayout layout, int key) {
        long[] validity = null;
        for (int i = 0; i < count; i++) {
            if (layout.isKeyNull(pages[i], bases[i], key)) {
                if (validity == null) {
                    validity = new long[(count + 63) >> 6];
                    java.util.Arrays.fill(validity, -1L);
                }
                validity[i >> 6] &= ~(1L << i);
            }
        }
        return validity;
    }
}
