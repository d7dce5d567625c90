package io.tidemark.runtime.storage.versioned;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.sql.error.CodedException;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

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

    /**
     * Rows asked for by the values of some of their columns.
     *
     * @param index the index to find them by; the primary key where it is absent
     * @param columns the indexes of the columns: the primary key's in its order, or the first ones of the index
     * @param keys the values, a row for each key, with a column for each of {@code columns}; no two alike
     */
    public record KeyLookup(Optional<String> index, List<Integer> columns, Batch keys) {

        public KeyLookup {
            columns = List.copyOf(columns);
        }
    }

    VersionedSnapshot(Pins pins, Pins.Pin pin) {
        this.pins = pins;
        this.pin = pin;
        this.published = pin.published();
    }

    /** The version pinned. */
    public long version() {
        return published.version();
    }

    /** How far the event time of the rows had come, micros; {@link Long#MIN_VALUE} where nothing is known. */
    public long watermark() {
        return published.watermark();
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
     * Finds rows by key, without a scan if the version has the index asked for.
     *
     * @param lookup the keys looked for
     * @param columns as in {@link #scan}
     * @return the rows found; those not found are left out
     */
    public Iterator<Batch> lookup(KeyLookup lookup, List<Integer> columns) {
        checkOpen();
        return new Finder(published, lookup).batches(columns, this::checkOpen);
    }

    /**
     * Finds rows by their primary key, without a scan.
     *
     * @param keys the keys looked for, of one batch at most: columns as the primary key's in its order, or all columns where there is no primary key
     * @param columns as in {@link #scan}
     * @return the rows found, in the order of {@code keys}; those not found are left out, so it may have no row
     */
    public Batch lookup(Batch keys, List<Integer> columns) {
        List<Integer> keyColumns = IntStream.of(layout().keyColumns).boxed().toList();
        Iterator<Batch> found = lookup(new KeyLookup(Optional.empty(), keyColumns, keys), columns);
        return found.hasNext()
                ? found.next()
                : new RowGather(
                                layout(),
                                columns.stream().mapToInt(Integer::intValue).toArray())
                        .build();
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

    /** Finds the rows that a lookup asks for. */
    private static final class Finder {

        private final Published published;
        private final RowStore store;
        private final KeyLookup lookup;

        Finder(Published published, KeyLookup lookup) {
            this.published = published;
            this.store = published.store();
            this.lookup = lookup;
        }

        /** The ids of the rows: in the order of the keys where an index finds them, each once. */
        IntList rows() {
            IntList found = new IntList();
            Batch keys = lookup.keys();
            IndexTree.Root index = index();
            if (index != null) {
                for (int i = 0; i < keys.selectedCount(); i++) {
                    index.find(keys, keys.position(i), found);
                }
            } else if (lookup.index().isEmpty()) {
                byPrimaryKey(found);
            } else {
                byScan(found);
            }
            return found;
        }

        /** The index asked for, if the version has it: it may be younger than that, or have been dropped since the lookup was planned. */
        private IndexTree.@Nullable Root index() {
            IndexTree.Root root = lookup.index().map(published.indexes()::get).orElse(null);
            int used = lookup.columns().size();
            return root != null
                            && used <= root.columns().size()
                            && root.columns().subList(0, used).equals(lookup.columns())
                    ? root
                    : null;
        }

        private int[] columns() {
            return lookup.columns().stream().mapToInt(Integer::intValue).toArray();
        }

        private RowProbe probe() {
            int[] columns = columns();
            return new RowProbe(
                    store.layout,
                    columns,
                    lookup.keys(),
                    IntStream.range(0, columns.length).toArray());
        }

        private void byPrimaryKey(IntList found) {
            Batch keys = lookup.keys();
            RowProbe probe = probe();
            for (int i = 0; i < keys.selectedCount(); i++) {
                int row = store.findVisible(probe, keys.position(i), published.sequence());
                if (row != RowPage.NONE) {
                    found.add(row);
                }
            }
        }

        private void byScan(IntList found) {
            Batch keys = lookup.keys();
            RowProbe probe = probe();
            AtomicReferenceArray<RowPage> pages = published.pages();
            for (int number = 0; number < published.pageCount(); number++) {
                RowPage page = pages.get(number);
                for (int slot = 0; page != null && slot < RowPage.ROWS; slot++) {
                    if (page.isVisible(slot, published.sequence()) && matchesAny(keys, probe, page, slot)) {
                        found.add(number << RowPage.SHIFT | slot);
                    }
                }
            }
        }

        private static boolean matchesAny(Batch keys, RowProbe probe, RowPage page, int slot) {
            for (int i = 0; i < keys.selectedCount(); i++) {
                if (probe.matches(keys.position(i), page, slot)) {
                    return true;
                }
            }
            return false;
        }

        /** The rows themselves, in batches. */
        Iterator<Batch> batches(List<Integer> columns, Runnable check) {
            IntList found = rows();
            RowGather gather = new RowGather(
                    store.layout, columns.stream().mapToInt(Integer::intValue).toArray());
            return new Iterator<>() {
                private int next;

                @Override
                public boolean hasNext() {
                    return next < found.size();
                }

                @Override
                public Batch next() {
                    if (!hasNext()) {
                        throw new NoSuchElementException();
                    }
                    check.run();
                    while (next < found.size() && !gather.isFull()) {
                        int row = found.get(next++);
                        RowPage page = store.page(row);
                        gather.append(page, row & RowPage.MASK, page.weight(row & RowPage.MASK));
                    }
                    return gather.build();
                }
            };
        }
    }
}
