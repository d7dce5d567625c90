package io.tidemark.jdbc.frame;

import org.jspecify.annotations.Nullable;

/** The values of one column in the rows of a block; rows are numbered from 0. */
public abstract class ColumnValues {

    ColumnValues() {}

    /** Whether a row has no value. */
    public abstract boolean isNull(int row);

    /** The value as an object: a number, a boolean, text, bytes, a list, or a {@code LocalDateTime} or {@code LocalTime}; null for NULL. */
    public abstract @Nullable Object get(int row);
}
