package io.tidemark.runtime.epoch;

import io.tidemark.runtime.connector.EpochSink;
import io.tidemark.runtime.operator.OperatorState;

/**
 * A result that the server keeps in memory and serves: the contents of a materialized view. To the epoch loop it is a sink whose contents live
 * in the query's checkpoints.
 *
 * <p>Each epoch is committed, also one without rows. A store newly made holds epoch 0; loading a checkpoint's state makes {@link
 * #lastCommittedEpoch} that checkpoint's epoch, and the epochs after it are delivered again. Committing publishes: readers see the epoch whole
 * or not at all.
 */
public interface ResultStore extends EpochSink {

    /**
     * Says how far the result's event time has come, after the epoch's last row and before {@link #prepare}.
     *
     * @param micros the watermark; {@link Long#MAX_VALUE} when every source has ended
     */
    void watermark(long micros);

    /** Returns when everything committed is durable that does not go into the checkpoint of {@link #state}. */
    default void force() {}

    /** The contents, with the number of the last committed epoch, as checkpoints keep them; written between epochs. */
    OperatorState state();
}
