package io.tidemark.planner.rule.order;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Looks for the cheapest tree of joins: the sum of the rows that come out of all its joins, and of the pairs that are compared where no equality finds
 * them. Of trees that cost the same, one that is nearer to the order as written.
 */
final class JoinSearch {
    /** A tree has to be cheaper by so much to be taken before one in the order as written. */
    private static final double CLEARLY = 0.999;

    private JoinSearch() {}

    /** The best of all trees, by dynamic programming over the sets of inputs. */
    static JoinTree best(JoinGraph graph) {
        JoinTree[] best = new JoinTree[1 << graph.size()];
        for (int i = 0; i < graph.size(); i++) {
            best[1 << i] = JoinTree.input(i, graph.rows(1L << i));
        }
        for (int set = 1; set < best.length; set++) {
            for (int last = Integer.highestOneBit(set); last > Integer.lowestOneBit(set); last >>= 1) {
                if ((set & last) != 0) {
                    improve(graph, best, set, set ^ last);
                }
            }
            int first = Integer.lowestOneBit(set);
            for (int part = (set - 1) & set; part > 0; part = (part - 1) & set) {
                if ((part & first) != 0) {
                    improve(graph, best, set, part);
                }
            }
        }
        return best[best.length - 1];
    }

    /** Takes the tree of a part of a set and the rest of it, if that is cheaper. */
    private static void improve(JoinGraph graph, JoinTree[] best, int set, int part) {
        JoinTree left = Objects.requireNonNull(best[part]);
        JoinTree joined = join(graph, left, part, Objects.requireNonNull(best[set ^ part]), set ^ part);
        JoinTree known = best[set];
        if (known == null || joined.cost() < known.cost() * CLEARLY) {
            best[set] = joined;
        }
    }

    /** A tree from the best two parts, again and again. */
    static JoinTree greedy(JoinGraph graph) {
        List<JoinTree> trees = new ArrayList<>();
        for (int i = 0; i < graph.size(); i++) {
            trees.add(JoinTree.input(i, graph.rows(1L << i)));
        }
        while (trees.size() > 1) {
            JoinTree best = null;
            int bestLeft = 0;
            int bestRight = 1;
            for (int left = 0; left < trees.size(); left++) {
                for (int right = left + 1; right < trees.size(); right++) {
                    JoinTree joined =
                            join(graph, trees.get(left), set(trees.get(left)), trees.get(right), set(trees.get(right)));
                    double cost = joined.cost()
                            - trees.get(left).cost()
                            - trees.get(right).cost();
                    double least = best == null
                            ? Double.MAX_VALUE
                            : best.cost()
                                    - trees.get(bestLeft).cost()
                                    - trees.get(bestRight).cost();
                    if (cost < least * CLEARLY) {
                        best = joined;
                        bestLeft = left;
                        bestRight = right;
                    }
                }
            }
            trees.set(bestLeft, Objects.requireNonNull(best));
            trees.remove(bestRight);
        }
        return trees.get(0);
    }

    private static long set(JoinTree tree) {
        return tree.inputs().stream().mapToLong(input -> 1L << input).sum();
    }

    private static JoinTree join(JoinGraph graph, JoinTree left, long leftSet, JoinTree right, long rightSet) {
        double rows = graph.rows(leftSet | rightSet);
        double compared = graph.hasEquality(leftSet, rightSet) ? 0 : left.rows() * right.rows();
        return JoinTree.join(left, right, rows, left.cost() + right.cost() + rows + compared);
    }
}
