package io.tidemark.jdbc.frame;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The values of one column of rows that came as Avatica's messages have them: each a list or an array of values. */
final class ObjectValues extends ColumnValues {

    private final List<Object> rows;
    private final int column;

    ObjectValues(List<Object> rows, int column) {
        this.rows = rows;
        this.column = column;
    }

    @Override
    public boolean isNull(int row) {
        return get(row) == null;
    }

    @Override
    public @Nullable Object get(int row) {
        Object values = rows.get(row);
        return values instanceof List ? ((List<?>) values).get(column) : ((Object[]) values)[column];
    }
}
