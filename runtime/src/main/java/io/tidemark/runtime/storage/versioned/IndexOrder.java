package io.tidemark.runtime.storage.versioned;

import io.tidemark.runtime.batch.BytesColumn;
import io.tidemark.runtime.batch.BytesPool;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.DoubleColumn;
import io.tidemark.runtime.batch.Int128Column;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.PhysicalKind;
import java.util.Arrays;

/**
 * The order of an index: rows by the values of its columns, then by id. NULL comes first; text is in the order of its bytes; 0.0 equals -0.0 and
 * every NaN equals every other.
 *
 * <p>The <i>prefix</i> of a row is a number that rises with the value of the first column, though it may be the same for different values: it
 * settles most comparisons without a look at the pages.
 */
final class IndexOrder {

    private static final long NULL_PREFIX = Long.MIN_VALUE;

    private final RowStore store;
    private final int[] columns;

    IndexOrder(RowStore store, int[] columns) {
        this.store = store;
        this.columns = columns;
    }

    /** Rows are compared whose versions the caller knows to be there. */
    int compare(int row, int other) {
        RowPage page = store.page(row);
        RowPage otherPage = store.page(other);
        for (int column : columns) {
            int result = compare(column, page, row & RowPage.MASK, otherPage, other & RowPage.MASK);
            if (result != 0) {
                return result;
            }
        }
        return Integer.compare(row, other);
    }

    private int compare(int column, RowPage page, int slot, RowPage otherPage, int otherSlot) {
        boolean isNull = page.isNull(column, slot);
        boolean otherIsNull = otherPage.isNull(column, otherSlot);
        if (isNull || otherIsNull) {
            return Boolean.compare(otherIsNull, isNull);
        }
        int place = store.layout.places[column];
        return switch (store.layout.kinds[column]) {
            case INT64 -> Long.compare(page.cells[place][slot], otherPage.cells[place][otherSlot]);
            case FLOAT64 -> compareDoubles(page.cells[place][slot], otherPage.cells[place][otherSlot]);
            case INT128 ->
                compareWide(
                        page.cells[place][slot],
                        page.cells[place + 1][slot],
                        otherPage.cells[place][otherSlot],
                        otherPage.cells[place + 1][otherSlot]);
            case BYTES -> bytes(page.strings(), place, slot).compareTo(bytes(otherPage.strings(), place, otherSlot));
        };
    }

    private static int compareDoubles(long bits, long otherBits) {
        return Double.compare(Double.longBitsToDouble(bits) + 0.0, Double.longBitsToDouble(otherBits) + 0.0);
    }

    private static int compareWide(long high, long low, long otherHigh, long otherLow) {
        int result = Long.compare(high, otherHigh);
        return result != 0 ? result : Long.compareUnsigned(low, otherLow);
    }

    /** Whether a row has NULL in the first column. */
    boolean isNull(int row) {
        return store.page(row).isNull(columns[0], row & RowPage.MASK);
    }

    /** The prefix of a row. */
    long prefix(int row) {
        RowPage page = store.page(row);
        int slot = row & RowPage.MASK;
        int column = columns[0];
        if (page.isNull(column, slot)) {
            return NULL_PREFIX;
        }
        int place = store.layout.places[column];
        PhysicalKind kind = store.layout.kinds[column];
        return switch (kind) {
            case INT64, INT128 -> page.cells[place][slot];
            case FLOAT64 -> doublePrefix(Double.longBitsToDouble(page.cells[place][slot]));
            case BYTES -> bytes(page.strings(), place, slot).prefix();
        };
    }

    private static long doublePrefix(double value) {
        long bits = Double.doubleToLongBits(value + 0.0);
        return bits < 0 ? bits ^ Long.MAX_VALUE : bits;
    }

    /** A run of bytes of a page or a batch. */
    private static final class Bytes {

        private final byte[] page;
        private final int offset;
        private final int length;

        Bytes(byte[] page, int offset, int length) {
            this.page = page;
            this.offset = offset;
            this.length = length;
        }

        int compareTo(Bytes other) {
            return Arrays.compareUnsigned(
                    page, offset, offset + length, other.page, other.offset, other.offset + other.length);
        }

        /** The first eight bytes, as a number that orders as they do. */
        long prefix() {
            long prefix = 0;
            for (int i = 0; i < Long.BYTES; i++) {
                prefix = prefix << Byte.SIZE | (i < length ? page[offset + i] & 0xff : 0);
            }
            return prefix ^ Long.MIN_VALUE;
        }
    }

    private static final Bytes EMPTY = new Bytes(new byte[0], 0, 0);

    private static Bytes bytes(PageStrings strings, int place, int slot) {
        long reference = strings.reference(place, slot);
        int length = BytesPool.length(reference);
        return length == 0
                ? EMPTY
                : new Bytes(strings.chunks()[BytesPool.page(reference)], BytesPool.offset(reference), length);
    }

    /** What a lookup looks for: the first columns of the index have the values of a row of a batch. */
    final class Key {

        private final Column[] values;
        private final int position;
        private final long prefix;

        Key(Column[] values, int position) {
            this.values = values;
            this.position = position;
            this.prefix = values[0].isNull(position) ? NULL_PREFIX : prefix(values[0]);
        }

        private long prefix(Column column) {
            if (column instanceof LongColumn longs) {
                return longs.values[position];
            }
            if (column instanceof DoubleColumn doubles) {
                return doublePrefix(doubles.values[position]);
            }
            return column instanceof Int128Column wide
                    ? wide.high[position]
                    : bytes((BytesColumn) column).prefix();
        }

        private Bytes bytes(BytesColumn column) {
            long reference = column.references[position];
            int length = BytesPool.length(reference);
            return length == 0
                    ? EMPTY
                    : new Bytes(column.pool.pageBytes(BytesPool.page(reference)), BytesPool.offset(reference), length);
        }

        /** Below zero if a row, whose prefix is given, comes before the key; 0 if it has the key's values. */
        int compareRow(long rowPrefix, int row) {
            if (rowPrefix != prefix) {
                return Long.compare(rowPrefix, prefix);
            }
            RowPage page = store.page(row);
            for (int i = 0; i < values.length; i++) {
                int result = compareRow(columns[i], page, row & RowPage.MASK, values[i]);
                if (result != 0) {
                    return result;
                }
            }
            return 0;
        }

        private int compareRow(int tableColumn, RowPage page, int slot, Column value) {
            boolean isNull = page.isNull(tableColumn, slot);
            boolean valueIsNull = value.isNull(position);
            if (isNull || valueIsNull) {
                return Boolean.compare(valueIsNull, isNull);
            }
            int place = store.layout.places[tableColumn];
            if (value instanceof LongColumn longs) {
                return Long.compare(page.cells[place][slot], longs.values[position]);
            }
            if (value instanceof DoubleColumn doubles) {
                return compareDoubles(page.cells[place][slot], Double.doubleToRawLongBits(doubles.values[position]));
            }
            if (value instanceof Int128Column wide) {
                return compareWide(
                        page.cells[place][slot], page.cells[place + 1][slot], wide.high[position], wide.low[position]);
            }
            return IndexOrder.bytes(page.strings(), place, slot).compareTo(bytes((BytesColumn) value));
        }
    }
}
