package io.tidemark.planner.rule.order;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Joins upon joins of some inputs.
 *
 * @param left the tree on the left, or null for a single input
 * @param right the tree on the right, or null for a single input
 * @param inputs the inputs by number, from left to right
 * @param rows how many rows come out, as is guessed
 * @param cost how many rows all joins of the tree give out and compare, as is guessed
 */
record JoinTree(@Nullable JoinTree left, @Nullable JoinTree right, List<Integer> inputs, double rows, double cost) {

    JoinTree {
        inputs = List.copyOf(inputs);
    }

    static JoinTree input(int number, double rows) {
        return new JoinTree(null, null, List.of(number), rows, 0);
    }

    static JoinTree join(JoinTree left, JoinTree right, double rows, double cost) {
        List<Integer> inputs = new ArrayList<>(left.inputs);
        inputs.addAll(right.inputs);
        return new JoinTree(left, right, inputs, rows, cost);
    }

    boolean isInput() {
        return left == null;
    }

    @Override
    public JoinTree left() {
        return Objects.requireNonNull(left);
    }

    @Override
    public JoinTree right() {
        return Objects.requireNonNull(right);
    }
}
