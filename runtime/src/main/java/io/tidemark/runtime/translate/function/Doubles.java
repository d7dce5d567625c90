package io.tidemark.runtime.translate.function;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Functions of doubles beyond java.lang.Math. */
public final class Doubles {

    private Doubles() {}

    /** A double rounded to so many digits behind the point, by its shortest text; NaN and the infinities stay. */
    public static double round(double value, int digits, RoundingMode mode) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return value;
        }
        return BigDecimal.valueOf(value).setScale(digits, mode).doubleValue();
    }

    /** The natural logarithm. */
    public static double ln(double value) {
        return Math.log(positive("LN", value));
    }

    /** The logarithm to base 10. */
    public static double log10(double value) {
        return Math.log10(positive("LOG10", value));
    }

    /** The logarithm to base 2, exact of powers of two. */
    public static double log2(double value) {
        return log(2, positive("LOG2", value));
    }

    /** The logarithm to base 10. */
    public static double log(double value) {
        return Math.log10(positive("LOG", value));
    }

    /** The logarithm of a value to a base, exact where the value is a whole power of the base. */
    public static double log(double base, double value) {
        double divisor = Math.log(positive("LOG", base));
        if (divisor == 0) {
            throw RowFailures.invalidArgument("LOG", "there is no logarithm to base 1");
        }
        double quotient = Math.log(positive("LOG", value)) / divisor;
        double whole = Math.rint(quotient);
        return Math.pow(base, whole) == value ? whole : quotient;
    }

    private static double positive(String function, double value) {
        if (value <= 0) {
            throw RowFailures.invalidArgument(function, value + " has no logarithm");
        }
        return value;
    }

    /** The square root. */
    public static double sqrt(double value) {
        if (value < 0) {
            throw RowFailures.invalidArgument("SQRT", value + " has no square root");
        }
        return Math.sqrt(value);
    }

    /** A value to a power. */
    public static double power(double value, double exponent) {
        if (value == 0 && exponent < 0) {
            throw RowFailures.invalidArgument("POWER", "0 has no negative power");
        }
        if (value < 0 && Double.isFinite(value) && Double.isFinite(exponent) && Math.rint(exponent) != exponent) {
            throw RowFailures.invalidArgument("POWER", value + " has no power of " + exponent);
        }
        return Math.pow(value, exponent);
    }

    /** The angle of a sine. */
    public static double asin(double value) {
        return Math.asin(within("ASIN", value, -1, 1));
    }

    /** The angle of a cosine. */
    public static double acos(double value) {
        return Math.acos(within("ACOS", value, -1, 1));
    }

    /** The inverse of the hyperbolic sine. */
    public static double asinh(double value) {
        double size = Math.abs(value);
        return Math.copySign(Math.log1p(size + size * size / (1 + Math.sqrt(size * size + 1))), value);
    }

    /** The inverse of the hyperbolic cosine. */
    public static double acosh(double value) {
        double size = within("ACOSH", value, 1, Double.POSITIVE_INFINITY);
        return Math.log(size + Math.sqrt(size * size - 1));
    }

    /** The inverse of the hyperbolic tangent. */
    public static double atanh(double value) {
        double ratio = within("ATANH", value, -1, 1);
        return Math.log1p(2 * ratio / (1 - ratio)) / 2;
    }

    private static double within(String function, double value, double least, double greatest) {
        if (value < least || value > greatest) {
            throw RowFailures.invalidArgument(function, "it is not defined for " + value);
        }
        return value;
    }

    /** The number of the one among equal parts of {@code low} to {@code high} that a value lies in, from 1. */
    public static long widthBucket(double value, double low, double high, long count) {
        if (count <= 0 || low == high || Double.isNaN(low) || Double.isNaN(high)) {
            throw RowFailures.invalidArgument("WIDTH_BUCKET", "there have to be parts, between two different numbers");
        }
        boolean rising = low < high;
        if (rising ? value < low : value > low) {
            return 0;
        }
        if (rising ? value >= high : value <= high) {
            return count + 1;
        }
        return (long) Math.floor((value - low) / (high - low) * count) + 1;
    }

    /** The cotangent. */
    public static double cot(double value) {
        return 1 / Math.tan(value);
    }

    /** The number pi. */
    public static double pi() {
        return Math.PI;
    }
}
