package io.tidemark.runtime.join;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.PhysicalKind;
import io.tidemark.runtime.state.FrozenRows;
import io.tidemark.runtime.state.OrderedIndex;
import io.tidemark.runtime.state.RowLayout;
import io.tidemark.runtime.state.RowNumbers;
import io.tidemark.runtime.state.RowOrder;
import io.tidemark.runtime.state.RowTable;
import io.tidemark.runtime.state.SlabRows;
import io.tidemark.sql.error.CodedException;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * The different rows of one side of an ASOF join, with the sums of their weights, in the order of their key and then of their places; where they are
 * forgotten by their own times also in that of these alone.
 *
 * <p>A <em>place</em> is a number that rises along the order in which a match is the last row before: the value of the column compared, or, where later
 * rows match, its complement. Rows that tie are in the order of all columns.
 *
 * <p>Payload of a row: 0 its key, as the key's row + 1, while it stands in order; 1 whether the epoch has
 * touched it; then the owner's. None of it is of use in a file.
 */
final class AsofRows {

    /** The payload slots before the owner's. */
    static final int OWN_SLOTS = 2;

    private static final int KEY = 0;
    private static final int TOUCHED = 1;
    private static final int ALL = 0;

    private final AsofSpec.Side side;
    private final AsofKeys keys;
    private final RowTable rows;
    private final OrderedIndex order;
    private final OrderedIndex byTime;
    private final RowOrder places;
    private final boolean timed;
    private final int slots;
    private final RowNumbers touched = new RowNumbers();
    private final int[] keysFound = new int[Batch.MAX_ROWS];
    private final int[] rowsFound = new int[Batch.MAX_ROWS];

    AsofRows(AsofSpec spec, int input, AsofKeys keys, int ownerSlots) {
        this.side = spec.side(input);
        this.keys = keys;
        this.timed = spec.forgets() && (input == 1 || !spec.match().later());
        this.slots = OWN_SLOTS + ownerSlots;
        List<PhysicalKind> kinds = side.schema().fields().stream()
                .map(field -> field.type().physical())
                .toList();
        this.rows = new RowTable(new RowLayout(kinds, slots, List.of()), 0);
        this.places = new RowOrder(
                rows, List.of(new RowOrder.By(side.place(), spec.match().later(), false)));
        this.order = new OrderedIndex(places);
        this.byTime = new OrderedIndex(new RowOrder(rows, List.of(new RowOrder.By(side.place(), false, false))));
    }

    /** Adds rows of a batch, none of which has NULL in a key or as its place. */
    void add(Batch batch, int[] positions, int count) {
        keys.locate(keyColumns(batch.columns()), positions, count, keysFound);
        rows.locate(batch.columns(), positions, count, rowsFound);
        for (int i = 0; i < count; i++) {
            int row = rowsFound[i];
            if (get(row, TOUCHED) == 0) {
                set(row, TOUCHED, 1);
                touched.add(row);
            }
            if (get(row, KEY) == 0) {
                link(row, keysFound[i]);
            }
        }
        rows.addWeights(rowsFound, positions, count, batch.weights);
    }

    private List<Column> keyColumns(List<Column> columns) {
        return side.keys().stream().map(columns::get).toList();
    }

    private void link(int row, int key) {
        set(row, KEY, key + 1L);
        keys.add(key, 1);
        order.insert(key, row);
        if (timed) {
            byTime.insert(ALL, row);
        }
    }

    /** Takes a row out of the order of its key; it stays there itself, and its key. */
    void unlink(int row) {
        order.remove(key(row), row);
        keys.add(key(row), -1);
        set(row, KEY, 0);
    }

    /** Takes a row out that stands in order or not. */
    void free(int row) {
        if (get(row, KEY) != 0) {
            unlink(row);
        }
        rows.free(row);
    }

    boolean isLinked(int row) {
        return get(row, KEY) != 0;
    }

    int key(int row) {
        return (int) get(row, KEY) - 1;
    }

    /** The sum of a row's weights, which at the end of an epoch is never below zero. */
    long weight(int row) {
        long weight = rows.weight(row);
        if (weight < 0) {
            throw CodedException.internal(
                    "a row of an ASOF join has weight " + weight + ": more was taken back than had come");
        }
        return weight;
    }

    /** The value of the column compared, an INT64. */
    long time(int row) {
        return rows.page(row)[rows.base(row) + rows.layout().keySlot(side.place())];
    }

    long place(int row) {
        return places.prefix(row);
    }

    /** The last row of a key at or before a place, or -1. */
    int upTo(int key, long place) {
        return order.upTo(key, place);
    }

    /** The rows of a key at or after a place. */
    OrderedIndex.Cursor from(int key, long place) {
        return order.from(key, place);
    }

    /** Takes the rows whose time is at or below a bound out of the order of times, and gives them in that order. */
    RowNumbers due(long bound) {
        RowNumbers due = new RowNumbers();
        OrderedIndex.Cursor cursor = byTime.cursor(ALL);
        for (int row = cursor.next(); row >= 0 && time(row) <= bound; row = cursor.next()) {
            due.add(row);
        }
        for (int i = 0; i < due.count(); i++) {
            byTime.remove(ALL, due.get(i));
        }
        return due;
    }

    /** The earliest row in the order of times, or -1. */
    int earliest() {
        return byTime.first(ALL);
    }

    /** The rows that the epoch has touched. */
    RowNumbers touched() {
        return touched;
    }

    /** Forgets what the epoch has touched, and frees rows of it that are gone. */
    void freeGone() {
        RowNumbers gone = new RowNumbers();
        for (int i = 0; i < touched.count(); i++) {
            int row = touched.get(i);
            set(row, TOUCHED, 0);
            if (rows.weight(row) == 0) {
                gone.add(row);
            }
        }
        touched.clear();
        for (int i = 0; i < gone.count(); i++) {
            free(gone.get(i));
        }
    }

    long get(int row, int slot) {
        return rows.page(row)[rows.base(row) + rows.layout().payloadSlot(slot)];
    }

    void set(int row, int slot, long value) {
        rows.page(row)[rows.base(row) + rows.layout().payloadSlot(slot)] = value;
    }

    void collect(int row, SlabRows into) {
        rows.collect(row, into);
    }

    /** The columns of rows that have been collected. */
    List<Column> columns(SlabRows some) {
        List<Column> columns = new ArrayList<>(side.schema().size());
        for (int column = 0; column < side.schema().size(); column++) {
            columns.add(some.key(rows.layout(), column, side.schema().type(column)));
        }
        return columns;
    }

    /** Calls for each row there is. */
    void forEach(IntConsumer each) {
        for (int row = rows.nextRow(0); row >= 0; row = rows.nextRow(row + 1)) {
            each.accept(row);
        }
    }

    void endEpoch() {
        rows.endEpoch();
    }

    FrozenRows capture(boolean whole) {
        return rows.capture(whole);
    }

    void write(DataOutput out) throws IOException {
        rows.write(out);
    }

    /** Loads rows, and puts them in order; those at or below a bound not in that of times. */
    void load(List<? extends DataInput> segments, long passed) throws IOException {
        rows.load(segments);
        order.clear();
        byTime.clear();
        touched.clear();
        SlabRows some = new SlabRows();
        int[] numbers = new int[Batch.MAX_ROWS];
        for (int row = rows.nextRow(0); row >= 0; row = rows.nextRow(row + 1)) {
            numbers[some.count()] = row;
            rows.collect(row, some);
            if (some.isFull()) {
                link(some, numbers, passed);
            }
        }
        link(some, numbers, passed);
    }

    private void link(SlabRows some, int[] numbers, long passed) {
        List<Column> columns = new ArrayList<>();
        for (int key : side.keys()) {
            columns.add(some.key(rows.layout(), key, side.schema().type(key)));
        }
        int[] positions = IntStream.range(0, some.count()).toArray();
        keys.locate(columns, positions, some.count(), keysFound);
        for (int i = 0; i < some.count(); i++) {
            int row = numbers[i];
            for (int slot = 0; slot < slots; slot++) {
                set(row, slot, 0);
            }
            link(row, keysFound[i]);
            if (timed && time(row) <= passed) {
                byTime.remove(ALL, row);
            }
        }
        some.clear();
    }

    String layout() {
        return rows.layout() + " " + side.keys() + " " + side.place();
    }

    long rows() {
        return rows.rows();
    }

    long sizeBytes() {
        return rows.sizeBytes() + order.sizeBytes() + byTime.sizeBytes();
    }
}
