package io.tidemark.runtime.translate.function;

import io.tidemark.runtime.batch.TypeKind;

/** Exact arithmetic of integers. <b>Errors</b>: {@code ROW-02} where the result does not fit, {@code ROW-03} for a division by zero. */
public final class Longs {

    private Longs() {}

    /** a + b as a BIGINT. */
    public static long add(long a, long b) {
        long sum = a + b;
        if (((a ^ sum) & (b ^ sum)) < 0) {
            throw RowFailures.overflow(a + " + " + b, "BIGINT");
        }
        return sum;
    }

    /** a - b as a BIGINT. */
    public static long subtract(long a, long b) {
        long difference = a - b;
        if (((a ^ b) & (a ^ difference)) < 0) {
            throw RowFailures.overflow(a + " - " + b, "BIGINT");
        }
        return difference;
    }

    /** a * b as a BIGINT. */
    public static long multiply(long a, long b) {
        long product = a * b;
        if (Math.multiplyHigh(a, b) != product >> 63) {
            throw RowFailures.overflow(a + " * " + b, "BIGINT");
        }
        return product;
    }

    /** a / b, rounded towards zero, as a BIGINT. */
    public static long divide(long a, long b) {
        if (b == 0) {
            throw RowFailures.divisionByZero(Long.toString(a));
        }
        if (b == -1) {
            return negate(a);
        }
        return a / b;
    }

    /** The remainder of a / b, with the sign of a. */
    public static long remainder(long a, long b) {
        if (b == 0) {
            throw RowFailures.divisionByZero(Long.toString(a));
        }
        return b == -1 ? 0 : a % b;
    }

    /** -a as a BIGINT. */
    public static long negate(long a) {
        if (a == Long.MIN_VALUE) {
            throw RowFailures.overflow("-(" + a + ")", "BIGINT");
        }
        return -a;
    }

    /** |a| as a BIGINT. */
    public static long abs(long a) {
        return a < 0 ? negate(a) : a;
    }

    /** a rounded half away from zero to a multiple of {@code unit}, a power of ten. */
    public static long round(long a, long unit) {
        long rest = a % unit;
        long base = a - rest;
        if (Math.abs(rest) < unit - Math.abs(rest)) {
            return base;
        }
        return a < 0 ? subtract(base, unit) : add(base, unit);
    }

    /** The value, if it is an INT. */
    public static long toInt(long value) {
        if (value != (int) value) {
            throw RowFailures.overflow(Long.toString(value), TypeKind.INT.name());
        }
        return value;
    }

    /** The value, if it is a SMALLINT. */
    public static long toSmallint(long value) {
        if (value != (short) value) {
            throw RowFailures.overflow(Long.toString(value), TypeKind.SMALLINT.name());
        }
        return value;
    }

    /** The value, if it is a TINYINT. */
    public static long toTinyint(long value) {
        if (value != (byte) value) {
            throw RowFailures.overflow(Long.toString(value), TypeKind.TINYINT.name());
        }
        return value;
    }

    /** A double, its fraction cut off, as a BIGINT. */
    public static long fromDouble(double value, String type) {
        if (!(value >= -0x1p63 && value < 0x1p63)) {
            throw RowFailures.overflow(Double.toString(value), type);
        }
        return (long) value;
    }
}
