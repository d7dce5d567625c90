package io.tidemark.runtime.translate.function;

import io.tidemark.runtime.batch.Int128Column;
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

    /** A register that holds a number. */
    public static Int128 of(BigInteger value) {
        Int128 register = new Int128();
        register.setBig(value);
        return register;
    }

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

    /** The decimal with this unscaled value. */
    public BigDecimal decimal(int scale) {
        return new BigDecimal(big(), scale);
    }

    /** Whether the number fits 64 bits. */
    public boolean isLong() {
        return high == low >> 63;
    }

    /** this = a + b. */
    public void add(Int128 a, Int128 b) {
        long sumLow = a.low + b.low;
        long carry = Long.compareUnsigned(sumLow, a.low) < 0 ? 1 : 0;
        long sumHigh = a.high + b.high + carry;
        if (((a.high ^ sumHigh) & (b.high ^ sumHigh)) < 0) {
            throw RowFailures.overflow(a.big() + " + " + b.big(), "DECIMAL(38)");
        }
        set(sumHigh, sumLow);
    }

    /** this = a - b. */
    public void subtract(Int128 a, Int128 b) {
        long borrow = Long.compareUnsigned(a.low, b.low) < 0 ? 1 : 0;
        long differenceHigh = a.high - b.high - borrow;
        if (((a.high ^ b.high) & (a.high ^ differenceHigh)) < 0) {
            throw RowFailures.overflow(a.big() + " - " + b.big(), "DECIMAL(38)");
        }
        set(differenceHigh, a.low - b.low);
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

    /** this = round(a * 10^shift / b), half away from zero; {@code shift} may be negative. */
    public void divide(Int128 a, Int128 b, int shift) {
        if ((b.high | b.low) == 0) {
            throw RowFailures.divisionByZero(a.big().toString());
        }
        BigDecimal quotient = new BigDecimal(a.big(), -shift).divide(new BigDecimal(b.big()), 0, RoundingMode.HALF_UP);
        setBig(quotient.unscaledValue());
    }

    /** this = the remainder of a / b, with the sign of a. */
    public void remainder(Int128 a, Int128 b) {
        if ((b.high | b.low) == 0) {
            throw RowFailures.divisionByZero(a.big().toString());
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

    /** this = this rounded half away from zero to a multiple of 10^digits. */
    public void round(int digits) {
        scaleDown(digits);
        scaleUp(digits);
    }

    /** Checks that the number has at most {@code precision} digits. */
    public void fit(int precision, int scale) {
        if (precision >= 19 && isLong()) {
            return;
        }
        boolean fits = precision == 38 ? withinLimit() : Decimals.hasAtMost(big(), precision);
        if (!fits) {
            throw RowFailures.overflow(decimal(scale).toPlainString(), "DECIMAL(" + precision + ", " + scale + ")");
        }
    }

    private boolean withinLimit() {
        long magnitudeHigh = high < 0 ? ~high + (low == 0 ? 1 : 0) : high;
        long magnitudeLow = high < 0 ? -low : low;
        return magnitudeHigh >= 0
                && (magnitudeHigh < LIMIT_HIGH
                        || (magnitudeHigh == LIMIT_HIGH && Long.compareUnsigned(magnitudeLow, LIMIT_LOW) < 0));
    }

    /** The number as a 64-bit one. */
    public long toLong(String type) {
        if (!isLong()) {
            throw RowFailures.overflow(big().toString(), type);
        }
        return low;
    }

    /** The decimal of a scale as the nearest double. */
    public double toDouble(int scale) {
        return isLong() ? Decimals.toDouble(low, scale) : decimal(scale).doubleValue();
    }

    /** Negative, zero or positive as a is less than, equal to or greater than b. */
    public static int compare(Int128 a, Int128 b) {
        int byHigh = Long.compare(a.high, b.high);
        return byHigh != 0 ? byHigh : Long.compareUnsigned(a.low, b.low);
    }

    /** -1, 0 or 1. */
    public long signum() {
        return high < 0 ? -1 : (high | low) == 0 ? 0 : 1;
    }
}
