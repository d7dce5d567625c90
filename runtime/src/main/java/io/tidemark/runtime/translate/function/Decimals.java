package io.tidemark.runtime.translate.function;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** Decimals of up to 18 digits as unscaled longs, and their way from and to other numbers. Rounding is half away from zero. */
public final class Decimals {

    private static final int EXACT_POWERS = 22;
    private static final long EXACT_INTEGERS = 1L << 53;
    private static final long[] POWERS = powers();
    private static final double[] DOUBLE_POWERS = doublePowers();

    private static final int MOST_PLACES = 400;

    private Decimals() {}

    private static long[] powers() {
        long[] powers = new long[19];
        powers[0] = 1;
        for (int i = 1; i < powers.length; i++) {
            powers[i] = powers[i - 1] * 10;
        }
        return powers;
    }

    private static double[] doublePowers() {
        double[] powers = new double[EXACT_POWERS + 1];
        for (int i = 0; i < powers.length; i++) {
            powers[i] = BigDecimal.TEN.pow(i).doubleValue();
        }
        return powers;
    }

    /** 10^exponent, for an exponent of 0 to 18. */
    public static long powerOfTen(int exponent) {
        return POWERS[exponent];
    }

    /** Checks that an unscaled value has at most {@code precision} digits. */
    public static long fit(long value, int precision, int scale) {
        long limit = POWERS[precision];
        if (value >= limit || value <= -limit) {
            throw RowFailures.overflow(
                    BigDecimal.valueOf(value, scale).toPlainString(), "DECIMAL(" + precision + ", " + scale + ")");
        }
        return value;
    }

    /** value / 10^digits, rounded. */
    public static long dropDigits(long value, int digits) {
        if (digits > 18) {
            return dropDigits(BigInteger.valueOf(value), digits).longValue();
        }
        long unit = POWERS[digits];
        long quotient = value / unit;
        long rest = Math.abs(value - quotient * unit);
        return rest < unit - rest ? quotient : quotient + (value < 0 ? -1 : 1);
    }

    /** value / 10^digits, rounded. */
    public static BigInteger dropDigits(BigInteger value, int digits) {
        return new BigDecimal(value, digits).setScale(0, RoundingMode.HALF_UP).unscaledValue();
    }

    /** Whether a number has at most {@code precision} digits. */
    public static boolean hasAtMost(BigInteger value, int precision) {
        return value.abs().compareTo(BigInteger.TEN.pow(precision)) < 0;
    }

    /**
     * a / b rounded to an integer.
     *
     * @param scale the digits behind the point that the dividend has
     * @param zeros the zeros that were put behind them
     */
    public static long divide(long a, long b, int scale, int zeros) {
        if (b == 0) {
            throw RowFailures.divisionByZero(written(BigInteger.valueOf(a), scale, zeros));
        }
        long quotient = a / b;
        long rest = a - quotient * b;
        if (Math.abs(rest) < Math.abs(b) - Math.abs(rest)) {
            return quotient;
        }
        return quotient + ((a < 0) == (b < 0) ? 1 : -1);
    }

    /** The remainder of a / b, with the sign of a; the dividend's scale as for {@link #divide}. */
    public static long remainder(long a, long b, int scale, int zeros) {
        if (b == 0) {
            throw RowFailures.divisionByZero(written(BigInteger.valueOf(a), scale, zeros));
        }
        return Longs.remainder(a, b);
    }

    /** A decimal as it was before zeros were put behind it. */
    static String written(BigInteger unscaled, int scale, int zeros) {
        return new BigDecimal(unscaled.divide(BigInteger.TEN.pow(zeros)), scale).toPlainString();
    }

    /** The unscaled value of a decimal of at most 18 digits. */
    public static long unscaled(BigDecimal value, int precision, int scale) {
        BigDecimal rescaled = value.setScale(scale, RoundingMode.HALF_UP);
        if (rescaled.precision() > precision && rescaled.signum() != 0) {
            throw RowFailures.overflow(value.toString(), "DECIMAL(" + precision + ", " + scale + ")");
        }
        return rescaled.unscaledValue().longValue();
    }

    /** Puts the unscaled value of a decimal into a register. */
    public static void unscaled(BigDecimal value, int precision, int scale, Int128 out) {
        BigDecimal rescaled = value.setScale(scale, RoundingMode.HALF_UP);
        if (rescaled.precision() > precision && rescaled.signum() != 0) {
            throw RowFailures.overflow(value.toString(), "DECIMAL(" + precision + ", " + scale + ")");
        }
        out.setBig(rescaled.unscaledValue());
    }

    /** The decimal nearest to a double, by the double's shortest text. */
    public static BigDecimal fromDouble(double value, String type) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            throw RowFailures.overflow(Double.toString(value), type);
        }
        return BigDecimal.valueOf(value);
    }

    /** The double nearest to a decimal. */
    public static double toDouble(long unscaled, int scale) {
        if (unscaled > -EXACT_INTEGERS && unscaled < EXACT_INTEGERS && scale <= EXACT_POWERS) {
            return unscaled / DOUBLE_POWERS[scale];
        }
        return BigDecimal.valueOf(unscaled, scale).doubleValue();
    }

    /** The integer part of a decimal rounded down: 1 for -0.5 is -1. */
    public static long floor(long unscaled, int scale) {
        return Math.floorDiv(unscaled, POWERS[scale]);
    }

    /** The integer part of a decimal rounded up. */
    public static long ceil(long unscaled, int scale) {
        return -Math.floorDiv(-unscaled, POWERS[scale]);
    }

    /** An interval's micros times a decimal factor, rounded. */
    public static long scaleInterval(long micros, BigDecimal factor) {
        BigDecimal product = BigDecimal.valueOf(micros).multiply(factor).setScale(0, RoundingMode.HALF_UP);
        return toLong(product.toBigInteger(), "INTERVAL");
    }

    /** An interval's micros divided by a decimal, rounded. */
    public static long divideInterval(long micros, BigDecimal divisor) {
        if (divisor.signum() == 0) {
            throw RowFailures.divisionByZero(micros + " microseconds");
        }
        BigDecimal quotient = BigDecimal.valueOf(micros).divide(divisor, 0, RoundingMode.HALF_UP);
        return toLong(quotient.toBigInteger(), "INTERVAL");
    }

    private static long toLong(BigInteger value, String type) {
        if (value.bitLength() > 63) {
            throw RowFailures.overflow(value.toString(), type);
        }
        return value.longValue();
    }

    /** A number of digits as far as it makes a difference to any number. */
    public static int places(long digits) {
        return (int) Math.max(-MOST_PLACES, Math.min(MOST_PLACES, digits));
    }

    /** A number rounded to digits behind the point, or before it. */
    public static BigDecimal round(BigDecimal value, int digits, RoundingMode mode) {
        return digits >= value.scale() ? value : value.setScale(digits, mode);
    }

    /** A whole number. <b>Errors</b>: {@code ROW-02} if it is out of range of BIGINT. */
    public static long toLong(BigDecimal whole) {
        if (whole.toBigInteger().bitLength() >= Long.SIZE) {
            throw RowFailures.overflow(whole.toPlainString(), "BIGINT");
        }
        return whole.longValue();
    }
}
