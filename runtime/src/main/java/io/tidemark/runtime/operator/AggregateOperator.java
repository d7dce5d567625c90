package io.tidemark.runtime.operator;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.sql.error.CodedException;
import java.util.Optional;

/** Groups and aggregates. */
public final class AggregateOperator implements Operator {

    /** Makes one without state. */
    public AggregateOperator(AggregateSpec spec, Dataflow.RowHandlers handlers) {}

    @Override
    public void process(int input, Batch batch, Output out) {
        throw CodedException.unsupported("AggregateOperator");
    }

    @Override
    public long endEpoch(Epoch epoch, long watermark, Output out) {
        return watermark;
    }

    @Override
    public Optional<OperatorState> state() {
        return Optional.empty();
    }
}
