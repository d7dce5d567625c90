package io.tidemark.runtime.batch;

import org.jspecify.annotations.Nullable;

/** A column of {@link PhysicalKind#FLOAT64} values; a REAL is rounded to a float when it is stored. */
public final class DoubleColumn extends Column {

    /** The values by row position. */
    public final double[] values;

    public DoubleColumn(DataType type, double[] values, long @Nullable [] validity) {
        super(type, validity);
        this.values = values;
    }
}
