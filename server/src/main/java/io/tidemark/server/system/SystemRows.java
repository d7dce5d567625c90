package io.tidemark.server.system;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BatchBuilder;
import io.tidemark.runtime.batch.ColumnBuilder;
import io.tidemark.runtime.batch.Schema;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects the rows of a system table: values in the order of its columns, null for NULL. */
public final class SystemRows {

    private final BatchBuilder builder;
    private final List<Batch> batches = new ArrayList<>();
    private final Viewer viewer;
    private int column;

    SystemRows(Schema schema, Viewer viewer) {
        this.viewer = viewer;
        this.builder = new BatchBuilder(schema);
    }

    /** Who reads them. */
    public Viewer viewer() {
        return viewer;
    }

    /** The current row's next value is text. */
    public SystemRows text(@Nullable String value) {
        ColumnBuilder next = builder.column(column++);
        if (value != null) {
            next.setString(value);
        }
        return this;
    }

    /** The current row's next value is a whole number. */
    public SystemRows number(long value) {
        builder.column(column++).setLong(value);
        return this;
    }

    /** The current row's next value is a whole number, NULL if it is negative. */
    public SystemRows numberOrNull(long value) {
        ColumnBuilder next = builder.column(column++);
        if (value >= 0) {
            next.setLong(value);
        }
        return this;
    }

    /** The current row's next value is a double. */
    public SystemRows real(double value) {
        builder.column(column++).setDouble(value);
        return this;
    }

    /** The current row's next value is a boolean. */
    public SystemRows flag(boolean value) {
        builder.column(column++).setLong(value ? 1 : 0);
        return this;
    }

    /** The current row's next value is a timestamp in micros; the extremes, which stand for none, become NULL. */
    public SystemRows time(long micros) {
        ColumnBuilder next = builder.column(column++);
        if (micros != Long.MIN_VALUE && micros != Long.MAX_VALUE) {
            next.setLong(micros);
        }
        return this;
    }

    /** The current row's next values are NULL. */
    public SystemRows none(int columns) {
        column += columns;
        return this;
    }

    /** Ends the current row. */
    public void end() {
        column = 0;
        builder.endRow();
        if (builder.isFull()) {
            batches.add(builder.build());
        }
    }

    List<Batch> batches() {
        if (builder.rowCount() > 0) {
            batches.add(builder.build());
        }
        return batches;
    }
}
