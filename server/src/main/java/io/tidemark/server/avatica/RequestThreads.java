package io.tidemark.server.avatica;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Threads that answer clients. Their stacks have room for conditions of thousands of terms, which parsing and planning follow term by term; memory is
 * taken only as far as a stack has been used.
 */
final class RequestThreads implements ThreadFactory {

    private static final long STACK_BYTES = 16L << 20;

    private final AtomicLong number = new AtomicLong();

    @Override
    public Thread newThread(Runnable work) {
        Thread thread = new Thread(null, work, "jdbc-" + number.incrementAndGet(), STACK_BYTES);
        thread.setDaemon(true);
        return thread;
    }
}
