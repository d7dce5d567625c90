package io.tidemark.runtime.order;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.PhysicalKind;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.operator.SortSpec;
import io.tidemark.runtime.state.RowLayout;
import io.tidemark.runtime.state.RowNumbers;
import io.tidemark.runtime.state.RowOrder;
import io.tidemark.runtime.state.RowTable;
import io.tidemark.runtime.state.SlabRows;
import java.io.DataInput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The different rows of each partition, with the sums of their weights, in order.
 *
 * <p>The rows are a {@link RowTable} whose key is all columns; the first payload slot says in which partition's order a row stands, as the
 * partition's row + 1, and is of no use in a file. The partitions are a table by their columns, built again when rows are loaded; the first
 * payload slot counts the rows that stand in order. What comes after these slots is the owner's; where partitions are small, a last slot of each is
 * for their links.
 *
 * <p>Where partitions are small there is no index of the rows: an equal one is found in its partition's order, when a new one is put there.
 *
 * <p><b>Cost</b>: a state row a row and a partition, some 30 bytes more for the order; O(log n) to put a row in order and to take it out. Where
 * partitions are small, 8 bytes a row and a partition, and O(rows of the partition).
 */
public final class OrderedRows {

    private static final int OWN_SLOTS = 1;

    private final Schema schema;
    private final List<Integer> partitionColumns;
    private final RowTable rows;
    private final RowTable partitions;
    private final RowOrder order;
    private final PartitionOrder index;
    private final int partitionSlot;
    private final int entriesSlot;

    /**
     * Makes one without rows.
     *
     * @param partitionColumns indexes of the columns that tell partitions apart
     * @param by the order within a partition; ties are broken by all columns
     * @param rowPayload how many slots of a row's state the owner wants
     * @param partitionPayload how many slots of a partition's state the owner wants
     * @param small whether partitions have few rows, which are then linked rather than kept in an index
     */
    public OrderedRows(
            Schema schema,
            List<Integer> partitionColumns,
            List<SortSpec.Key> by,
            int rowPayload,
            int partitionPayload,
            boolean small) {
        this.schema = schema;
        this.partitionColumns = List.copyOf(partitionColumns);
        List<PhysicalKind> kinds =
                schema.fields().stream().map(field -> field.type().physical()).toList();
        int link = small ? 1 : 0;
        RowLayout rowLayout = new RowLayout(kinds, OWN_SLOTS + rowPayload + link, List.of());
        this.rows = small ? RowTable.withoutIndex(rowLayout, 0) : new RowTable(rowLayout, 0);
        List<PhysicalKind> keys = partitionColumns.stream()
                .map(column -> schema.type(column).physical())
                .toList();
        this.partitions = new RowTable(new RowLayout(keys, OWN_SLOTS + partitionPayload + link, List.of()), 0);
        this.order = new RowOrder(
                rows,
                by.stream()
                        .map(key -> new RowOrder.By(key.column(), key.descending(), key.nullsFirst()))
                        .toList());
        this.index = small
                ? new LinkedOrder(rows, OWN_SLOTS + rowPayload, partitions, OWN_SLOTS + partitionPayload, order)
                : PartitionOrder.indexed(order);
        this.partitionSlot = rows.layout().payloadSlot(0);
        this.entriesSlot = partitions.layout().payloadSlot(0);
    }

    /** The rows; the owner's {@code i}-th payload slot is number {@code i + 1}. */
    public RowTable rows() {
        return rows;
    }

    /** The partitions; the owner's {@code i}-th payload slot is number {@code i + 1}. */
    public RowTable partitions() {
        return partitions;
    }

    /** Finds or makes the partitions of rows of a batch, and returns how many were made. */
    public int locatePartitions(Batch batch, int[] positions, int count, int[] found) {
        return partitions.locate(keys(batch.columns()), positions, count, found);
    }

    private List<Column> keys(List<Column> columns) {
        List<Column> keys = new ArrayList<>(partitionColumns.size());
        for (int column : partitionColumns) {
            keys.add(columns.get(column));
        }
        return keys;
    }

    /** Finds or makes the rows of a batch, whose weights are not added yet; new ones don't stand in order yet. Not where partitions are small. */
    public void locateRows(Batch batch, int[] positions, int count, int[] found) {
        rows.locate(batch.columns(), positions, count, found);
    }

    /**
     * Makes a row of a batch, with its weight, and puts it in order where partitions are small. If an equal row stands there, that takes the weight instead.
     *
     * @return the row that stands there now
     */
    public int append(int partition, Batch batch, int position) {
        int row = rows.append(batch.columns(), position);
        rows.addWeight(row, batch.weight(position));
        int standing = index.insert(partition, row);
        if (standing != row) {
            rows.addWeight(standing, rows.weight(row));
            rows.free(row);
        } else {
            enter(partition, row);
        }
        return standing;
    }

    /** Whether a row stands in its partition's order. */
    public boolean isLinked(int row) {
        return rows.page(row)[rows.base(row) + partitionSlot] != 0;
    }

    /** The partition in whose order a row stands. */
    public int partition(int row) {
        return (int) rows.page(row)[rows.base(row) + partitionSlot] - 1;
    }

    /** Puts a row in the order of its partition, where neither it stands yet nor an equal one. */
    public void link(int partition, int row) {
        index.insert(partition, row);
        enter(partition, row);
    }

    private void enter(int partition, int row) {
        rows.page(row)[rows.base(row) + partitionSlot] = partition + 1L;
        partitions.page(partition)[partitions.base(partition) + entriesSlot]++;
    }

    /** Takes a row out of the order. */
    public void unlink(int row) {
        int partition = partition(row);
        index.remove(partition, row);
        partitions.page(partition)[partitions.base(partition) + entriesSlot]--;
        rows.page(row)[rows.base(row) + partitionSlot] = 0;
    }

    /** Rows one after the other. */
    @FunctionalInterface
    public interface Cursor {
        /** The next one, or -1. */
        int next();
    }

    /** How many rows stand in a partition's order. */
    public long entries(int partition) {
        return partitions.page(partition)[partitions.base(partition) + entriesSlot];
    }

    /** The rows of a partition in order. */
    public Cursor cursor(int partition) {
        return index.cursor(partition);
    }

    /** The last row of a partition, or -1. */
    public int last(int partition) {
        return index.last(partition);
    }

    /** Whether two rows are equal in the columns of the order. */
    public boolean ties(int one, int other) {
        return order.ties(one, other);
    }

    /** Frees the rows of a partition, and the partition. */
    public void free(int partition) {
        RowNumbers all = new RowNumbers();
        Cursor cursor = cursor(partition);
        for (int row = cursor.next(); row >= 0; row = cursor.next()) {
            all.add(row);
        }
        for (int i = 0; i < all.count(); i++) {
            unlink(all.get(i));
            rows.free(all.get(i));
        }
        partitions.free(partition);
    }

    /** Told of a partition that loading has made. */
    @FunctionalInterface
    public interface Loaded {
        /** A row has been put in order. */
        void linked(int partition, boolean isNew, int row);
    }

    /** Loads rows that the table has written, and puts them in order. */
    public void load(List<? extends DataInput> segments, Loaded loaded) throws IOException {
        rows.load(segments);
        partitions.clear();
        index.clear();
        linkAll(loaded);
    }

    private void linkAll(Loaded loaded) {
        SlabRows some = new SlabRows();
        int[] numbers = new int[Batch.MAX_ROWS];
        for (int row = rows.nextRow(0); row >= 0; row = rows.nextRow(row + 1)) {
            numbers[some.count()] = row;
            rows.collect(row, some);
            if (some.isFull()) {
                link(some, numbers, loaded);
            }
        }
        link(some, numbers, loaded);
    }

    /** Loads partitions, with what their owner keeps of them, and then rows, as their tables have written them. */
    public void loadBoth(DataInput in) throws IOException {
        partitions.load(in);
        for (int partition = partitions.nextRow(0); partition >= 0; partition = partitions.nextRow(partition + 1)) {
            partitions.page(partition)[partitions.base(partition) + entriesSlot] = 0;
        }
        rows.load(in);
        index.clear();
        linkAll((partition, isNew, row) -> {});
    }

    private void link(SlabRows some, int[] numbers, Loaded loaded) {
        int count = some.count();
        List<Column> keys = new ArrayList<>(partitionColumns.size());
        for (int column : partitionColumns) {
            keys.add(some.key(rows.layout(), column, schema.type(column)));
        }
        int[] positions = new int[count];
        for (int i = 0; i < count; i++) {
            positions[i] = i;
        }
        int[] found = new int[count];
        partitions.locate(keys, positions, count, found);
        for (int i = 0; i < count; i++) {
            boolean isNew = entries(found[i]) == 0;
            link(found[i], numbers[i]);
            loaded.linked(found[i], isNew, numbers[i]);
        }
        some.clear();
    }

    /** Ends the epoch of both tables. */
    public void endEpoch() {
        rows.endEpoch();
        partitions.endEpoch();
    }

    /** The memory held, in bytes. */
    public long sizeBytes() {
        return rows.sizeBytes() + partitions.sizeBytes() + index.sizeBytes();
    }
}
