package io.tidemark.planner.rule.order;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;

/**
 * The inputs of joins and the conditions between them, with a guess of how many rows there are. Nothing is known of sizes but what keys tell: an
 * input that refers to the key of another has ten times its rows, and an equality keeps one pair of as many as the key has values.
 */
final class JoinGraph {
    private final List<Integer> firsts = new ArrayList<>();
    private final List<InputSize> sizes;
    private final List<Equality> equalities;
    private final List<Long> others;
    private final Map<Long, Double> rows = new HashMap<>();

    /** A condition that a column of one input equals one of another. */
    record Equality(int left, int leftColumn, int right, int rightColumn) {}

    private JoinGraph(List<RelNode> inputs, List<RexNode> conditions) {
        int next = 0;
        for (RelNode input : inputs) {
            firsts.add(next);
            next += input.getRowType().getFieldCount();
        }
        this.equalities = new ArrayList<>();
        this.others = new ArrayList<>();
        for (RexNode condition : conditions) {
            if (!addEquality(condition)) {
                long set = 0;
                for (int column : RelOptUtil.InputFinder.bits(condition)) {
                    set |= 1L << input(column);
                }
                others.add(set);
            }
        }
        this.sizes = InputSize.all(inputs, equalities);
    }

    static JoinGraph of(List<RelNode> inputs, List<RexNode> conditions) {
        return new JoinGraph(inputs, conditions);
    }

    private boolean addEquality(RexNode condition) {
        boolean equals = condition.getKind() == SqlKind.EQUALS || condition.getKind() == SqlKind.IS_NOT_DISTINCT_FROM;
        if (!equals
                || !(((RexCall) condition).getOperands().get(0) instanceof RexInputRef left)
                || !(((RexCall) condition).getOperands().get(1) instanceof RexInputRef right)
                || input(left.getIndex()) == input(right.getIndex())) {
            return false;
        }
        int from = input(left.getIndex());
        int to = input(right.getIndex());
        equalities.add(new Equality(from, left.getIndex() - firstColumn(from), to, right.getIndex() - firstColumn(to)));
        return true;
    }

    private int input(int column) {
        int input = firsts.size() - 1;
        while (firsts.get(input) > column) {
            input--;
        }
        return input;
    }

    /** Where the columns of an input begin among those of all. */
    int firstColumn(int input) {
        return firsts.get(input);
    }

    int size() {
        return firsts.size();
    }

    /** Whether an equality connects two sets of inputs. */
    boolean hasEquality(long left, long right) {
        return equalities.stream()
                .anyMatch(
                        e -> (has(left, e.left) && has(right, e.right)) || (has(left, e.right) && has(right, e.left)));
    }

    private static boolean has(long set, int input) {
        return ((set >> input) & 1) != 0;
    }

    /** A guess of the rows of the join of a set of inputs. */
    double rows(long set) {
        return rows.computeIfAbsent(set, this::guess);
    }

    private double guess(long set) {
        double guess = 1;
        for (int i = 0; i < size(); i++) {
            guess *= has(set, i) ? sizes.get(i).rows() : 1;
        }
        for (long other : others) {
            guess *= Long.bitCount(other) > 1 && (other & ~set) == 0 ? InputSize.OF_COMPARISON : 1;
        }
        return Math.max(1, guess * selectivity(set));
    }

    /** Equalities in a circle, as of three columns, are not independent: only those count that connect something new. */
    private double selectivity(long set) {
        Map<Long, Double> pairs = new HashMap<>();
        ColumnClasses classes = new ColumnClasses();
        for (Equality equality : equalities) {
            boolean inside = has(set, equality.left) && has(set, equality.right);
            if (inside
                    && classes.connect(
                            column(equality.left, equality.leftColumn), column(equality.right, equality.rightColumn))) {
                long pair = ((long) Math.min(equality.left, equality.right) << Integer.SIZE)
                        | Math.max(equality.left, equality.right);
                double values = Math.max(
                        sizes.get(equality.left).values(equality.leftColumn),
                        sizes.get(equality.right).values(equality.rightColumn));
                pairs.merge(pair, 1 / values, (a, b) -> a * b);
            }
        }
        double selectivity = 1;
        for (Map.Entry<Long, Double> pair : pairs.entrySet()) {
            int left = (int) (pair.getKey() >> Integer.SIZE);
            int right = pair.getKey().intValue();
            double largest = Math.max(sizes.get(left).all(), sizes.get(right).all());
            selectivity *= Math.max(pair.getValue(), 1 / largest);
        }
        return selectivity;
    }

    private int column(int input, int column) {
        return firsts.get(input) + column;
    }
}
