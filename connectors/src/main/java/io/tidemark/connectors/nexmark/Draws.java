package io.tidemark.connectors.nexmark;

import io.tidemark.connectors.generator.Randomness;

/**
 * What is drawn for an event, and who exists when it happens. Persons and auctions are numbered from 0 here; their ids begin at
 * {@value #FIRST_ID}.
 */
final class Draws {

    /** The id of the first person and of the first auction. */
    static final long FIRST_ID = 1000;

    /** A person or an auction is hot until there are so many more. */
    static final int HOT_STEP = 100;

    /** How many of the last auctions get bids. */
    static final int AUCTIONS_IN_FLIGHT = 100;

    private static final int ACTIVE_PERSONS = 1000;
    private static final int NOT_YET_THERE = 10;
    private static final int AUCTIONS_PER_CYCLE = 3;
    private static final int LAST_AUCTION_PLACE = 3;

    private Draws() {}

    /** A number from 0 to {@code span - 1} from the upper half of random bits; the lower half is left for other choices. */
    static long below(long bits, long span) {
        return ((bits >>> Integer.SIZE) * span) >>> Integer.SIZE;
    }

    /** The last person there is when an event happens. */
    static long lastPerson(long event) {
        return event / ArrivalOrder.CYCLE;
    }

    /** The last auction there is when an event happens. */
    static long lastAuction(long event) {
        long cycle = event / ArrivalOrder.CYCLE;
        long place = event - cycle * ArrivalOrder.CYCLE;
        return cycle * AUCTIONS_PER_CYCLE + Math.min(place, LAST_AUCTION_PLACE) - 1;
    }

    /** One of the last persons, or one that is soon to come. */
    static long anyPerson(long event, long bits) {
        long persons = lastPerson(event) + 1;
        long active = Math.min(persons, ACTIVE_PERSONS);
        return persons - active + below(bits, active + NOT_YET_THERE);
    }

    /** One of the last auctions, or one that is soon to come. */
    static long anyAuction(long event, long bits) {
        long last = lastAuction(event);
        long first = Math.max(last - AUCTIONS_IN_FLIGHT, 0);
        return first + below(bits, last - first + 1 + NOT_YET_THERE);
    }

    /** The hot one at a time when there are so many. */
    static long hot(long last) {
        return last / HOT_STEP * HOT_STEP;
    }

    /** How long {@code extra} has to be, so that a row has about so many bytes in all. */
    static int extraLength(Randomness random, long event, int usedBytes, int wantedBytes) {
        int rest = Math.max(0, wantedBytes - usedBytes);
        int fifth = rest / 5;
        return rest - fifth + (int) below(random.bits(event), 2L * fifth + 1);
    }
}
