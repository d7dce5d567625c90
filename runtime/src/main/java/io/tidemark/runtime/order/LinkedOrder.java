package io.tidemark.runtime.order;

import io.tidemark.runtime.state.RowOrder;
import io.tidemark.runtime.state.RowTable;

/**
 * The order of partitions that have few rows: each row names the next one, as its number + 1, and the partition its first.
 *
 * <p><b>Cost</b>: O(rows of the partition); no memory beside a slot a row and a partition.
 */
final class LinkedOrder implements PartitionOrder {

    private final RowTable rows;
    private final RowTable partitions;
    private final RowOrder order;
    private final int nextSlot;
    private final int firstSlot;

    /**
     * Makes one for tables without rows.
     *
     * @param nextPayload the payload slot of a row for the next one
     * @param firstPayload the payload slot of a partition for its first row
     */
    LinkedOrder(RowTable rows, int nextPayload, RowTable partitions, int firstPayload, RowOrder order) {
        this.rows = rows;
        this.partitions = partitions;
        this.order = order;
        this.nextSlot = rows.layout().payloadSlot(nextPayload);
        this.firstSlot = partitions.layout().payloadSlot(firstPayload);
    }

    private int first(int partition) {
        return (int) partitions.page(partition)[partitions.base(partition) + firstSlot] - 1;
    }

    private int next(int row) {
        return (int) rows.page(row)[rows.base(row) + nextSlot] - 1;
    }

    private void setNext(int partition, int before, int row) {
        if (before < 0) {
            partitions.page(partition)[partitions.base(partition) + firstSlot] = row + 1L;
        } else {
            rows.page(before)[rows.base(before) + nextSlot] = row + 1L;
        }
    }

    @Override
    public int insert(int partition, int row) {
        int before = -1;
        int after = first(partition);
        int compared = after < 0 ? 1 : order.compare(after, row);
        while (compared < 0) {
            before = after;
            after = next(after);
            compared = after < 0 ? 1 : order.compare(after, row);
        }
        if (compared == 0) {
            return after;
        }
        setNext(partition, before, row);
        setNext(partition, row, after);
        return row;
    }

    @Override
    public void remove(int partition, int row) {
        int before = -1;
        int at = first(partition);
        while (at != row) {
            before = at;
            at = next(at);
        }
        setNext(partition, before, next(row));
    }

    @Override
    public OrderedRows.Cursor cursor(int partition) {
        int[] at = {first(partition)};
        return () -> {
            int row = at[0];
            if (row >= 0) {
                at[0] = next(row);
            }
            return row;
        };
    }

    @Override
    public int last(int partition) {
        int last = -1;
        for (int row = first(partition); row >= 0; row = next(row)) {
            last = row;
        }
        return last;
    }

    @Override
    public void clear() {
        // The links go with the rows of the tables.
    }

    @Override
    public long sizeBytes() {
        return 0;
    }
}
