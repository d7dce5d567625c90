package io.tidemark.runtime.calc;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.RowOrigin;
import io.tidemark.runtime.batch.RowTags;
import io.tidemark.runtime.operator.Epoch;
import io.tidemark.runtime.operator.Operator;
import io.tidemark.runtime.operator.OperatorState;
import io.tidemark.runtime.operator.Output;
import io.tidemark.runtime.operator.PartitionWatermarks;
import java.util.Arrays;
import java.util.Optional;

/**
 * Takes over a watermark that the source itself gives out with each range: Δout = Δin, each row tagged with the watermark before the epoch.
 *
 * <p>The epoch loop raises the watermark when all rows of the epoch have been read. <b>Cost</b>: an array a batch.
 */
public final class InheritedWatermarkOperator implements Operator {

    private final PartitionWatermarks watermarks = new PartitionWatermarks();

    /** The watermarks kept. */
    public PartitionWatermarks watermarks() {
        return watermarks;
    }

    @Override
    public void process(int input, Batch batch, Output out) {
        RowOrigin origin = batch.tags().origin;
        long[] tags = new long[batch.rowCount()];
        Arrays.fill(tags, watermarks.effective(origin == null ? 0 : origin.partition()));
        out.emit(batch.withTags(new RowTags(tags, origin, batch.tags().originRows)));
    }

    @Override
    public long endEpoch(Epoch epoch, long watermark, Output out) {
        return watermarks.sourceWatermark();
    }

    @Override
    public Optional<OperatorState> state() {
        return Optional.of(watermarks);
    }
}
