package io.tidemark.jdbc.frame;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.apache.calcite.avatica.Meta;

/** Some rows of a result, in memory. */
public final class RowBlock {

    /** No rows. */
    public static final RowBlock NONE = new RowBlock(0, new ColumnValues[0]);

    private final int size;
    private final ColumnValues[] columns;

    RowBlock(int size, ColumnValues[] columns) {
        this.size = size;
        this.columns = columns;
    }

    /**
     * The rows of a frame.
     *
     * @param columnCount how many columns the result has
     */
    public static Iterator<RowBlock> of(Meta.Frame frame, int columnCount) {
        if (frame instanceof ColumnFrame) {
            return ((ColumnFrame) frame).blocks(columnCount);
        }
        List<Object> rows = new ArrayList<>();
        frame.rows.forEach(rows::add);
        ColumnValues[] columns = new ColumnValues[columnCount];
        for (int i = 0; i < columnCount; i++) {
            columns[i] = new ObjectValues(rows, i);
        }
        return Collections.singleton(new RowBlock(rows.size(), columns)).iterator();
    }

    /** How many there are. */
    public int size() {
        return size;
    }

    /** The values of a column, counted from 0. */
    public ColumnValues column(int index) {
        return columns[index];
    }
}
