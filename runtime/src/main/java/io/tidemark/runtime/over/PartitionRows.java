package io.tidemark.runtime.over;

import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.order.OrderedRows;
import io.tidemark.runtime.state.RowTable;
import io.tidemark.runtime.state.SlabRows;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The rows of a partition in order, each copy at a place of its own, from 0; and which places tie.
 *
 * <p><b>Cost</b>: 12 bytes a row while it is in use, and the values of the columns asked for.
 */
final class PartitionRows {

    private static final int FIRST_LENGTH = 16;

    private final OrderedRows ordered;
    private final Schema schema;
    private final Map<Integer, Column> columns = new HashMap<>();
    private int[] rows = new int[FIRST_LENGTH];
    private int[] tieStarts = new int[0];
    private int[] tieEnds = new int[0];
    private int count;
    private long rowsGone;
    private long tiesGone;

    /** Makes one without rows, of a schema's columns. */
    PartitionRows(OrderedRows ordered, Schema schema) {
        this.ordered = ordered;
        this.schema = schema;
    }

    /** Adds copies of the next row. */
    void add(int row, long copies) {
        int end = Math.toIntExact(count + copies);
        if (end > rows.length) {
            rows = Arrays.copyOf(rows, Math.max(end, 2 * rows.length));
        }
        Arrays.fill(rows, count, end, row);
        count = end;
    }

    /**
     * Says what came before the first place, of which nothing is known any more.
     *
     * @param before how many rows
     * @param ties of how many different values of the order
     */
    void begin(long before, long ties) {
        rowsGone = before;
        tiesGone = ties;
    }

    /** How many rows came before the first place. */
    long rowsGone() {
        return rowsGone;
    }

    /** How many different values of the order came before the first place. */
    long tiesGone() {
        return tiesGone;
    }

    /** Finds out which places tie, once all rows have been added. */
    void finish() {
        tieStarts = new int[count];
        tieEnds = new int[count];
        int start = 0;
        for (int place = 1; place <= count; place++) {
            boolean ties =
                    place < count && (rows[place] == rows[place - 1] || ordered.ties(rows[place - 1], rows[place]));
            if (!ties) {
                Arrays.fill(tieStarts, start, place, start);
                Arrays.fill(tieEnds, start, place, place);
                start = place;
            }
        }
    }

    /** How many different values of the order there are. */
    long ties() {
        long ties = 0;
        for (int place = 0; place < count; place++) {
            ties += tieStarts[place] == place ? 1 : 0;
        }
        return ties;
    }

    /** The number of places. */
    int count() {
        return count;
    }

    /** The row of state at a place. */
    int row(int place) {
        return rows[place];
    }

    /** The first place that ties with one. */
    int tieStart(int place) {
        return tieStarts[place];
    }

    /** The place after the last that ties with one. */
    int tieEnd(int place) {
        return tieEnds[place];
    }

    /** The values of a column, by place. */
    Column column(int column) {
        return columns.computeIfAbsent(column, this::read);
    }

    private Column read(int column) {
        ColumnParts parts = new ColumnParts(schema.type(column), count);
        RowTable table = ordered.rows();
        SlabRows some = new SlabRows();
        for (int place = 0; place < count; place++) {
            table.collect(rows[place], some);
            if (some.isFull() || place == count - 1) {
                parts.addAll(some.key(table.layout(), column, schema.type(column)), some.count());
                some.clear();
            }
        }
        return parts.build();
    }
}
