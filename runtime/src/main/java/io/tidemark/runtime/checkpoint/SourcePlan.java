package io.tidemark.runtime.checkpoint;

import io.tidemark.runtime.connector.SourceRange;
import java.util.List;
import java.util.Optional;

/**
 * What an epoch does with one source.
 *
 * @param range what it reads; empty if nothing
 * @param idle the partitions that hold nobody back, unless a row of theirs is read
 * @param floorMicros what every partition's watermark is raised to; {@link Long#MIN_VALUE} if nothing
 * @param ended whether nothing will come after the range
 */
public record SourcePlan(Optional<SourceRange> range, List<Integer> idle, long floorMicros, boolean ended) {

    public SourcePlan {
        idle = List.copyOf(idle);
    }
}
