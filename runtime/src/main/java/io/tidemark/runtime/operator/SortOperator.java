package io.tidemark.runtime.operator;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.sql.error.CodedException;
import java.util.Optional;

/** ORDER BY with OFFSET and FETCH. */
public final class SortOperator implements Operator {

    /** Makes one without state. */
    public SortOperator(SortSpec spec) {}

    @Override
    public void process(int input, Batch batch, Output out) {
        throw CodedException.unsupported("SortOperator");
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
