package io.tidemark.server.query;

import io.tidemark.runtime.pace.Backoff;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tries to open queries whose outside systems have not answered, one after the other on a thread of its own, each after waits of 0.2 s, 0.4 s,
 * … 30 s. Thread-safe.
 */
final class OpeningRetries implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(OpeningRetries.class);
    private static final int CLOSE_SECONDS = 30;

    private final Clock clock;
    private final Consumer<RunningQuery> attempt;
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, OpeningRetries::thread);
    private final Map<String, Backoff> backoffs = new ConcurrentHashMap<>();
    private final Map<String, Future<?>> planned = new ConcurrentHashMap<>();

    /**
     * Retries without any query.
     *
     * @param attempt tries once, and asks for another attempt if that is needed
     */
    OpeningRetries(Clock clock, Consumer<RunningQuery> attempt) {
        this.clock = clock;
        this.attempt = attempt;
        timer.setRemoveOnCancelPolicy(true);
        timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "open-queries");
        thread.setDaemon(true);
        return thread;
    }

    /** Lets another attempt follow one that has failed, in place of any that is planned; returns after how many milliseconds. */
    long afterFailure(RunningQuery query) {
        long wait = backoffs.computeIfAbsent(query.id(), id -> new Backoff()).failed(clock.millis());
        plan(query, wait);
        return wait;
    }

    /** Lets an attempt be made as soon as the thread is free. */
    void soon(RunningQuery query) {
        plan(query, 0);
    }

    private void plan(RunningQuery query, long millis) {
        if (timer.isShutdown()) {
            return;
        }
        Future<?> next = timer.schedule(() -> attempt.accept(query), millis, TimeUnit.MILLISECONDS);
        Future<?> replaced = planned.put(query.id(), next);
        if (replaced != null) {
            replaced.cancel(false);
        }
    }

    /** Plans no attempt any more, as the query is open, can't be opened, or is no more. */
    void forget(RunningQuery query) {
        backoffs.remove(query.id());
        Future<?> last = planned.remove(query.id());
        if (last != null) {
            last.cancel(false);
        }
    }

    /** Begins no attempt any more and waits for one under way; it is not interrupted, as it may be writing. */
    @Override
    public void close() {
        timer.shutdown();
        try {
            if (!timer.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("a query was still being opened after {} s", CLOSE_SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
