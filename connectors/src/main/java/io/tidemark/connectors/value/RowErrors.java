package io.tidemark.connectors.value;

import io.tidemark.runtime.batch.Field;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;

/** The errors of rows that can't be read. Each names the column, what stood there and what was expected. */
public final class RowErrors {

    private static final int MAX_SHOWN = 60;

    private RowErrors() {}

    /** The value is not one of the column's type. */
    public static CodedException badValue(Field field, String value) {
        return CodedException.rowError(
                ErrorCode.ROW_ERROR_BAD_CAST, column(field) + " is " + quoted(value) + ", expected " + field.type());
    }

    /** The value is a number outside the range of the column's type. */
    public static CodedException outOfRange(Field field, String value) {
        return CodedException.rowError(
                ErrorCode.ROW_ERROR_OVERFLOW,
                column(field) + " is " + quoted(value) + ", out of range for " + field.type());
    }

    /** The value has the form of a date or time, but there is no such day or time. */
    public static CodedException noSuchTime(Field field, String value) {
        return CodedException.rowError(
                ErrorCode.ROW_ERROR_TIME_RANGE,
                column(field) + " is " + quoted(value) + ", which is not a valid " + field.type());
    }

    /** The value is longer than its type or the engine allows; {@code limit} with its unit. */
    public static CodedException tooLong(Field field, String limit) {
        return CodedException.rowError(
                ErrorCode.ROW_ERROR_TOO_LONG, column(field) + " is longer than the " + limit + " of " + field.type());
    }

    /** There is no value where the column needs one. */
    public static CodedException nullNotAllowed(Field field) {
        return CodedException.rowError(
                ErrorCode.ROW_ERROR_NULL_NOT_ALLOWED, column(field) + " is NULL or missing, but declared NOT NULL");
    }

    /** The record is not in the format. */
    public static CodedException malformed(String message) {
        return CodedException.rowError(ErrorCode.ROW_ERROR_MALFORMED, message);
    }

    /** The same error, its message led by the place of the row. */
    public static CodedException at(String place, CodedException error) {
        return CodedException.rowError(error.code(), place + ": " + error.getMessage())
                .hint(error.hint());
    }

    private static String column(Field field) {
        return "column \"" + field.name() + "\"";
    }

    private static String quoted(String value) {
        return "\"" + (value.length() <= MAX_SHOWN ? value : value.substring(0, MAX_SHOWN) + "…") + "\"";
    }
}
