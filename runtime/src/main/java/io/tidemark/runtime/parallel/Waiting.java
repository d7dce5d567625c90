package io.tidemark.runtime.parallel;

import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.util.function.BooleanSupplier;

/** Waiting for another of a query's threads. */
final class Waiting {

    private Waiting() {}

    /**
     * Waits until a condition holds, looking again whenever {@code monitor} is notified. The caller may hold it.
     *
     * @throws CodedException CANCELLED if the thread is interrupted; it stays so
     */
    static void until(Object monitor, BooleanSupplier condition) {
        synchronized (monitor) {
            try {
                while (!condition.getAsBoolean()) {
                    monitor.wait();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw CodedException.of(ErrorCode.CANCELLED, "the thread was interrupted while it waited for a worker")
                        .cause(e);
            }
        }
    }
}
