package io.tidemark.runtime.state;

import io.tidemark.runtime.batch.BytesPool;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a {@link RowLayout} in pages, by number. Freed rows are used again, page by page; a page without a row is given back whole, with its
 * arena.
 */
public final class RowSlab {

    private static final int PAGE_OVERHEAD_BYTES = 64;

    private final int rowSlots;
    private final int pageShift;
    private final int pageRows;
    private final boolean owned;

    /** The pages by number; null while a page has no row. */
    public long[] @Nullable [] pages = new long[4][];

    private @Nullable PageArena[] arenas = new PageArena[4];
    private long[] @Nullable [] liveBits = new long[4][];
    private int[] liveRows = new int[4];

    /** Whether a page has places of freed rows, which are not clear. */
    private boolean[] used = new boolean[4];

    private int[] spacePages = new int[4];
    private int spaceCount;
    private int pageCount;
    private int allocationPage = -1;
    private int allocationWord;
    private long rows;
    private int heldPages;
    private final ByteCount arenaBytes = new ByteCount();
    private @Nullable RowChanges changes;

    /** Makes an empty one; {@code layout} says whether rows own bytes. */
    public RowSlab(RowLayout layout) {
        this.rowSlots = layout.rowSlots();
        this.pageShift = layout.pageShift();
        this.pageRows = 1 << pageShift;
        this.owned = layout.references().length > 0;
    }

    /** Makes room for a row, all slots 0, and returns its number. */
    public int allocate() {
        if (allocationPage < 0 || liveRows[allocationPage] == pageRows) {
            allocationPage = spaceCount > 0 ? spacePages[--spaceCount] : addPage();
            allocationWord = 0;
            hold(allocationPage);
        }
        if (changes != null) {
            own(changes, allocationPage);
        }
        long[] bits = liveBits[allocationPage];
        int word = allocationWord;
        while (bits[word] == -1L) {
            word++;
        }
        allocationWord = word;
        int row = (word << 6) + Long.numberOfTrailingZeros(~bits[word]);
        bits[word] |= 1L << row;
        liveRows[allocationPage]++;
        rows++;
        if (used[allocationPage]) {
            Arrays.fill(pages[allocationPage], row * rowSlots, (row + 1) * rowSlots, 0);
        }
        return (allocationPage << pageShift) + row;
    }

    /** Makes the room of a row that is not live, all slots 0; for loading. {@link #endLoad} has to follow. */
    void allocateAt(int row) {
        int page = row >> pageShift;
        while (pageCount <= page) {
            addPage();
        }
        hold(page);
        int inPage = row & (pageRows - 1);
        liveBits[page][inPage >> 6] |= 1L << inPage;
        liveRows[page]++;
        rows++;
    }

    /** Finds out which pages have room. */
    public void endLoad() {
        allocationPage = -1;
        spaceCount = 0;
        for (int page = pageCount - 1; page >= 0; page--) {
            if (liveRows[page] < pageRows) {
                addSpace(page);
            }
        }
    }

    /** Says that rows are about to be changed: pages that a capture holds are copied first. */
    public void change(int[] numbers, int count) {
        RowChanges tracked = changes;
        for (int i = 0; tracked != null && i < count; i++) {
            change(tracked, numbers[i]);
        }
    }

    /** Says that a row is about to be changed. */
    public void change(int row) {
        if (changes != null) {
            change(changes, row);
        }
    }

    private void change(RowChanges tracked, int row) {
        own(tracked, row >> pageShift);
        tracked.note(row >> pageShift, row & (pageRows - 1), words());
    }

    private void own(RowChanges tracked, int page) {
        if (tracked.takeHold(page)) {
            pages[page] = pages[page].clone();
        }
    }

    private int words() {
        return Math.max(1, pageRows >> 6);
    }

    /** Captures all rows, or what changed since the last capture; see {@link FrozenRows}. */
    public FrozenRows capture(RowLayout layout, int partition, boolean whole) {
        RowChanges tracked = changes == null ? new RowChanges() : changes;
        boolean all = whole || changes == null;
        changes = tracked;
        tracked.reserve(pages.length);
        FrozenRows frozen = new FrozenRows(layout, partition, all);
        for (int page = 0; page < pageCount; page++) {
            long[] live = liveRows[page] == 0 ? null : liveBits[page];
            long[] written = all ? (live == null ? null : live.clone()) : tracked.changed(page, live);
            long[] deleted = all ? null : tracked.deleted(page, live);
            if (written != null || deleted != null) {
                PageArena arena = arenas[page];
                frozen.add(page, pages[page], arena == null ? null : arena.chunks(), written, deleted);
            }
            tracked.captured(page, live, written == null ? null : frozen);
        }
        return frozen;
    }

    /** All rows as they are, to be written at once. */
    public FrozenRows all(RowLayout layout, int partition) {
        FrozenRows frozen = new FrozenRows(layout, partition, true);
        for (int page = 0; page < pageCount; page++) {
            if (liveRows[page] > 0) {
                PageArena arena = arenas[page];
                frozen.add(page, pages[page], arena == null ? null : arena.chunks(), liveBits[page], null);
            }
        }
        return frozen;
    }

    /** Whether a row has not been freed. */
    public boolean isLive(int row) {
        if (row >> pageShift >= pageCount) {
            return false;
        }
        long[] bits = liveBits[row >> pageShift];
        return bits != null && (bits[(row & (pageRows - 1)) >> 6] & 1L << row) != 0;
    }

    /** Gives a row's place back, which is cleared only when it is used again: most pages go whole. */
    public void free(int row) {
        int page = row >> pageShift;
        int inPage = row & (pageRows - 1);
        long[] bits = liveBits[page];
        if ((bits[inPage >> 6] & 1L << inPage) == 0) {
            throw new IllegalStateException("row " + row + " is free already");
        }
        bits[inPage >> 6] &= ~(1L << inPage);
        used[page] = true;
        rows--;
        boolean wasFull = liveRows[page]-- == pageRows;
        if (page == allocationPage) {
            allocationWord = 0;
            return;
        }
        if (wasFull) {
            addSpace(page);
        }
        if (liveRows[page] == 0) {
            pages[page] = null;
            if (owned) {
                arenas[page].dropped();
                arenas[page] = null;
            }
            liveBits[page] = null;
            used[page] = false;
            heldPages--;
            if (changes != null) {
                changes.dropped(page);
            }
        }
    }

    /** What holds the bytes of a row; null where its layout has none. */
    public PageArena arena(int row) {
        return arenas[row >> pageShift];
    }

    /** The next row at or after {@code row}, or -1. */
    public int nextRow(int row) {
        int page = row >> pageShift;
        int inPage = row & (pageRows - 1);
        while (page < pageCount) {
            long[] bits = liveBits[page];
            for (int word = inPage >> 6; bits != null && word < bits.length; word++) {
                long rest = bits[word] & (word == inPage >> 6 ? -1L << inPage : -1L);
                if (rest != 0) {
                    int found = (word << 6) + Long.numberOfTrailingZeros(rest);
                    if (found < pageRows) {
                        return (page << pageShift) + found;
                    }
                }
            }
            page++;
            inPage = 0;
        }
        return -1;
    }

    /** Copies the values that live rows refer to into a new arena wherever an old one is mostly garbage. */
    public void compact(int[] references) {
        for (int page = 0; page < pageCount; page++) {
            PageArena old = arenas[page];
            if (old == null || !old.isWorthCompacting()) {
                continue;
            }
            if (changes != null) {
                own(changes, page);
            }
            PageArena fresh = new PageArena(arenaBytes);
            long[] slots = pages[page];
            int end = (page + 1) << pageShift;
            for (int row = nextRow(page << pageShift); row >= 0 && row < end; row = nextRow(row + 1)) {
                int base = (row & (pageRows - 1)) * rowSlots;
                for (int slot : references) {
                    long reference = slots[base + slot];
                    slots[base + slot] = fresh.append(
                            old.chunk(reference), BytesPool.offset(reference), BytesPool.length(reference));
                }
            }
            arenas[page] = fresh;
            old.dropped();
        }
    }

    /** The number of rows. */
    public long rows() {
        return rows;
    }

    int heldPages() {
        return heldPages;
    }

    /** The memory held, in bytes. */
    public long sizeBytes() {
        return (changes == null ? 0 : changes.sizeBytes())
                + arenaBytes.bytes()
                + heldPages * ((long) pageRows * rowSlots * Long.BYTES + pageRows / 8 + PAGE_OVERHEAD_BYTES);
    }

    private void hold(int page) {
        if (pages[page] == null) {
            pages[page] = new long[pageRows * rowSlots];
            liveBits[page] = new long[words()];
            if (pageRows < 64) {
                liveBits[page][0] = -1L << pageRows;
            }
            if (owned) {
                arenas[page] = new PageArena(arenaBytes);
            }
            heldPages++;
        }
    }

    private int addPage() {
        if (pageCount == pages.length) {
            int length = pageCount * 2;
            pages = Arrays.copyOf(pages, length);
            arenas = Arrays.copyOf(arenas, length);
            liveBits = Arrays.copyOf(liveBits, length);
            liveRows = Arrays.copyOf(liveRows, length);
            used = Arrays.copyOf(used, length);
            if (changes != null) {
                changes.reserve(length);
            }
        }
        if (pageCount == Integer.MAX_VALUE / pageRows) {
            throw new IllegalStateException("more than " + Integer.MAX_VALUE + " rows");
        }
        return pageCount++;
    }

    private void addSpace(int page) {
        if (spaceCount == spacePages.length) {
            spacePages = Arrays.copyOf(spacePages, spaceCount * 2);
        }
        spacePages[spaceCount++] = page;
    }
}
