package io.tidemark.runtime.translate.function;

import io.tidemark.runtime.batch.Int128Column;
import io.tidemark.sql.error.CodedException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * A register for one 128-bit number: the unscaled value of a decimal of up to 38 digits. Operations write their result into the register that
 * they are called on.
 *
 * <p><b>Errors</b>: {@code ROW-02} for a result of more than 38 digits, {@code ROW-03} for a division by zero. <b>Cost</b>: a few instructions
 * while operands fit 64 bits; BigInteger where a product, quotient or rescaling of greater ones is needed.
 */
public final class Int128 {

    private static final BigInteger LIMIT = BigInteger.TEN.pow(38);
    private static final long LIMIT_HIGH = LIMIT.shiftRight(64).longValue();
    private static final long LIMIT_LOW = LIMIT.longValue();

    /** The upper 64 bits. */
    public long high;

    /** The lower 64 bits. */
    public long low;

    /** Takes both halves. */
    public void set(long newHigh, long newLow) {
        high = newHigh;
        low = newLow;
    }

    /** Takes a 64-bit number. */
    public void setLong(long value) {
        high = value >> 63;
        low = value;
    }

    /** Takes a number of at most 38 digits. */
    public void setBig(BigInteger value) {
        if (value.abs().compareTo(LIMIT) >= 0) {
            throw RowFailures.overflow(value.toString(), "DECIMAL(38)");
        }
        high = value.shiftRight(64).longValue();
        low = value.longValue();
    }

    /** The number as a BigInteger. */
    public BigInteger big() {
        return isLong() ? BigInteger.valueOf(low) : Int128Column.toBigInteger(high, low);
    }

    /** The decimal with an unscaled value. */
    public static BigDecimal decimal(long high, long low, int scale) {
        return new BigDecimal(Int128Column.toBigInteger(high, low), scale);
    }

    /** Whether the number fits 64 bits. */
    public boolean isLong() {
        return high == low >> 63;
    }

    /** The upper half of a + b, whose lower half is the sum of the lower halves. */
    public static long addHigh(long aHigh, long aLow, long bHigh, long bLow) {
        long carry = Long.compareUnsigned(aLow + bLow, aLow) < 0 ? 1 : 0;
        long high = aHigh + bHigh + carry;
        if (((aHigh ^ high) & (bHigh ^ high)) < 0) {
            throw overflow(aHigh, aLow, " + ", bHigh, bLow);
        }
        return high;
    }

    /** The upper half of a - b, whose lower half is the difference of the lower halves. */
    public static long subtractHigh(long aHigh, long aLow, long bHigh, long bLow) {
        long borrow = Long.compareUnsigned(aLow, bLow) < 0 ? 1 : 0;
        long high = aHigh - bHigh - borrow;
        if (((aHigh ^ bHigh) & (aHigh ^ high)) < 0) {
            throw overflow(aHigh, aLow, " - ", bHigh, bLow);
        }
        return high;
    }

    private static CodedException overflow(long aHigh, long aLow, String operator, long bHigh, long bLow) {
        String text = Int128Column.toBigInteger(aHigh, aLow) + operator + Int128Column.toBigInteger(bHigh, bLow);
        return RowFailures.overflow(text, "DECIMAL(38)");
    }

    /** this = -a. */
    public void negate(Int128 a) {
        set(~a.high + (a.low == 0 ? 1 : 0), -a.low);
    }

    /** this = |a|. */
    public void abs(Int128 a) {
        if (a.high < 0) {
            negate(a);
        } else {
            set(a.high, a.low);
        }
    }

    /** this = a * b, of 64-bit numbers; never fails. */
    public void multiply(long a, long b) {
        set(Math.multiplyHigh(a, b), a * b);
    }

    /** this = a * b. */
    public void multiply(Int128 a, Int128 b) {
        if (a.isLong() && b.isLong()) {
            multiply(a.low, b.low);
        } else {
            setBig(a.big().multiply(b.big()));
        }
    }

    /**
     * this = round(a * b / 10^digits), half away from zero; the product before the division may be of any length.
     *
     * @param digits at least 0
     */
    public void multiplyAndDrop(Int128 a, Int128 b, int digits) {
        setBig(Decimals.dropDigits(a.big().multiply(b.big()), digits));
    }

    /** this = round(a * 10^shift / b), half away from zero; {@code shift} may be negative; {@code scale} is a's, for messages. */
    public void divide(Int128 a, Int128 b, int shift, int scale) {
        if ((b.high | b.low) == 0) {
            throw RowFailures.divisionByZero(Decimals.written(a.big(), scale, 0));
        }
        BigDecimal quotient = new BigDecimal(a.big(), -shift).divide(new BigDecimal(b.big()), 0, RoundingMode.HALF_UP);
        setBig(quotient.unscaledValue());
    }

    /** this = the remainder of a / b, with the sign of a; {@code scale} was a's before {@code zeros} were put behind it, for messages. */
    public void remainder(Int128 a, Int128 b, int scale, int zeros) {
        if ((b.high | b.low) == 0) {
            throw RowFailures.divisionByZero(Decimals.written(a.big(), scale, zeros));
        }
        setBig(a.big().remainder(b.big()));
    }

    /** this = this * 10^digits. */
    public void scaleUp(int digits) {
        if (isLong() && digits <= 18) {
            multiply(low, Decimals.powerOfTen(digits));
        } else {
            setBig(big().multiply(BigInteger.TEN.pow(digits)));
        }
    }

    /** this = this / 10^digits, rounded half away from zero. */
    public void scaleDown(int digits) {
        if (isLong() && digits <= 18) {
            setLong(Decimals.dropDigits(low, digits));
        } else {
            setBig(Decimals.dropDigits(big(), digits));
        }
    }

    /** this = this / 10^digits, rounded in a given direction. */
    public void scaleDown(int digits, RoundingMode mode) {
        setBig(new BigDecimal(big(), digits).setScale(0, mode).unscaledValue());
    }

    /** Checks that a number has at most {@code precision} digits. */
    public static void fit(long high, long low, int precision, int scale) {
        if (precision >= 19 && high == low >> 63) {
            return;
        }
        boolean fits = precision == 38
                ? withinLimit(high, low)
                : Decimals.hasAtMost(Int128Column.toBigInteger(high, low), precision);
        if (!fits) {
            throw RowFailures.overflow(
                    decimal(high, low, scale).toPlainString(), "DECIMAL(" + precision + ", " + scale + ")");
        }
    }

    private static boolean withinLimit(long high, long low) {
        long magnitudeHigh = high < 0 ? ~high + (low == 0 ? 1 : 0) : high;
        long magnitudeLow = high < 0 ? -low : low;
        return magnitudeHigh >= 0
                && (magnitudeHigh < LIMIT_HIGH
                        || (magnitudeHigh == LIMIT_HIGH && Long.compareUnsigned(magnitudeLow, LIMIT_LOW) < 0));
    }

    /** A number as a 64-bit one. */
    public static long toLong(long high, long low, String type) {
        if (high != low >> 63) {
            throw RowFailures.overflow(Int128Column.toBigInteger(high, low).toString(), type);
        }
        return low;
    }

    /** The decimal of a scale as the nearest double. */
    public static double toDouble(long high, long low, int scale) {
        return high == low >> 63
                ? Decimals.toDouble(low, scale)
                : decimal(high, low, scale).doubleValue();
    }

    /** Negative, zero or positive as a is less than, equal to or greater than b. */
    public static int compare(long aHigh, long aLow, long bHigh, long bLow) {
        return aHigh != bHigh ? Long.compare(aHigh, bHigh) : Long.compareUnsigned(aLow, bLow);
    }

    /** Whether a is less than b, found without a branch: by the sign of a - b, unless that overflows. */
    public static boolean isLess(long aHigh, long aLow, long bHigh, long bLow) {
        long borrow = ((~aLow & bLow) | (~(aLow ^ bLow) & (aLow - bLow))) >>> (Long.SIZE - 1);
        long difference = aHigh - bHigh - borrow;
        return (difference ^ ((aHigh ^ bHigh) & (difference ^ aHigh))) < 0;
    }

    /** Whether a is greater than b. */
    public static boolean isGreater(long aHigh, long aLow, long bHigh, long bLow) {
        return isLess(bHigh, bLow, aHigh, aLow);
    }

    /** Whether a equals b. */
    public static boolean isEqual(long aHigh, long aLow, long bHigh, long bLow) {
        return ((aHigh ^ bHigh) | (aLow ^ bLow)) == 0;
    }

    /** Whether a is less than b, which fits a long; as most values of a do too, one comparison tells. */
    public static boolean isLess(long aHigh, long aLow, long b) {
        return aHigh == aLow >> (Long.SIZE - 1) ? aLow < b : aHigh < 0;
    }

    /** Whether a is greater than b, which fits a long. */
    public static boolean isGreater(long aHigh, long aLow, long b) {
        return aHigh == aLow >> (Long.SIZE - 1) ? aLow > b : aHigh >= 0;
    }

    /** Whether a equals b, which fits a long. */
    public static boolean isEqual(long aHigh, long aLow, long b) {
        return ((aHigh ^ (b >> (Long.SIZE - 1))) | (aLow ^ b)) == 0;
    }

    /** -1, 0 or 1. */
    public static long signum(long high, long low) {
        return high < 0 ? -1 : (high | low) == 0 ? 0 : 1;
    }
}
