package io.tidemark.runtime.operator;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.PhysicalKind;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.state.RowLayout;
import io.tidemark.runtime.state.RowTable;
import io.tidemark.runtime.state.ZSet;
import io.tidemark.sql.error.CodedException;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Collects an epoch's raw delta and gives it out consolidated: equal rows become one with the sum of their weights, rows of weight 0 vanish.
 *
 * <p>Used over again: each drain leaves it empty. The order of what comes out is that of each row's (or key's) first appearance.
 */
public final class Consolidation {

    private static final int KEPT = 0;
    private static final int LOST = 1;

    private final Schema schema;
    private ZSet rows;

    /** Makes an empty one for rows of a schema. */
    public Consolidation(Schema schema) {
        this.schema = schema;
        this.rows = new ZSet(schema);
    }

    /** Takes a batch of the delta. */
    public void add(Batch batch) {
        rows.add(batch);
    }

    /** Gives out the Z-set: distinct rows, each with the sum of its weights where that isn't 0; then is empty. */
    public void drain(Output out) {
        RowTable table = rows.table();
        for (int row = table.nextRow(0); row >= 0; row = table.nextRow(row + 1)) {
            if (table.weight(row) != 0) {
                rows.put(row, table.weight(row), out::emit);
            }
        }
        rows.flush(out::emit);
        rows = new ZSet(schema);
    }

    /**
     * Gives out at most one row per key: with weight +1 where the key has a row after the epoch, else, where it lost its row, that row with
     * weight -1; then is empty.
     *
     * @throws CodedException INTERNAL if a key has two rows after the epoch
     */
    public void drainByKey(List<Integer> keyColumns, Output out) {
        KeyedChanges changes = new KeyedChanges(keyColumns);
        RowTable table = rows.table();
        for (int row = table.nextRow(0); row >= 0; row = table.nextRow(row + 1)) {
            if (table.weight(row) != 0) {
                changes.block[changes.count++] = row;
                rows.put(row, table.weight(row), changes::add);
            }
        }
        rows.flush(changes::add);
        changes.emit(out);
        rows = new ZSet(schema);
    }

    /** For each key the row that it has after the epoch and the one that it lost, as numbers in {@link #rows}, plus 1. */
    private final class KeyedChanges {
        private final List<Integer> keyColumns;
        private final RowTable keys;
        private final int[] positions = IntStream.range(0, Batch.MAX_ROWS).toArray();
        private final int[] keyRows = new int[Batch.MAX_ROWS];
        private final int[] block = new int[Batch.MAX_ROWS];
        private int count;

        KeyedChanges(List<Integer> keyColumns) {
            this.keyColumns = keyColumns;
            List<PhysicalKind> kinds = keyColumns.stream()
                    .map(column -> schema.type(column).physical())
                    .toList();
            this.keys = new RowTable(new RowLayout(kinds, 2, List.of()), 0);
        }

        /** Takes the rows of the block, which are those of the batch. */
        void add(Batch batch) {
            List<Column> columns = keyColumns.stream().map(batch::column).toList();
            keys.locate(columns, positions, count, keyRows);
            for (int i = 0; i < count; i++) {
                long[] page = keys.page(keyRows[i]);
                int base = keys.base(keyRows[i]);
                int weight = batch.weight(i);
                int slot = keys.layout().payloadSlot(weight > 0 ? KEPT : LOST);
                if (weight > 1 || (weight > 0 && page[base + slot] != 0)) {
                    throw CodedException.internal("a key of columns " + keyColumns + " has two rows after the epoch");
                }
                page[base + slot] = block[i] + 1L;
            }
            count = 0;
        }

        void emit(Output out) {
            for (int key = keys.nextRow(0); key >= 0; key = keys.nextRow(key + 1)) {
                long[] page = keys.page(key);
                int kept = (int) page[keys.base(key) + keys.layout().payloadSlot(KEPT)];
                int lost = (int) page[keys.base(key) + keys.layout().payloadSlot(LOST)];
                rows.put(kept > 0 ? kept - 1 : lost - 1, kept > 0 ? 1 : -1, out::emit);
            }
            rows.flush(out::emit);
        }
    }
}
