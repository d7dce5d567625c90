package io.tidemark.benchmarks.flink;

import io.tidemark.benchmarks.nexmark.EventStore;
import io.tidemark.benchmarks.nexmark.NexmarkBenchmark;
import io.tidemark.benchmarks.nexmark.ProcessFigures;
import io.tidemark.benchmarks.nexmark.ResultDigest;
import io.tidemark.runtime.batch.Batch;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What the parts of a job in this process have to know of each other: the events, when the first row was read, how far each reader is, and the result.
 * There is one, because Flink makes readers and sinks by itself.
 */
final class SharedState {

    /** The only one. */
    static final SharedState INSTANCE = new SharedState();

    /** A reader waits for others that are so many events behind, so that the tables advance together as they would in one log. */
    private static final long MAX_LEAD = 100_000;

    private final AtomicLong firstRowNanos = new AtomicLong();
    private final AtomicLong firstRowProcessorNanos = new AtomicLong();
    private final Map<Object, Long> progress = new ConcurrentHashMap<>();
    private volatile String query = "";
    private volatile ResultDigest digest = new ResultDigest("");
    private volatile EventStore store = new EventStore(0, NexmarkBenchmark.EPOCH_EVENTS);

    private SharedState() {}

    /** Before the first job. */
    void begin(String ofQuery, long events) {
        query = ofQuery;
        store = new EventStore(events, NexmarkBenchmark.EPOCH_EVENTS);
    }

    /** Before each job. */
    void reset() {
        firstRowNanos.set(0);
        digest = new ResultDigest(query);
        progress.clear();
    }

    /** All batches of a table. */
    List<Batch> batches(String table, int[] columns) {
        return store.epochs(table, Arrays.stream(columns).boxed().toList()).stream()
                .flatMap(List::stream)
                .toList();
    }

    /** A reader has its rows at hand. */
    void ready(Object reader) {
        progress.put(reader, 0L);
    }

    /** Whether a reader may go on to an event now. */
    boolean mayRead(Object reader, long event) {
        if (firstRowNanos.get() == 0 && firstRowNanos.compareAndSet(0, System.nanoTime())) {
            firstRowProcessorNanos.set(ProcessFigures.processorNanos());
        }
        progress.put(reader, event);
        return progress.values().stream().allMatch(other -> event <= other + MAX_LEAD);
    }

    /** A reader has no more rows. */
    void ended(Object reader) {
        progress.remove(reader);
    }

    /** A digest for a part of the result. */
    ResultDigest newDigest() {
        return new ResultDigest(query);
    }

    /** A part of the result has come out. */
    synchronized void add(ResultDigest part) {
        digest.add(part);
    }

    /** The result. */
    synchronized ResultDigest digest() {
        return digest;
    }

    /** When the first row was read. */
    long firstRowNanos() {
        return firstRowNanos.get();
    }

    /** How much processor time the process had had by then. */
    long firstRowProcessorNanos() {
        return firstRowProcessorNanos.get();
    }
}
