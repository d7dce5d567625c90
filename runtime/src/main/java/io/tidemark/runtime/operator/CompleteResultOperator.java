package io.tidemark.runtime.operator;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.state.RowTable;
import io.tidemark.runtime.state.ZSet;
import io.tidemark.sql.error.CodedException;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Optional;

/**
 * EMIT COMPLETE: keeps the whole result I and gives all of it out at the end of each epoch: out = I + Δin. What it gives out is not a delta.
 *
 * <p><b>Shape</b>: distinct rows, each with its weight. <b>Errors</b>: INTERNAL when a row was taken back more often than it came. <b>Cost</b>: a
 * state row for each distinct row; each epoch costs the whole result.
 *
 * <p>Layout written: the {@link RowTable} of the whole rows, without payload.
 */
public final class CompleteResultOperator implements Operator, OperatorState {

    private final ZSet result;

    /** Makes one with an empty result of a schema. */
    public CompleteResultOperator(Schema schema) {
        this.result = new ZSet(schema);
    }

    @Override
    public void process(int input, Batch batch, Output out) {
        result.add(batch);
    }

    @Override
    public long endEpoch(Epoch epoch, long watermark, Output out) {
        RowTable table = result.table();
        for (int row = table.nextRow(0); row >= 0; row = table.nextRow(row + 1)) {
            long weight = table.weight(row);
            if (weight < 0) {
                throw CodedException.internal("a row of the result has weight " + weight);
            }
            if (weight == 0) {
                table.free(row);
            } else {
                result.put(row, weight, out::emit);
            }
        }
        result.flush(out::emit);
        table.endEpoch();
        return watermark;
    }

    @Override
    public Optional<OperatorState> state() {
        return Optional.of(this);
    }

    @Override
    public String layout() {
        return "complete/1 " + result.table().layout();
    }

    @Override
    public void write(DataOutput out) throws IOException {
        result.table().write(out);
    }

    @Override
    public void load(DataInput in) throws IOException {
        result.table().load(in);
    }

    @Override
    public long rows() {
        return result.table().rows();
    }

    @Override
    public long sizeBytes() {
        return result.table().sizeBytes();
    }
}
