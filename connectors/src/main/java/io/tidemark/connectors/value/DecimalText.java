package io.tidemark.connectors.value;

import io.tidemark.runtime.batch.ColumnBuilder;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.PhysicalKind;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.sql.error.CodedException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * Reads the values of integers and decimals, from digits and from other numbers.
 *
 * <p>A DECIMAL takes a number with more fraction digits than its scale by rounding half up, or refuses it where an exact value is asked for.
 * An integer takes a fraction of zeros alone.
 */
public final class DecimalText {

    private static final int FAST_DIGITS = 18;
    private static final int MAX_LENGTH = 1000;
    private static final int MAX_PRECISION = 38;

    private final Field field;
    private final boolean exact;
    private final int scale;
    private final boolean narrow;
    private final long min;
    private final long max;
    private final BigInteger limit;

    /**
     * Makes a reader for one column.
     *
     * @param field a column of an integer type or DECIMAL
     * @param exact whether a number that would have to be rounded is refused
     */
    public DecimalText(Field field, boolean exact) {
        this.field = field;
        boolean decimal = field.type().kind() == TypeKind.DECIMAL;
        this.exact = exact || !decimal;
        this.scale = field.type().scale();
        this.narrow = field.type().physical() == PhysicalKind.INT64;
        this.limit = BigInteger.TEN.pow(decimal ? field.type().precision() : MAX_PRECISION);
        this.max = decimal
                ? (narrow ? limit.longValueExact() - 1 : Long.MAX_VALUE)
                : maxOf(field.type().kind());
        this.min = decimal ? -max : -max - 1;
    }

    private static long maxOf(TypeKind kind) {
        return switch (kind) {
            case TINYINT -> Byte.MAX_VALUE;
            case SMALLINT -> Short.MAX_VALUE;
            case INT -> Integer.MAX_VALUE;
            default -> Long.MAX_VALUE;
        };
    }

    /** Sets a number given as its digits, {@code numberScale} of them after the point. */
    public void readUnscaled(long unscaled, int numberScale, ColumnBuilder target) {
        if (numberScale == scale && narrow) {
            if (unscaled < min || unscaled > max) {
                throw RowErrors.outOfRange(
                        field, BigDecimal.valueOf(unscaled, numberScale).toPlainString());
            }
            target.setLong(unscaled);
        } else {
            readNumber(BigDecimal.valueOf(unscaled, numberScale), target);
        }
    }

    /** Sets a number given as text: an optional sign, digits with at most one point among them, an optional exponent. */
    public void read(char[] text, int offset, int length, ColumnBuilder target) {
        if (!narrow || length > FAST_DIGITS || !readFast(text, offset, length, target)) {
            readNumber(parse(text, offset, length), target);
        }
    }

    /** Handles up to 18 digits, at most {@code scale} of them after the point, without an object; false if the text is anything else. */
    private boolean readFast(char[] text, int offset, int length, ColumnBuilder target) {
        int end = offset + length;
        int at = offset < end && text[offset] == '-' ? offset + 1 : offset;
        boolean negative = at > offset;
        long digits = 0;
        int fraction = -1;
        if (at == end || text[at] == '.') {
            return false;
        }
        for (; at < end; at++) {
            char c = text[at];
            if (c >= '0' && c <= '9') {
                digits = digits * 10 + (c - '0');
                fraction += fraction >= 0 ? 1 : 0;
            } else if (c == '.' && fraction < 0) {
                fraction = 0;
            } else {
                return false;
            }
        }
        int missing = scale - Math.max(fraction, 0);
        if (missing < 0 || missing + length > FAST_DIGITS || fraction == 0) {
            return false;
        }
        for (int i = 0; i < missing; i++) {
            digits *= 10;
        }
        long value = negative ? -digits : digits;
        if (value < min || value > max) {
            throw RowErrors.outOfRange(field, new String(text, offset, length));
        }
        target.setLong(value);
        return true;
    }

    private BigDecimal parse(char[] text, int offset, int length) {
        if (length == 0 || length > MAX_LENGTH || !isNumeric(text, offset, length)) {
            throw badValue(text, offset, length);
        }
        try {
            return new BigDecimal(text, offset, length);
        } catch (NumberFormatException e) {
            throw badValue(text, offset, length).cause(e);
        }
    }

    private CodedException badValue(char[] text, int offset, int length) {
        return RowErrors.badValue(field, new String(text, offset, Math.min(length, MAX_LENGTH)));
    }

    /** Whether there is nothing but what a number in ASCII is made of. */
    static boolean isNumeric(char[] text, int offset, int length) {
        for (int i = offset; i < offset + length; i++) {
            char c = text[i];
            if ((c < '0' || c > '9') && c != '.' && c != '-' && c != '+' && c != 'e' && c != 'E') {
                return false;
            }
        }
        return true;
    }

    /** Sets a number. */
    public void readNumber(BigDecimal number, ColumnBuilder target) {
        long integerDigits = (long) number.precision() - number.scale();
        if (number.signum() != 0 && integerDigits > MAX_PRECISION + 1) {
            throw RowErrors.outOfRange(field, number.toString());
        }
        BigInteger unscaled = rescale(number, integerDigits);
        if (!narrow) {
            if (unscaled.abs().compareTo(limit) >= 0) {
                throw RowErrors.outOfRange(field, number.toString());
            }
            target.setInt128(unscaled.shiftRight(Long.SIZE).longValue(), unscaled.longValue());
            return;
        }
        if (unscaled.bitLength() >= Long.SIZE || unscaled.longValue() < min || unscaled.longValue() > max) {
            throw RowErrors.outOfRange(field, number.toString());
        }
        target.setLong(unscaled.longValue());
    }

    /** Digits far beyond the scale are never expanded: an exponent in the text may be in the thousands of millions. */
    private BigInteger rescale(BigDecimal number, long integerDigits) {
        if (number.signum() == 0) {
            return BigInteger.ZERO;
        }
        boolean vanishes = integerDigits < -scale;
        BigDecimal shown = vanishes ? BigDecimal.ZERO : number.setScale(scale, RoundingMode.HALF_UP);
        if (exact && (vanishes || shown.compareTo(number) != 0)) {
            throw RowErrors.badValue(field, number.toString());
        }
        return vanishes ? BigInteger.ZERO : shown.unscaledValue();
    }
}
