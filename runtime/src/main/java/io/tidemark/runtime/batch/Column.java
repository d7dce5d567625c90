package io.tidemark.runtime.batch;

import org.jspecify.annotations.Nullable;

/**
 * The values of one column of a {@link Batch}, by row position. Immutable once it is part of a batch.
 *
 * <p>Generated code reads the public arrays of the subclasses directly. The arrays may be longer than the batch.
 *
 * <p><b>Shape</b>: {@code validity} has bit {@code r & 63} of word {@code r >> 6} set where row {@code r} has a value; null means that no
 * row is NULL. The value at a NULL row is unspecified but harmless (0, or an empty byte string).
 */
public abstract sealed class Column permits LongColumn, DoubleColumn, Int128Column, BytesColumn {

    private final DataType type;

    /** Set bits mark rows that have a value; null: every row has one. */
    public final long @Nullable [] validity;

    Column(DataType type, long @Nullable [] validity) {
        this.type = type;
        this.validity = validity;
    }

    /** The type of the values. */
    public final DataType type() {
        return type;
    }

    /** Whether the row at {@code row} is NULL. */
    public final boolean isNull(int row) {
        return validity != null && (validity[row >> 6] & (1L << row)) == 0;
    }
}
