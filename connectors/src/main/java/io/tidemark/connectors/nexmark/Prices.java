package io.tidemark.connectors.nexmark;

/** Prices from 1.00 to 1,000,000.00, in cents: their logarithm is spread evenly. */
final class Prices {

    private static final int DECADES = 6;
    private static final int STEP_BITS = 12;
    private static final int STEPS = 1 << STEP_BITS;
    private static final int CENTS = 100;

    /** The powers of ten at coarse steps, and what lies between two of them at fine ones: their product stands for a power with 24 bits. */
    private final double[] coarse = new double[STEPS];

    private final double[] fine = new double[STEPS];

    Prices() {
        for (int i = 0; i < STEPS; i++) {
            coarse[i] = CENTS * StrictMath.pow(10, (double) DECADES * i / STEPS);
            fine[i] = StrictMath.pow(10, (double) DECADES * i / STEPS / STEPS);
        }
    }

    /** The price that random bits stand for. */
    long price(long bits) {
        int exponent = (int) (bits >>> (Long.SIZE - 2 * STEP_BITS));
        return Math.round(coarse[exponent >>> STEP_BITS] * fine[exponent & (STEPS - 1)]);
    }
}
