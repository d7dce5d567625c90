package io.tidemark.runtime.state;

import io.tidemark.runtime.batch.BytesPool;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a table as they were at one moment: all of them, or those that had changed and the numbers of those that had gone. Made by the table's
 * thread between two epochs, at the cost of a reference a page; written by another, while the table goes on, which copies a page before it
 * changes it as long as this is not released.
 *
 * <p>Layout written (version 2; all numbers big-endian):
 *
 * <pre>
 * byte   version, 2
 * int    partition
 * int    slots of a row
 * byte   1 if it is all rows, 0 if it is what changed
 * deleted rows, in blocks:
 *   int    rows in the block, 1 to 1024; 0 ends them
 *   int    the number of the first, the second, ...
 * rows, in blocks:
 *   int    rows in the block, 1 to 1024; 0 ends the table
 *   int    the number of the first row, the second, ...
 *   long   slots of the first row, the second, ...; the epoch mark is 0; a reference is given as the length of its value
 *   bytes  the values of the first row in the order of their slots (keys, then payload), those of the second, ...
 * </pre>
 */
public final class FrozenRows {

    static final int VERSION = 2;
    static final int BLOCK_ROWS = 1024;

    private final RowLayout layout;
    private final int partition;
    private final boolean whole;
    private final List<Page> pages = new ArrayList<>();
    private volatile boolean released;

    /** A page with something to write: the bits of rows that are written, and of those that have gone. */
    private static final class Page {
        private final int number;
        private final long @Nullable [] slots;
        private final byte @Nullable [][] chunks;
        private final long @Nullable [] written;
        private final long @Nullable [] deleted;

        Page(
                int number,
                long @Nullable [] slots,
                byte @Nullable [][] chunks,
                long @Nullable [] written,
                long @Nullable [] deleted) {
            this.number = number;
            this.slots = slots;
            this.chunks = chunks;
            this.written = written;
            this.deleted = deleted;
        }
    }

    FrozenRows(RowLayout layout, int partition, boolean whole) {
        this.layout = layout;
        this.partition = partition;
        this.whole = whole;
    }

    void add(
            int number,
            long @Nullable [] slots,
            byte @Nullable [][] chunks,
            long @Nullable [] written,
            long @Nullable [] deleted) {
        pages.add(new Page(number, slots, chunks, written, deleted));
    }

    boolean isReleased() {
        return released;
    }

    /** Says that it won't be read any more: the table may change its pages where they are. */
    public void release() {
        released = true;
        pages.clear();
    }

    /** Writes it. */
    public void write(DataOutput out) throws IOException {
        out.writeByte(VERSION);
        out.writeInt(partition);
        out.writeInt(layout.rowSlots());
        out.writeByte(whole ? 1 : 0);
        int pageShift = layout.pageShift();
        Block block = new Block(out);
        for (Page page : pages) {
            for (int row = next(page.deleted, 0); row >= 0; row = next(page.deleted, row + 1)) {
                block.addDeleted((page.number << pageShift) + row);
            }
        }
        block.endDeleted();
        for (Page page : pages) {
            for (int row = next(page.written, 0); row >= 0; row = next(page.written, row + 1)) {
                block.add(page, (page.number << pageShift) + row);
            }
        }
        block.end();
    }

    private int next(long @Nullable [] bits, int from) {
        for (int word = from >> 6; bits != null && word < bits.length; word++) {
            long rest = bits[word] & (word == from >> 6 ? -1L << from : -1L);
            if (rest != 0) {
                int found = (word << 6) + Long.numberOfTrailingZeros(rest);
                return found < 1 << layout.pageShift() ? found : -1;
            }
        }
        return -1;
    }

    /** Collects rows until a block is full. */
    private final class Block {
        private final DataOutput out;
        private final int rowSlots = layout.rowSlots();
        private final int[] numbers = new int[BLOCK_ROWS];
        private final Page[] from = new Page[BLOCK_ROWS];
        private int count;

        Block(DataOutput out) {
            this.out = out;
        }

        void addDeleted(int number) throws IOException {
            numbers[count++] = number;
            if (count == BLOCK_ROWS) {
                writeNumbers();
                count = 0;
            }
        }

        void endDeleted() throws IOException {
            if (count > 0) {
                writeNumbers();
                count = 0;
            }
            out.writeInt(0);
        }

        void add(Page page, int number) throws IOException {
            from[count] = page;
            numbers[count++] = number;
            if (count == BLOCK_ROWS) {
                writeRows();
            }
        }

        void end() throws IOException {
            if (count > 0) {
                writeRows();
            }
            out.writeInt(0);
        }

        private void writeNumbers() throws IOException {
            out.writeInt(count);
            for (int i = 0; i < count; i++) {
                out.writeInt(numbers[i]);
            }
        }

        private void writeRows() throws IOException {
            writeNumbers();
            boolean[] isReference = new boolean[rowSlots];
            for (int slot : layout.references()) {
                isReference[slot] = true;
            }
            ByteBuffer slots = ByteBuffer.allocate(count * rowSlots * Long.BYTES);
            for (int i = 0; i < count; i++) {
                int base = base(i);
                for (int slot = 0; slot < rowSlots; slot++) {
                    long value = from[i].slots[base + slot];
                    slots.putLong(isReference[slot] ? BytesPool.length(value) : value);
                }
            }
            out.write(slots.array());
            for (int i = 0; i < count; i++) {
                for (int slot : layout.references()) {
                    long reference = from[i].slots[base(i) + slot];
                    if (BytesPool.length(reference) > 0) {
                        byte[] chunk = from[i].chunks[BytesPool.page(reference)];
                        out.write(chunk, BytesPool.offset(reference), BytesPool.length(reference));
                    }
                }
            }
            count = 0;
        }

        private int base(int i) {
            return (numbers[i] & (1 << layout.pageShift()) - 1) * rowSlots;
        }
    }
}
