package io.tidemark.runtime.match;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.state.RowTable;
import io.tidemark.runtime.state.SlabRows;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Which partition each row is of, found again after a load. */
final class MatchPartitions {

    private MatchPartitions() {}

    /** Writes the number of its partition into a slot of each row; partitions that are not there are made. */
    static void assign(RowTable rows, RowTable partitions, MatchSpec spec, int slot) {
        SlabRows some = new SlabRows();
        RowNumberList numbers = new RowNumberList();
        for (int row = rows.nextRow(0); row >= 0; row = rows.nextRow(row + 1)) {
            rows.collect(row, some);
            numbers.add(row);
            if (some.isFull()) {
                assign(rows, partitions, spec, slot, some, numbers);
            }
        }
        assign(rows, partitions, spec, slot, some, numbers);
    }

    private static void assign(
            RowTable rows, RowTable partitions, MatchSpec spec, int slot, SlabRows some, RowNumberList numbers) {
        List<Column> keys = new ArrayList<>();
        for (int column : spec.partitionColumns()) {
            keys.add(some.key(rows.layout(), column, spec.input().type(column)));
        }
        int[] found = new int[Batch.MAX_ROWS];
        partitions.locate(keys, IntStream.range(0, numbers.size).toArray(), numbers.size, found);
        for (int i = 0; i < numbers.size; i++) {
            int row = numbers.numbers[i];
            rows.page(row)[rows.base(row) + slot] = found[i];
        }
        some.clear();
        numbers.clear();
    }
}
