package io.tidemark.connectors.value;

import io.tidemark.runtime.batch.BytesPool;
import io.tidemark.runtime.batch.ColumnBuilder;
import io.tidemark.runtime.batch.Field;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.Base64;
import java.util.Locale;

/**
 * Reads one column's values from text, as they stand in CSV and within JSON strings. One for each column; single-threaded.
 *
 * <p>BOOLEAN is {@code true} or {@code false} in any case; VARBINARY is Base64; DOUBLE and REAL also take {@code NaN}, {@code Infinity} and
 * {@code -Infinity}; numbers and times as {@link DecimalText} and {@link TimeText} say.
 *
 * <p>An ARRAY has no text form. <b>Errors</b>: those of {@link RowErrors}.
 */
public final class TextValueReader {

    private static final int MAX_NUMBER_LENGTH = 1000;

    private final Field field;
    private final DecimalText decimals;
    private final TimeText times;

    /**
     * Makes a reader.
     *
     * @param field the column
     * @param zone the zone of times without an offset in a TIMESTAMP_LTZ
     * @param exact whether a decimal with more fraction digits than its scale is refused, else it is rounded half up
     */
    public TextValueReader(Field field, ZoneId zone, boolean exact) {
        this.field = field;
        this.decimals = new DecimalText(field, exact);
        this.times = new TimeText(field, zone);
    }

    /** Sets the target's current value. */
    public void read(char[] text, int offset, int length, ColumnBuilder target) {
        switch (field.type().kind()) {
            case BOOLEAN -> target.setLong(bool(text, offset, length));
            case TINYINT, SMALLINT, INT, BIGINT, DECIMAL -> decimals.read(text, offset, length, target);
            case REAL, DOUBLE -> readDouble(text, offset, length, target);
            case VARCHAR -> readString(text, offset, length, target);
            case VARBINARY -> readBinary(text, offset, length, target);
            case ARRAY -> throw badValue(text, offset, length);
            case DATE, TIME, TIMESTAMP, TIMESTAMP_LTZ -> target.setLong(times.read(text, offset, length));
            case INTERVAL_MONTHS, INTERVAL_MICROS ->
                throw CodedException.rowError(
                        ErrorCode.ROW_ERROR_BAD_CAST,
                        "column \"" + field.name() + "\" is an interval, which has no text form");
        }
    }

    private long bool(char[] text, int offset, int length) {
        if (length <= 5) {
            String word = new String(text, offset, length).toLowerCase(Locale.ROOT);
            if (word.equals("true") || word.equals("false")) {
                return word.equals("true") ? 1 : 0;
            }
        }
        throw badValue(text, offset, length);
    }

    private void readDouble(char[] text, int offset, int length, ColumnBuilder target) {
        String number = new String(text, offset, Math.min(length, MAX_NUMBER_LENGTH));
        switch (number) {
            case "NaN" -> target.setDouble(Double.NaN);
            case "Infinity", "+Infinity" -> target.setDouble(Double.POSITIVE_INFINITY);
            case "-Infinity" -> target.setDouble(Double.NEGATIVE_INFINITY);
            default -> {
                if (length > MAX_NUMBER_LENGTH || !DecimalText.isNumeric(text, offset, length)) {
                    throw badValue(text, offset, length);
                }
                try {
                    setFinite(field, Double.parseDouble(number), number, target);
                } catch (NumberFormatException e) {
                    throw badValue(text, offset, length).cause(e);
                }
            }
        }
    }

    /** Sets a floating-point value that came from digits: one that became infinite on the way is out of range. */
    public static void setFinite(Field field, double value, String text, ColumnBuilder target) {
        boolean fits = switch (field.type().kind()) {
            case REAL -> Float.isFinite((float) value);
            default -> Double.isFinite(value);
        };
        if (!fits) {
            throw RowErrors.outOfRange(field, text);
        }
        target.setDouble(value);
    }

    private void readString(char[] text, int offset, int length, ColumnBuilder target) {
        int ascii = asciiPrefix(text, offset, length);
        if (ascii < length) {
            readUnicode(text, offset, length, target);
            return;
        }
        checkLength(field, length, length);
        long reference = target.pool().reserve(length);
        byte[] page = target.pool().pageBytes(BytesPool.page(reference));
        int at = BytesPool.offset(reference);
        for (int i = 0; i < length; i++) {
            page[at + i] = (byte) text[offset + i];
        }
        target.setReference(reference);
    }

    private static int asciiPrefix(char[] text, int offset, int length) {
        int i = 0;
        while (i < length && text[offset + i] < 0x80) {
            i++;
        }
        return i;
    }

    private void readUnicode(char[] text, int offset, int length, ColumnBuilder target) {
        try {
            byte[] bytes = encoded(text, offset, length);
            checkLength(field, bytes.length, Character.codePointCount(text, offset, length));
            target.setBytes(bytes, 0, bytes.length);
        } catch (CharacterCodingException e) {
            throw RowErrors.malformed("column \"" + field.name() + "\" holds half of a surrogate pair")
                    .cause(e);
        }
    }

    private static byte[] encoded(char[] text, int offset, int length) throws CharacterCodingException {
        var buffer = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text, offset, length));
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }

    /** Refuses a value longer than its type or the engine allows. */
    public static void checkLength(Field field, int bytes, int characters) {
        if (bytes > BytesPool.MAX_VALUE_BYTES) {
            throw RowErrors.tooLong(field, BytesPool.MAX_VALUE_BYTES + " bytes");
        }
        int declared = field.type().precision();
        if (declared >= 0 && characters > declared) {
            throw RowErrors.tooLong(field, declared + (bytes == characters ? "" : " characters"));
        }
    }

    private void readBinary(char[] text, int offset, int length, ColumnBuilder target) {
        try {
            byte[] bytes = Base64.getDecoder().decode(new String(text, offset, length));
            checkLength(field, bytes.length, bytes.length);
            target.setBytes(bytes, 0, bytes.length);
        } catch (IllegalArgumentException e) {
            throw badValue(text, offset, length).cause(e);
        }
    }

    private CodedException badValue(char[] text, int offset, int length) {
        return RowErrors.badValue(field, new String(text, offset, Math.min(length, MAX_NUMBER_LENGTH)));
    }
}
