package io.tidemark.runtime.storage.log;

import java.util.List;
import java.util.Optional;

/**
 * Blocks that become durable together or not at all.
 *
 * @param blocks the content of each block
 * @param spans for each block, how many ordinals it takes up
 * @param writer the epoch that the group holds, if it is a query's
 */
public record LogGroup(List<byte[]> blocks, List<Integer> spans, Optional<WriterEpoch> writer) {

    public LogGroup {
        blocks = List.copyOf(blocks);
        spans = List.copyOf(spans);
        if (blocks.isEmpty() || blocks.size() != spans.size()) {
            throw new IllegalArgumentException(blocks.size() + " blocks with " + spans.size() + " spans");
        }
    }

    long span() {
        long sum = 0;
        for (int span : spans) {
            sum += span;
        }
        return sum;
    }
}
