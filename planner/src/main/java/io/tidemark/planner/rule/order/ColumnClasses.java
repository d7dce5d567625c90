package io.tidemark.planner.rule.order;

import java.util.HashMap;
import java.util.Map;

/** Columns that are equal to each other. */
final class ColumnClasses {
    private final Map<Integer, Integer> parents = new HashMap<>();

    /** Makes two columns equal; returns whether that did not follow already. */
    boolean connect(int left, int right) {
        int from = root(left);
        int to = root(right);
        if (from != to) {
            parents.put(from, to);
        }
        return from != to;
    }

    /** The column that stands for all that are equal to this one. */
    int root(int column) {
        int at = column;
        while (parents.containsKey(at)) {
            at = parents.get(at);
        }
        return at;
    }
}
