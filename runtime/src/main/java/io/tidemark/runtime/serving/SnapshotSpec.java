package io.tidemark.runtime.serving;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.connector.Source;
import io.tidemark.runtime.operator.Dataflow;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;

/**
 * A snapshot query as it is run.
 *
 * @param dataflow makes its operators
 * @param inputs what its scans read, by scan index
 * @param retracts whether the dataflow may take back rows that it gave out before, so that its output has to be summed up
 * @param limits how much it may take
 */
public record SnapshotSpec(Dataflow.Factory dataflow, List<Input> inputs, boolean retracts, Limits limits) {

    public SnapshotSpec {
        inputs = List.copyOf(inputs);
    }

    /** What a scan reads. */
    public sealed interface Input {

        /**
         * Rows at hand, such as a pinned version of a view.
         *
         * @param scan gives the columns asked for, by their indexes in the relation, in the order asked for
         */
        record Rows(Function<List<Integer>, Iterator<Batch>> scan) implements Input {}

        /**
         * A source, read from its beginning to its end at the start.
         *
         * @param relation its name
         * @param source opened for this execution alone, which closes it
         */
        record Read(String relation, Source source) implements Input {}
    }

    /**
     * How much a snapshot query may take.
     *
     * @param memoryBytes state and collected result
     * @param timeout time
     */
    public record Limits(long memoryBytes, Duration timeout) {}
}
