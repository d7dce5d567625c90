package io.tidemark.planner.translate.order;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexVisitorImpl;

/**
 * The rows that calls with OVER are worked out over: of the rows below, the columns that anything uses, in their order, then what the calls
 * compute of them.
 *
 * @param rel the rows
 * @param positions where each column of the rows below, and each expression over them, is
 */
public record OrderedInput(RelNode rel, Map<RexNode, Integer> positions) {

    /**
     * Makes it.
     *
     * @param outer the expressions over the rows below in which the calls stand
     * @param overs the calls
     */
    public static OrderedInput of(RelNode below, List<RexNode> outer, Collection<RexOver> overs) {
        Set<Integer> used = new TreeSet<>();
        RexVisitorImpl<Void> finder = new RexVisitorImpl<>(true) {
            @Override
            public Void visitInputRef(RexInputRef ref) {
                used.add(ref.getIndex());
                return null;
            }

            @Override
            public Void visitOver(RexOver over) {
                return null;
            }
        };
        outer.forEach(expression -> expression.accept(finder));
        List<RexNode> computed = new ArrayList<>();
        for (RexOver over : overs) {
            List<RexNode> needed =
                    new ArrayList<>(WindowCalls.columns(over, below.getCluster().getRexBuilder()));
            needed.addAll(over.getWindow().partitionKeys);
            over.getWindow().orderKeys.forEach(key -> needed.add(key.left));
            for (RexNode expression : needed) {
                if (expression instanceof RexInputRef ref) {
                    used.add(ref.getIndex());
                } else {
                    computed.add(expression);
                }
            }
        }
        Map<RexNode, Integer> positions = new LinkedHashMap<>();
        used.forEach(column -> positions.put(RexInputRef.of(column, below.getRowType()), positions.size()));
        computed.forEach(expression -> positions.putIfAbsent(expression, positions.size()));
        boolean all = computed.isEmpty() && used.size() == below.getRowType().getFieldCount();
        return new OrderedInput(all ? below : project(below, positions), positions);
    }

    private static RelNode project(RelNode below, Map<RexNode, Integer> positions) {
        List<RexNode> expressions = List.copyOf(positions.keySet());
        List<String> names = new ArrayList<>();
        for (RexNode expression : expressions) {
            names.add(
                    expression instanceof RexInputRef ref
                            ? below.getRowType().getFieldNames().get(ref.getIndex())
                            : "$f" + names.size());
        }
        return LogicalProject.create(below, List.of(), expressions, names, Set.of());
    }

    /** Where an expression over the rows below is. */
    public int column(RexNode expression) {
        Integer position = positions.get(expression);
        if (position == null) {
            throw new IllegalArgumentException(expression + " is not among " + positions.keySet());
        }
        return position;
    }

    /** Where some expressions are. */
    public List<Integer> columns(List<RexNode> expressions) {
        return expressions.stream().map(this::column).distinct().toList();
    }

    /** An order by columns of these rows; a column that comes again orders nothing. */
    public List<RelFieldCollation> order(List<RexFieldCollation> keys) {
        List<RelFieldCollation> order = new ArrayList<>();
        for (RexFieldCollation key : keys) {
            int column = column(key.left);
            if (order.stream().noneMatch(field -> field.getFieldIndex() == column)) {
                order.add(new RelFieldCollation(column, key.getDirection(), key.getNullDirection()));
            }
        }
        return order;
    }

    /** Makes expressions over the rows below ones over these; {@code results} says what becomes of a call. */
    public RexShuttle moved(Function<RexOver, RexNode> results) {
        return new RexShuttle() {
            @Override
            public RexNode visitInputRef(RexInputRef ref) {
                return new RexInputRef(column(ref), ref.getType());
            }

            @Override
            public RexNode visitOver(RexOver over) {
                return results.apply(over);
            }
        };
    }
}
