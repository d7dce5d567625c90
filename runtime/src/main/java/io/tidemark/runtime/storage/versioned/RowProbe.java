package io.tidemark.runtime.storage.versioned;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BytesColumn;
import io.tidemark.runtime.batch.BytesPool;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.DoubleColumn;
import io.tidemark.runtime.batch.Int128Column;
import io.tidemark.runtime.batch.LongColumn;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Hashes rows of a batch and compares them with rows of pages, over some of their columns. NULL equals NULL, 0.0 equals -0.0 and every NaN
 * equals every other.
 */
final class RowProbe {

    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long MIX = 0x9e3779b97f4a7c15L;

    private final RowLayout layout;
    private final int[] tableColumns;
    private final Column[] columns;

    /**
     * Compares a batch with the table.
     *
     * @param tableColumns the columns compared, by their index in the table
     * @param batchColumns the same columns by their index in the batch
     */
    RowProbe(RowLayout layout, int[] tableColumns, Batch batch, int[] batchColumns) {
        this.layout = layout;
        this.tableColumns = tableColumns;
        this.columns = new Column[batchColumns.length];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = batch.column(batchColumns[i]);
        }
    }

    int hash(int position) {
        long hash = 0;
        for (Column column : columns) {
            hash = mix(hash ^ hash(column, position));
        }
        return (int) (hash >>> 32);
    }

    private static long hash(Column column, int position) {
        if (column.isNull(position)) {
            return MIX;
        }
        if (column instanceof LongColumn longs) {
            return longs.values[position];
        }
        if (column instanceof DoubleColumn doubles) {
            return canonical(doubles.values[position]);
        }
        if (column instanceof Int128Column wide) {
            return mix(wide.high[position]) ^ wide.low[position];
        }
        BytesColumn bytes = (BytesColumn) column;
        long reference = bytes.references[position];
        int length = BytesPool.length(reference);
        return length == 0 ? 0 : hash(bytes.pool.pageBytes(BytesPool.page(reference)), reference, length);
    }

    private static long hash(byte[] page, long reference, int length) {
        int offset = BytesPool.offset(reference);
        long hash = length;
        int i = 0;
        for (; i + Long.BYTES <= length; i += Long.BYTES) {
            hash = mix(hash ^ (long) WORDS.get(page, offset + i));
        }
        long tail = 0;
        for (; i < length; i++) {
            tail = (tail << 8) | (page[offset + i] & 0xff);
        }
        return mix(hash ^ tail);
    }

    private static long mix(long value) {
        long mixed = (value ^ value >>> 32) * MIX;
        mixed = (mixed ^ mixed >>> 29) * 0xbf58476d1ce4e5b9L;
        return mixed ^ mixed >>> 32;
    }

    private static long canonical(double value) {
        return Double.doubleToLongBits(value + 0.0);
    }

    /** Whether a row of a page has the same values. Of a row that is not visible it may say anything, but it does not fail. */
    boolean matches(int position, RowPage page, int row) {
        for (int i = 0; i < columns.length; i++) {
            if (!matches(columns[i], position, tableColumns[i], page, row)) {
                return false;
            }
        }
        return true;
    }

    private boolean matches(Column column, int position, int tableColumn, RowPage page, int row) {
        boolean isNull = column.isNull(position);
        if (isNull || page.isNull(tableColumn, row)) {
            return isNull == page.isNull(tableColumn, row);
        }
        int place = layout.places[tableColumn];
        if (column instanceof LongColumn longs) {
            return longs.values[position] == page.cells[place][row];
        }
        if (column instanceof DoubleColumn doubles) {
            return canonical(doubles.values[position]) == canonical(Double.longBitsToDouble(page.cells[place][row]));
        }
        if (column instanceof Int128Column wide) {
            return wide.high[position] == page.cells[place][row] && wide.low[position] == page.cells[place + 1][row];
        }
        return sameBytes((BytesColumn) column, position, page.strings(), place, row);
    }

    private static boolean sameBytes(BytesColumn column, int position, PageStrings strings, int array, int row) {
        long wanted = column.references[position];
        long held = strings.reference(array, row);
        int length = BytesPool.length(wanted);
        if (length != BytesPool.length(held)) {
            return false;
        }
        if (length == 0) {
            return true;
        }
        int wantedOffset = BytesPool.offset(wanted);
        int heldOffset = BytesPool.offset(held);
        return Arrays.equals(
                column.pool.pageBytes(BytesPool.page(wanted)),
                wantedOffset,
                wantedOffset + length,
                strings.chunks()[BytesPool.page(held)],
                heldOffset,
                heldOffset + length);
    }
}
