package io.tidemark.planner.translate;

import io.tidemark.planner.incremental.IncrementalNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * A translated operator.
 *
 * @param node the node
 * @param windows the columns that are edges of windows
 */
record Part(IncrementalNode node, List<WindowEdges> windows) {
    Part {
        windows = List.copyOf(windows);
    }

    Part(IncrementalNode node) {
        this(node, List.of());
    }

    /** Whether the column is the edge of a window. */
    boolean isWindowEdge(int column) {
        return windows.stream().anyMatch(edges -> edges.contains(column));
    }

    /** The edges as columns of an output; {@code positions} gives where each column goes. */
    List<WindowEdges> movedWindows(IntFunction<List<Integer>> positions) {
        List<WindowEdges> moved = new ArrayList<>();
        windows.forEach(edges -> edges.moved(positions).ifPresent(moved::add));
        return moved;
    }
}
