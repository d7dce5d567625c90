package io.tidemark.runtime.operator;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.sql.error.CodedException;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Constant rows: Δout = the rows in the first epoch, nothing afterwards. Its watermark has passed everything.
 *
 * <p><b>Shape</b> of the state: one boolean, whether the rows have been given out.
 */
public final class ValuesOperator implements Operator, OperatorState {

    private final List<Batch> batches;
    private boolean emitted;

    /** Makes one that gives out the batches. */
    public ValuesOperator(List<Batch> batches) {
        this.batches = List.copyOf(batches);
    }

    @Override
    public void process(int input, Batch batch, Output out) {
        throw CodedException.internal("constant rows have no input");
    }

    @Override
    public long endEpoch(Epoch epoch, long watermark, Output out) {
        if (!emitted) {
            batches.forEach(out::emit);
            emitted = true;
        }
        return Long.MAX_VALUE;
    }

    @Override
    public Optional<OperatorState> state() {
        return Optional.of(this);
    }

    @Override
    public String layout() {
        return "values/1";
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeBoolean(emitted);
    }

    @Override
    public void load(DataInput in) throws IOException {
        emitted = in.readBoolean();
    }

    @Override
    public long rows() {
        return 0;
    }

    @Override
    public long sizeBytes() {
        return 1;
    }
}
