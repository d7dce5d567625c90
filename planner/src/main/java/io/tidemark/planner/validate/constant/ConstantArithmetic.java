package io.tidemark.planner.validate.constant;

import java.math.BigDecimal;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.TimestampString;

/** Sums and differences of two literals of which it can be told, without computing them, that they are values. */
public final class ConstantArithmetic {
    private static final long MOST_MONTHS = 12_000;
    private static final long MOST_MILLIS = 365L * 1000 * 86_400_000;
    private static final int FIRST_YEAR = 1100;
    private static final int LAST_YEAR = 8900;

    private ConstantArithmetic() {}

    /** Whether a call is a sum or difference of two literals that is a value of its type. */
    public static boolean succeeds(RexCall call) {
        boolean sum = call.getKind() == SqlKind.PLUS || call.getKind() == SqlKind.MINUS;
        List<RexNode> operands = call.getOperands();
        if (!sum
                || operands.size() != 2
                || !(operands.get(0) instanceof RexLiteral left)
                || !(operands.get(1) instanceof RexLiteral right)
                || left.isNull()
                || right.isNull()) {
            return false;
        }
        return isTime(left) ? isInterval(right) : fits(call, left, right);
    }

    /** Whether a literal is a time at least 1000 years away from the first and the last that there are. */
    private static boolean isTime(RexLiteral literal) {
        String text = switch (literal.getType().getSqlTypeName()) {
            case DATE -> String.valueOf(literal.getValueAs(DateString.class));
            case TIMESTAMP -> String.valueOf(literal.getValueAs(TimestampString.class));
            default -> "";
        };
        if (text.indexOf('-') <= 0) {
            return false;
        }
        int year = Integer.parseInt(text.substring(0, text.indexOf('-')));
        return year >= FIRST_YEAR && year <= LAST_YEAR;
    }

    /** Whether a literal is an interval of at most 1000 years. */
    private static boolean isInterval(RexLiteral literal) {
        SqlTypeName type = literal.getType().getSqlTypeName();
        BigDecimal value = SqlTypeName.INTERVAL_TYPES.contains(type) ? literal.getValueAs(BigDecimal.class) : null;
        long most = SqlTypeName.YEAR_INTERVAL_TYPES.contains(type) ? MOST_MONTHS : MOST_MILLIS;
        return value != null && value.abs().compareTo(BigDecimal.valueOf(most)) <= 0;
    }

    private static boolean fits(RexCall call, RexLiteral left, RexLiteral right) {
        RelDataType type = call.getType();
        if (!SqlTypeUtil.isExactNumeric(type)
                || !SqlTypeUtil.isExactNumeric(left.getType())
                || !SqlTypeUtil.isExactNumeric(right.getType())) {
            return false;
        }
        BigDecimal first = left.getValueAs(BigDecimal.class);
        BigDecimal second = right.getValueAs(BigDecimal.class);
        if (first == null || second == null) {
            return false;
        }
        BigDecimal result = call.getKind() == SqlKind.PLUS ? first.add(second) : first.subtract(second);
        BigDecimal limit = BigDecimal.TEN.pow(type.getPrecision() - type.getScale() - 1);
        return result.scale() <= Math.max(0, type.getScale()) && result.abs().compareTo(limit) < 0;
    }
}
