package io.tidemark.planner;

import io.tidemark.planner.function.DialectOperators;
import io.tidemark.planner.validate.LogicalPlan;
import io.tidemark.sql.ast.Positions;
import io.tidemark.sql.error.CodedException;
import java.math.BigDecimal;
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
import org.apache.calcite.sql.SqlOperator;
import org.jspecify.annotations.Nullable;

/**
 * ROW_KIND() and EPOCH() taken out of a plan: constants stand in their places, because no operator below knows them.
 *
 * @param plan the plan without them
 * @param columns where they stood in the select list
 */
record ChangeFunctions(LogicalPlan plan, ChangeColumns columns) {
    private static final String INSERTED = "+I";

    /** Takes them out of the select list. <b>Errors</b>: VALIDATION if one stands anywhere else, or the query is no push query. */
    static ChangeFunctions take(LogicalPlan plan, boolean push) {
        RelNode root = plan.rel();
        Project top = push ? top(root) : null;
        ChangeColumns columns = top == null
                ? ChangeColumns.NONE
                : new ChangeColumns(
                        column(top.getProjects(), DialectOperators.ROW_KIND),
                        column(top.getProjects(), DialectOperators.EPOCH));
        RelNode replaced = root;
        if (columns.kind().isPresent()) {
            replaced = replace(replaced, columns.kind().getAsInt(), INSERTED);
        }
        if (columns.epoch().isPresent()) {
            replaced = replace(replaced, columns.epoch().getAsInt(), BigDecimal.ZERO);
        }
        refuseRest(replaced, plan.sql());
        return new ChangeFunctions(plan.withRel(replaced), columns);
    }

    private static @Nullable Project top(RelNode root) {
        if (root instanceof Sort sort) {
            return top(sort.getInput());
        }
        return root instanceof Project project ? project : null;
    }

    private static OptionalInt column(List<RexNode> projections, SqlOperator function) {
        for (int i = 0; i < projections.size(); i++) {
            if (isCall(projections.get(i), function)) {
                return OptionalInt.of(i);
            }
        }
        return OptionalInt.empty();
    }

    private static boolean isCall(RexNode node, SqlOperator function) {
        return node instanceof RexCall call && call.getOperator().equals(function);
    }

    private static RelNode replace(RelNode root, int column, Object constant) {
        if (root instanceof Sort sort) {
            return sort.copy(sort.getTraitSet(), List.of(replace(sort.getInput(), column, constant)));
        }
        Project project = (Project) root;
        List<RexNode> projections = new ArrayList<>(project.getProjects());
        projections.set(
                column,
                project.getCluster()
                        .getRexBuilder()
                        .makeLiteral(constant, projections.get(column).getType(), false));
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
                if (isCall(call, DialectOperators.ROW_KIND) || isCall(call, DialectOperators.EPOCH)) {
                    CodedException error =
                            CodedException.validation(call.getOperator().getName()
                                    + "() may stand only once, by itself, in the select list of a push query");
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
