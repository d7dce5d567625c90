package io.tidemark.planner.rule.order;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * A guess of how large an input of joins is.
 *
 * @param all its rows without the conditions on it
 * @param kept the share of them that its conditions let through
 * @param values for columns that refer to a key, or are one, how many different values they have
 */
record InputSize(double all, double kept, Map<Integer, Double> values) {
    /** What a comparison lets through. */
    static final double OF_COMPARISON = 0.3;

    private static final double OF_EQUALITY = 0.05;
    private static final double OF_OTHERS = 0.25;
    private static final double SMALLEST = 1000;
    private static final double GROWTH = 10;
    private static final double FEW_ROWS = 100;

    double rows() {
        return Math.max(1, all * kept);
    }

    double values(int column) {
        return Math.max(1, values.getOrDefault(column, Math.sqrt(all)));
    }

    /** The guesses for all inputs of joins. */
    static List<InputSize> all(List<RelNode> inputs, List<JoinGraph.Equality> equalities) {
        List<Set<Integer>> referred = new ArrayList<>();
        for (int i = 0; i < inputs.size(); i++) {
            referred.add(referred(i, inputs, equalities));
        }
        List<Double> totals = new ArrayList<>();
        for (int i = 0; i < inputs.size(); i++) {
            totals.add(total(i, inputs, referred, new HashSet<>()));
        }
        List<InputSize> sizes = new ArrayList<>();
        for (int i = 0; i < inputs.size(); i++) {
            sizes.add(new InputSize(totals.get(i), kept(inputs.get(i)), new HashMap<>()));
        }
        countValues(inputs, equalities, totals, sizes);
        return sizes;
    }

    /** The inputs whose key an input refers to, without having a key there itself. */
    private static Set<Integer> referred(int input, List<RelNode> inputs, List<JoinGraph.Equality> equalities) {
        Set<Integer> referred = new HashSet<>();
        for (int other = 0; other < inputs.size(); other++) {
            ImmutableBitSet.Builder own = ImmutableBitSet.builder();
            ImmutableBitSet.Builder others = ImmutableBitSet.builder();
            for (JoinGraph.Equality e : equalities) {
                if (e.left() == input && e.right() == other) {
                    own.set(e.leftColumn());
                    others.set(e.rightColumn());
                } else if (e.right() == input && e.left() == other) {
                    own.set(e.rightColumn());
                    others.set(e.leftColumn());
                }
            }
            if (isUnique(inputs.get(other), others.build()) && !isUnique(inputs.get(input), own.build())) {
                referred.add(other);
            }
        }
        return referred;
    }

    private static boolean isUnique(RelNode input, ImmutableBitSet columns) {
        RelMetadataQuery metadata = input.getCluster().getMetadataQuery();
        return !columns.isEmpty() && Boolean.TRUE.equals(metadata.areColumnsUnique(input, columns));
    }

    private static double total(int input, List<RelNode> inputs, List<Set<Integer>> referred, Set<Integer> path) {
        Double most = inputs.get(input).getCluster().getMetadataQuery().getMaxRowCount(inputs.get(input));
        if (most != null && most <= FEW_ROWS) {
            return Math.max(1, most);
        }
        double total = SMALLEST;
        if (path.add(input)) {
            for (int other : referred.get(input)) {
                total = Math.max(total, GROWTH * total(other, inputs, referred, path));
            }
            path.remove(input);
        }
        return total;
    }

    private static void countValues(
            List<RelNode> inputs, List<JoinGraph.Equality> equalities, List<Double> totals, List<InputSize> sizes) {
        ColumnClasses classes = new ColumnClasses();
        Map<Integer, Double> counts = new HashMap<>();
        for (JoinGraph.Equality e : equalities) {
            classes.connect(name(e.left(), e.leftColumn()), name(e.right(), e.rightColumn()));
        }
        for (JoinGraph.Equality e : equalities) {
            count(e.left(), e.leftColumn(), inputs, totals, classes, counts);
            count(e.right(), e.rightColumn(), inputs, totals, classes, counts);
        }
        for (JoinGraph.Equality e : equalities) {
            Double count = counts.get(classes.root(name(e.left(), e.leftColumn())));
            if (count != null) {
                sizes.get(e.left()).values.put(e.leftColumn(), count);
                sizes.get(e.right()).values.put(e.rightColumn(), count);
            }
        }
    }

    private static void count(
            int input,
            int column,
            List<RelNode> inputs,
            List<Double> totals,
            ColumnClasses classes,
            Map<Integer, Double> counts) {
        if (isUnique(inputs.get(input), ImmutableBitSet.of(column))) {
            counts.merge(classes.root(name(input, column)), totals.get(input), Math::max);
        }
    }

    private static int name(int input, int column) {
        return (input << Short.SIZE) + column;
    }

    /** The share of an input's rows that the filters on it let through. */
    private static double kept(RelNode input) {
        if (input instanceof Filter filter) {
            return kept(filter.getInput()) * selectivity(filter.getCondition());
        }
        if (input instanceof Project project) {
            return kept(project.getInput());
        }
        boolean reduces = input instanceof Join join && !join.getJoinType().projectsRight();
        return reduces ? kept(input.getInput(0)) * OF_OTHERS : 1;
    }

    private static double selectivity(RexNode condition) {
        double selectivity = 1;
        for (RexNode part : RelOptUtil.conjunctions(condition)) {
            selectivity *= switch (part.getKind()) {
                case EQUALS -> OF_EQUALITY;
                case SEARCH, LIKE -> OF_OTHERS;
                case OR -> Math.min(1, ofBranches((RexCall) part));
                default -> part.getKind().belongsTo(SqlKind.COMPARISON) ? OF_COMPARISON : OF_OTHERS * 2;
            };
        }
        return selectivity;
    }

    private static double ofBranches(RexCall or) {
        return or.getOperands().stream().mapToDouble(InputSize::selectivity).sum();
    }
}
