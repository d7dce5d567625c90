package io.tidemark.runtime.epoch;

import io.tidemark.runtime.checkpoint.KeptRow;
import io.tidemark.sql.error.CodedException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongConsumer;

/**
 * Runs one continuous query on a thread of its own, from its start to its end.
 *
 * <p>Every method may be called by any thread and returns at once, {@link #runEpoch} apart. A future completes when the query's thread has done
 * what was asked; exceptionally with a {@link CodedException} if it can't.
 */
public final class QueryExecution {

    private final QuerySpec spec;
    private final QueryServices services;
    private volatile QuerySettings settings;
    private volatile Trigger trigger;
    private final List<LongConsumer> listeners = new CopyOnWriteArrayList<>();

    /** Makes an execution that has not been started. */
    public QueryExecution(QuerySpec spec, QueryServices services) {
        this.spec = spec;
        this.services = services;
        this.settings = spec.settings();
        this.trigger = spec.trigger();
    }

    /** Goes on from the query's last durable point, and runs. Completes when the state has been recovered. */
    public CompletableFuture<Void> start() {
        return CompletableFuture.failedFuture(pending());
    }

    /** Holds the query after the epoch under way, with a checkpoint. */
    public CompletableFuture<Void> pause() {
        return CompletableFuture.failedFuture(pending());
    }

    /** Goes on after {@link #pause}, or after a failure from the last durable point. */
    public CompletableFuture<Void> resume() {
        return CompletableFuture.failedFuture(pending());
    }

    /**
     * Ends the execution after the epoch under way, with a checkpoint, and closes its sources and its sink.
     *
     * @param drain whether to read to the sources' present ends first
     */
    public CompletableFuture<Void> stop(boolean drain) {
        return CompletableFuture.failedFuture(pending());
    }

    /** Ends the execution at the next batch, without a checkpoint, and removes what the query left on disk. */
    public CompletableFuture<Void> drop() {
        return CompletableFuture.failedFuture(pending());
    }

    /** Completes when everything that the sources hold at the call has been committed. */
    public CompletableFuture<Void> flush() {
        return CompletableFuture.failedFuture(pending());
    }

    /** Raises the watermark of a source by hand; completes when the epoch that does so is committed. */
    public CompletableFuture<Void> advanceWatermark(String source, long micros) {
        return CompletableFuture.failedFuture(pending());
    }

    /** Other limits and policies, from the next epoch on. */
    public void alter(QuerySettings newSettings) {
        settings = newSettings;
    }

    /** Another trigger, from now on. */
    public void alter(Trigger newTrigger) {
        trigger = newTrigger;
    }

    /** Completes when the execution has stopped or finished; exceptionally when the query fails. */
    public CompletableFuture<RunSummary> completion() {
        return CompletableFuture.failedFuture(pending());
    }

    /**
     * Runs one epoch, of a query whose trigger is {@link Trigger.Manual}, on the calling thread.
     *
     * @return what it did; empty if there was nothing to do
     */
    public Optional<EpochStatus> runEpoch() {
        if (trigger instanceof Trigger.Manual && settings.maxRowsPerEpoch() > 0) {
            throw pending();
        }
        return Optional.empty();
    }

    /** Asks to be told, on the query's thread, of each epoch committed. */
    public void onCommit(LongConsumer listener) {
        listeners.add(listener);
    }

    /** Where the query stands in its life. */
    public QueryState state() {
        return QueryState.CREATED;
    }

    /** The query after its last epoch. */
    public QueryStatus status() {
        long now = services.clock().millis() * 1000;
        return new QueryStatus(
                spec.name(),
                state(),
                now,
                0,
                Optional.empty(),
                Optional.empty(),
                Long.MIN_VALUE,
                0,
                0,
                0,
                0,
                0,
                List.of(),
                List.of());
    }

    /** The last epochs of this execution, by rising number. */
    public List<EpochStatus> epochs() {
        return List.of();
    }

    /** The rows kept, of a kind, by rising epoch. */
    public List<KeptRow> keptRows(KeptRow.Kind kind) {
        return List.of();
    }

    private static CodedException pending() {
        return CodedException.unsupported("running a continuous query");
    }
}
