package io.tidemark.runtime.window;

import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.Schema;
import java.util.List;

/** The three columns that a window function adds. */
final class WindowColumns {

    private static final long MICROS_PER_MILLI = 1_000;

    private WindowColumns() {}

    /** Adds {@code window_start}, {@code window_end} and {@code window_time} to the columns before them in {@code output}. */
    static void add(List<Column> columns, Schema output, long[] starts, long[] ends) {
        long[] times = new long[ends.length];
        for (int i = 0; i < times.length; i++) {
            times[i] = ends[i] - MICROS_PER_MILLI;
        }
        int first = output.size() - 3;
        columns.add(new LongColumn(output.type(first), starts, null));
        columns.add(new LongColumn(output.type(first + 1), ends, null));
        columns.add(new LongColumn(output.type(first + 2), times, null));
    }
}
