package io.tidemark.planner.function;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;

/** Its argument, of a type that can be NULL. Only rewritten trees have it: no statement can call it by its name. */
final class NullableFunction extends SqlFunction {

    NullableFunction() {
        super(
                "NULLABLE",
                SqlKind.OTHER_FUNCTION,
                ReturnTypes.ARG0_FORCE_NULLABLE,
                null,
                OperandTypes.ANY,
                SqlFunctionCategory.SYSTEM);
    }

    /** Without looking the name up. */
    @Override
    public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
        return validateOperands(validator, scope, call);
    }
}
