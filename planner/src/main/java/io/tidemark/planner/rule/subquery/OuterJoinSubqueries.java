package io.tidemark.planner.rule.subquery;

import io.tidemark.planner.validate.NodePosition;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.SourcePosition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Makes joins of the subqueries in the ON of an outer join: each is computed for the rows of the one input that it depends on, before the join.
 *
 * <p>Before: {@code LeftJoin(a = b AND b IN (s)) of l and r}. After: the same join of l and {@code (r with a mark)}, and the mark is left out again.
 */
final class OuterJoinSubqueries {
    private final Join join;
    private final RexBuilder builder;
    private final int leftCount;
    private final int rightCount;
    private final SubqueryJoins left;
    private final SubqueryJoins right;
    private final OuterRow both;

    OuterJoinSubqueries(Join join) {
        this.join = join;
        this.builder = join.getCluster().getRexBuilder();
        this.leftCount = join.getLeft().getRowType().getFieldCount();
        this.rightCount = join.getRight().getRowType().getFieldCount();
        this.both = new OuterRow(join.getVariablesSet(), 0);
        this.left = new SubqueryJoins(join.getLeft(), both);
        this.right = new SubqueryJoins(join.getRight(), new OuterRow(join.getVariablesSet(), leftCount));
    }

    RelNode unnested() {
        Map<RexSubQuery, RexNode> ofLeft = new LinkedHashMap<>();
        Map<RexSubQuery, RexNode> ofRight = new LinkedHashMap<>();
        for (RexSubQuery query : queries(join.getCondition())) {
            ImmutableBitSet columns = columns(query);
            boolean leftOnly = columns.length() <= leftCount;
            boolean rightOnly = columns.isEmpty() || columns.nextSetBit(0) >= leftCount;
            if (rightOnly && (join.getJoinType() != JoinRelType.RIGHT || !leftOnly)) {
                List<RexNode> operands = Conditions.shifted(query.getOperands(), -leftCount);
                ofRight.put(query, right.value(query.clone(query.getType(), operands)));
            } else if (leftOnly) {
                ofLeft.put(query, left.value(query));
            } else {
                throw CodedException.unsupported("a subquery in ON that depends on both sides of an outer join")
                        .at(NodePosition.within(query.rel).orElse(SourcePosition.at(1, 1)));
            }
        }
        return rejoined(ofLeft, ofRight);
    }

    private RelNode rejoined(Map<RexSubQuery, RexNode> ofLeft, Map<RexSubQuery, RexNode> ofRight) {
        int before = left.rows().getRowType().getFieldCount();
        RexNode condition = join.getCondition().accept(new RexShuttle() {
            @Override
            public RexNode visitInputRef(RexInputRef reference) {
                return reference.getIndex() < leftCount
                        ? reference
                        : new RexInputRef(reference.getIndex() - leftCount + before, reference.getType());
            }

            @Override
            public RexNode visitSubQuery(RexSubQuery query) {
                RexNode own = ofLeft.get(query);
                return own != null
                        ? own
                        : Conditions.shifted(java.util.Objects.requireNonNull(ofRight.get(query)), before);
            }
        });
        RelNode joined =
                LogicalJoin.create(left.rows(), right.rows(), join.getHints(), condition, Set.of(), join.getJoinType());
        List<RexNode> columns = new ArrayList<>();
        for (int i = 0; i < leftCount + rightCount; i++) {
            columns.add(builder.makeInputRef(joined, i < leftCount ? i : i - leftCount + before));
        }
        return LogicalProject.create(
                joined, List.of(), columns, join.getRowType().getFieldNames(), Set.of());
    }

    private ImmutableBitSet columns(RexSubQuery query) {
        return RelOptUtil.InputFinder.bits(query.getOperands(), null).union(both.columns(query.rel));
    }

    private static List<RexSubQuery> queries(RexNode condition) {
        List<RexSubQuery> found = new ArrayList<>();
        condition.accept(new RexVisitorImpl<Void>(true) {
            @Override
            public Void visitSubQuery(RexSubQuery query) {
                found.add(query);
                return null;
            }
        });
        return found;
    }
}
