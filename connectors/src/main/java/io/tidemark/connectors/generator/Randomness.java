package io.tidemark.connectors.generator;

/**
 * A random number for each row number: the finalizer of SplitMix64 over a counter, started elsewhere for each column.
 *
 * <p><b>Source</b>: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
 */
public record Randomness(long seed) {

    private static final long GAMMA = 0x9e3779b97f4a7c15L;

    /** One that is unrelated to this one. */
    public Randomness derived(long number) {
        return new Randomness(mix(seed + GAMMA * (number + 1)));
    }

    /** 64 random bits. */
    public long bits(long index) {
        return mix(seed + GAMMA * index);
    }

    /** A number from 0 to {@code span - 1}; {@code span} is unsigned, and 0 stands for 2^64. */
    public long below(long index, long span) {
        long bits = bits(index);
        return span == 0 ? bits : unsignedMultiplyHigh(bits, span);
    }

    /** A number from 0 inclusive to 1 exclusive. */
    public double fraction(long index) {
        return (bits(index) >>> 11) * 0x1.0p-53;
    }

    private static long unsignedMultiplyHigh(long a, long b) {
        return Math.multiplyHigh(a, b) + (a >> 63 & b) + (b >> 63 & a);
    }

    private static long mix(long value) {
        long mixed = (value ^ value >>> 30) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
        return mixed ^ mixed >>> 31;
    }
}
