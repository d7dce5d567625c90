package io.tidemark.planner.explain;

import io.tidemark.planner.StateBounds;
import io.tidemark.planner.incremental.IncrementalAsofJoin;
import io.tidemark.planner.incremental.IncrementalAsofJoin.Bounds;
import java.util.List;
import java.util.stream.Collectors;

/** ASOF joins in the words of EXPLAIN. */
final class AsofText {
    private AsofText() {}

    /** What one does, in one line. A column whose name is in both inputs goes by its side too. */
    static String of(IncrementalAsofJoin join) {
        List<String> left = NodeText.columns(join.left());
        List<String> right = NodeText.columns(join.right());
        String on = join.match().keys().stream()
                .map(key -> qualified("left", left.get(key.left()), right) + " = "
                        + qualified("right", right.get(key.right()), left))
                .collect(Collectors.joining(" and "));
        String compared = qualified("right", right.get(join.match().rightColumn()), left) + " "
                + join.match().side().comparison() + " "
                + qualified("left", left.get(join.match().leftColumn()), right);
        return (join.match().outer() ? "Left asof join" : "Asof join") + (on.isEmpty() ? "" : " on " + on)
                + " with the " + (join.match().side().isLater() ? "first " : "last ") + compared;
    }

    private static String qualified(String side, String column, List<String> others) {
        return others.contains(column) ? side + "." + column : column;
    }

    /** What it keeps, and until when. */
    static String state(IncrementalAsofJoin join, boolean snapshot) {
        if (snapshot) {
            return keeps() + ", while the query runs";
        }
        String dropped = dropped(join);
        return StateBounds.unbounded(join)
                .map(reason ->
                        keeps() + (dropped.isEmpty() ? ", NEVER DROPPED: " : ", " + dropped + "; NOT ALL: ") + reason)
                .orElse(keeps() + (dropped.isEmpty() ? ", as many as its tables have" : ", " + dropped));
    }

    static String keeps() {
        return "each different row of both sides, with a count";
    }

    /** When rows are forgotten; empty if never. */
    static String dropped(IncrementalAsofJoin join) {
        return join.match().bounds().map(bounds -> dropped(join, bounds)).orElse("");
    }

    private static String dropped(IncrementalAsofJoin join, Bounds bounds) {
        String left = NodeText.columns(join.left()).get(bounds.left().column());
        String right = NodeText.columns(join.right()).get(bounds.right().column());
        String rightPassed = WatermarkText.passed(right, bounds.right().transform());
        if (join.match().side().isLater()) {
            return "left ones dropped when the right one that they match is: when " + rightPassed;
        }
        return "left ones dropped when "
                + WatermarkText.passed(left, bounds.right().transform()) + ", right ones when " + rightPassed
                + ", but for the last one of each key: as many as there are keys";
    }
}
