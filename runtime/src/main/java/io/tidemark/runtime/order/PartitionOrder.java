package io.tidemark.runtime.order;

import io.tidemark.runtime.state.OrderedIndex;
import io.tidemark.runtime.state.RowOrder;

/** The order of the rows of each partition. */
interface PartitionOrder {

    /** Puts a row in, which is not there yet, unless one is that is equal to it; returns the one that is there then. */
    int insert(int partition, int row);

    /** Takes a row out, which is there. */
    void remove(int partition, int row);

    /** The rows of a partition; valid until it changes. */
    OrderedRows.Cursor cursor(int partition);

    /** The last row of a partition, or -1. */
    int last(int partition);

    /** Forgets all rows. */
    void clear();

    /** The memory held beside the rows, in bytes. */
    long sizeBytes();

    /** An index of all partitions together. */
    static PartitionOrder indexed(RowOrder order) {
        OrderedIndex index = new OrderedIndex(order);
        return new PartitionOrder() {
            @Override
            public int insert(int partition, int row) {
                index.insert(partition, row);
                return row;
            }

            @Override
            public void remove(int partition, int row) {
                index.remove(partition, row);
            }

            @Override
            public OrderedRows.Cursor cursor(int partition) {
                return index.cursor(partition)::next;
            }

            @Override
            public int last(int partition) {
                return index.last(partition);
            }

            @Override
            public void clear() {
                index.clear();
            }

            @Override
            public long sizeBytes() {
                return index.sizeBytes();
            }
        };
    }
}
