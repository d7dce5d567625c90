package io.tidemark.runtime.state;

import io.tidemark.runtime.batch.BytesPool;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.DataInput;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Loads what {@link FrozenRows} wrote, whose description shows the layout: all rows, then any number of times what changed. */
public final class RowTableFormat {

    private final RowLayout layout;
    private final RowSlab slab;
    private final int rowSlots;
    private final int pageShift;

    /** Makes one that loads into a slab of rows of that layout. */
    public RowTableFormat(RowLayout layout, RowSlab slab) {
        this.layout = layout;
        this.slab = slab;
        this.rowSlots = layout.rowSlots();
        this.pageShift = layout.pageShift();
    }

    /** Loads one segment; the first has to be whole. */
    public void load(int partition, DataInput in, boolean first) throws IOException {
        expect("version of a state table", in.readUnsignedByte(), FrozenRows.VERSION);
        expect("partition of a state table", in.readInt(), partition);
        expect("slots in a row of a state table", in.readInt(), layout.rowSlots());
        boolean whole = in.readUnsignedByte() == 1;
        if (first && !whole) {
            throw damaged("begins with what changed");
        }
        if (whole) {
            freeAll();
        }
        for (int count = count(in); count != 0; count = count(in)) {
            for (int row : numbers(in, count)) {
                if (row < 0 || !slab.isLive(row)) {
                    throw damaged("says that row " + row + " is gone, which was not there");
                }
                release(row);
                slab.free(row);
            }
        }
        for (int count = count(in); count != 0; count = count(in)) {
            loadBlock(numbers(in, count), whole, in);
        }
    }

    private void freeAll() {
        for (int row = slab.nextRow(0); row >= 0; row = slab.nextRow(row + 1)) {
            slab.free(row);
        }
    }

    private static int count(DataInput in) throws IOException {
        int count = in.readInt();
        if (count < 0 || count > FrozenRows.BLOCK_ROWS) {
            throw damaged("has a block that claims " + count + " rows");
        }
        return count;
    }

    private static int[] numbers(DataInput in, int count) throws IOException {
        int[] rows = new int[count];
        for (int i = 0; i < count; i++) {
            rows[i] = in.readInt();
        }
        return rows;
    }

    private void loadBlock(int[] rows, boolean whole, DataInput in) throws IOException {
        byte[] bytes = new byte[rows.length * rowSlots * Long.BYTES];
        in.readFully(bytes);
        ByteBuffer slots = ByteBuffer.wrap(bytes);
        for (int row : rows) {
            if (row < 0 || (whole && slab.isLive(row))) {
                throw damaged("has row " + row + " twice");
            }
            if (slab.isLive(row)) {
                release(row);
            } else {
                slab.allocateAt(row);
            }
            slots.asLongBuffer().get(slab.pages[row >> pageShift], base(row), rowSlots);
            slots.position(slots.position() + rowSlots * Long.BYTES);
        }
        for (int row : rows) {
            long[] page = slab.pages[row >> pageShift];
            for (int slot : layout.references()) {
                page[base(row) + slot] = loadValue(row, page[base(row) + slot], in);
            }
        }
    }

    private void release(int row) {
        for (int slot : layout.references()) {
            slab.arena(row).release(slab.pages[row >> pageShift][base(row) + slot]);
        }
    }

    private long loadValue(int row, long length, DataInput in) throws IOException {
        if (length < 0 || length > BytesPool.MAX_VALUE_BYTES) {
            throw damaged("has a value that claims " + length + " bytes");
        }
        byte[] value = new byte[(int) length];
        in.readFully(value);
        return slab.arena(row).append(value, 0, value.length);
    }

    private int base(int row) {
        return (row & (1 << pageShift) - 1) * rowSlots;
    }

    private static void expect(String what, int actual, int expected) {
        if (actual != expected) {
            throw CodedException.of(ErrorCode.CORRUPTED, "the " + what + " is " + actual + ", expected " + expected);
        }
    }

    private static CodedException damaged(String what) {
        return CodedException.of(ErrorCode.CORRUPTED, "a state table " + what);
    }
}
