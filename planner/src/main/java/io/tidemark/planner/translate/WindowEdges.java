package io.tidemark.planner.translate;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;

/**
 * Columns of a row that are edges of one of its windows, and which of them tell the others.
 *
 * @param starts the columns that hold the window's start
 * @param ends those that hold its end, or {@code window_time}, which tells the end
 * @param startTellsEnd whether two windows with the same start (and the same {@code within}) are the same
 * @param within the columns besides that tell windows apart: the partition columns of sessions
 */
record WindowEdges(Set<Integer> starts, Set<Integer> ends, boolean startTellsEnd, Set<Integer> within) {

    boolean contains(int column) {
        return starts.contains(column) || ends.contains(column);
    }

    /** The edges as columns of an output; {@code positions} gives where each column goes. */
    Optional<WindowEdges> moved(IntFunction<List<Integer>> positions) {
        Set<Integer> newStarts = moved(starts, positions);
        Set<Integer> newEnds = moved(ends, positions);
        Set<Integer> newWithin = moved(within, positions);
        boolean apart = within.stream().noneMatch(c -> positions.apply(c).isEmpty());
        if (!apart || (newStarts.isEmpty() && newEnds.isEmpty())) {
            return Optional.empty();
        }
        return Optional.of(new WindowEdges(newStarts, newEnds, startTellsEnd, newWithin));
    }

    private static Set<Integer> moved(Set<Integer> columns, IntFunction<List<Integer>> positions) {
        Set<Integer> moved = new LinkedHashSet<>();
        columns.forEach(column -> moved.addAll(positions.apply(column)));
        return moved;
    }

    /** The columns each of which tells the window. */
    List<Integer> telling() {
        List<Integer> telling = new ArrayList<>();
        if (startTellsEnd || ends.isEmpty()) {
            telling.addAll(starts);
        }
        telling.addAll(ends);
        return telling;
    }
}
