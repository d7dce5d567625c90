package io.tidemark.server.session;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.server.serving.PushRows;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The rows of a push query. */
final class EndlessRows implements ResultRows {

    private final PushRows rows;

    EndlessRows(PushRows rows) {
        this.rows = rows;
    }

    @Override
    public @Nullable Batch next(Duration wait) {
        return rows.next(wait);
    }

    @Override
    public boolean isEnded() {
        return rows.isEnded();
    }

    @Override
    public boolean isEndless() {
        return true;
    }

    @Override
    public void close() {
        rows.close();
    }
}
