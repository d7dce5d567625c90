package io.tidemark.server.serving;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.epoch.SourceStatus;
import io.tidemark.runtime.measure.NodeMeasure;
import io.tidemark.sql.error.CodedException;
import java.util.List;
import java.util.Optional;

/**
 * The result of a snapshot query.
 *
 * @param batches its rows, each with weight 1
 * @param lateRows rows left out because they were late
 * @param badRows rows left out because they don't parse or can't be evaluated
 * @param firstBadRow what is wrong with the first bad row
 * @param measures what each node of the plan has cost
 * @param sources what became of the rows of each source read
 */
public record SnapshotResult(
        List<Batch> batches,
        long lateRows,
        long badRows,
        Optional<CodedException> firstBadRow,
        List<NodeMeasure> measures,
        List<SourceStatus> sources) {

    public SnapshotResult {
        measures = List.copyOf(measures);
        sources = List.copyOf(sources);
    }
}
