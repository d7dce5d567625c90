package io.tidemark.planner.parameter;

import io.tidemark.planner.function.DialectOperators;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.sql.SqlKind;

/** Where a parameter stands, which decides what becomes of a value that is more exact than the parameter's type. */
enum ParameterUse {
    /** Beside something it is compared with: the value is compared as it is, whatever digits it has. */
    COMPARED,
    /** Stored in a column, given out, or cast: the value is rounded to the type, as an assignment does. */
    ASSIGNED,
    /** Part of another expression, whose result would silently differ if the value were rounded: it is refused. */
    OPERAND;

    /** The use of a call's direct operands. */
    static ParameterUse in(RexCall call) {
        return switch (call.getKind()) {
            case EQUALS,
                    NOT_EQUALS,
                    LESS_THAN,
                    LESS_THAN_OR_EQUAL,
                    GREATER_THAN,
                    GREATER_THAN_OR_EQUAL,
                    IS_DISTINCT_FROM,
                    IS_NOT_DISTINCT_FROM -> COMPARED;
            default ->
                call.isA(SqlKind.CAST) || DialectOperators.ASSIGN.equals(call.getOperator()) ? ASSIGNED : OPERAND;
        };
    }
}
