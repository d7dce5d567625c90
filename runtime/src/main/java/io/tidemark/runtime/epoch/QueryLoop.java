package io.tidemark.runtime.epoch;

import io.tidemark.runtime.pace.Backoff;
import io.tidemark.runtime.pace.Pacer;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The life of a query as a thread sees it: {@link #step} does at most one epoch and says how long there is nothing to do; between two steps come
 * the commands. Single-threaded; never waits for input.
 */
final class QueryLoop {

    /** What {@link #step} returns when only a command can change anything. */
    static final long FOREVER = Long.MAX_VALUE;

    private static final Logger LOGGER = LoggerFactory.getLogger(QueryLoop.class);
    private static final int MAX_RETRIES = 3;
    private static final long WATCH_MILLIS = 1000;

    private final QuerySpec spec;
    private final EpochRunner runner;
    private final Clock clock;
    private final StatusBoard board;
    private final Runnable close;
    private final Backoff backoff = new Backoff();
    private final List<LongConsumer> listeners = new CopyOnWriteArrayList<>();
    private final Barriers barriers = new Barriers();
    private final List<Advance> advances = new ArrayList<>();
    private QueryState state = QueryState.CREATED;
    private QuerySettings settings;
    private Trigger trigger;
    private Pacer pacer;
    private Optional<CodedException> failure = Optional.empty();
    private Optional<String> note = Optional.empty();
    private int retries;
    private long rowsIn;
    private long rowsOut;
    private CompletableFuture<Void> started = new CompletableFuture<>();
    private volatile CompletableFuture<RunSummary> completion = new CompletableFuture<>();

    private record Advance(String source, long micros, CompletableFuture<Void> done) {}

    /** A query that has not been started; {@code close} closes its sources and its sink. */
    QueryLoop(QuerySpec spec, EpochRunner runner, Clock clock, StatusBoard board, Runnable close) {
        this.spec = spec;
        this.runner = runner;
        this.clock = clock;
        this.board = board;
        this.close = close;
        this.settings = spec.settings();
        this.trigger = spec.trigger();
        this.pacer = trigger.pacer();
    }

    QueryState state() {
        return state;
    }

    Optional<CodedException> failure() {
        return failure;
    }

    CompletableFuture<RunSummary> completion() {
        return completion;
    }

    boolean isOver() {
        return state == QueryState.STOPPED || state == QueryState.FINISHED;
    }

    void addListener(LongConsumer listener) {
        listeners.add(listener);
    }

    void alter(QuerySettings newSettings) {
        if (state == QueryState.RUNNING && !settings.hasPoliciesOf(newSettings) && !runner.replaying()) {
            checkpoint();
        }
        settings = newSettings;
    }

    void alter(Trigger newTrigger) {
        trigger = newTrigger;
        pacer = newTrigger.pacer();
        stopAtEndIfOnce();
    }

    CompletableFuture<Void> start() {
        if (state != QueryState.CREATED) {
            return refused("started");
        }
        stopAtEndIfOnce();
        enter(QueryState.RUNNING);
        return started;
    }

    /** Recovers at once, for a caller who runs epochs by hand; those to be replayed are the first that it runs. */
    void recoverNow() {
        try {
            runner.recover();
            started.complete(null);
        } catch (CodedException e) {
            fail(e);
        }
    }

    private void stopAtEndIfOnce() {
        barriers.goOn();
        if (trigger instanceof Trigger.Once) {
            barriers.stopAtEnd();
        }
    }

    CompletableFuture<Void> pause() {
        if (state != QueryState.RUNNING) {
            return state == QueryState.PAUSED ? CompletableFuture.completedFuture(null) : refused("paused");
        }
        enter(QueryState.PAUSED);
        failFlushes(unreachable());
        checkpoint();
        return CompletableFuture.completedFuture(null);
    }

    CompletableFuture<Void> resume() {
        if (state != QueryState.PAUSED && state != QueryState.FAILED) {
            return state == QueryState.RUNNING ? CompletableFuture.completedFuture(null) : refused("resumed");
        }
        if (state == QueryState.FAILED) {
            started = new CompletableFuture<>();
            completion = new CompletableFuture<>();
            stopAtEndIfOnce();
        }
        failure = Optional.empty();
        note = Optional.empty();
        retries = 0;
        backoff.succeeded();
        enter(QueryState.RUNNING);
        return started;
    }

    CompletableFuture<Void> stop(boolean drain) {
        if (isOver()) {
            return CompletableFuture.completedFuture(null);
        }
        if (!drain) {
            try {
                checkpoint();
            } finally {
                over(QueryState.STOPPED);
            }
            return CompletableFuture.completedFuture(null);
        }
        if (state != QueryState.RUNNING) {
            return refused("drained");
        }
        barriers.stopAtEnd();
        return barriers.end();
    }

    /** Ends without a checkpoint. */
    void abandon() {
        if (!isOver()) {
            over(QueryState.STOPPED);
        }
    }

    CompletableFuture<Void> flush() {
        if (state == QueryState.FINISHED) {
            return CompletableFuture.completedFuture(null);
        }
        if (state != QueryState.RUNNING) {
            return CompletableFuture.failedFuture(unreachable());
        }
        return barriers.flush();
    }

    private CodedException unreachable() {
        return switch (state) {
            case PAUSED ->
                CodedException.of(ErrorCode.QUERY_PAUSED, "query \"" + spec.title() + "\" is paused")
                        .hint("resume it with RESUME QUERY");
            case FAILED ->
                CodedException.of(
                                ErrorCode.QUERY_FAILED,
                                "query \"" + spec.title() + "\" has failed: "
                                        + failure.map(CodedException::render).orElse(""))
                        .hint(
                                "mend the cause, then RESUME QUERY; if the rows are the cause, replace the view or query");
            default -> wrongState("flushed");
        };
    }

    CompletableFuture<Void> advance(String source, long micros) {
        if (state != QueryState.RUNNING) {
            return refused("advanced");
        }
        Advance advance = new Advance(source, micros, new CompletableFuture<>());
        runner.progress().source(source).requestFloor(micros);
        advances.add(advance);
        return advance.done;
    }

    private CompletableFuture<Void> refused(String action) {
        return CompletableFuture.failedFuture(wrongState(action));
    }

    private CodedException wrongState(String action) {
        return CodedException.of(
                ErrorCode.WRONG_STATE,
                "query \"" + spec.title() + "\" is " + state.name().toLowerCase(Locale.ROOT) + ", so it cannot be "
                        + action);
    }

    /**
     * Goes on as far as it gets without waiting: at most one epoch.
     *
     * @param paced whether to keep to the trigger's times
     * @return how many milliseconds there is nothing to do (none if 0 or less), unless a command comes or a source signals input
     */
    long step(boolean paced) {
        if (state != QueryState.RUNNING) {
            return FOREVER;
        }
        long now = clock.millis();
        if (paced && backoff.waitMillis(now) > 0) {
            return backoff.waitMillis(now);
        }
        try {
            return advanceOnce(paced, now);
        } catch (UncheckedIOException e) {
            return waitForSource(e, now);
        } catch (CodedException e) {
            fail(e);
            return FOREVER;
        } catch (RuntimeException e) {
            retry(e);
            return state == QueryState.RUNNING ? 0 : FOREVER;
        }
    }

    private long waitForSource(UncheckedIOException error, long now) {
        if (!runner.recoverable()) {
            fail(CodedException.externalIo(
                    "query \"" + spec.title() + "\" cannot go on: " + error.getMessage(), error));
            return FOREVER;
        }
        long wait = backoff.failed(now);
        note = Optional.of("trying again in " + wait + " ms: " + error.getMessage());
        board.showState(state, failure, note);
        return wait;
    }

    private long advanceOnce(boolean paced, long now) {
        if (runner.needsRecovery()) {
            runner.recover();
        }
        if (!runner.replaying()) {
            started.complete(null);
            barriers.bind(runner.progress().sources());
            if (paced && !barriers.any() && pacer.waitMillis(now) > 0) {
                return pacer.waitMillis(now);
            }
            advances.forEach(advance -> runner.progress().source(advance.source).requestFloor(advance.micros));
        }
        boolean replayed = runner.replaying();
        Optional<EpochStatus> ran = runner.runNext(pacer.isGrid() ? settings.withFullEpochs() : settings);
        if (!replayed && (ran.isPresent() || pacer.isGrid())) {
            pacer.began(now);
        }
        succeeded(ran, replayed);
        if (state != QueryState.RUNNING) {
            return FOREVER;
        }
        return ran.isEmpty() ? idleMillis() : paced && !barriers.any() ? pacer.waitMillis(clock.millis()) : 0;
    }

    private void succeeded(Optional<EpochStatus> ran, boolean replayed) {
        retries = 0;
        backoff.succeeded();
        note = runner.store().lastFailure().map(failed -> "no checkpoint: " + failed.render());
        if (!replayed) {
            advances.forEach(advance -> advance.done.complete(null));
            advances.clear();
        }
        ran.ifPresent(epoch -> {
            if (!replayed) {
                rowsIn += epoch.rowsIn();
                rowsOut += epoch.rowsOut();
            }
            board.add(epoch);
            listeners.forEach(listener -> listener.accept(epoch.epoch()));
        });
        board.show(state, runner, new StatusBoard.Report(failure, note, ran.isPresent()));
        if (!runner.replaying()) {
            settleBarriers();
        }
    }

    /** Who flushes is told last: he then finds the query ended if this was its end. */
    private void settleBarriers() {
        List<SourceProgress> sources = runner.progress().sources();
        List<CompletableFuture<Void>> reached = barriers.takeReached(sources);
        try {
            if (runner.progress().ended() || runner.dataflow().isComplete()) {
                end(QueryState.FINISHED);
            } else if (runner.progress().epoch() > 0 && barriers.atEnd(sources)) {
                end(QueryState.STOPPED);
            }
        } finally {
            reached.forEach(flush -> flush.complete(null));
        }
    }

    private void end(QueryState last) {
        checkpoint();
        over(last);
    }

    private long idleMillis() {
        long wait = spec.sources().stream()
                .mapToLong(binding -> binding.source().pollIntervalMillis())
                .min()
                .orElse(WATCH_MILLIS);
        boolean watched = spec.sources().stream()
                .anyMatch(binding ->
                        binding.idleTimeout().isPresent() || binding.heartbeat().isPresent());
        return Math.max(1, watched ? Math.min(wait, WATCH_MILLIS) : wait);
    }

    private void retry(RuntimeException error) {
        retries++;
        if (retries > MAX_RETRIES || !runner.recoverable()) {
            fail(CodedException.of(
                            ErrorCode.QUERY_FAILED,
                            "epoch " + (runner.progress().epoch() + 1) + " of query \"" + spec.title() + "\" failed "
                                    + retries + " times, at last with " + error)
                    .cause(error));
        } else {
            note = Optional.of("trying again after " + error);
            runner.giveUp();
            board.showState(state, failure, note);
        }
    }

    /** Stops at an error; what is durable stays as it is. */
    void fail(CodedException error) {
        failure = Optional.of(error);
        runner.giveUp();
        state = QueryState.FAILED;
        started.completeExceptionally(error);
        completion.completeExceptionally(error);
        failFlushes(unreachable());
        barriers.failEnd(error);
        board.showState(state, failure, note);
    }

    private void failFlushes(CodedException error) {
        barriers.failFlushes(error);
        advances.forEach(advance -> advance.done.completeExceptionally(error));
        advances.clear();
    }

    private void enter(QueryState next) {
        state = next;
        board.showState(state, failure, note);
    }

    private void checkpoint() {
        if (!runner.needsRecovery()) {
            runner.checkpoint();
        }
    }

    private void over(QueryState last) {
        state = last;
        started.completeExceptionally(wrongState("started"));
        failFlushes(wrongState("flushed"));
        try {
            close.run();
        } catch (RuntimeException e) {
            LOGGER.warn("query \"{}\" is over, but not everything of it could be closed", spec.title(), e);
            note = Optional.of("not everything could be closed: " + e);
        }
        board.showState(state, failure, note);
        barriers.ended();
        completion.complete(new RunSummary(state, rowsIn, rowsOut));
    }
}
