package io.tidemark.planner.parameter;

import io.tidemark.planner.type.TypeNames;
import io.tidemark.sql.error.CodedException;
import java.time.LocalDateTime;
import java.time.temporal.Temporal;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Values of parameters as literals.
 *
 * <p><b>Errors</b>, each naming the parameter: ROW_ERROR_BAD_CAST if a value is of another kind than the type or would lose digits where
 * that changes a result; ROW_ERROR_OVERFLOW, ROW_ERROR_TIME_RANGE and ROW_ERROR_TOO_LONG if it is too great, UNSUPPORTED if no value of the
 * type can be set.
 */
final class ParameterLiterals {

    private ParameterLiterals() {}

    static RexNode literal(int number, @Nullable Object value, RelDataType type, ParameterUse use, RexBuilder builder) {
        if (value == null) {
            return builder.makeNullLiteral(type);
        }
        ParameterValue parameter = new ParameterValue(number, value, type, use);
        return switch (type.getSqlTypeName()) {
            case BOOLEAN -> builder.makeLiteral(truth(parameter));
            case TINYINT, SMALLINT, INTEGER, BIGINT -> ParameterNumbers.integer(parameter, builder);
            case DECIMAL -> ParameterNumbers.decimal(parameter, builder);
            case FLOAT, REAL, DOUBLE -> ParameterNumbers.approximate(parameter, builder);
            case CHAR, VARCHAR -> text(parameter, builder);
            case BINARY, VARBINARY -> bytes(parameter, builder);
            case DATE -> ParameterTimes.date(parameter, builder);
            case TIME -> ParameterTimes.time(parameter, builder);
            case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> ParameterTimes.timestamp(parameter, builder);
            default -> throw CodedException.unsupported("parameter " + number + " of type " + TypeNames.of(type));
        };
    }

    private static boolean truth(ParameterValue parameter) {
        Object value = parameter.value();
        if (value instanceof Boolean truth) {
            return truth;
        }
        String text = value.toString().trim();
        boolean number = value instanceof Number;
        if (number ? text.equals("1") : value instanceof CharSequence && text.equalsIgnoreCase("true")) {
            return true;
        }
        if (number ? text.equals("0") : value instanceof CharSequence && text.equalsIgnoreCase("false")) {
            return false;
        }
        throw parameter.unfit();
    }

    private static RexNode text(ParameterValue parameter, RexBuilder builder) {
        String whole = textOf(parameter);
        String text = parameter.use() == ParameterUse.ASSIGNED ? withoutSurplusBlanks(whole, parameter.type()) : whole;
        int length = text.codePointCount(0, text.length());
        RelDataType own = builder.getTypeFactory().createSqlType(SqlTypeName.VARCHAR, Math.max(1, length));
        RexNode literal = builder.makeLiteral(text, own, false);
        if (parameter.use() != ParameterUse.ASSIGNED) {
            return literal;
        }
        requireLength(parameter, length);
        RelDataType type = builder.getTypeFactory().createTypeWithNullability(parameter.type(), false);
        return builder.makeCast(type, literal, true, false);
    }

    /** Blanks at the end that a column has no room for are cut off, as those of any text that is stored. */
    private static String withoutSurplusBlanks(String text, RelDataType type) {
        int declared = type.getPrecision();
        if (declared == RelDataType.PRECISION_NOT_SPECIFIED || text.codePointCount(0, text.length()) <= declared) {
            return text;
        }
        int end = text.offsetByCodePoints(0, declared);
        return text.chars().skip(end).allMatch(c -> c == ' ') ? text.substring(0, end) : text;
    }

    private static String textOf(ParameterValue parameter) {
        Object value = parameter.value();
        if (value instanceof byte[] || value instanceof ByteString) {
            throw parameter.unfit();
        }
        if (value instanceof Boolean truth) {
            return truth ? "TRUE" : "FALSE";
        }
        boolean isTime = value instanceof Temporal || value instanceof java.util.Date;
        boolean isText = value instanceof CharSequence || value instanceof Character;
        if (!isTime && !isText && !(value instanceof Number)) {
            throw parameter.unfit();
        }
        return value instanceof LocalDateTime time ? time.toString().replace('T', ' ') : value.toString();
    }

    private static RexNode bytes(ParameterValue parameter, RexBuilder builder) {
        ByteString bytes;
        if (parameter.value() instanceof byte[] array) {
            bytes = new ByteString(array);
        } else if (parameter.value() instanceof ByteString string) {
            bytes = string;
        } else {
            throw parameter.unfit();
        }
        RexNode literal = builder.makeBinaryLiteral(bytes);
        if (parameter.use() != ParameterUse.ASSIGNED) {
            return literal;
        }
        requireLength(parameter, bytes.length());
        RelDataType type = builder.getTypeFactory().createTypeWithNullability(parameter.type(), false);
        return builder.makeCast(type, literal, true, false);
    }

    private static void requireLength(ParameterValue parameter, int length) {
        int declared = parameter.type().getPrecision();
        if (declared != RelDataType.PRECISION_NOT_SPECIFIED && length > declared) {
            throw parameter.tooLong();
        }
    }
}
