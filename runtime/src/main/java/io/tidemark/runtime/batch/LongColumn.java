package io.tidemark.runtime.batch;

import org.jspecify.annotations.Nullable;

/** A column of {@link PhysicalKind#INT64} values: booleans (0 or 1), integers, dates, times, timestamps, intervals, short decimals. */
public final class LongColumn extends Column {

    /** The values by row position. */
    public final long[] values;

    public LongColumn(DataType type, long[] values, long @Nullable [] validity) {
        super(type, validity);
        this.values = values;
    }
}
