package io.tidemark.runtime.operator;

import io.tidemark.runtime.batch.Batch;
import java.util.Optional;

/**
 * One node of a running query. In an epoch it is given each batch of its inputs' deltas, then told once that the epoch's input is complete.
 *
 * <p>An operator without state emits from {@link #process}; one with state usually absorbs there and emits one consolidated delta from {@link
 * #endEpoch}. What it gives out in an epoch, as a sum of weighted rows, depends only on its state and the epoch's input, never on how the input
 * was cut into batches.
 */
public interface Operator {

    /** Takes a batch of input {@code input} (from 0). Batches come in the order of the source. */
    void process(int input, Batch batch, Output out);

    /**
     * Ends the epoch: emits what the epoch's input and the new watermark make due, then drops what the watermark proves dead.
     *
     * @param epoch the epoch's number and logged clock
     * @param watermark the event-time watermark of the input edge (the least, of several inputs) after this epoch, micros; {@link
     *     Long#MIN_VALUE} before there is one, {@link Long#MAX_VALUE} when the input has ended
     * @return the event-time watermark of the output edge, micros
     */
    long endEpoch(Epoch epoch, long watermark, Output out);

    /** The state to be kept in checkpoints, if the operator has any. */
    Optional<OperatorState> state();
}
