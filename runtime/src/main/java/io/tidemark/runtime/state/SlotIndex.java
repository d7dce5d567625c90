package io.tidemark.runtime.state;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * Finds row numbers by 32-bit hash: open addressing with linear probing in sub-tables, which a directory finds by the hash's upper bits.
 *
 * <p>A slot is {@code hash << 32 | row + 1}, or 0 while free: as the whole hash is in it, growing, splitting and erasing never look at the rows,
 * and hardly any row is looked at in vain. A sub-table doubles up to {@link #MAX_SLOTS}; from then on it is split in two by the next bit of the
 * hash, and only itself: there is no moment at which everything is rehashed. Erasing moves later slots of the run back, so there are no
 * tombstones.
 *
 * <p><b>Units</b>: at most half of a sub-table's slots are in use (longer runs cost more in mispredicted branches than the memory
 * saves), so 16 to 32 bytes a row. <b>Source</b>: Fagin et al., "Extendible hashing",
 * 1979; Knuth, vol. 3, 6.4, algorithm R.
 */
public final class SlotIndex {

    /** No array is longer than 256 KiB. */
    static final int MAX_SLOTS = 1 << 15;

    private static final int MIN_SLOTS = 1 << 6;
    private static final int MAX_DEPTH = 17;
    private static final long UNSIGNED = 0xFFFFFFFFL;

    private SubTable[] directory = new SubTable[1];
    /** The slots of each sub-table of the directory: one step less on the way to a slot. */
    private long[][] slotsOf = new long[1][];

    private int depth;
    private long slotCount;
    private int rows;

    private static final class SubTable {
        private long[] slots;
        private int used;
        private final int depth;

        SubTable(int size, int depth) {
            this.slots = new long[size];
            this.depth = depth;
        }
    }

    /** Makes an empty one. */
    public SlotIndex() {
        clear();
    }

    /** Takes all rows out. */
    public void clear() {
        directory = new SubTable[] {new SubTable(MIN_SLOTS, 0)};
        slotsOf = new long[][] {directory[0].slots};
        depth = 0;
        slotCount = MIN_SLOTS;
        rows = 0;
    }

    /**
     * Finds, for each hash, the first row that was added with it, or -1: the next one, if that is not it, is {@link #next}. The first loop only
     * loads, so that the memory can work on many loads at a time.
     *
     * @param scratch has room for {@code count} slots
     */
    public void candidates(int[] hashes, int count, long[] scratch, int[] rowsOut) {
        long[][] tables = slotsOf;
        int shift = 32 - depth;
        for (int i = 0; i < count; i++) {
            int hash = hashes[i];
            long[] slots = tables[(int) ((hash & UNSIGNED) >>> shift)];
            scratch[i] = slots[hash & (slots.length - 1)];
        }
        for (int i = 0; i < count; i++) {
            int hash = hashes[i];
            long slot = scratch[i];
            if ((int) (slot >>> 32) != hash && slot != 0) {
                long[] slots = tables[(int) ((hash & UNSIGNED) >>> shift)];
                int mask = slots.length - 1;
                int at = hash;
                do {
                    slot = slots[++at & mask];
                } while ((int) (slot >>> 32) != hash && slot != 0);
            }
            rowsOut[i] = (int) slot - 1;
        }
    }

    /** The row that follows {@code row} (-1: the first) among those with this hash, or -1 if there is none. */
    public int next(int hash, int row) {
        long[] slots = subTable(hash).slots;
        int mask = slots.length - 1;
        boolean found = row < 0;
        for (int i = hash & mask; slots[i] != 0; i = (i + 1) & mask) {
            if ((int) (slots[i] >>> 32) == hash) {
                int candidate = (int) slots[i] - 1;
                if (found) {
                    return candidate;
                }
                found = candidate == row;
            }
        }
        return -1;
    }

    /** Adds a row. */
    public void insert(int hash, int row) {
        SubTable table = subTable(hash);
        while ((table.used + 1) * 2 > table.slots.length) {
            if (table.slots.length < MAX_SLOTS || table.depth == MAX_DEPTH) {
                grow(table);
            } else {
                split(table);
            }
            table = subTable(hash);
        }
        put(table, (long) hash << 32 | (row + 1));
        rows++;
    }

    /** Takes a row out, which must be there. */
    public void erase(int hash, int row) {
        SubTable table = subTable(hash);
        long[] slots = table.slots;
        int mask = slots.length - 1;
        long wanted = (long) hash << 32 | (row + 1);
        int hole = hash & mask;
        while (slots[hole] != wanted) {
            if (slots[hole] == 0) {
                throw new IllegalStateException("row " + row + " is not in the index");
            }
            hole = (hole + 1) & mask;
        }
        for (int i = (hole + 1) & mask; slots[i] != 0; i = (i + 1) & mask) {
            int home = (int) (slots[i] >>> 32) & mask;
            if (((i - home) & mask) >= ((i - hole) & mask)) {
                slots[hole] = slots[i];
                hole = i;
            }
        }
        slots[hole] = 0;
        table.used--;
        rows--;
        if (rows == 0) {
            clear();
        }
    }

    /** Keeps only some of the rows, in one pass over the slots: cheaper than {@link #erase} when a good part goes. */
    void retain(IntPredicate kept) {
        rows = 0;
        long[] rest = new long[MIN_SLOTS];
        SubTable last = null;
        for (SubTable table : directory) {
            if (table == last) {
                continue;
            }
            last = table;
            if (rest.length < table.used) {
                rest = new long[table.used];
            }
            int count = 0;
            for (long slot : table.slots) {
                if (slot != 0 && kept.test((int) slot - 1)) {
                    rest[count++] = slot;
                }
            }
            if (count < table.used) {
                Arrays.fill(table.slots, 0);
                table.used = 0;
                for (int i = 0; i < count; i++) {
                    put(table, rest[i]);
                }
            }
            rows += count;
        }
        if (rows == 0) {
            clear();
        }
    }

    /** The memory held, in bytes. */
    public long sizeBytes() {
        return slotCount * Long.BYTES;
    }

    int subTables() {
        return (int) Arrays.stream(directory).distinct().count();
    }

    private SubTable subTable(int hash) {
        return directory[(int) (Integer.toUnsignedLong(hash) >>> (32 - depth))];
    }

    private static void put(SubTable table, long slot) {
        long[] slots = table.slots;
        int mask = slots.length - 1;
        int i = (int) (slot >>> 32) & mask;
        while (slots[i] != 0) {
            i = (i + 1) & mask;
        }
        slots[i] = slot;
        table.used++;
    }

    private void grow(SubTable table) {
        long[] old = table.slots;
        table.slots = new long[old.length * 2];
        for (int i = 0; i < directory.length; i++) {
            if (directory[i] == table) {
                slotsOf[i] = table.slots;
            }
        }
        table.used = 0;
        slotCount += old.length;
        for (long slot : old) {
            if (slot != 0) {
                put(table, slot);
            }
        }
    }

    private void split(SubTable table) {
        if (table.depth == depth) {
            SubTable[] doubled = new SubTable[directory.length * 2];
            for (int i = 0; i < doubled.length; i++) {
                doubled[i] = directory[i >> 1];
            }
            directory = doubled;
            slotsOf = new long[directory.length][];
            for (int i = 0; i < directory.length; i++) {
                slotsOf[i] = directory[i].slots;
            }
            depth++;
        }
        SubTable lower = new SubTable(MAX_SLOTS, table.depth + 1);
        SubTable upper = new SubTable(MAX_SLOTS, table.depth + 1);
        int bit = 31 - table.depth;
        for (long slot : table.slots) {
            if (slot != 0) {
                put((slot >>> 32 >>> bit & 1) == 0 ? lower : upper, slot);
            }
        }
        for (int i = 0; i < directory.length; i++) {
            if (directory[i] == table) {
                directory[i] = (i >> (depth - table.depth - 1) & 1) == 0 ? lower : upper;
                slotsOf[i] = directory[i].slots;
            }
        }
        slotCount += MAX_SLOTS;
    }
}
