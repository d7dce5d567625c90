package io.tidemark.runtime.epoch;

import io.tidemark.runtime.connector.EpochSink;
import io.tidemark.runtime.connector.OutputMode;
import java.util.List;

/**
 * Where a query's result goes, and in what form.
 *
 * @param name the sink's qualified name, for messages
 * @param sink an open sink, or a {@link ResultStore}; the execution closes it
 * @param mode what is delivered at each epoch
 * @param keyColumns indexes, in the dataflow's output, of the key by which UPDATE delivers; empty: by whole row
 * @param exactlyOnce whether the sink remembers its last committed epoch over a restart; if not, replay takes the commit records' word
 */
public record QueryOutput(String name, EpochSink sink, OutputMode mode, List<Integer> keyColumns, boolean exactlyOnce) {

    public QueryOutput {
        keyColumns = List.copyOf(keyColumns);
    }
}
