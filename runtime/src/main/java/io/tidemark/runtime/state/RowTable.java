package io.tidemark.runtime.state;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Column;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keyed state: rows of slots, found by key a batch at a time. One partition of one operator; single-threaded.
 *
 * <p>An epoch goes {@link #locate}, {@link #touch}, writes to the rows' slots, …, reads of what was touched ({@link #dirtyCount} and following),
 * {@link #free}, {@link #endEpoch}. Row numbers stay valid until freed.
 *
 * <p><b>Shape</b>: see {@link RowLayout}. NULL keys equal each other, so do all NaN, and 0.0 and -0.0. <b>Cost</b>: a row takes 8 bytes a slot,
 * its key's bytes, and 16 to 32 bytes of index. A batch is probed in stages (hash all, load slots, compare keys, then one by one those that are
 * new), so that the memory's latencies overlap.
 *
 * <p>Layout written: see {@link FrozenRows}. The index is not written, but built again on load.
 */
public final class RowTable {

    private static final long MARK = 1L << 32;

    /** When one row in so many goes, going through the whole index costs less than looking each of them up. */
    private static final int MANY = 4;

    private final RowLayout layout;
    private final int partition;
    private final boolean indexed;
    private final int pageShift;
    private final int pageMask;
    private final int rowSlots;
    private final int markSlot;
    private final int[] hashes = new int[Batch.MAX_ROWS];
    private final long[] scratch = new long[Batch.MAX_ROWS];
    private final int[] inserted = new int[Batch.MAX_ROWS];
    private int insertedCount;
    private boolean freesMany;

    private RowSlab slab;
    private SlotIndex index;
    private KeyMatcher matcher;
    private final DirtyRows dirty;

    /**
     * Makes an empty table.
     *
     * @param layout how its rows lie
     * @param partition which partition of its operator's state it is, from 0
     */
    public RowTable(RowLayout layout, int partition) {
        this(layout, partition, true);
    }

    /** Makes an empty table whose rows nobody looks for by key: it is added to by {@link #append} alone. */
    public static RowTable withoutIndex(RowLayout layout, int partition) {
        return new RowTable(layout, partition, false);
    }

    private RowTable(RowLayout layout, int partition, boolean indexed) {
        this.layout = layout;
        this.partition = partition;
        this.indexed = indexed;
        this.pageShift = layout.pageShift();
        this.pageMask = (1 << pageShift) - 1;
        this.rowSlots = layout.rowSlots();
        this.markSlot = layout.nullSlot();
        this.slab = new RowSlab(layout);
        this.index = new SlotIndex();
        this.matcher = new KeyMatcher(layout, slab);
        this.dirty = new DirtyRows(layout);
    }

    /** How the rows lie. */
    public RowLayout layout() {
        return layout;
    }

    /** Which partition of its operator's state this is. */
    public int partition() {
        return partition;
    }

    /**
     * Finds the rows of the keys at some positions, and makes those that are not there.
     *
     * @param keys the key columns, in order
     * @param positions where in the columns
     * @param count how many, at most {@link Batch#MAX_ROWS}
     * @param rowsOut takes the row number of each
     * @return how many rows were made: see {@link #insertedRow}
     */
    public int locate(List<Column> keys, int[] positions, int count, int[] rowsOut) {
        insertedCount = 0;
        find(keys, positions, count, rowsOut);
        for (int i = 0; i < count; i++) {
            if (rowsOut[i] < 0) {
                rowsOut[i] = findOrInsert(keys, positions[i], hashes[i]);
            }
        }
        slab.change(rowsOut, count);
        return insertedCount;
    }

    /** Makes a row of the values at a position, in a table without an index, whether there is an equal one or not; returns its number. */
    public int append(List<Column> keys, int position) {
        int row = slab.allocate();
        matcher.write(keys, position, row);
        slab.change(row);
        return row;
    }

    /** The row that the last {@link #locate} made {@code index}-th, from 0. */
    public int insertedRow(int index) {
        return inserted[index];
    }

    /** Says that a row is about to be changed which was not located in this epoch. */
    public void change(int row) {
        slab.change(row);
    }

    /** Finds the rows of the keys at some positions, with -1 for those that are not there. */
    public void lookup(List<Column> keys, int[] positions, int count, int[] rowsOut) {
        find(keys, positions, count, rowsOut);
        for (int i = 0; i < count; i++) {
            if (rowsOut[i] < 0) {
                rowsOut[i] = findOne(keys, positions[i], hashes[i]);
            }
        }
    }

    private void find(List<Column> keys, int[] positions, int count, int[] rowsOut) {
        KeyHash.hash(keys, positions, count, scratch, hashes);
        index.candidates(hashes, count, scratch, rowsOut);
        matcher.check(keys, positions, count, rowsOut);
    }

    private int findOne(List<Column> keys, int position, int hash) {
        int row = index.next(hash, -1);
        while (row >= 0 && !matcher.isKey(keys, position, row)) {
            row = index.next(hash, row);
        }
        return row;
    }

    private int findOrInsert(List<Column> keys, int position, int hash) {
        int row = findOne(keys, position, hash);
        if (row < 0) {
            row = slab.allocate();
            matcher.write(keys, position, row);
            index.insert(hash, row);
            inserted[insertedCount++] = row;
        }
        return row;
    }

    /** The page of a row. */
    public long[] page(int row) {
        return slab.pages[row >> pageShift];
    }

    /** Where in its page a row begins. */
    public int base(int row) {
        return (row & pageMask) * rowSlots;
    }

    /** All pages; row {@code r} is in page {@code r >> pageShift()}. Valid until the next {@link #locate}. */
    public long[][] pages() {
        return slab.pages;
    }

    /** The binary logarithm of the number of rows in a page. */
    public int pageShift() {
        return pageShift;
    }

    /** What holds the bytes of a row; null where the layout has none. */
    public @Nullable PageArena arena(int row) {
        return slab.arena(row);
    }

    /** Adds a row to those to be turned into columns. */
    public void collect(int row, SlabRows into) {
        into.add(page(row), base(row), slab.arena(row));
    }

    /**
     * Adds to the weights of rows, which are about to change otherwise too: their first touch in an epoch keeps the before-image.
     *
     * @param weights by position; null: all +1
     */
    public void touch(int[] rows, int[] positions, int count, int @Nullable [] weights) {
        long[][] pages = slab.pages;
        int slot = layout.weightSlot();
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            long[] page = pages[row >> pageShift];
            int base = (row & pageMask) * rowSlots;
            if ((page[base + markSlot] & MARK) == 0) {
                page[base + markSlot] |= MARK;
                dirty.add(row, page, base);
            }
            page[base + slot] += weights == null ? 1 : weights[positions[i]];
        }
    }

    /** The number of rows touched in this epoch. */
    public int dirtyCount() {
        return dirty.count();
    }

    /** The row touched {@code index}-th in this epoch, from 0. */
    public int dirtyRow(int index) {
        return dirty.row(index);
    }

    /** Whether the row touched {@code index}-th had a weight other than 0 before this epoch. */
    public boolean hasBeforeImage(int index) {
        return dirty.hasImage(index);
    }

    /** Adds the before-image of the row touched {@code index}-th, which has one. */
    public void collectBeforeImage(int index, SlabRows into) {
        into.add(dirty.imagePage(index), dirty.imageBase(index), slab.arena(dirty.row(index)));
    }

    /** The page of the before-image of the row touched {@code index}-th, which has one. */
    public long[] beforeImagePage(int index) {
        return dirty.imagePage(index);
    }

    /** Where in its page the before-image begins; only its slots from the weight on are there. */
    public int beforeImageBase(int index) {
        return dirty.imageBase(index);
    }

    /** Adds to the weights of rows whose changes nobody will ask for. */
    public void addWeights(int[] rows, int[] positions, int count, int @Nullable [] weights) {
        long[][] pages = slab.pages;
        int slot = layout.weightSlot();
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            pages[row >> pageShift][(row & pageMask) * rowSlots + slot] += weights == null ? 1 : weights[positions[i]];
        }
    }

    /** Adds to the weight of a row. */
    public void addWeight(int row, long weight) {
        slab.change(row);
        page(row)[base(row) + layout.weightSlot()] += weight;
    }

    /** The weight of a row. */
    public long weight(int row) {
        return page(row)[base(row) + layout.weightSlot()];
    }

    /** Takes a row out. Only once what was touched in this epoch has been read. */
    public void free(int row) {
        if (indexed) {
            index.erase(KeyHash.hashRow(layout, page(row), base(row), slab.arena(row)), row);
        }
        releaseValues(row);
        slab.free(row);
    }

    /**
     * Begins to take a good part of all rows out: {@link #freeNext} for each, then {@link #endFree}. Only once what was touched in this epoch has
     * been read.
     *
     * @param count how many
     */
    public void beginFree(long count) {
        freesMany = indexed && count * MANY >= slab.rows();
    }

    /** Takes a row out; until {@link #endFree}, rows can't be found by key. */
    public void freeNext(int row) {
        if (freesMany) {
            releaseValues(row);
            slab.free(row);
        } else {
            free(row);
        }
    }

    /** Ends what {@link #beginFree} began. */
    public void endFree() {
        if (freesMany) {
            index.retain(slab::isLive);
            freesMany = false;
        }
    }

    private void releaseValues(int row) {
        PageArena arena = slab.arena(row);
        if (arena != null) {
            for (int slot : layout.references()) {
                arena.release(page(row)[base(row) + slot]);
            }
        }
    }

    /** Ends the epoch: what was touched is forgotten, and arenas that are mostly garbage are compacted. */
    public void endEpoch() {
        for (int i = 0; i < dirty.count(); i++) {
            int row = dirty.row(i);
            long[] page = slab.pages[row >> pageShift];
            if (page != null) {
                page[base(row) + markSlot] &= ~MARK;
            }
        }
        dirty.clear();
        if (layout.references().length > 0) {
            slab.compact(layout.references());
        }
    }

    /** Takes all rows out. */
    public void clear() {
        slab = new RowSlab(layout);
        index = new SlotIndex();
        matcher = new KeyMatcher(layout, slab);
        dirty.clear();
    }

    /** Writes the table. Between epochs. */
    public void write(DataOutput out) throws IOException {
        slab.all(layout, partition).write(out);
    }

    /**
     * Captures the table between two epochs. From the first capture on, changes are tracked.
     *
     * @param whole whether all rows are wanted, instead of what changed since the last capture; so it is if there was none
     */
    public FrozenRows capture(boolean whole) {
        return slab.capture(layout, partition, whole);
    }

    /**
     * Loads what {@link #write} wrote, in place of the present rows.
     *
     * @throws io.tidemark.sql.error.CodedException CORRUPTED if it is of another version, partition or layout
     */
    public void load(DataInput in) throws IOException {
        load(List.of(in));
    }

    /**
     * Loads what {@link FrozenRows} of captures wrote, in place of the present rows.
     *
     * @param segments one of all rows, then those of what changed after it, in order
     * @throws io.tidemark.sql.error.CodedException CORRUPTED if one is of another version, partition or layout, or does not follow the one before
     */
    public void load(List<? extends DataInput> segments) throws IOException {
        clear();
        RowTableFormat format = new RowTableFormat(layout, slab);
        for (int i = 0; i < segments.size(); i++) {
            format.load(partition, segments.get(i), i == 0);
        }
        slab.endLoad();
        for (int row = slab.nextRow(0); indexed && row >= 0; row = slab.nextRow(row + 1)) {
            index.insert(KeyHash.hashRow(layout, page(row), base(row), slab.arena(row)), row);
        }
    }

    /** The first row at or after {@code row}, or -1: the way to see them all. */
    public int nextRow(int row) {
        return slab.nextRow(row);
    }

    /** The number of rows. */
    public long rows() {
        return slab.rows();
    }

    /** The memory held, in bytes. */
    public long sizeBytes() {
        return slab.sizeBytes() + index.sizeBytes() + dirty.sizeBytes();
    }
}
