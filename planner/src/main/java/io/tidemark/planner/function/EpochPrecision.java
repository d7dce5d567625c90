package io.tidemark.planner.function;

import java.math.BigDecimal;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlOperandCountRange;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.type.SqlOperandCountRanges;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** The second operand of TO_TIMESTAMP: the literal 0, 3 or 6, which says what the number counts, or the format of a text. */
final class EpochPrecision {
    private static final int MILLIS = 3;
    private static final int MICROS = 6;

    private EpochPrecision() {}

    /** A time with as many digits as the number counts, at least three, and six of a text with a format. */
    static SqlReturnTypeInference returning(SqlTypeName type) {
        return binding -> {
            boolean formatted = binding.getOperandCount() > 1 && SqlTypeUtil.inCharFamily(binding.getOperandType(1));
            boolean fine = formatted || (binding.getOperandCount() > 1 && precision(binding) == MICROS);
            int digits = fine ? MICROS : MILLIS;
            RelDataType result = binding.getTypeFactory().createSqlType(type, digits);
            boolean nullable = binding.collectOperandTypes().stream().anyMatch(RelDataType::isNullable);
            return binding.getTypeFactory().createTypeWithNullability(result, nullable);
        };
    }

    private static int precision(SqlOperatorBinding binding) {
        if (!binding.isOperandLiteral(1, false) || !SqlTypeUtil.isNumeric(binding.getOperandType(1))) {
            return -1;
        }
        BigDecimal value = binding.getOperandLiteralValue(1, BigDecimal.class);
        return value == null || value.stripTrailingZeros().scale() > 0 || value.precision() > 1 ? -1 : value.intValue();
    }

    /** A number and its precision, or (where {@code text}) text alone or with its format. */
    record Operands(boolean text) implements SqlOperandTypeChecker {

        @Override
        public boolean checkOperandTypes(SqlCallBinding binding, boolean throwOnFailure) {
            boolean ofText = binding.getOperandCount() == 1 || SqlTypeUtil.inCharFamily(binding.getOperandType(1));
            boolean right = ofText ? text && isText(binding) : isNumber(binding);
            if (!right && throwOnFailure) {
                throw binding.newValidationSignatureError();
            }
            return right;
        }

        private static boolean isText(SqlCallBinding binding) {
            return SqlTypeUtil.inCharFamily(binding.getOperandType(0));
        }

        private static boolean isNumber(SqlCallBinding binding) {
            int precision = precision(binding);
            return SqlTypeUtil.isNumeric(binding.getOperandType(0))
                    && (precision == 0 || precision == MILLIS || precision == MICROS);
        }

        @Override
        public SqlOperandCountRange getOperandCountRange() {
            return text ? SqlOperandCountRanges.between(1, 2) : SqlOperandCountRanges.of(2);
        }

        @Override
        public String getAllowedSignatures(SqlOperator op, String name) {
            return (text ? name + "(text), (text, format), or " : "") + name
                    + "(number, 0), (number, 3) or (number, 6)";
        }
    }
}
