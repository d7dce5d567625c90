package io.tidemark.planner.function;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.util.Optionality;

/** An aggregate function of the dialect: one that Calcite lacks, or gives a result of a type that its values do not fit. */
class AggregateFunction extends SqlAggFunction {

    /**
     * Makes one.
     *
     * @param order whether it takes WITHIN GROUP (ORDER BY …)
     */
    AggregateFunction(String name, SqlReturnTypeInference result, SqlOperandTypeChecker operands, Optionality order) {
        this(name, SqlKind.OTHER_FUNCTION, result, operands, order);
    }

    private AggregateFunction(
            String name,
            SqlKind kind,
            SqlReturnTypeInference result,
            SqlOperandTypeChecker operands,
            Optionality order) {
        super(name, null, kind, result, null, operands, SqlFunctionCategory.USER_DEFINED_FUNCTION, false, false, order);
    }

    /** PERCENTILE_CONT or PERCENTILE_DISC: the operand is a fraction, and the argument is what the rows are ordered by. */
    static AggregateFunction percentile(SqlKind kind, SqlReturnTypeInference result) {
        SqlOperandTypeChecker fraction = OperandTypes.UNIT_INTERVAL_NUMERIC_LITERAL;
        return new AggregateFunction(kind.name(), kind, result, fraction, Optionality.MANDATORY);
    }

    /** A call in the tree already names this function: it is not looked up again. */
    @Override
    public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
        for (SqlNode operand : call.getOperandList()) {
            validator.setValidatedNodeType(operand, validator.deriveType(scope, operand));
        }
        return validateOperands(validator, scope, call);
    }

    @Override
    public boolean isPercentile() {
        return getKind() == SqlKind.PERCENTILE_CONT || getKind() == SqlKind.PERCENTILE_DISC;
    }
}
