package io.tidemark.runtime.storage.versioned;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.sql.error.CodedException;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

/**
 * One version of the rows, pinned: unchanged until it is closed, whatever the writer does. Safe for use by several threads, each with iterators of
 * its own.
 *
 * <p><b>Errors</b>: INTERNAL if it is used after it is closed. <b>Cost</b>: a scan copies 8 bytes a cell and shares the strings; a lookup takes
 * one probe of the index and a step for each version of the row that is newer.
 */
public final class VersionedSnapshot implements AutoCloseable {

    private final Pins pins;
    private final Pins.Pin pin;
    private final Published published;
    private final AtomicBoolean closed = new AtomicBoolean();

    VersionedSnapshot(Pins pins, Pins.Pin pin) {
        this.pins = pins;
        this.pin = pin;
        this.published = pin.published();
    }

    /** The version pinned. */
    public long version() {
        return published.version();
    }

    /** All columns. */
    public Schema schema() {
        return layout().schema;
    }

    /** The number of rows; one that is there n times counts n times. */
    public long rowCount() {
        return published.rowCount();
    }

    /** Goes through all columns of the rows, as {@link #scan(List)} does. */
    public Iterator<Batch> scan() {
        return scan(IntStream.of(layout().allColumns).boxed().toList());
    }

    /**
     * Goes through the rows in no particular order. Without a primary key a row that is there n times has weight n. The batches stay valid
     * after the snapshot is closed; the iterator does not.
     *
     * @param columns the indexes of the columns wanted, in the order wanted; may be empty
     */
    public Iterator<Batch> scan(List<Integer> columns) {
        checkOpen();
        int[] wanted = columns.stream().mapToInt(Integer::intValue).toArray();
        return new SnapshotScan(published, new RowGather(layout(), wanted), this::checkOpen);
    }

    /**
     * Finds rows by key, without a scan.
     *
     * @param lookup the keys looked for
     * @param columns as in {@link #scan}
     * @return the rows found; those not found are left out, so it may have no row
     */
    public Batch lookup(KeyLookup lookup, List<Integer> columns) {
        return lookup(lookup.keys(), columns);
    }

    /**
     * Finds rows by their primary key, without a scan.
     *
     * @param keys the keys looked for: columns as the primary key's in its order, or all columns where there is no primary key
     * @param columns as in {@link #scan}
     * @return the rows found, in the order of {@code keys}; those not found are left out, so it may have no row
     */
    public Batch lookup(Batch keys, List<Integer> columns) {
        checkOpen();
        RowLayout layout = layout();
        int[] keyPlaces = IntStream.range(0, layout.keyColumns.length).toArray();
        RowProbe probe = new RowProbe(layout, layout.keyColumns, keys, keyPlaces);
        RowGather gather = new RowGather(
                layout, columns.stream().mapToInt(Integer::intValue).toArray());
        for (int i = 0; i < keys.selectedCount(); i++) {
            int row = published.store().findVisible(probe, keys.position(i), published.sequence());
            if (row != RowPage.NONE) {
                RowPage page = published.store().page(row);
                gather.append(page, row & RowPage.MASK, page.weight(row & RowPage.MASK));
            }
        }
        return gather.build();
    }

    /** What is pinned, while it is. */
    Published published() {
        checkOpen();
        return published;
    }

    private RowLayout layout() {
        return published.store().layout;
    }

    private void checkOpen() {
        if (closed.get()) {
            throw CodedException.internal("a snapshot is used after it was closed");
        }
    }

    /** Lets the version go; a second call does nothing. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            pins.unpin(pin);
        }
    }
}
