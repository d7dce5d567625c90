package io.tidemark.jdbc.frame;

import org.jspecify.annotations.Nullable;

/** Values that came in a column, with a bit for each row that has none. */
abstract class NullableValues extends ColumnValues {

    private final @Nullable FrameBits nulls;

    NullableValues(@Nullable FrameBits nulls) {
        this.nulls = nulls;
    }

    @Override
    public final boolean isNull(int row) {
        return nulls != null && nulls.isSet(row);
    }

    @Override
    public final @Nullable Object get(int row) {
        return isNull(row) ? null : object(row);
    }

    /** The value of a row that has one. */
    abstract Object object(int row);
}
