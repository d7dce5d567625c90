package io.tidemark.planner.function;

import java.util.List;
import java.util.stream.Collectors;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlOperandCountRange;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.type.SqlOperandCountRanges;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** Operands of declared types: each has its parameter's type, or one whose every value that type has too; whole numbers and decimals are DOUBLE too. */
record DeclaredOperands(List<RelDataType> parameters) implements SqlOperandTypeChecker {

    @Override
    public boolean checkOperandTypes(SqlCallBinding binding, boolean throwOnFailure) {
        boolean right = binding.getOperandCount() == parameters.size();
        for (int i = 0; right && i < parameters.size(); i++) {
            right = takes(parameters.get(i), binding.getOperandType(i));
        }
        if (!right && throwOnFailure) {
            throw binding.newValidationSignatureError();
        }
        return right;
    }

    private static boolean takes(RelDataType parameter, RelDataType operand) {
        SqlTypeName given = operand.getSqlTypeName();
        if (given == SqlTypeName.NULL || given == parameter.getSqlTypeName()) {
            return true;
        }
        return switch (parameter.getSqlTypeName()) {
            case VARCHAR -> SqlTypeUtil.inCharFamily(operand);
            case VARBINARY -> given == SqlTypeName.BINARY;
            case INTEGER -> given == SqlTypeName.TINYINT || given == SqlTypeName.SMALLINT;
            case BIGINT -> SqlTypeUtil.isIntType(operand);
            case DECIMAL -> SqlTypeUtil.isExactNumeric(operand);
            case DOUBLE -> SqlTypeUtil.isNumeric(operand);
            default -> false;
        };
    }

    @Override
    public SqlOperandCountRange getOperandCountRange() {
        return SqlOperandCountRanges.of(parameters.size());
    }

    @Override
    public String getAllowedSignatures(SqlOperator operator, String name) {
        return parameters.stream()
                .map(type -> "<" + type.getSqlTypeName().getName() + ">")
                .collect(Collectors.joining(", ", name + "(", ")"));
    }
}
