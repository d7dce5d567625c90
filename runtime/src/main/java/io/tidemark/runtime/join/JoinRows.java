package io.tidemark.runtime.join;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.PhysicalKind;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.state.FrozenRows;
import io.tidemark.runtime.state.KeyHash;
import io.tidemark.runtime.state.KeyMatcher;
import io.tidemark.runtime.state.PageArena;
import io.tidemark.runtime.state.RowLayout;
import io.tidemark.runtime.state.RowSlab;
import io.tidemark.runtime.state.RowTableFormat;
import io.tidemark.runtime.state.SlabRows;
import io.tidemark.runtime.state.SlotIndex;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The rows of one side of a join with their weights, by the key columns: rows with equal keys are in one chain. Where rows are taken back, equal
 * rows are one row with the sum of their weights, and are found by the hash of the whole row, however long the chain; where they are only added,
 * each is a row of its own, and nothing is searched.
 *
 * <p><b>Shape</b>: a row has the key columns first, then the others, its weight, a link (the next row of the chain + 1 in the upper half, the
 * previous one + 1 in the lower), then what the owner keeps. Links are not part of the state: they are made anew on load, so that a page is not
 * copied for a capture because a chain goes through it. <b>Cost</b>: 8 bytes a column, 24 a row, its bytes, and 16 to 32 bytes a key; as much
 * again for each different row where rows are taken back.
 */
final class JoinRows {

    private static final long LOW_HALF = 0xFFFFFFFFL;
    private static final int PARTITION = 0;

    private final int keyCount;
    private final boolean distinct;
    private final int[] columnAt;
    private final int[] storedAt;
    private final RowLayout layout;
    private final int pageShift;
    private final int pageMask;
    private final int rowSlots;
    private final int linkSlot;
    private final int timeSlot;
    private final int timeLinkSlot;
    private final int ownerSlot;
    private final int weightSlot;
    private final long[] scratch = new long[Batch.MAX_ROWS];
    private final int[] rowHashes = new int[Batch.MAX_ROWS];
    private final int[] candidates = new int[Batch.MAX_ROWS];
    private final int[] heads = new int[Batch.MAX_ROWS];
    private final TimeChains times;
    private final RowMarks marks;

    private RowSlab slab;
    private KeyMatcher keyMatcher;
    private KeyMatcher rowMatcher;
    private final SlotIndex keyIndex = new SlotIndex();
    private final SlotIndex rowIndex = new SlotIndex();

    /**
     * Makes one without rows.
     *
     * @param side the columns and the keys
     * @param ownerSlots how many slots of each row the owner wants; 0 at first
     */
    JoinRows(JoinSpec.Side side, int ownerSlots) {
        Schema schema = side.schema();
        this.keyCount = side.keys().size();
        this.distinct = side.retracts();
        this.columnAt = IntStream.concat(
                        side.keys().stream().mapToInt(key -> key),
                        IntStream.range(0, schema.size())
                                .filter(column -> !side.keys().contains(column)))
                .toArray();
        this.storedAt = new int[schema.size()];
        for (int stored = columnAt.length - 1; stored >= 0; stored--) {
            storedAt[columnAt[stored]] = stored;
        }
        List<PhysicalKind> kinds = IntStream.of(columnAt)
                .mapToObj(column -> schema.type(column).physical())
                .toList();
        int closes = side.closing().isPresent() ? 1 : 0;
        this.layout = new RowLayout(kinds, 1 + closes + ownerSlots, List.of());
        this.pageShift = layout.pageShift();
        this.pageMask = (1 << pageShift) - 1;
        this.rowSlots = layout.rowSlots();
        this.linkSlot = layout.payloadSlot(0);
        this.timeSlot = side.closing()
                .map(closing -> layout.keySlot(storedAt[closing.column()]))
                .orElse(-1);
        this.timeLinkSlot = linkSlot + closes;
        this.ownerSlot = timeLinkSlot + 1;
        this.times = new TimeChains(this);
        this.weightSlot = layout.weightSlot();
        this.marks = new RowMarks(layout);
        this.slab = new RowSlab(layout);
        this.keyMatcher = new KeyMatcher(layout, slab, keyCount);
        this.rowMatcher = new KeyMatcher(layout, slab, columnAt.length);
    }

    /** The columns of a batch in the order in which a row has them. */
    List<Column> stored(Batch batch) {
        return IntStream.of(columnAt).mapToObj(batch::column).toList();
    }

    /** The key columns among those that {@link #stored} gave. */
    List<Column> keys(List<Column> stored) {
        return stored.subList(0, keyCount);
    }

    /** Hashes the keys of a batch at some positions. */
    void hash(List<Column> keys, int[] positions, int count, int[] hashes) {
        KeyHash.hash(keys, positions, count, scratch, hashes);
    }

    /**
     * Adds rows, or adds to the weights of those that are there.
     *
     * @param columns what {@link #stored} gave of a batch
     * @param weights by position; null: all +1
     * @param hashes of the keys
     * @param rowsOut takes the row of each position; {@code -1 - row} where it has been made just now, or had weight 0 before
     */
    void add(List<Column> columns, int[] positions, int count, int[] weights, int[] hashes, int[] rowsOut) {
        if (distinct) {
            KeyHash.hash(columns, positions, count, scratch, rowHashes);
            rowIndex.candidates(rowHashes, count, scratch, rowsOut);
            rowMatcher.check(columns, positions, count, rowsOut);
        }
        List<Column> keys = keys(columns);
        first(keys, positions, count, hashes, heads);
        for (int i = 0; i < count; i++) {
            int row = distinct ? rowsOut[i] : -1;
            if (row < 0 && distinct) {
                row = find(rowIndex, rowMatcher, columns, positions[i], rowHashes[i]);
            }
            boolean made = row < 0;
            if (made) {
                row = insert(columns, positions[i], hashes[i], heads[i]);
                if (distinct) {
                    rowIndex.insert(rowHashes[i], row);
                }
            }
            boolean begins = distinct ? marks.begins(slab, row) : made;
            slab.change(row);
            slab.pages[row >> pageShift][(row & pageMask) * rowSlots + weightSlot] +=
                    weights.length == 0 ? 1 : weights[positions[i]];
            rowsOut[i] = begins ? -1 - row : row;
        }
        if (distinct) {
            marks.forgetBegun(slab, rowsOut, count);
        }
    }

    private int insert(List<Column> columns, int position, int hash, int knownHead) {
        int row = slab.allocate();
        rowMatcher.write(columns, position, row);
        int head = knownHead >= 0 ? knownHead : find(keyIndex, keyMatcher, keys(columns), position, hash);
        link(row, hash, head);
        if (timeSlot >= 0) {
            times.add(row);
        }
        return row;
    }

    private static int find(SlotIndex index, KeyMatcher matcher, List<Column> keys, int position, int hash) {
        int row = index.next(hash, -1);
        while (row >= 0 && !matcher.isKey(keys, position, row)) {
            row = index.next(hash, row);
        }
        return row;
    }

    private void link(int row, int hash, int head) {
        if (head < 0) {
            keyIndex.insert(hash, row);
            return;
        }
        long after = link(head) >>> 32;
        setLink(row, after << 32 | (head + 1));
        setLink(head, (row + 1L) << 32 | (link(head) & LOW_HALF));
        if (after != 0) {
            int next = (int) after - 1;
            setLink(next, (link(next) & ~LOW_HALF) | (row + 1));
        }
    }

    /** Finds the first row of the chain of each key, or -1. */
    void first(List<Column> keys, int[] positions, int count, int[] hashes, int[] rowsOut) {
        keyIndex.candidates(hashes, count, scratch, rowsOut);
        System.arraycopy(rowsOut, 0, candidates, 0, count);
        keyMatcher.check(keys, positions, count, rowsOut);
        for (int i = 0; i < count; i++) {
            if (rowsOut[i] < 0 && candidates[i] >= 0) {
                rowsOut[i] = find(keyIndex, keyMatcher, keys, positions[i], hashes[i]);
            }
        }
    }

    /** The next row of a chain, or -1. */
    int next(int row) {
        return (int) (link(row) >>> 32) - 1;
    }

    private long link(int row) {
        return slab.pages[row >> pageShift][(row & pageMask) * rowSlots + linkSlot];
    }

    private void setLink(int row, long link) {
        slab.pages[row >> pageShift][(row & pageMask) * rowSlots + linkSlot] = link;
    }

    /** When a row can be forgotten. */
    long time(int row) {
        return slab.pages[row >> pageShift][(row & pageMask) * rowSlots + timeSlot];
    }

    long timeLink(int row) {
        return slab.pages[row >> pageShift][(row & pageMask) * rowSlots + timeLinkSlot];
    }

    void setTimeLink(int row, long link) {
        slab.pages[row >> pageShift][(row & pageMask) * rowSlots + timeLinkSlot] = link;
    }

    /** The rows that can be forgotten once the watermark of the closing column is {@code bound}. */
    RowList due(long bound) {
        return times.due(bound);
    }

    /** Takes rows out. */
    void free(RowList rows) {
        for (int i = 0; i < rows.count(); i++) {
            free(rows.get(i));
        }
    }

    /** The weight of a row. */
    long weight(int row) {
        return slab.pages[row >> pageShift][(row & pageMask) * rowSlots + weightSlot];
    }

    /** What the owner keeps of a row. */
    long get(int row, int slot) {
        return slab.pages[row >> pageShift][(row & pageMask) * rowSlots + ownerSlot + slot];
    }

    /** Sets what the owner keeps of a row. */
    void set(int row, int slot, long value) {
        slab.change(row);
        slab.pages[row >> pageShift][(row & pageMask) * rowSlots + ownerSlot + slot] = value;
    }

    /** Notes that something about a row has changed in this epoch. */
    void note(int row) {
        marks.note(slab, row);
    }

    /** The rows noted in this epoch. */
    RowList noted() {
        return marks.noted();
    }

    /** Ends the epoch: takes out rows noted that have weight 0, and forgets the notes. */
    void endEpoch() {
        marks.forgetNoted(slab);
        for (int i = 0; i < marks.noted().count(); i++) {
            int row = marks.noted().get(i);
            if (weight(row) == 0) {
                free(row);
            }
        }
        marks.noted().clear();
        if (layout.references().length > 0) {
            slab.compact(layout.references());
        }
    }

    private void free(int row) {
        long[] page = slab.pages[row >> pageShift];
        int base = (row & pageMask) * rowSlots;
        PageArena arena = slab.arena(row);
        int next = next(row);
        int previous = (int) link(row) - 1;
        if (next >= 0) {
            setLink(next, (link(next) & ~LOW_HALF) | (previous + 1));
        }
        if (previous >= 0) {
            setLink(previous, (next + 1L) << 32 | (link(previous) & LOW_HALF));
        } else {
            int hash = KeyHash.hashRow(layout, keyCount, page, base, arena);
            keyIndex.erase(hash, row);
            if (next >= 0) {
                keyIndex.insert(hash, next);
            }
        }
        if (distinct) {
            rowIndex.erase(KeyHash.hashRow(layout, columnAt.length, page, base, arena), row);
        }
        if (timeSlot >= 0) {
            times.remove(row);
        }
        for (int slot : layout.references()) {
            arena.release(page[base + slot]);
        }
        slab.free(row);
    }

    /** Adds a row to those to be turned into columns. */
    void collect(int row, SlabRows into) {
        into.add(slab.pages[row >> pageShift], (row & pageMask) * rowSlots, slab.arena(row));
    }

    /** The values of a column of rows that have been collected. */
    Column column(int column, SlabRows rows, Schema schema) {
        return rows.key(layout, storedAt[column], schema.type(column));
    }

    /** The number of rows. */
    long rows() {
        return slab.rows();
    }

    /** The memory held, in bytes. */
    long sizeBytes() {
        return slab.sizeBytes()
                + keyIndex.sizeBytes()
                + (distinct ? rowIndex.sizeBytes() : 0)
                + marks.noted().sizeBytes()
                + times.sizeBytes();
    }

    /** A text that changes with the layout of what is written. */
    String layout() {
        return layout + " " + keyCount + (timeSlot < 0 ? "" : " by " + timeSlot);
    }

    /** Captures the rows; see {@link FrozenRows}. */
    FrozenRows capture(boolean whole) {
        return slab.capture(layout, PARTITION, whole);
    }

    /** Writes all rows. */
    void write(DataOutput out) throws IOException {
        slab.all(layout, PARTITION).write(out);
    }

    /** Takes all rows out, before {@link #load}. */
    void clear() {
        slab = new RowSlab(layout);
        keyMatcher = new KeyMatcher(layout, slab, keyCount);
        rowMatcher = new KeyMatcher(layout, slab, columnAt.length);
        keyIndex.clear();
        rowIndex.clear();
        marks.noted().clear();
        times.clear();
    }

    /** Loads one segment, written by {@link #write} or from a capture. {@link #endLoad} has to follow the last. */
    void load(DataInput in, boolean first) throws IOException {
        new RowTableFormat(layout, slab).load(PARTITION, in, first);
    }

    /** Links and indexes the rows loaded. */
    void endLoad() {
        slab.endLoad();
        for (int row = slab.nextRow(0); row >= 0; row = slab.nextRow(row + 1)) {
            long[] page = slab.pages[row >> pageShift];
            int base = (row & pageMask) * rowSlots;
            page[base + linkSlot] = 0;
            PageArena arena = slab.arena(row);
            int hash = KeyHash.hashRow(layout, keyCount, page, base, arena);
            int head = keyIndex.next(hash, -1);
            while (head >= 0 && !keyMatcher.isSame(row, head)) {
                head = keyIndex.next(hash, head);
            }
            link(row, hash, head);
            if (timeSlot >= 0) {
                times.add(row);
            }
            if (distinct) {
                rowIndex.insert(KeyHash.hashRow(layout, columnAt.length, page, base, arena), row);
            }
        }
    }
}
