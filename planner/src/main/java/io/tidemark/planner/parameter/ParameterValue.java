package io.tidemark.planner.parameter;

import io.tidemark.planner.type.TypeNames;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.rel.type.RelDataType;

/**
 * One parameter with its value, for conversions to read and for errors to name.
 *
 * @param number counts from 1, as JDBC does
 * @param type the parameter's type
 * @param use where the parameter stands
 */
record ParameterValue(int number, Object value, RelDataType type, ParameterUse use) {

    private static final int MAX_SHOWN = 40;

    /** The value is of a kind, or a text of a form, that the type does not take. */
    CodedException unfit() {
        return error(ErrorCode.ROW_ERROR_BAD_CAST, "which is no value of that type");
    }

    /** The value is too great or too small. */
    CodedException outOfRange() {
        return error(ErrorCode.ROW_ERROR_OVERFLOW, "which is out of range");
    }

    /** The date or time does not exist, or not in the years that the type has. */
    CodedException timeOutOfRange() {
        return error(ErrorCode.ROW_ERROR_TIME_RANGE, "which is out of range");
    }

    /** The value has more characters or bytes than the type allows. */
    CodedException tooLong() {
        return error(ErrorCode.ROW_ERROR_TOO_LONG, "which is too long");
    }

    /** The value has digits that the type has no room for. */
    CodedException inexact() {
        return error(ErrorCode.ROW_ERROR_BAD_CAST, "which it cannot hold exactly")
                .hint("write CAST(? AS …) with a type that holds it, or set a value that fits");
    }

    private CodedException error(ErrorCode code, String why) {
        return CodedException.of(
                code,
                "parameter " + number + " is a " + TypeNames.of(type) + ", but was set to " + shown() + ", " + why);
    }

    private String shown() {
        if (value instanceof CharSequence || value instanceof Character) {
            String text = value.toString();
            return "the text '" + (text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "…") + "'";
        }
        if (value instanceof byte[] || value instanceof ByteString) {
            return "bytes";
        }
        if (value instanceof Boolean truth) {
            return truth ? "TRUE" : "FALSE";
        }
        return value instanceof Number ? value.toString() : value.getClass().getSimpleName() + " " + value;
    }
}
