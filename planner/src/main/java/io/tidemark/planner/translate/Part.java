package io.tidemark.planner.translate;

import io.tidemark.planner.incremental.IncrementalNode;
import java.util.List;
import java.util.Set;

/**
 * A translated operator.
 *
 * @param node the node
 * @param windows sets of columns that determine each other, because they are edges of the same windows
 */
record Part(IncrementalNode node, List<Set<Integer>> windows) {
    Part {
        windows = List.copyOf(windows);
    }

    Part(IncrementalNode node) {
        this(node, List.of());
    }

    /** Whether the column is the edge of a window. */
    boolean isWindowEdge(int column) {
        return windows.stream().anyMatch(set -> set.contains(column));
    }
}
