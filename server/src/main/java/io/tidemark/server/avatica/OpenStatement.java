package io.tidemark.server.avatica;

import io.tidemark.server.activity.StatementControl;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.apache.calcite.avatica.Meta;
import org.jspecify.annotations.Nullable;

/** A statement of a connection: its text if it was prepared, and the result being read. Used by one thread at a time, but for {@link #cancel}. */
final class OpenStatement {

    private final @Nullable String preparedSql;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable StatementControl control;
    private @Nullable ResultFrames frames;
    private @Nullable CodedException expired;
    private long lastReadMillis;

    OpenStatement(@Nullable String preparedSql) {
        this.preparedSql = preparedSql;
    }

    @Nullable
    String preparedSql() {
        return preparedSql;
    }

    /** Does something with the statement, when nobody else does. */
    <T> T alone(Supplier<T> action) {
        lock.lock();
        try {
            return action.get();
        } finally {
            lock.unlock();
        }
    }

    /** Begins a new execution; what was being read before is closed. */
    StatementControl begin(Duration timeout) {
        closeResult();
        expired = null;
        StatementControl fresh = new StatementControl(timeout);
        control = fresh;
        return fresh;
    }

    /** Ends what runs, from any thread. */
    void cancel() {
        StatementControl running = control;
        if (running != null) {
            running.cancel();
        }
    }

    /** The first rows of a new result. */
    Meta.Frame read(ResultFrames result, int max, long nowMillis) {
        frames = result;
        return given(result, result::first, max, nowMillis);
    }

    /**
     * Further rows.
     *
     * @throws CodedException RESULT_EXPIRED if they were not asked for in time
     */
    Meta.Frame fetch(long offset, int max, long nowMillis) {
        if (expired != null) {
            throw expired;
        }
        ResultFrames reading = frames;
        return reading == null
                ? Meta.Frame.create(offset, true, List.of())
                : given(reading, reading::next, max, nowMillis);
    }

    /** Makes a frame of at most so many rows. */
    private interface FrameMaker {
        Meta.Frame make(int max);
    }

    private Meta.Frame given(ResultFrames reading, FrameMaker maker, int max, long nowMillis) {
        lastReadMillis = nowMillis;
        boolean goesOn = false;
        try {
            Meta.Frame frame = maker.make(max);
            goesOn = !frame.done;
            return frame;
        } finally {
            if (!goesOn && frames == reading) {
                closeResult();
            }
        }
    }

    /** Completes when a fetch has something to give; at once unless it is a push query that waits. */
    CompletableFuture<Void> whenReady() {
        if (!lock.tryLock()) {
            return CompletableFuture.completedFuture(null);
        }
        try {
            return frames == null ? CompletableFuture.completedFuture(null) : frames.whenReady();
        } finally {
            lock.unlock();
        }
    }

    /** Whether rows wait to be read, or something runs. */
    boolean isInUse() {
        if (!lock.tryLock()) {
            return true;
        }
        try {
            return frames != null;
        } finally {
            lock.unlock();
        }
    }

    /** Gives up a result of which nothing has been read since, and says whether there was one; whoever reads on is told. */
    boolean expire(long beforeMillis, Duration after) {
        if (!lock.tryLock()) {
            return false;
        }
        try {
            boolean expires = frames != null && lastReadMillis < beforeMillis;
            if (expires) {
                expired = CodedException.of(
                                ErrorCode.RESULT_EXPIRED,
                                "the result was given up: nothing of it has been read for " + after.toSeconds() + " s")
                        .hint("run the statement again and read on, or raise server.result-idle-timeout");
                cancel();
                closeResult();
            }
            return expires;
        } finally {
            lock.unlock();
        }
    }

    void closeResult() {
        if (frames != null) {
            frames.close();
            frames = null;
        }
    }

    /** Ends what runs and lets go of everything. */
    void close() {
        cancel();
        alone(() -> {
            closeResult();
            return this;
        });
    }
}
