package io.tidemark.planner;

import io.tidemark.planner.function.DialectOperators;
import io.tidemark.planner.validate.LogicalPlan;
import io.tidemark.sql.ast.Positions;
import io.tidemark.sql.error.CodedException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;

/**
 * ROW_KIND() taken out of a plan: a constant stands in its place, because no operator below knows it.
 *
 * @param plan the plan without it
 * @param column where it stood in the select list
 */
record RowKinds(LogicalPlan plan, OptionalInt column) {
    private static final String INSERTED = "+I";

    /** Takes it out of the select list. <b>Errors</b>: VALIDATION if it stands anywhere else, or the query is no push query. */
    static RowKinds take(LogicalPlan plan, boolean push) {
        RelNode root = plan.rel();
        Project top = push ? top(root) : null;
        OptionalInt column = top == null ? OptionalInt.empty() : column(top.getProjects());
        RelNode replaced = column.isEmpty() ? root : replace(root, column.getAsInt());
        refuseRest(replaced, plan.sql());
        return new RowKinds(plan.withRel(replaced), column);
    }

    private static @org.jspecify.annotations.Nullable Project top(RelNode root) {
        if (root instanceof Sort sort) {
            return top(sort.getInput());
        }
        return root instanceof Project project ? project : null;
    }

    private static OptionalInt column(List<RexNode> projections) {
        for (int i = 0; i < projections.size(); i++) {
            if (isRowKind(projections.get(i))) {
                return OptionalInt.of(i);
            }
        }
        return OptionalInt.empty();
    }

    private static boolean isRowKind(RexNode node) {
        return node instanceof RexCall call && call.getOperator().equals(DialectOperators.ROW_KIND);
    }

    private static RelNode replace(RelNode root, int column) {
        if (root instanceof Sort sort) {
            return sort.copy(sort.getTraitSet(), List.of(replace(sort.getInput(), column)));
        }
        Project project = (Project) root;
        List<RexNode> projections = new ArrayList<>(project.getProjects());
        projections.set(
                column,
                project.getCluster()
                        .getRexBuilder()
                        .makeLiteral(INSERTED, projections.get(column).getType(), false));
        return LogicalProject.create(
                project.getInput(),
                project.getHints(),
                projections,
                project.getRowType().getFieldNames(),
                project.getVariablesSet());
    }

    private static void refuseRest(RelNode root, String sql) {
        RexShuttle refuse = new RexShuttle() {
            @Override
            public RexNode visitCall(RexCall call) {
                if (isRowKind(call)) {
                    CodedException error = CodedException.validation(
                            "ROW_KIND() may stand only once, by itself, in the select list of a push query");
                    throw Positions.of(call.getParserPosition())
                            .map(position -> error.at(position, sql))
                            .orElse(error);
                }
                return super.visitCall(call);
            }
        };
        root.accept(new RelHomogeneousShuttle() {
            @Override
            public RelNode visit(RelNode other) {
                other.accept(refuse);
                return super.visit(other);
            }
        });
    }
}
