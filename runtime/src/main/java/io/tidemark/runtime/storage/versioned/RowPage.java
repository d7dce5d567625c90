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

/**
 * A slab of row versions, column by column. A version is visible at sequence v if {@code begin <= v < end}.
 *
 * <p>One writer; readers may look at the same time. A reader that finds a row visible (reading {@code end} first, then {@code begin}) sees its
 * values whole and unchanging for as long as its pin holds. What it reads of other rows may be torn, and it must not use it.
 *
 * <p><b>Cost</b>: 8 bytes a cell, 24 bytes a row for begin, end, previous version and hash, 4 more for the weight without a key; with {@link
 * RowIndex}'s 8 to 16 bytes, and a bit for each column.
 */
final class RowPage {

    static final int ROWS = 1024;
    static final int SHIFT = 10;
    static final int MASK = ROWS - 1;
    static final long FOREVER = Long.MAX_VALUE;
    static final int NONE = -1;

    private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);

    private final RowLayout layout;
    private final long[] begin = new long[ROWS];
    private final long[] end = new long[ROWS];
    private final int[] hashes = new int[ROWS];

    /** The previous version of the same key, by row id; of a free row the next free row in the page. */
    final int[] previous = new int[ROWS];

    /** How often a row is there; empty with a primary key, where that is once. */
    final int[] weights;

    final long[][] cells;
    final long[][] validity;
    private volatile PageStrings strings;

    private int firstFree = 0;
    private int used;

    /** Rows already listed as begun, and as ended, in the change being made. */
    final long[] begunMarks = new long[ROWS >> 6];

    final long[] endedMarks = new long[ROWS >> 6];

    /** Tells which rows hold a version, visible or not. */
    interface Usage {
        boolean isUsed(int row);
    }

    RowPage(RowLayout layout) {
        this.layout = layout;
        this.weights = new int[layout.keyed ? 0 : ROWS];
        this.cells = new long[layout.cellArrays][ROWS];
        this.validity = new long[layout.kinds.length][ROWS >> 6];
        this.strings = new PageStrings(layout.referenceArrays);
        for (int row = 0; row < ROWS; row++) {
            begin[row] = FOREVER;
            previous[row] = row + 1 < ROWS ? row + 1 : NONE;
        }
    }

    long begin(int row) {
        return (long) LONGS.getAcquire(begin, row);
    }

    long end(int row) {
        return (long) LONGS.getAcquire(end, row);
    }

    void setEnd(int row, long sequence) {
        LONGS.setRelease(end, row, sequence);
    }

    boolean isVisible(int row, long sequence) {
        return end(row) > sequence && begin(row) <= sequence;
    }

    /** Whether the writer has a row there that has not ended. */
    boolean isLive(int row) {
        return begin[row] != FOREVER && end[row] == FOREVER;
    }

    int hash(int row) {
        return hashes[row];
    }

    int weight(int row) {
        return layout.keyed ? 1 : weights[row];
    }

    boolean isNull(int column, int row) {
        return (validity[column][row >> 6] & (1L << row)) == 0;
    }

    PageStrings strings() {
        return strings;
    }

    boolean isFull() {
        return firstFree == NONE;
    }

    boolean isEmpty() {
        return used == 0;
    }

    /** The bytes that a page takes without its strings. */
    static long fixedBytes(RowLayout layout) {
        long bytesPerRow = 24L + (layout.keyed ? 0 : 4) + 8L * (layout.cellArrays + layout.referenceArrays);
        return ROWS * bytesPerRow + ROWS / 8L * (2 + layout.kinds.length) + 256;
    }

    /** Takes a free row, which stays invisible until {@link #start}. */
    int allocate() {
        int row = firstFree;
        firstFree = previous[row];
        used++;
        return row;
    }

    /** Makes a row visible from a sequence on, once that is published. */
    void start(int row, int hash, int previousVersion, long sequence) {
        hashes[row] = hash;
        previous[row] = previousVersion;
        LONGS.setRelease(end, row, FOREVER);
        LONGS.setRelease(begin, row, sequence);
    }

    /** Frees a row that no reader can see. */
    void free(int row) {
        LONGS.setRelease(begin, row, FOREVER);
        strings.free(row);
        previous[row] = firstFree;
        firstFree = row;
        used--;
    }

    /** Writes the values of a row that is allocated and not yet started. */
    void write(int row, Batch batch, int position) {
        if (layout.referenceArrays > 0 && strings.shouldCompact(stringBytes(batch, position))) {
            strings = strings.compacted(other -> begin[other] != FOREVER);
        }
        for (int column = 0; column < layout.kinds.length; column++) {
            Column source = batch.column(column);
            boolean isNull = source.isNull(position);
            setValidity(column, row, !isNull);
            int place = layout.places[column];
            if (source instanceof LongColumn longs) {
                cells[place][row] = isNull ? 0 : longs.values[position];
            } else if (source instanceof DoubleColumn doubles) {
                cells[place][row] = isNull ? 0 : Double.doubleToRawLongBits(doubles.values[position]);
            } else if (source instanceof Int128Column wide) {
                cells[place][row] = isNull ? 0 : wide.high[position];
                cells[place + 1][row] = isNull ? 0 : wide.low[position];
            } else if (source instanceof BytesColumn bytes) {
                putBytes(place, row, bytes, isNull ? 0 : bytes.references[position]);
            }
        }
    }

    private void putBytes(int array, int row, BytesColumn source, long reference) {
        int length = BytesPool.length(reference);
        if (length == 0) {
            strings.put(array, row, new byte[0], 0, 0);
            return;
        }
        strings.put(array, row, source.pool.pageBytes(BytesPool.page(reference)), BytesPool.offset(reference), length);
    }

    private static int stringBytes(Batch batch, int position) {
        long total = 0;
        for (Column column : batch.columns()) {
            if (column instanceof BytesColumn bytes && !bytes.isNull(position)) {
                total += BytesPool.length(bytes.references[position]);
            }
        }
        return (int) Math.min(Integer.MAX_VALUE, total);
    }

    private void setValidity(int column, int row, boolean valid) {
        long[] bits = validity[column];
        long bit = 1L << row;
        bits[row >> 6] = valid ? bits[row >> 6] | bit : bits[row >> 6] & ~bit;
    }
}
