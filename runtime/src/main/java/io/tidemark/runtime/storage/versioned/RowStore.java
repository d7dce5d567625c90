package io.tidemark.runtime.storage.versioned;

import io.tidemark.runtime.batch.Batch;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The pages and the index: every version of every row that someone may still see. A row id is {@code page << 10 | row}.
 *
 * <p>One writer; readers look at the same time through {@link #findVisible} and {@link #pages}.
 */
final class RowStore {

    private static final int FIRST_PAGES = 16;
    private static final int FREE_COUNTS = 1024;

    final RowLayout layout;
    private final RowIndex index;
    private volatile AtomicReferenceArray<RowPage> pages = new AtomicReferenceArray<>(FIRST_PAGES);
    private int pageCount;

    /** The pages that are not full, and perhaps some that are gone. The last one is written to; a new page is made only when none is left. */
    private final IntList pagesWithRoom = new IntList();

    private final IntList unusedPageNumbers = new IntList();
    private int emptyPages;
    private long pageBytes;

    /**
     * How many versions have been freed, by the lower bits of the hash: a reader that has found nothing may have come by a version that was just
     * taken back, whose place says nothing of those before it.
     */
    private final AtomicLongArray freed = new AtomicLongArray(FREE_COUNTS);

    RowStore(RowLayout layout) {
        this.layout = layout;
        this.index = new RowIndex(row -> page(row).hash(row & RowPage.MASK));
    }

    /** The pages now; some of the first {@link #pageCount} may be null. */
    AtomicReferenceArray<RowPage> pages() {
        return pages;
    }

    int pageCount() {
        return pageCount;
    }

    RowPage page(int row) {
        return pages.get(row >> RowPage.SHIFT);
    }

    long sizeBytes() {
        return pageBytes + index.sizeBytes();
    }

    /** The newest version of the key at a position, dead or alive, or {@link RowPage#NONE}. For the writer. */
    int findNewest(RowProbe probe, int position, int hash) {
        return index.find(hash, row -> {
            RowPage page = page(row);
            return page.hash(row & RowPage.MASK) == hash && probe.matches(position, page, row & RowPage.MASK);
        });
    }

    /**
     * The version of the key at a position that a reader at a sequence sees, or {@link RowPage#NONE}. For readers, while they have that sequence
     * pinned.
     */
    int findVisible(RowProbe probe, int position, long sequence) {
        int hash = probe.hash(position);
        int count = hash & (FREE_COUNTS - 1);
        while (true) {
            long before = freed.get(count);
            int row = findOnce(probe, position, hash, sequence);
            VarHandle.loadLoadFence();
            if (row != RowPage.NONE || freed.get(count) == before) {
                return row;
            }
        }
    }

    private int findOnce(RowProbe probe, int position, int hash, long sequence) {
        int newest = index.find(hash, row -> {
            RowPage page = pageOrNull(row);
            return page != null
                    && page.hash(row & RowPage.MASK) == hash
                    && probe.matches(position, page, row & RowPage.MASK);
        });
        long bound = RowPage.FOREVER;
        int row = newest;
        while (row != RowPage.NONE) {
            RowPage page = pageOrNull(row);
            if (page == null) {
                return RowPage.NONE;
            }
            int slot = row & RowPage.MASK;
            if (page.isVisible(slot, sequence)) {
                return probe.matches(position, page, slot) ? row : RowPage.NONE;
            }
            long begin = page.begin(slot);
            if (begin <= sequence || begin >= bound) {
                return RowPage.NONE;
            }
            bound = begin;
            row = page.previous[slot];
        }
        return RowPage.NONE;
    }

    private @Nullable RowPage pageOrNull(int row) {
        AtomicReferenceArray<RowPage> now = pages;
        int number = row >> RowPage.SHIFT;
        return number < now.length() ? now.get(number) : null;
    }

    /** Adds the first version of a key. */
    int insert(Batch batch, int position, int hash, long sequence) {
        int row = write(batch, position, hash, RowPage.NONE, sequence);
        index.add(hash, row);
        return row;
    }

    /** Adds a version of a key whose newest version so far is given. */
    int insertAfter(int newest, Batch batch, int position, int hash, long sequence) {
        int row = write(batch, position, hash, newest, sequence);
        index.replace(hash, newest, row);
        return row;
    }

    /** Takes back the newest version of a key, which no reader can see: the version before it is the newest again. */
    void takeBack(int row) {
        RowPage page = page(row);
        int slot = row & RowPage.MASK;
        int before = page.previous[slot];
        int hash = page.hash(slot);
        if (before == RowPage.NONE) {
            index.remove(hash, row);
        } else {
            index.replace(hash, row, before);
        }
        countFreed(hash);
        free(row, false);
    }

    /** Whether a newer version of the same key is there. */
    boolean isReplaced(int row) {
        return !index.contains(page(row).hash(row & RowPage.MASK), row);
    }

    /** Frees a version that has ended and that no reader can see any more. */
    void reclaim(int row) {
        int hash = page(row).hash(row & RowPage.MASK);
        index.remove(hash, row);
        countFreed(hash);
        free(row, true);
    }

    /**
     * To be called between the index's change and the reuse of the place: a reader that has the new count no longer finds the row, and one that
     * sees the place reused finds the count changed.
     */
    private void countFreed(int hash) {
        freed.incrementAndGet(hash & (FREE_COUNTS - 1));
    }

    private int write(Batch batch, int position, int hash, int previous, long sequence) {
        int number = pageWithRoom();
        RowPage page = pages.get(number);
        emptyPages -= page.isEmpty() ? 1 : 0;
        int slot = page.allocate();
        long before = page.strings().allocatedBytes();
        page.write(slot, batch, position);
        pageBytes += page.strings().allocatedBytes() - before;
        page.start(slot, hash, previous, sequence);
        if (page.isFull()) {
            pagesWithRoom.removeLast();
        }
        return number << RowPage.SHIFT | slot;
    }

    /** Frees a row. A page that is listed in a pending change must stay where it is, even without a row. */
    private void free(int row, boolean mayDropPage) {
        int number = row >> RowPage.SHIFT;
        RowPage page = pages.get(number);
        boolean wasFull = page.isFull();
        page.free(row & RowPage.MASK);
        if (mayDropPage && page.isEmpty() && emptyPages > 0) {
            pageBytes -= RowPage.fixedBytes(layout) + page.strings().allocatedBytes();
            pages.set(number, null);
            unusedPageNumbers.add(number);
            return;
        }
        emptyPages += page.isEmpty() ? 1 : 0;
        if (wasFull) {
            pagesWithRoom.add(number);
        }
    }

    private int pageWithRoom() {
        while (pagesWithRoom.size() > 0) {
            int number = pagesWithRoom.last();
            RowPage page = pages.get(number);
            if (page != null && !page.isFull()) {
                return number;
            }
            pagesWithRoom.removeLast();
        }
        int number = newPageNumber();
        pages.set(number, new RowPage(layout));
        pageBytes += RowPage.fixedBytes(layout);
        emptyPages++;
        pagesWithRoom.add(number);
        return number;
    }

    private int newPageNumber() {
        if (unusedPageNumbers.size() > 0) {
            int number = unusedPageNumbers.last();
            unusedPageNumbers.removeLast();
            return number;
        }
        if (pageCount == pages.length()) {
            AtomicReferenceArray<RowPage> more = new AtomicReferenceArray<>(pageCount * 2);
            for (int i = 0; i < pageCount; i++) {
                more.set(i, pages.get(i));
            }
            pages = more;
        }
        return pageCount++;
    }
}
