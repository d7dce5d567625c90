package io.tidemark.connectors.nexmark;

/**
 * In what order events come: those of a group are permuted, and the groups follow each other.
 *
 * <p>The event that comes {@code a}-th in its group of {@code g} has the number {@code a * step mod g} there, which is a permutation because
 * the step has no divisor in common with the group's size.
 *
 * @param groupEvents how many events a group has: a multiple of {@link #CYCLE}
 * @param step from the number of one event to that of the next to come, less than the group's size
 */
record ArrivalOrder(long groupEvents, long step) {

    /** After so many events the kinds of events repeat. */
    static final int CYCLE = 50;

    /** The greatest size of a group. */
    static final long MAX_GROUP = 1_000_000_000;

    private static final double GOLDEN_SECTION = 0.618;

    /** Events come in the order of their times, but for those that are less than a number of events apart: these are in any order. */
    static ArrivalOrder shuffled(long events) {
        long group = events / CYCLE * CYCLE;
        if (group <= CYCLE) {
            return new ArrivalOrder(CYCLE, 1);
        }
        long step = (long) (group * GOLDEN_SECTION) | 1;
        while (divisor(step, group) != 1) {
            step += 2;
        }
        return new ArrivalOrder(group, step);
    }

    private static long divisor(long a, long b) {
        return b == 0 ? a : divisor(b, a % b);
    }

    /** The number of the event that comes after {@code arrival} others. */
    long event(long arrival) {
        long place = arrival % groupEvents;
        return arrival - place + place * step % groupEvents;
    }
}
