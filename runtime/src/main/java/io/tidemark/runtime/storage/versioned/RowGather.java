package io.tidemark.runtime.storage.versioned;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BytesColumn;
import io.tidemark.runtime.batch.BytesPool;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.DoubleColumn;
import io.tidemark.runtime.batch.Int128Column;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.PhysicalKind;
import io.tidemark.runtime.batch.RowTags;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Copies rows of pages into a batch. {@link #appendAll} takes many rows of one page and adopts the page's chunks of strings; {@link #append} takes
 * one row and copies its strings.
 */
final class RowGather {

    private final RowLayout layout;
    private final int[] columns;
    private final boolean hasBytes;
    private int capacity;
    private int size;

    /** By column wanted, its first array of cells or its references; and its second array of cells, empty where it has none. */
    private long[][] first = {};

    private long[][] second = {};
    private long[][] validity = {};
    private boolean[] hasNulls = {};
    private int[] weights = {};
    private boolean hasWeights;
    private BytesPool pool = emptyPool();

    RowGather(RowLayout layout, int[] columns) {
        this.layout = layout;
        this.columns = columns;
        this.hasBytes = Arrays.stream(columns).anyMatch(column -> layout.kinds[column] == PhysicalKind.BYTES);
        reset(16);
    }

    int size() {
        return size;
    }

    boolean isFull() {
        return size == Batch.MAX_ROWS;
    }

    /** How many more rows there is room for. */
    int room() {
        return Batch.MAX_ROWS - size;
    }

    /** Appends the first {@code count} of the slots given; there is room for them. */
    void appendAll(RowPage page, int[] slots, int count) {
        grow(size + count);
        PageStrings strings = page.strings();
        int firstChunk = hasBytes ? adopt(strings) : 0;
        for (int i = 0; i < columns.length; i++) {
            int place = layout.places[columns[i]];
            if (layout.kinds[columns[i]] == PhysicalKind.BYTES) {
                copyReferences(strings.references[place], slots, count, first[i], firstChunk);
            } else {
                copy(page.cells[place], slots, count, first[i]);
            }
            if (layout.kinds[columns[i]] == PhysicalKind.INT128) {
                copy(page.cells[place + 1], slots, count, second[i]);
            }
            copyValidity(page.validity[columns[i]], slots, count, i);
        }
        for (int i = 0; i < count; i++) {
            setWeight(size + i, page.weight(slots[i]));
        }
        size += count;
    }

    private int adopt(PageStrings strings) {
        int lowest = 0;
        boolean any = false;
        for (byte[] chunk : strings.chunks()) {
            int number = pool.addPage(chunk);
            lowest = any ? lowest : number;
            any = true;
        }
        return lowest;
    }

    private void copy(long[] source, int[] slots, int count, long[] target) {
        if (slots[count - 1] - slots[0] == count - 1) {
            System.arraycopy(source, slots[0], target, size, count);
            return;
        }
        for (int i = 0; i < count; i++) {
            target[size + i] = source[slots[i]];
        }
    }

    private void copyReferences(long[] source, int[] slots, int count, long[] target, int firstChunk) {
        long shift = BytesPool.reference(firstChunk, 0, 0);
        for (int i = 0; i < count; i++) {
            long reference = source[slots[i]];
            target[size + i] = BytesPool.length(reference) == 0 ? 0 : reference + shift;
        }
    }

    private void copyValidity(long[] source, int[] slots, int count, int column) {
        long[] target = validity[column];
        for (int i = 0; i < count; i++) {
            setValidity(target, column, size + i, (source[slots[i] >> 6] & (1L << slots[i])) != 0);
        }
    }

    private void setValidity(long[] target, int column, int row, boolean valid) {
        if (valid) {
            target[row >> 6] |= 1L << row;
        } else {
            hasNulls[column] = true;
        }
    }

    private void setWeight(int row, int weight) {
        weights[row] = weight;
        hasWeights |= weight != 1;
    }

    /** Appends one row; there is room for it. */
    void append(RowPage page, int slot, int weight) {
        grow(size + 1);
        PageStrings strings = page.strings();
        for (int i = 0; i < columns.length; i++) {
            int place = layout.places[columns[i]];
            if (layout.kinds[columns[i]] == PhysicalKind.BYTES) {
                first[i][size] = copyBytes(strings, place, slot);
            } else {
                first[i][size] = page.cells[place][slot];
            }
            if (layout.kinds[columns[i]] == PhysicalKind.INT128) {
                second[i][size] = page.cells[place + 1][slot];
            }
            setValidity(validity[i], i, size, !page.isNull(columns[i], slot));
        }
        setWeight(size, weight);
        size++;
    }

    private long copyBytes(PageStrings strings, int array, int slot) {
        long reference = strings.reference(array, slot);
        int length = BytesPool.length(reference);
        return length == 0
                ? 0
                : pool.append(strings.chunks()[BytesPool.page(reference)], BytesPool.offset(reference), length);
    }

    /** The rows so far as a batch, after which there are none. */
    Batch build() {
        List<Column> built = new ArrayList<>(columns.length);
        for (int i = 0; i < columns.length; i++) {
            built.add(column(layout.schema.type(columns[i]), i, hasNulls[i] ? validity[i] : null));
        }
        Batch batch = new Batch(size, List.copyOf(built), null, size, hasWeights ? weights : null, RowTags.NONE);
        reset(capacity);
        return batch;
    }

    private Column column(DataType type, int i, long @Nullable [] valid) {
        return switch (type.physical()) {
            case INT64 -> new LongColumn(type, first[i], valid);
            case FLOAT64 -> new DoubleColumn(type, doubles(first[i]), valid);
            case INT128 -> new Int128Column(type, first[i], second[i], valid);
            case BYTES -> new BytesColumn(type, first[i], pool, valid);
        };
    }

    private double[] doubles(long[] bits) {
        double[] values = new double[size];
        for (int i = 0; i < size; i++) {
            values[i] = Double.longBitsToDouble(bits[i]);
        }
        return values;
    }

    private void grow(int needed) {
        if (needed <= capacity) {
            return;
        }
        capacity = Math.min(Batch.MAX_ROWS, Math.max(needed, capacity * 2));
        for (int i = 0; i < columns.length; i++) {
            first[i] = Arrays.copyOf(first[i], capacity);
            second[i] = second[i].length == 0 ? second[i] : Arrays.copyOf(second[i], capacity);
            validity[i] = Arrays.copyOf(validity[i], (capacity + 63) >> 6);
        }
        weights = Arrays.copyOf(weights, capacity);
    }

    private void reset(int newCapacity) {
        capacity = newCapacity;
        size = 0;
        first = new long[columns.length][capacity];
        second = new long[columns.length][];
        for (int i = 0; i < columns.length; i++) {
            second[i] = new long[layout.kinds[columns[i]] == PhysicalKind.INT128 ? capacity : 0];
        }
        validity = new long[columns.length][(capacity + 63) >> 6];
        hasNulls = new boolean[columns.length];
        weights = new int[capacity];
        hasWeights = false;
        pool = emptyPool();
    }

    /** A pool in which reference 0 is the empty string. */
    private static BytesPool emptyPool() {
        BytesPool pool = new BytesPool();
        pool.addPage(new byte[0]);
        return pool;
    }
}
