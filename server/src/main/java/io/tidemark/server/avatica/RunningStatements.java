package io.tidemark.server.avatica;

import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/** Bounds how many statements are carried out at a time, each of which holds a thread; that threads are left for the rest. Thread-safe. */
final class RunningStatements {

    private final int most;
    private final Semaphore free;

    RunningStatements(int most) {
        this.most = most;
        this.free = new Semaphore(most);
    }

    /** Carries one out. Throws RESOURCE_LIMIT if as many run as may. */
    <T> T run(Supplier<T> statement) {
        if (!free.tryAcquire()) {
            throw CodedException.of(
                            ErrorCode.RESOURCE_LIMIT,
                            most + " statements are being carried out, the most that may at a time")
                    .hint(
                            "try again when some have ended (sys.sessions lists them), or raise server.max-running-statements");
        }
        try {
            return statement.get();
        } finally {
            free.release();
        }
    }
}
