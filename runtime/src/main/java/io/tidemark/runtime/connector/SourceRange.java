package io.tidemark.runtime.connector;

import java.util.List;

/**
 * What one epoch reads of one source. Written to the plan log before it is read: reading it again gives the same rows in the same order.
 *
 * @param partitions every partition known when the range was planned, also those without rows in it
 * @param description the range in words, for {@code sys.epochs}: {@code orders/0: 1200..1500}
 * @param from the position before the range
 * @param to the position after it, from which the next range is planned; it may carry what the range itself needs to be read
 */
public record SourceRange(List<Integer> partitions, String description, SourcePosition from, SourcePosition to) {

    public SourceRange {
        partitions = List.copyOf(partitions);
    }
}
