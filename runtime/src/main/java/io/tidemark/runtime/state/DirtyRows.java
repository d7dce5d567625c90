package io.tidemark.runtime.state;

import java.util.Arrays;

/**
 * The rows touched in the present epoch, in the order of the first touch, each with its before-image: what its weight and payload were then. A
 * row whose weight was 0 had nothing to remember.
 *
 * <p><b>Units</b>: 8 bytes a row, plus the image; in pages of at most 64 KiB.
 */
final class DirtyRows {

    private static final int ENTRY_SHIFT = 13;
    private static final int ENTRY_MASK = (1 << ENTRY_SHIFT) - 1;

    private final int imageSlots;
    private final int imageShift;
    private final int firstSlot;
    private long[][] entries = new long[1][1 << ENTRY_SHIFT >> 7];
    private long[][] images = new long[4][];
    private int count;
    private int imageCount;

    DirtyRows(RowLayout layout) {
        this.firstSlot = layout.weightSlot();
        this.imageSlots = layout.rowSlots() - firstSlot;
        this.imageShift = 31 - Integer.numberOfLeadingZeros(RowLayout.PAGE_SLOTS / imageSlots);
    }

    int count() {
        return count;
    }

    int row(int index) {
        return (int) entries[index >> ENTRY_SHIFT][index & ENTRY_MASK];
    }

    /** Whether the row was there before the epoch with a weight other than 0. */
    boolean hasImage(int index) {
        return entries[index >> ENTRY_SHIFT][index & ENTRY_MASK] >>> 32 != 0;
    }

    long[] imagePage(int index) {
        return images[image(index) >> imageShift];
    }

    /** Such that {@code imagePage(index)[imageBase(index) + slot]} is what a slot of the row held. */
    int imageBase(int index) {
        return (image(index) & (1 << imageShift) - 1) * imageSlots - firstSlot;
    }

    private int image(int index) {
        return (int) (entries[index >> ENTRY_SHIFT][index & ENTRY_MASK] >>> 32) - 1;
    }

    void add(int row, long[] page, int base) {
        long entry = Integer.toUnsignedLong(row);
        if (page[base + firstSlot] != 0) {
            int imagePage = imageCount >> imageShift;
            if (imagePage == images.length) {
                images = Arrays.copyOf(images, imagePage * 2);
            }
            if (images[imagePage] == null) {
                images[imagePage] = new long[imageSlots << imageShift];
            }
            int at = (imageCount & (1 << imageShift) - 1) * imageSlots;
            System.arraycopy(page, base + firstSlot, images[imagePage], at, imageSlots);
            imageCount++;
            entry |= (long) imageCount << 32;
        }
        int entryPage = count >> ENTRY_SHIFT;
        int at = count & ENTRY_MASK;
        if (at == 0 && entryPage > 0) {
            entries = Arrays.copyOf(entries, entryPage + 1);
            entries[entryPage] = new long[1 << ENTRY_SHIFT];
        } else if (at == entries[entryPage].length) {
            entries[entryPage] = Arrays.copyOf(entries[entryPage], at * 2);
        }
        entries[entryPage][at] = entry;
        count++;
    }

    void clear() {
        count = 0;
        imageCount = 0;
        if (entries.length > 1) {
            entries = new long[][] {entries[0]};
        }
        for (int i = 1; i < images.length; i++) {
            images[i] = null;
        }
    }

    long sizeBytes() {
        long slots = 0;
        for (long[] page : entries) {
            slots += page.length;
        }
        for (long[] page : images) {
            slots += page == null ? 0 : page.length;
        }
        return slots * Long.BYTES;
    }
}
