package io.tidemark.planner.parameter;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;

/** Numeric parameters: any Java number, and text that is a number. */
final class ParameterNumbers {

    private static final int MAX_DIGITS = 38;

    /** Beyond this many digits a text is no number of SQL, and its value would take long to write out. */
    private static final int MAX_EXPONENT = 400;

    private ParameterNumbers() {}

    static RexNode integer(ParameterValue parameter, RexBuilder builder) {
        BigDecimal number = exact(parameter);
        boolean whole = number.stripTrailingZeros().scale() <= 0;
        if (parameter.use() == ParameterUse.COMPARED) {
            return literal(parameter, whole ? number.setScale(0, RoundingMode.UNNECESSARY) : number, builder);
        }
        if (!whole) {
            throw parameter.inexact();
        }
        BigInteger integer = number.toBigInteger();
        if (integer.bitLength() >= bits(parameter.type())) {
            throw parameter.outOfRange();
        }
        return builder.makeExactLiteral(new BigDecimal(integer), notNull(parameter, builder));
    }

    private static int bits(RelDataType type) {
        return switch (type.getSqlTypeName()) {
            case TINYINT -> Byte.SIZE;
            case SMALLINT -> Short.SIZE;
            case INTEGER -> Integer.SIZE;
            default -> Long.SIZE;
        };
    }

    static RexNode decimal(ParameterValue parameter, RexBuilder builder) {
        BigDecimal number = exact(parameter);
        if (parameter.use() == ParameterUse.COMPARED) {
            return literal(parameter, number, builder);
        }
        int scale = parameter.type().getScale();
        if (parameter.use() == ParameterUse.OPERAND
                && number.stripTrailingZeros().scale() > scale) {
            throw parameter.inexact();
        }
        BigDecimal rounded = number.setScale(scale, RoundingMode.HALF_UP);
        if (rounded.precision() > parameter.type().getPrecision()) {
            throw parameter.outOfRange();
        }
        return builder.makeExactLiteral(rounded, notNull(parameter, builder));
    }

    private static RexNode literal(ParameterValue parameter, BigDecimal number, RexBuilder builder) {
        BigDecimal plain = number.scale() < 0 ? number.setScale(0, RoundingMode.UNNECESSARY) : number;
        if (Math.max(plain.precision(), plain.scale()) > MAX_DIGITS) {
            throw parameter.outOfRange();
        }
        return builder.makeExactLiteral(plain);
    }

    static RexNode approximate(ParameterValue parameter, RexBuilder builder) {
        // A float keeps its bits, so that it equals the REAL that it was read from; as a decimal it is what it prints.
        BigDecimal number = parameter.value() instanceof Float single && Float.isFinite(single)
                ? new BigDecimal((double) single)
                : exact(parameter);
        boolean isReal = parameter.type().getSqlTypeName() == SqlTypeName.REAL;
        if (!Double.isFinite(number.doubleValue()) || (isReal && !Float.isFinite(number.floatValue()))) {
            throw parameter.outOfRange();
        }
        RexNode literal =
                builder.makeApproxLiteral(number, builder.getTypeFactory().createSqlType(SqlTypeName.DOUBLE));
        return parameter.use() == ParameterUse.COMPARED
                ? literal
                : builder.makeCast(notNull(parameter, builder), literal, true, false);
    }

    private static RelDataType notNull(ParameterValue parameter, RexBuilder builder) {
        return builder.getTypeFactory().createTypeWithNullability(parameter.type(), false);
    }

    private static BigDecimal exact(ParameterValue parameter) {
        BigDecimal number = number(parameter.value()).orElseThrow(parameter::unfit);
        if (Math.abs((long) number.precision() - number.scale()) > MAX_EXPONENT) {
            throw parameter.outOfRange();
        }
        return number;
    }

    private static Optional<BigDecimal> number(Object value) {
        if (value instanceof BigDecimal decimal) {
            return Optional.of(decimal);
        }
        if (value instanceof BigInteger integer) {
            return Optional.of(new BigDecimal(integer));
        }
        if (value instanceof Double || value instanceof Float) {
            double approximate = ((Number) value).doubleValue();
            return Double.isFinite(approximate) ? Optional.of(new BigDecimal(value.toString())) : Optional.empty();
        }
        if (value instanceof Number integer) {
            return Optional.of(BigDecimal.valueOf(integer.longValue()));
        }
        return value instanceof CharSequence text ? parsed(text.toString().trim()) : Optional.empty();
    }

    private static Optional<BigDecimal> parsed(String text) {
        try {
            return Optional.of(new BigDecimal(text));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
