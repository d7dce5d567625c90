package io.tidemark.server.session;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.server.activity.ConnectedSession;
import io.tidemark.server.activity.StatementControl;
import io.tidemark.server.serving.ResultRows;
import io.tidemark.sql.error.CodedException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The rows of a statement that counts as running until they have been read or given up. */
final class TrackedRows implements ResultRows {

    private final ResultRows rows;
    private final StatementControl control;
    private final ConnectedSession session;
    private final Runnable ended;

    /**
     * The rows of one execution.
     *
     * @param ended to be run when it has ended
     */
    TrackedRows(ResultRows rows, StatementControl control, ConnectedSession session, Runnable ended) {
        this.rows = rows;
        this.control = control;
        this.session = session;
        this.ended = ended;
    }

    @Override
    public @Nullable Batch next(Duration wait) {
        boolean failed = true;
        try {
            control.check();
            Batch next = rows.next(wait);
            failed = false;
            return next;
        } catch (CodedException e) {
            throw session.reported(e);
        } finally {
            if (failed) {
                close();
            }
        }
    }

    @Override
    public boolean isEnded() {
        return !control.isCancelled() && rows.isEnded();
    }

    @Override
    public CompletableFuture<Void> whenReady() {
        return rows.whenReady();
    }

    @Override
    public boolean isEndless() {
        return rows.isEndless();
    }

    @Override
    public void close() {
        ended.run();
        rows.close();
    }
}
