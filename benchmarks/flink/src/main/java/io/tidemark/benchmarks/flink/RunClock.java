package io.tidemark.benchmarks.flink;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What the parts of a job in this process have to know of each other: when its first row was read, how far each reader is, how many rows came out. There
 * is one, because Flink makes readers and sinks by itself.
 */
final class RunClock {

    /** The only one. */
    static final RunClock INSTANCE = new RunClock();

    /** A reader waits for others that are so many events behind, so that the tables advance together as they would in one log. */
    private static final long MAX_LEAD = 100_000;

    private final AtomicLong firstRowNanos = new AtomicLong();
    private final AtomicLong firstRowProcessorNanos = new AtomicLong();
    private final AtomicLong resultRows = new AtomicLong();
    private final AtomicLong changes = new AtomicLong();
    private final Map<Object, Long> progress = new ConcurrentHashMap<>();

    private RunClock() {}

    /** Before a job. */
    void reset() {
        firstRowNanos.set(0);
        resultRows.set(0);
        changes.set(0);
        progress.clear();
    }

    /** A reader has its rows at hand; they are not counted into the time. */
    void ready(Object reader) {
        progress.put(reader, 0L);
    }

    /** Whether a reader may go on to an event now. */
    boolean mayRead(Object reader, long event) {
        if (firstRowNanos.get() == 0 && firstRowNanos.compareAndSet(0, System.nanoTime())) {
            firstRowProcessorNanos.set(FlinkNexmark.processorNanos());
        }
        progress.put(reader, event);
        return progress.values().stream().allMatch(other -> event <= other + MAX_LEAD);
    }

    /** A reader has no more rows. */
    void ended(Object reader) {
        progress.remove(reader);
    }

    /** Rows have come out, or, with a negative number, been taken back. */
    void addResult(long rows, long changed) {
        resultRows.addAndGet(rows);
        changes.addAndGet(changed);
    }

    /** When the first row was read. */
    long firstRowNanos() {
        return firstRowNanos.get();
    }

    /** How much processor time the process had had by then. */
    long firstRowProcessorNanos() {
        return firstRowProcessorNanos.get();
    }

    /** How many rows the result has. */
    long resultRows() {
        return resultRows.get();
    }

    /** How many changes came out. */
    long changes() {
        return changes.get();
    }
}
