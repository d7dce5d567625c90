package io.tidemark.runtime.operator;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.state.RowOrder;
import io.tidemark.runtime.state.RowTable;
import io.tidemark.runtime.state.ZSet;
import io.tidemark.sql.error.CodedException;
import java.util.List;
import java.util.Optional;

/**
 * ORDER BY with OFFSET and FETCH over the whole input of a snapshot query, which has one epoch: absorbs, then gives out in order. Ties are broken
 * by the whole row, so that the answer does not depend on the order of arrival.
 *
 * <p><b>Shape</b>: equal rows come as one, with their weight, of which OFFSET and FETCH may cut off a part. <b>Errors</b>: INTERNAL when a row was
 * taken back more often than it came. <b>Cost</b>: where rows are only added and FETCH is given, twice offset + fetch rows are held at most
 * (and {@link #LEAST_HELD}), else all distinct rows; O(n log n). No state is kept between epochs.
 */
public final class SortOperator implements Operator {

    private static final int LEAST_HELD = 4096;

    private final SortSpec spec;
    private final long end;
    private ZSet rows;

    /** Makes one that has absorbed nothing. */
    public SortOperator(SortSpec spec) {
        this.spec = spec;
        this.rows = new ZSet(spec.schema());
        boolean all = spec.fetch() < 0 || spec.offset() > Long.MAX_VALUE - spec.fetch();
        this.end = all ? Long.MAX_VALUE : spec.offset() + spec.fetch();
    }

    @Override
    public void process(int input, Batch batch, Output out) {
        rows.add(batch);
        if (!spec.inputRetracts() && end <= Integer.MAX_VALUE && rows.table().rows() > Math.max(LEAST_HELD, 2 * end)) {
            prune();
        }
    }

    /** Forgets the rows that come after {@code end} others. */
    private void prune() {
        int[] sorted = sorted();
        long before = 0;
        for (int row : sorted) {
            if (before >= end) {
                rows.table().free(row);
            } else {
                before += weight(row);
            }
        }
        rows.table().endEpoch();
    }

    private int[] sorted() {
        RowTable table = rows.table();
        int[] sorted = new int[(int) table.rows()];
        int count = 0;
        for (int row = table.nextRow(0); row >= 0; row = table.nextRow(row + 1)) {
            sorted[count++] = row;
        }
        List<RowOrder.By> by = spec.keys().stream()
                .map(key -> new RowOrder.By(key.column(), key.descending(), key.nullsFirst()))
                .toList();
        new RowOrder(table, by).sort(sorted, count);
        return sorted;
    }

    private long weight(int row) {
        long weight = rows.table().weight(row);
        if (weight < 0) {
            throw CodedException.internal("a row to be sorted has weight " + weight);
        }
        return weight;
    }

    @Override
    public long endEpoch(Epoch epoch, long watermark, Output out) {
        long seen = 0;
        for (int row : sorted()) {
            if (seen >= end) {
                break;
            }
            long from = Math.max(seen, spec.offset());
            seen = Math.min(end, seen + weight(row));
            if (seen > from) {
                rows.put(row, seen - from, out::emit);
            }
        }
        rows.flush(out::emit);
        rows = new ZSet(spec.schema());
        return watermark;
    }

    @Override
    public Optional<OperatorState> state() {
        return Optional.empty();
    }
}
