package io.tidemark.runtime.state;

import io.tidemark.runtime.batch.BytesPool;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.stream.IntStream;

/** Writes and loads the rows of a {@link RowTable}, whose description shows the layout. */
final class RowTableFormat {

    private static final int VERSION = 1;
    private static final int BLOCK_ROWS = 1024;

    private final RowLayout layout;
    private final int rowSlots;
    private final int pageShift;
    private final boolean[] isReference;

    private RowTableFormat(RowLayout layout) {
        this.layout = layout;
        this.rowSlots = layout.rowSlots();
        this.pageShift = layout.pageShift();
        this.isReference = new boolean[rowSlots];
        for (int slot : layout.references()) {
            isReference[slot] = true;
        }
    }

    static void write(RowLayout layout, int partition, RowSlab slab, DataOutput out) throws IOException {
        out.writeByte(VERSION);
        out.writeInt(partition);
        out.writeInt(layout.rowSlots());
        RowTableFormat format = new RowTableFormat(layout);
        int[] block = new int[BLOCK_ROWS];
        int count = 0;
        for (int row = slab.nextRow(0); row >= 0; row = slab.nextRow(row + 1)) {
            block[count++] = row;
            if (count == BLOCK_ROWS) {
                format.writeBlock(slab, block, count, out);
                count = 0;
            }
        }
        if (count > 0) {
            format.writeBlock(slab, block, count, out);
        }
        out.writeInt(0);
    }

    private void writeBlock(RowSlab slab, int[] rows, int count, DataOutput out) throws IOException {
        out.writeInt(count);
        ByteBuffer slots = ByteBuffer.allocate(count * rowSlots * Long.BYTES);
        for (int i = 0; i < count; i++) {
            long[] page = slab.pages[rows[i] >> pageShift];
            int base = base(rows[i]);
            for (int slot = 0; slot < rowSlots; slot++) {
                long value = page[base + slot];
                slots.putLong(isReference[slot] ? BytesPool.length(value) : value);
            }
        }
        out.write(slots.array());
        for (int i = 0; i < count && layout.references().length > 0; i++) {
            long[] page = slab.pages[rows[i] >> pageShift];
            for (int slot : layout.references()) {
                long reference = page[base(rows[i]) + slot];
                if (BytesPool.length(reference) > 0) {
                    byte[] chunk = slab.arena(rows[i]).chunk(reference);
                    out.write(chunk, BytesPool.offset(reference), BytesPool.length(reference));
                }
            }
        }
    }

    static void load(RowLayout layout, int partition, RowSlab slab, SlotIndex index, DataInput in) throws IOException {
        expect("version of a state table", in.readUnsignedByte(), VERSION);
        expect("partition of a state table", in.readInt(), partition);
        expect("slots in a row of a state table", in.readInt(), layout.rowSlots());
        RowTableFormat format = new RowTableFormat(layout);
        for (int count = in.readInt(); count != 0; count = in.readInt()) {
            if (count < 0 || count > BLOCK_ROWS) {
                throw CodedException.of(ErrorCode.CORRUPTED, "a block of a state table claims " + count + " rows");
            }
            format.loadBlock(slab, index, count, in);
        }
    }

    private void loadBlock(RowSlab slab, SlotIndex index, int count, DataInput in) throws IOException {
        byte[] bytes = new byte[count * rowSlots * Long.BYTES];
        in.readFully(bytes);
        ByteBuffer slots = ByteBuffer.wrap(bytes);
        int[] rows = IntStream.range(0, count).map(i -> slab.allocate()).toArray();
        for (int row : rows) {
            slots.asLongBuffer().get(slab.pages[row >> pageShift], base(row), rowSlots);
            slots.position(slots.position() + rowSlots * Long.BYTES);
        }
        for (int row : rows) {
            long[] page = slab.pages[row >> pageShift];
            for (int slot : layout.references()) {
                page[base(row) + slot] = loadValue(slab, row, page[base(row) + slot], in);
            }
            index.insert(KeyHash.hashRow(layout, page, base(row), slab.arena(row)), row);
        }
    }

    private static long loadValue(RowSlab slab, int row, long length, DataInput in) throws IOException {
        if (length < 0 || length > BytesPool.MAX_VALUE_BYTES) {
            throw CodedException.of(ErrorCode.CORRUPTED, "a value of a state table claims " + length + " bytes");
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
}
