package io.tidemark.runtime.aggregate;

/**
 * A number of twice a double's digits: the unevaluated sum of a double and of what it lacks. An overflow gives infinity or NaN.
 *
 * <p><b>Source</b>: Knuth, vol. 2, 4.2.2, theorem B (exact error of an addition); Dekker, "A floating-point technique for extending the
 * available precision", 1971; Hida, Li and Bailey, "Library for double-double and quad-double arithmetic", 2007.
 */
record DoubleDouble(double high, double low) {

    private static final DoubleDouble ZERO = new DoubleDouble(0, 0);

    /** The slots that one takes in a state row. */
    static final int SLOTS = 2;

    /** The one in two slots. */
    static DoubleDouble at(long[] page, int at) {
        return new DoubleDouble(Double.longBitsToDouble(page[at]), Double.longBitsToDouble(page[at + 1]));
    }

    /** Adds a double to the one in two slots. */
    static void add(long[] page, int at, double value) {
        double sum = Double.longBitsToDouble(page[at]);
        double lack = Double.longBitsToDouble(page[at + 1]);
        double rough = sum + value;
        double virtual = rough - sum;
        double better = lack + ((sum - (rough - virtual)) + (value - virtual));
        double total = rough + better;
        double rest = better - (total - rough);
        boolean finite = Double.isFinite(rough);
        page[at] = Double.doubleToRawLongBits(finite ? total : rough);
        page[at + 1] = finite ? Double.doubleToRawLongBits(rest) : 0;
    }

    /** Adds the exact product of two doubles to the one in two slots, {@code weight} times. */
    static void addProduct(long[] page, int at, double a, double b, int weight) {
        double product = a * b;
        addTimes(page, at, product, weight);
        if (Double.isFinite(product)) {
            addTimes(page, at, Math.fma(a, b, -product), weight);
        }
    }

    /** Adds a double to the one in two slots, {@code weight} times. */
    static void addTimes(long[] page, int at, double value, int weight) {
        if (weight == 1 || weight == -1) {
            add(page, at, value * weight);
            return;
        }
        double product = value * weight;
        add(page, at, product);
        if (Double.isFinite(product)) {
            add(page, at, Math.fma(value, weight, -product));
        }
    }

    /** Adds the one in two slots of another page to the one in two slots. */
    static void addFrom(long[] source, int from, long[] page, int at) {
        add(page, at, Double.longBitsToDouble(source[from]));
        add(page, at, Double.longBitsToDouble(source[from + 1]));
    }

    DoubleDouble minus(DoubleDouble other) {
        double rough = high - other.high;
        double virtual = rough - high;
        double error = (high - (rough - virtual)) - (other.high + virtual);
        return normal(rough, error + (low - other.low));
    }

    DoubleDouble times(DoubleDouble other) {
        double product = high * other.high;
        double error = Math.fma(high, other.high, -product);
        return normal(product, error + (high * other.low + low * other.high));
    }

    DoubleDouble dividedBy(double divisor) {
        double quotient = high / divisor;
        double rest = Math.fma(-quotient, divisor, high) + low;
        return normal(quotient, rest / divisor);
    }

    /** This, or 0 if it is less. */
    DoubleDouble orZero() {
        return high < 0 ? ZERO : this;
    }

    private static DoubleDouble normal(double high, double low) {
        double sum = high + low;
        return new DoubleDouble(sum, low - (sum - high));
    }

    double toDouble() {
        return high + low;
    }
}
