package io.tidemark.runtime.connector;

import io.tidemark.runtime.batch.Batch;

/**
 * An open sink. Per epoch: {@link #begin}, any number of {@link #write}, {@link #prepare}, then {@link #commit} or {@link #abort}. Used by one
 * thread at a time.
 *
 * <p>Epochs rise but may have gaps. An epoch at or below {@link #lastCommittedEpoch} is never begun again: the engine replays it without output.
 * After a crash the engine asks {@link #lastCommittedEpoch} of the newly opened sink and delivers every later epoch again, with the same rows.
 *
 * <p><b>Shape</b>: batches have the columns of the spec's schema. In APPEND and COMPLETE every weight is positive (a weight of n means the row
 * n times). In UPDATE with a key there is at most one row per key and epoch: weight +1 upserts it, -1 deletes the key. In UPDATE without a
 * key, weights are as in any delta, deletions first.
 */
public interface EpochSink extends AutoCloseable {

    /** The last epoch that this sink holds; 0 if none. */
    long lastCommittedEpoch();

    /**
     * The last epoch that not even a loss of power takes back. A sink whose newest commits may be lost with a crash says less here than {@link
     * #lastCommittedEpoch}; the engine can deliver everything after it again.
     */
    default long durableEpoch() {
        return lastCommittedEpoch();
    }

    /** Begins an epoch. In COMPLETE mode its rows replace all that the sink held. */
    void begin(long epoch);

    /** Takes rows of the epoch begun. */
    void write(Batch delta);

    /** Makes the epoch's rows durable where the sink can do so before the commit; does not make them visible. */
    void prepare();

    /** Makes the epoch visible, at once and whole, and remembers its number with it. */
    void commit();

    /** Forgets the epoch begun. */
    void abort();

    @Override
    void close();
}
