package io.tidemark.planner.parameter;

import io.tidemark.planner.validate.LogicalPlan;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.jspecify.annotations.Nullable;

/** Puts values in place of a logical plan's parameters. */
public final class ParameterBinding extends RelHomogeneousShuttle {
    private final RexShuttle values;

    private ParameterBinding(RexShuttle values) {
        this.values = values;
    }

    /**
     * Returns the plan with values in place of its parameters. <b>Errors</b>: PARAMETERS if their number is wrong, INVALID_PARAMETER for a
     * LIMIT or OFFSET below zero, and those of a value that is not one of its parameter's type: ROW_ERROR_BAD_CAST, ROW_ERROR_OVERFLOW,
     * ROW_ERROR_TIME_RANGE, ROW_ERROR_TOO_LONG.
     */
    public static LogicalPlan bind(LogicalPlan plan, List<?> values) {
        checkCount(plan.parameterTypes().size(), values);
        if (values.isEmpty()) {
            return plan;
        }
        RexShuttle literals = new Literals(values, plan.rel().getCluster().getRexBuilder());
        return plan.withRel(plan.rel().accept(new ParameterBinding(literals)));
    }

    /** The value of a parameter that a column is compared with; for errors see {@link #bind}. */
    public static RexNode compared(RexDynamicParam parameter, List<?> values, RexBuilder builder) {
        int index = parameter.getIndex();
        return ParameterLiterals.literal(
                index + 1, values.get(index), parameter.getType(), ParameterUse.COMPARED, builder);
    }

    /** Throws PARAMETERS unless there are so many values. */
    public static void checkCount(int count, List<?> values) {
        if (values.size() < count) {
            throw CodedException.of(
                    ErrorCode.PARAMETERS,
                    "parameter " + (values.size() + 1) + " is not set: the statement has " + counted(count));
        }
        if (values.size() > count) {
            throw CodedException.of(
                    ErrorCode.PARAMETERS,
                    "parameter " + (count + 1) + " was set, but the statement has " + counted(count));
        }
    }

    private static String counted(int parameters) {
        return parameters == 1 ? "1 parameter" : (parameters == 0 ? "no" : parameters) + " parameters";
    }

    /** Replaces parameters by what their place asks for. */
    private static final class Literals extends RexShuttle {
        private final List<?> values;
        private final RexBuilder builder;

        Literals(List<?> values, RexBuilder builder) {
            this.values = values;
            this.builder = builder;
        }

        @Override
        public RexNode visitDynamicParam(RexDynamicParam parameter) {
            return literal(parameter, ParameterUse.ASSIGNED);
        }

        @Override
        public RexNode visitCall(RexCall call) {
            if (call.getOperands().stream().noneMatch(RexDynamicParam.class::isInstance)) {
                return super.visitCall(call);
            }
            ParameterUse use = ParameterUse.in(call);
            List<RexNode> operands = new ArrayList<>();
            for (RexNode operand : call.getOperands()) {
                operands.add(
                        operand instanceof RexDynamicParam parameter ? literal(parameter, use) : operand.accept(this));
            }
            return call.clone(call.getType(), operands);
        }

        private RexNode literal(RexDynamicParam parameter, ParameterUse use) {
            int index = parameter.getIndex();
            return ParameterLiterals.literal(index + 1, values.get(index), parameter.getType(), use, builder);
        }
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
        if (below instanceof Sort sort) {
            checkCount(sort.offset, "OFFSET");
            checkCount(sort.fetch, "LIMIT");
        }
        return below.accept(values);
    }

    private void checkCount(@Nullable RexNode count, String clause) {
        if (count instanceof RexDynamicParam parameter) {
            RexNode value = count.accept(values);
            BigDecimal number = value instanceof RexLiteral literal ? literal.getValueAs(BigDecimal.class) : null;
            if (number == null || number.signum() < 0) {
                throw CodedException.of(
                        ErrorCode.INVALID_PARAMETER,
                        "parameter " + (parameter.getIndex() + 1) + ", of " + clause
                                + ", must be a number that is not negative");
            }
        }
    }
}
