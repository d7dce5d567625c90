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

    /** The logarithm of a value to a base. */
    public static double log(double value, double base) {
        return Math.log(value) / Math.log(base);
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
