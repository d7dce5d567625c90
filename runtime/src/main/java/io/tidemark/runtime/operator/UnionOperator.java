package io.tidemark.runtime.operator;

import io.tidemark.runtime.batch.Batch;
import java.util.Optional;

/** UNION ALL: Δout = the sum of the inputs' deltas. The watermark is the least of the inputs'. */
public final class UnionOperator implements Operator {

    @Override
    public void process(int input, Batch batch, Output out) {
        out.emit(batch);
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
