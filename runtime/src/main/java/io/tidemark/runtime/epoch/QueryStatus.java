package io.tidemark.runtime.epoch;

import java.util.List;
import java.util.Optional;

/**
 * A query at one moment, as {@code sys.queries}, {@code sys.sources} and {@code sys.watermarks} show it. Consistent: all of it is from after
 * the same epoch.
 *
 * @param name the query's name
 * @param state where it stands in its life
 * @param startedAtMicros when this execution began, micros since the epoch
 * @param epoch the last committed epoch
 * @param lastError the error that made it fail
 * @param note what else is worth knowing now, such as a source that does not answer and is tried again
 * @param watermark the result's event-time watermark, micros
 * @param rowsOut rows delivered since the query began
 * @param laterBadRows rows left out because their evaluation failed behind the first operator that keeps state
 * @param stateRows rows of state held
 * @param stateBytes memory of state held
 * @param checkpointEpoch the epoch of the newest checkpoint on disk; 0 without one
 * @param sources the rows of each source
 * @param watermarks the watermark of each partition of each source that has one
 */
public record QueryStatus(
        String name,
        QueryState state,
        long startedAtMicros,
        long epoch,
        Optional<String> lastError,
        Optional<String> note,
        long watermark,
        long rowsOut,
        long laterBadRows,
        long stateRows,
        long stateBytes,
        long checkpointEpoch,
        List<SourceStatus> sources,
        List<WatermarkStatus> watermarks) {

    public QueryStatus {
        sources = List.copyOf(sources);
        watermarks = List.copyOf(watermarks);
    }
}
