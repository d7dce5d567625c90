package io.tidemark.planner;

import io.tidemark.planner.validate.LogicalPlan;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.jspecify.annotations.Nullable;

/** Puts values in place of a logical plan's parameters. */
final class ParameterBinding extends RelHomogeneousShuttle {
    private final RexShuttle values;

    private ParameterBinding(RexShuttle values) {
        this.values = values;
    }

    static LogicalPlan bind(LogicalPlan plan, List<?> values) {
        if (values.size() != plan.parameterTypes().size()) {
            throw CodedException.of(
                    ErrorCode.PARAMETERS,
                    "the statement has " + plan.parameterTypes().size() + " parameters, but " + values.size()
                            + " values were given");
        }
        if (values.isEmpty()) {
            return plan;
        }
        RexBuilder builder = plan.rel().getCluster().getRexBuilder();
        RexShuttle literals = new RexShuttle() {
            @Override
            public RexNode visitDynamicParam(RexDynamicParam parameter) {
                int index = parameter.getIndex();
                return ParameterLiterals.literal(index + 1, values.get(index), parameter.getType(), builder);
            }
        };
        return plan.withRel(plan.rel().accept(new ParameterBinding(literals)));
    }

    @Override
    public RelNode visit(RelNode other) {
        RelNode below = super.visit(other);
        if (below instanceof Project project) {
            List<RexNode> projections = new ArrayList<>();
            project.getProjects().forEach(p -> projections.add(p.accept(values)));
            return LogicalProject.create(
                    project.getInput(),
                    project.getHints(),
                    projections,
                    project.getRowType().getFieldNames(),
                    project.getVariablesSet());
        }
        RelNode bound = below.accept(values);
        if (bound instanceof Sort sort) {
            checkCount(sort.offset, "OFFSET");
            checkCount(sort.fetch, "LIMIT");
        }
        return bound;
    }

    private static void checkCount(@Nullable RexNode count, String clause) {
        boolean wrong = count != null
                && (!(count instanceof RexLiteral)
                        || RexLiteral.isNullLiteral(count)
                        || RexLiteral.bigDecimalValue(count).signum() < 0);
        if (wrong) {
            throw CodedException.of(
                    ErrorCode.INVALID_PARAMETER,
                    "the parameter of " + clause + " must be a number that is not negative");
        }
    }
}
