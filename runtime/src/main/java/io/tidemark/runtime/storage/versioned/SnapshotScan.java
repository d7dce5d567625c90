package io.tidemark.runtime.storage.versioned;

import io.tidemark.runtime.batch.Batch;
import java.util.Iterator;
import java.util.NoSuchElementException;

/** Goes through the rows of a pinned version, page by page, filling each batch as far as there are rows. */
final class SnapshotScan implements Iterator<Batch> {

    private final Published published;
    private final RowGather gather;
    private final Runnable check;
    private final int[] visible = new int[RowPage.ROWS];
    private int nextPage;
    private int nextSlot;

    SnapshotScan(Published published, RowGather gather, Runnable check) {
        this.published = published;
        this.gather = gather;
        this.check = check;
    }

    @Override
    public boolean hasNext() {
        if (gather.size() == 0) {
            check.run();
            fill();
        }
        return gather.size() > 0;
    }

    @Override
    public Batch next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return gather.build();
    }

    private void fill() {
        while (nextPage < published.pageCount() && !gather.isFull()) {
            RowPage page = published.pages().get(nextPage);
            if (page != null) {
                takeFrom(page);
            }
            if (page == null || nextSlot == RowPage.ROWS) {
                nextPage++;
                nextSlot = 0;
            }
        }
    }

    private void takeFrom(RowPage page) {
        int room = gather.room();
        long sequence = published.sequence();
        int count = 0;
        int slot = nextSlot;
        while (slot < RowPage.ROWS && count < room) {
            if (page.isVisible(slot, sequence)) {
                visible[count++] = slot;
            }
            slot++;
        }
        nextSlot = slot;
        if (count > 0) {
            gather.appendAll(page, visible, count);
        }
    }
}
