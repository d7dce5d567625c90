package io.tidemark.runtime.storage.versioned;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A snapshot and then every later published change, in order and without a gap. */
public interface Subscription extends AutoCloseable {

    /** The rows as they were when the subscription began. To be closed by the subscriber once read; {@link #close} closes it too. */
    VersionedSnapshot snapshot();

    /**
     * The next change, waiting for one if need be.
     *
     * @return null if none came in time
     * @throws io.tidemark.sql.error.CodedException SUBSCRIPTION_LAG if too many rows waited; the feed's reason if it was closed
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    @Nullable
    Change poll(Duration timeout) throws InterruptedException;

    /** Ends the subscription; a waiting {@link #poll} returns null. */
    @Override
    void close();
}
