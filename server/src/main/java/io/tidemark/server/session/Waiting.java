package io.tidemark.server.session;

import io.tidemark.server.activity.StatementControl;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for what other threads do, until a statement is cancelled or its time is up. */
final class Waiting {

    private Waiting() {}

    /**
     * The value of a future.
     *
     * @throws CodedException TIMEOUT, CANCELLED, or what the future failed with
     */
    static <T> T forResult(CompletableFuture<T> future, StatementControl control, String what) {
        CompletableFuture<T> guarded = future.thenApply(value -> value);
        control.onCancel(() -> guarded.completeExceptionally(
                CodedException.of(ErrorCode.CANCELLED, "the statement was cancelled while it waited for " + what)));
        Duration timeout = control.timeout();
        try {
            return timeout.isZero() ? guarded.get() : guarded.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw cause(e);
        } catch (TimeoutException e) {
            throw CodedException.of(ErrorCode.TIMEOUT, what + " took longer than " + timeout.toSeconds() + " s")
                    .hint("SET 'statement.timeout' = '…' allows more; what was begun goes on in the background");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CodedException.of(ErrorCode.CANCELLED, "the statement was interrupted");
        }
    }

    private static CodedException cause(ExecutionException e) {
        Throwable cause = e.getCause();
        while (cause != null && !(cause instanceof CodedException) && cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof CodedException coded) {
            return coded;
        }
        return CodedException.internal("internal error: " + e.getCause()).cause(e);
    }
}
