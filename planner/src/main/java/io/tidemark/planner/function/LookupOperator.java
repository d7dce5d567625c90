package io.tidemark.planner.function;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlBinaryOperator;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;

/** {@link DialectOperators#LOOKUP}: a comparison by its kind, as Calcite wants of a match condition, which no name finds. */
final class LookupOperator extends SqlBinaryOperator {
    private static final int PRECEDENCE = 30;

    LookupOperator() {
        super(
                "LOOKUP",
                SqlKind.GREATER_THAN_OR_EQUAL,
                PRECEDENCE,
                true,
                ReturnTypes.BOOLEAN_NULLABLE,
                null,
                OperandTypes.ANY_ANY);
    }

    @Override
    public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
        for (SqlNode operand : call.getOperandList()) {
            validator.deriveType(scope, operand);
        }
        return validator
                .getTypeFactory()
                .createTypeWithNullability(validator.getTypeFactory().createSqlType(SqlTypeName.BOOLEAN), true);
    }
}
