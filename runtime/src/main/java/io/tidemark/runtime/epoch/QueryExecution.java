package io.tidemark.runtime.epoch;

import io.tidemark.runtime.accounting.MemoryBudget;
import io.tidemark.runtime.accounting.RowStream;
import io.tidemark.runtime.checkpoint.CheckpointStore;
import io.tidemark.runtime.checkpoint.DurableEpochStore;
import io.tidemark.runtime.checkpoint.EpochStore;
import io.tidemark.runtime.checkpoint.KeptRow;
import io.tidemark.runtime.checkpoint.VolatileEpochStore;
import io.tidemark.runtime.connector.Source;
import io.tidemark.runtime.measure.NodeMeasure;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs one continuous query on a thread of its own, from its start to its end.
 *
 * <p>Every method may be called by any thread and returns at once, {@link #runEpoch} apart. A future completes when the query's thread has done
 * what was asked; exceptionally with a {@link CodedException} if it can't. With {@link Trigger.Manual} there is no thread: everything happens on
 * the callers'.
 *
 * <p><b>Errors</b>: a source that may answer later ({@link java.io.UncheckedIOException}) is tried again, with a note in the status; a {@link
 * CodedException} makes the query FAILED; anything else is tried three times more from the last durable point before it does. What is durable
 * stays as it is in any case.
 */
public final class QueryExecution {

    private final QuerySpec spec;
    private final Optional<QueryServices> services;
    private final EpochStore store;
    private final RowKeeping rows;
    private final StatusBoard board;
    private final MemoryBudget.Share memory;
    private final QueryLoop loop;
    private final ArrayDeque<Runnable> commands = new ArrayDeque<>();
    private final Object mutex = new Object();
    private volatile @Nullable Thread thread;
    private volatile boolean signalled;
    private volatile boolean cancelled;

    /** An execution of a durable query that has not been started. */
    public QueryExecution(QuerySpec spec, QueryServices services) {
        this(spec, services, (step, epoch) -> {});
    }

    /** As the other one, and {@code observer} is told of each step of an epoch. */
    QueryExecution(QuerySpec spec, QueryServices services, BiConsumer<EpochRunner.Step, Long> observer) {
        this.spec = spec;
        this.services = Optional.of(services);
        this.store = new DurableEpochStore(
                spec.name(),
                services.log(),
                new CheckpointStore(spec.directory(), services.files()),
                services.background());
        this.rows = RowKeeping.durable(spec, services);
        this.board = new StatusBoard(
                spec.name(),
                services.clock().millis() * 1000,
                services.history().epochs());
        this.memory = services.memory().share(spec.name());
        this.loop = makeLoop(services.clock(), observer);
    }

    private QueryExecution(QuerySpec spec, Clock clock, MemoryBudget budget) {
        this.spec = spec;
        this.services = Optional.empty();
        this.store = new VolatileEpochStore();
        this.rows = RowKeeping.counting(spec.settings());
        this.board = new StatusBoard(spec.name(), clock.millis() * 1000, QueryHistory.DEFAULT.epochs());
        this.memory = budget.share(spec.name());
        this.loop = makeLoop(clock, (step, epoch) -> {});
    }

    /** An execution that leaves nothing on disk and begins anew each time: for a client that watches. */
    public static QueryExecution ephemeral(QuerySpec spec, Clock clock, MemoryBudget budget) {
        return new QueryExecution(spec, clock, budget);
    }

    private QueryLoop makeLoop(Clock clock, BiConsumer<EpochRunner.Step, Long> observer) {
        EpochRunner runner = new EpochRunner(
                spec, store, new EpochRunner.Surroundings(rows, clock, memory, () -> cancelled, observer));
        return new QueryLoop(spec, runner, clock, board, this::closeAll);
    }

    /** Goes on from the query's last durable point, and runs. Completes when the state has been recovered. */
    public CompletableFuture<Void> start() {
        synchronized (mutex) {
            CompletableFuture<Void> started = loop.start();
            if (!started.isCompletedExceptionally()) {
                distinctSources().forEach(source -> source.onInput(this::signal));
                if (isManual()) {
                    loop.recoverNow();
                } else {
                    Thread runner = new Thread(this::run, "query-" + spec.name());
                    runner.setDaemon(true);
                    thread = runner;
                    runner.start();
                }
            }
            return started.copy();
        }
    }

    private boolean isManual() {
        return spec.trigger() instanceof Trigger.Manual;
    }

    /** Holds the query after the epoch under way, with a checkpoint. */
    public CompletableFuture<Void> pause() {
        return command(loop::pause);
    }

    /** Goes on after {@link #pause}, or after a failure from the last durable point. */
    public CompletableFuture<Void> resume() {
        return command(loop::resume);
    }

    /**
     * Ends the execution after the epoch under way, with a checkpoint, and closes its sources and its sink.
     *
     * @param drain whether to read to the sources' present ends first
     */
    public CompletableFuture<Void> stop(boolean drain) {
        return command(() -> loop.stop(drain));
    }

    /** Ends the execution at the next batch, without a checkpoint, and removes what the query left on disk. */
    public CompletableFuture<Void> drop() {
        cancelled = true;
        return command(() -> {
            loop.abandon();
            store.awaitWritten();
            return services.map(shared -> discard(spec.name(), spec.directory(), shared))
                    .orElseGet(() -> CompletableFuture.completedFuture(null));
        });
    }

    /** Removes what a query that is not being executed left on disk; completes when that is durable. */
    public static CompletableFuture<Void> discard(String name, Path directory, QueryServices services) {
        return services.log().retire(name).thenRunAsync(() -> delete(directory, services), services.background());
    }

    private static void delete(Path directory, QueryServices services) {
        try {
            services.files().delete(directory);
        } catch (IOException e) {
            throw CodedException.externalIo("cannot delete \"" + directory + "\": " + e.getMessage(), e);
        }
    }

    /** Completes when everything that the sources hold at the call has been committed. */
    public CompletableFuture<Void> flush() {
        return command(loop::flush);
    }

    /** Raises the watermark of a source by hand; completes when the epoch that does so is committed. */
    public CompletableFuture<Void> advanceWatermark(String source, long micros) {
        return command(() -> loop.advance(source, micros));
    }

    /** Other limits and policies, from the next epoch on. */
    public CompletableFuture<Void> alter(QuerySettings settings) {
        return alter(settings, Map.of());
    }

    /**
     * Other limits and policies, from the next epoch on. What was before is saved first, so that no epoch is run again by other policies than its
     * own.
     *
     * @param rowStreams where late and bad rows go whose policy is STREAM; the execution closes them
     */
    public CompletableFuture<Void> alter(QuerySettings settings, Map<KeptRow.Kind, RowStream> rowStreams) {
        return command(() -> {
            loop.alter(settings);
            rows.alter(settings, rowStreams);
            return CompletableFuture.completedFuture(null);
        });
    }

    /** Another trigger, from now on; neither the old nor the new one may be {@link Trigger.Manual}. */
    public CompletableFuture<Void> alter(Trigger trigger) {
        return command(() -> {
            if (isManual() || trigger instanceof Trigger.Manual) {
                return CompletableFuture.failedFuture(CodedException.of(
                        ErrorCode.WRONG_STATE, "a query triggered by hand has no thread to be triggered otherwise"));
            }
            loop.alter(trigger);
            return CompletableFuture.completedFuture(null);
        });
    }

    /** Completes when the execution has stopped or finished; exceptionally when the query fails. After a resume, ask again. */
    public CompletableFuture<RunSummary> completion() {
        return loop.completion().copy();
    }

    /**
     * Runs one epoch, of a query whose trigger is {@link Trigger.Manual}, on the calling thread. Epochs to be replayed come first.
     *
     * @return what it did; empty if there was nothing to do
     * @throws CodedException the error that made the query fail
     */
    public Optional<EpochStatus> runEpoch() {
        synchronized (mutex) {
            if (!isManual() || loop.state() != QueryState.RUNNING) {
                throw CodedException.of(
                        ErrorCode.WRONG_STATE,
                        "query \"" + spec.title() + "\" is "
                                + loop.state().name().toLowerCase(Locale.ROOT)
                                + (isManual() ? "" : " by its own trigger") + ", so no epoch can be run by hand");
            }
            long before = board.epochsAdded();
            loop.step(false);
            loop.failure().ifPresent(failure -> {
                throw failure;
            });
            return board.epochsAdded() > before ? board.lastEpoch() : Optional.empty();
        }
    }

    /** Asks to be told, on the query's thread, of each epoch committed. Must not wait. */
    public void onCommit(LongConsumer listener) {
        loop.addListener(listener);
    }

    /** Where the query stands in its life. */
    public QueryState state() {
        return board.status().state();
    }

    /** The query after its last epoch. */
    public QueryStatus status() {
        return board.status();
    }

    /** The last epochs of this execution, at most 1000, by rising number. */
    public List<EpochStatus> epochs() {
        return board.epochs();
    }

    /** What each node of the plan has cost, after the last epoch of this execution; empty before the first. */
    public List<NodeMeasure> measures() {
        return board.measures();
    }

    /** What its scans read, by scan index; some may be the same. */
    public List<SourceBinding> sources() {
        return spec.sources();
    }

    /** The rows kept, of a kind, in the order in which they were read. */
    public List<KeptRow> keptRows(KeptRow.Kind kind) {
        return rows.rows(kind);
    }

    private void signal() {
        signalled = true;
        wake();
    }

    private void wake() {
        Thread runner = thread;
        if (runner != null) {
            LockSupport.unpark(runner);
        }
    }

    private <T> CompletableFuture<T> command(Supplier<CompletableFuture<T>> action) {
        CompletableFuture<CompletableFuture<T>> accepted = new CompletableFuture<>();
        Runnable task = () -> accepted.complete(guarded(action));
        synchronized (mutex) {
            if (thread == null) {
                task.run();
            } else {
                commands.add(task);
                wake();
            }
        }
        return accepted.thenCompose(done -> done);
    }

    private static <T> CompletableFuture<T> guarded(Supplier<CompletableFuture<T>> action) {
        try {
            return action.get();
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private void run() {
        while (true) {
            runCommands();
            if (retireThread()) {
                return;
            }
            signalled = false;
            long wait = step();
            if (wait > 0 && !signalled && !hasCommands()) {
                LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(Math.min(wait, TimeUnit.DAYS.toMillis(1))));
            }
        }
    }

    private long step() {
        try {
            return loop.step(true);
        } catch (Error e) {
            ErrorCode code = e instanceof OutOfMemoryError ? ErrorCode.RESOURCE_MEMORY : ErrorCode.INTERNAL;
            loop.fail(CodedException.of(code, "query \"" + spec.title() + "\" failed with " + e)
                    .cause(e));
            return QueryLoop.FOREVER;
        }
    }

    private void runCommands() {
        Runnable next = nextCommand();
        while (next != null) {
            next.run();
            next = nextCommand();
        }
    }

    private @Nullable Runnable nextCommand() {
        synchronized (mutex) {
            return commands.poll();
        }
    }

    private boolean hasCommands() {
        synchronized (mutex) {
            return !commands.isEmpty();
        }
    }

    /** Lets the thread end, once the query is over and nobody waits for it; commands are then run by their callers. */
    private boolean retireThread() {
        synchronized (mutex) {
            if (!loop.isOver() || !commands.isEmpty()) {
                return false;
            }
            thread = null;
            return true;
        }
    }

    private Set<Source> distinctSources() {
        Set<Source> sources = Collections.newSetFromMap(new IdentityHashMap<>());
        spec.sources().forEach(binding -> sources.add(binding.source()));
        return sources;
    }

    private void closeAll() {
        RuntimeException first = null;
        List<Runnable> closings = new ArrayList<>();
        distinctSources().forEach(source -> closings.add(source::close));
        closings.add(spec.output().sink()::close);
        closings.add(rows::close);
        closings.add(memory::release);
        for (Runnable closing : closings) {
            try {
                closing.run();
            } catch (RuntimeException e) {
                if (first == null) {
                    first = e;
                } else {
                    first.addSuppressed(e);
                }
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
