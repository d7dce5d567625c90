package io.tidemark.runtime.translate.function;

import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;

/** The errors of rows, by name. Each message names the values that failed. */
public final class RowFailures {

    private static final int MAX_QUOTED_CHARS = 60;

    private RowFailures() {}

    /** A number does not fit its type. */
    public static CodedException overflow(String value, String type) {
        return CodedException.rowError(ErrorCode.ROW_ERROR_OVERFLOW, value + " is out of range of " + type);
    }

    /** An integer or decimal is divided by zero. */
    public static CodedException divisionByZero(String dividend) {
        return CodedException.rowError(ErrorCode.ROW_ERROR_DIVISION_BY_ZERO, dividend + " is divided by zero");
    }

    /** A value is not what a cast expects. */
    public static CodedException badCast(String value, String type) {
        return CodedException.rowError(
                ErrorCode.ROW_ERROR_BAD_CAST, "\"" + shorten(value) + "\" is not a value of " + type);
    }

    /** A date or time does not exist or is out of range. */
    public static CodedException timeRange(String value, String type) {
        return CodedException.rowError(
                ErrorCode.ROW_ERROR_TIME_RANGE, "\"" + shorten(value) + "\" is out of range of " + type);
    }

    /** A value is longer than the engine holds. */
    public static CodedException tooLong(long length) {
        return CodedException.rowError(
                ErrorCode.ROW_ERROR_TOO_LONG, "a value of " + length + " bytes is longer than 4194303 bytes");
    }

    /** A value is longer than the column that it is assigned to. */
    public static CodedException tooLong(String value, String type) {
        return CodedException.rowError(
                ErrorCode.ROW_ERROR_TOO_LONG, "\"" + shorten(value) + "\" is too long for " + type);
    }

    /** An argument is outside what a function takes. */
    public static CodedException invalidArgument(String function, String reason) {
        return CodedException.rowError(ErrorCode.INVALID_PARAMETER, function + ": " + reason);
    }

    /** A function fails for another reason. */
    public static CodedException evaluation(String function, String reason) {
        return CodedException.rowError(ErrorCode.ROW_ERROR_EVALUATION, function + " fails: " + reason);
    }

    /** NULL where none is allowed. */
    public static CodedException nullNotAllowed(String what) {
        return CodedException.rowError(ErrorCode.ROW_ERROR_NULL_NOT_ALLOWED, what + " is NULL");
    }

    private static String shorten(String value) {
        if (value.length() <= MAX_QUOTED_CHARS) {
            return value;
        }
        int cut =
                Character.isHighSurrogate(value.charAt(MAX_QUOTED_CHARS - 1)) ? MAX_QUOTED_CHARS - 1 : MAX_QUOTED_CHARS;
        return value.substring(0, cut) + "…";
    }
}
