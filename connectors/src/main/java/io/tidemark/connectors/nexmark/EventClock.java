package io.tidemark.connectors.nexmark;

/**
 * When events happen: evenly, at whole milliseconds.
 *
 * @param startMillis the time of the first event
 * @param eventsPerSecond how many events happen in a second
 */
record EventClock(long startMillis, long eventsPerSecond) {

    private static final long MICROS_PER_MILLI = 1000;
    private static final long MILLIS_PER_SECOND = 1000;

    /** The time of an event, in microseconds since 1970. */
    long micros(long event) {
        return (startMillis + event * MILLIS_PER_SECOND / eventsPerSecond) * MICROS_PER_MILLI;
    }
}
