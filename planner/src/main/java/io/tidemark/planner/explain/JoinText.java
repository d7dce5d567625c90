package io.tidemark.planner.explain;

import io.tidemark.planner.StateBounds;
import io.tidemark.planner.incremental.IncrementalJoin;
import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.planner.incremental.trait.ColumnWatermark;
import io.tidemark.planner.text.ExpressionText;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Joins in the words of EXPLAIN. */
final class JoinText {
    private JoinText() {}

    /** What a join does, in one line. A column whose name is in both inputs goes by its side too. */
    static String of(IncrementalJoin join) {
        List<String> left = NodeText.columns(join.left());
        List<String> right = NodeText.columns(join.right());
        List<String> pair = new ArrayList<>();
        left.forEach(name -> pair.add(right.contains(name) ? "left." + name : name));
        right.forEach(name -> pair.add(left.contains(name) ? "right." + name : name));
        List<String> parts = join.keys().stream()
                .map(key -> pair.get(key.left())
                        + (key.nullsMatch() ? " IS NOT DISTINCT FROM " : " = ")
                        + pair.get(left.size() + key.right()))
                .collect(Collectors.toCollection(ArrayList::new));
        join.residual().ifPresent(rest -> parts.add(ExpressionText.of(rest, pair)));
        String name = join.kind().words().charAt(0)
                + join.kind().words().substring(1).replace(" JOIN", "").toLowerCase(java.util.Locale.ROOT);
        return name + " join"
                + (parts.isEmpty() ? " of every row with every row" : " on " + String.join(" and ", parts));
    }

    /** What it keeps, and until when. */
    static String state(IncrementalJoin join, boolean snapshot) {
        if (snapshot) {
            return keeps(join) + ", while the query runs";
        }
        String dropped = dropped(join);
        return StateBounds.unbounded(join)
                .map(reason -> keeps(join)
                        + (dropped.isEmpty() ? ", NEVER DROPPED: " : ", " + dropped + "; NOT ALL: ")
                        + reason)
                .orElse(keeps(join) + (dropped.isEmpty() ? ", as many as its tables have" : ", " + dropped));
    }

    /** When rows are forgotten; empty if never. */
    static String dropped(IncrementalJoin join) {
        List<String> sides = new ArrayList<>();
        join.bounds().dropLeft().ifPresent(bound -> sides.add("left ones dropped when " + passed(join.left(), bound)));
        join.bounds()
                .dropRight()
                .ifPresent(bound -> sides.add("right ones dropped when " + passed(join.right(), bound)));
        return String.join(", ", sides);
    }

    private static String passed(IncrementalNode side, ColumnWatermark bound) {
        return WatermarkText.passed(NodeText.columns(side).get(bound.column()), bound.transform());
    }

    static String keeps(IncrementalJoin join) {
        return join.kind().isTemporal() ? "the rows of the table" : "the rows of both sides";
    }
}
