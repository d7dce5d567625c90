package io.tidemark.runtime.parallel;

import io.tidemark.runtime.connector.WorkerPool;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads on which the operators of all queries spread their work. A query's own thread is one of its workers, so {@code n} workers are
 * {@code n - 1} threads here. Safe for use by several threads.
 */
public final class Workers implements WorkerPool, AutoCloseable {

    /** The greatest number of workers. */
    public static final int GREATEST = 64;

    private static final long IDLE_SECONDS = 60;

    private final int count;
    private final ExecutorService threads;

    private Workers(int count, ExecutorService threads) {
        this.count = count;
        this.threads = threads;
    }

    /**
     * Makes workers.
     *
     * @param count how many work on one query at a time, its own thread among them; at most 64
     */
    public static Workers of(int count) {
        if (count < 1 || count > GREATEST) {
            throw new IllegalArgumentException("from 1 to " + GREATEST + " workers, not " + count);
        }
        AtomicInteger number = new AtomicInteger();
        int threads = Math.max(1, count - 1);
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                threads,
                threads,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                task -> {
                    Thread thread = new Thread(task, "worker-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                },
                new ThreadPoolExecutor.DiscardPolicy());
        pool.allowCoreThreadTimeOut(true);
        return new Workers(count, pool);
    }

    /** As many workers as the machine has cores. */
    public static Workers onePerCore() {
        return of(Math.min(GREATEST, Runtime.getRuntime().availableProcessors()));
    }

    @Override
    public int count() {
        return count;
    }

    /** Over how many partitions a new operator spreads its state: more than there are workers, so that none waits long for the slowest. */
    int partitions() {
        return count == 1 ? 1 : 2 * Integer.highestOneBit(2 * count - 1);
    }

    @Override
    public void offer(Runnable work) {
        if (count > 1) {
            threads.execute(work);
        }
    }

    /** Ends the threads when they have done what was handed in. */
    @Override
    public void close() {
        threads.shutdown();
    }
}
