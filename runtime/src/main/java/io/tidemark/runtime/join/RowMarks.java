package io.tidemark.runtime.join;

import io.tidemark.runtime.state.RowLayout;
import io.tidemark.runtime.state.RowSlab;

/** Marks on rows of a slab: those that something has changed about in an epoch, and those that have begun to count in a batch. */
final class RowMarks {

    private static final long NOTED = 1L << 32;
    private static final long BEGUN = 1L << 33;

    private final int pageShift;
    private final int pageMask;
    private final int rowSlots;
    private final int markSlot;
    private final int weightSlot;
    private final RowList noted = new RowList();

    RowMarks(RowLayout layout) {
        this.pageShift = layout.pageShift();
        this.pageMask = (1 << pageShift) - 1;
        this.rowSlots = layout.rowSlots();
        this.markSlot = layout.nullSlot();
        this.weightSlot = layout.weightSlot();
    }

    private int base(int row) {
        return (row & pageMask) * rowSlots;
    }

    /** Whether a row has weight 0, so that nobody else has counted it as a match; says so once, until {@link #forgetBegun}. */
    boolean begins(RowSlab slab, int row) {
        long[] page = slab.pages[row >> pageShift];
        int base = base(row);
        if (page[base + weightSlot] != 0 || (page[base + markSlot] & BEGUN) != 0) {
            return false;
        }
        slab.change(row);
        slab.pages[row >> pageShift][base + markSlot] |= BEGUN;
        return true;
    }

    /** Takes the marks off rows that have begun: those given as {@code -1 - row}. */
    void forgetBegun(RowSlab slab, int[] rows, int count) {
        for (int i = 0; i < count; i++) {
            if (rows[i] < 0) {
                int row = -1 - rows[i];
                slab.pages[row >> pageShift][base(row) + markSlot] &= ~BEGUN;
            }
        }
    }

    /** Notes that something about a row has changed in this epoch. */
    void note(RowSlab slab, int row) {
        int at = base(row) + markSlot;
        if ((slab.pages[row >> pageShift][at] & NOTED) == 0) {
            slab.change(row);
            slab.pages[row >> pageShift][at] |= NOTED;
            noted.add(row);
        }
    }

    /** The rows noted. */
    RowList noted() {
        return noted;
    }

    /** Takes the marks off the rows noted, which stay in the list. */
    void forgetNoted(RowSlab slab) {
        for (int i = 0; i < noted.count(); i++) {
            int row = noted.get(i);
            slab.pages[row >> pageShift][base(row) + markSlot] &= ~NOTED;
        }
    }
}
