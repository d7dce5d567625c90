package io.tidemark.runtime.operator;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.connector.AnswerLog;
import io.tidemark.runtime.measure.NodeMeasure;
import java.util.List;
import java.util.Map;

/**
 * A whole query as operators, ready to run: batches of its scans go in, the deltas of its result come out. Single-threaded.
 *
 * <p>Per epoch: {@link #beginEpoch}, {@link #process} for each batch (scan by scan in rising order, each in its source's order), {@link
 * #endEpoch}.
 */
public interface Dataflow {

    /** Makes a fresh dataflow, with empty state, of one query. */
    @FunctionalInterface
    interface Factory {
        /**
         * Makes one.
         *
         * @param handlers told of rows that fail or are late
         * @param out takes the result's deltas, of {@link Dataflow#outputSchema}
         */
        Dataflow create(RowHandlers handlers, Output out);
    }

    /**
     * Who is told of what.
     *
     * @param errors told of rows that fail
     * @param late told of rows that are late
     * @param answers told of what the outside world has answered
     * @param progress run at each batch that an operator gives out, so that an epoch that takes long can be ended by an exception
     */
    record RowHandlers(RowErrorHandler errors, LateRowHandler late, AnswerLog answers, Runnable progress) {

        /** Those of a dataflow whose epochs always end by themselves. */
        public RowHandlers(RowErrorHandler errors, LateRowHandler late, AnswerLog answers) {
            this(errors, late, answers, () -> {});
        }

        /** Those of a dataflow that never runs an epoch again. */
        public RowHandlers(RowErrorHandler errors, LateRowHandler late) {
            this(errors, late, AnswerLog.NONE);
        }
    }

    /** The relations read, by scan index. */
    List<ScanPort> scans();

    /** How many of the first scans are read up to their end in every epoch, however much that is: the tables that rows meet as they are. */
    default int presentScans() {
        return 0;
    }

    /** The watermarks of a scan whose relation declares one, by scan index; the epoch loop sets floors and idleness there. */
    Map<Integer, PartitionWatermarks> watermarks();

    /** The columns of the result. */
    Schema outputSchema();

    /** Begins an epoch: {@code epoch.nowMicros()} is the clock of its expressions. */
    void beginEpoch(Epoch epoch);

    /** Takes a batch of a scan, with the columns of its {@link ScanPort}. */
    void process(int scan, Batch batch);

    /**
     * Ends the epoch, operator by operator from the scans up, so that what one gives out reaches the next in the same epoch.
     *
     * @return the event-time watermark of the result, micros
     */
    long endEpoch();

    /**
     * Whether rows of a batch that was processed in this epoch may still be on their way to the first operator with state. Asked of batches in the order in
     * which they were processed, of each until it is not; after the end of the epoch none is.
     */
    default boolean isUnderWay(Batch batch) {
        return false;
    }

    /** Whether a LIMIT has been reached, so that nothing more will come out. */
    boolean isComplete();

    /** What each node has cost so far, in no order; between two epochs. */
    List<NodeMeasure> measures();

    /** The state to keep in checkpoints, by operator ids that are the same for the same plan. */
    Map<String, OperatorState> states();
}
