package io.tidemark.runtime.operator;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.sql.error.CodedException;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Optional;

/**
 * LIMIT without ORDER BY: the first rows after an offset, in order of arrival. Δout = the part of Δin that stands between the two counts.
 *
 * <p><b>Shape</b>: rows are only added; a row of weight n counts as n rows, and is given out with what is left of its weight. <b>Errors</b>:
 * INTERNAL if a row is taken back. <b>Cost</b>: one counter; O(|Δin|) until the limit, nothing after it.
 *
 * <p>Layout written: the number of rows seen, 8 bytes.
 */
public final class LimitOperator implements Operator, OperatorState {

    private final long first;
    private final long end;
    private long seen;

    /**
     * Makes one that has seen nothing.
     *
     * @param offset how many rows are left out at the beginning
     * @param fetch how many rows are given out then; -1 for all that follow
     */
    public LimitOperator(long offset, long fetch) {
        this.first = offset;
        this.end = fetch < 0 || offset > Long.MAX_VALUE - fetch ? Long.MAX_VALUE : offset + fetch;
    }

    /** Whether the limit has been reached, so that nothing more will come out. */
    public boolean isComplete() {
        return seen >= end;
    }

    @Override
    public void process(int input, Batch batch, Output out) {
        int[] selection = new int[batch.selectedCount()];
        int[] weights = new int[batch.rowCount()];
        int kept = 0;
        for (int i = 0; i < batch.selectedCount() && seen < end; i++) {
            int position = batch.position(i);
            int weight = batch.weight(position);
            if (weight < 0) {
                throw CodedException.internal(
                        "a row with weight " + weight + " reached a limit, which only takes additions");
            }
            long from = Math.max(seen, first);
            seen = Math.min(end, seen + weight);
            if (seen > from) {
                weights[position] = (int) (seen - from);
                selection[kept++] = position;
            }
        }
        if (kept > 0) {
            out.emit(batch.withSelection(selection, kept).withWeights(batch.weights == null ? null : weights));
        }
    }

    @Override
    public long endEpoch(Epoch epoch, long watermark, Output out) {
        return watermark;
    }

    @Override
    public Optional<OperatorState> state() {
        return Optional.of(this);
    }

    @Override
    public String layout() {
        return "limit/1";
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeLong(seen);
    }

    @Override
    public void load(DataInput in) throws IOException {
        seen = in.readLong();
    }

    @Override
    public long rows() {
        return 1;
    }

    @Override
    public long sizeBytes() {
        return Long.BYTES;
    }
}
