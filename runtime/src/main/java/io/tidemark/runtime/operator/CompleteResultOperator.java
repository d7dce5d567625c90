package io.tidemark.runtime.operator;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.sql.error.CodedException;
import java.util.Optional;

/** EMIT COMPLETE: keeps the whole result and gives all of it out at the end of each epoch. */
public final class CompleteResultOperator implements Operator {

    /** Makes one without state. */
    public CompleteResultOperator(Schema schema) {}

    @Override
    public void process(int input, Batch batch, Output out) {
        throw CodedException.unsupported("CompleteResultOperator");
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
