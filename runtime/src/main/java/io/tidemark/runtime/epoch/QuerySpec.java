package io.tidemark.runtime.epoch;

import io.tidemark.runtime.accounting.RowStream;
import io.tidemark.runtime.checkpoint.KeptRow;
import io.tidemark.runtime.operator.Dataflow;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A continuous query as the epoch loop is given it.
 *
 * @param name unique on this server while the query exists; its records in the plan log stand under it
 * @param title what people call it, for messages
 * @param directory the query's own, for checkpoints and kept rows; made if absent, removed by {@link QueryExecution#drop}
 * @param dataflow makes the query's operators; called again after a failure, and each time gives the same operators with empty state
 * @param sources what the dataflow's scans read, by scan index
 * @param output where the result goes
 * @param trigger when epochs begin
 * @param settings limits and policies
 * @param rowStreams where late and bad rows go whose policy is STREAM; the execution closes them
 */
public record QuerySpec(
        String name,
        String title,
        Path directory,
        Dataflow.Factory dataflow,
        List<SourceBinding> sources,
        QueryOutput output,
        Trigger trigger,
        QuerySettings settings,
        Map<KeptRow.Kind, RowStream> rowStreams) {

    public QuerySpec {
        sources = List.copyOf(sources);
        rowStreams = Map.copyOf(rowStreams);
    }

    /** A query that people call by its name. */
    public QuerySpec(
            String name,
            Path directory,
            Dataflow.Factory dataflow,
            List<SourceBinding> sources,
            QueryOutput output,
            Trigger trigger,
            QuerySettings settings) {
        this(name, name, directory, dataflow, sources, output, trigger, settings, Map.of());
    }
}
