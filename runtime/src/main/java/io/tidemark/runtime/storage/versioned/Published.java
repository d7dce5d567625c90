package io.tidemark.runtime.storage.versioned;

import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * What readers see: written whole, read whole.
 *
 * @param sequence rows that began at or before it and end after it are visible
 * @param version the version as the writer calls it
 * @param watermark the event-time watermark of that version, micros
 * @param store where the rows are
 * @param pages the pages when it was published
 * @param pageCount how many of them there were
 * @param rowCount the rows visible, counted as often as they are there
 * @param indexes the indexes, by name
 */
record Published(
        long sequence,
        long version,
        long watermark,
        RowStore store,
        AtomicReferenceArray<RowPage> pages,
        int pageCount,
        long rowCount,
        Map<String, IndexTree.Root> indexes) {

    Published withIndexes(Map<String, IndexTree.Root> others) {
        return new Published(sequence, version, watermark, store, pages, pageCount, rowCount, others);
    }

    /** The same version, of other rows that look the same. */
    Published again(long newSequence, RowStore rows, long count, Map<String, IndexTree.Root> newIndexes) {
        return new Published(newSequence, version, watermark, rows, rows.pages(), rows.pageCount(), count, newIndexes);
    }
}
