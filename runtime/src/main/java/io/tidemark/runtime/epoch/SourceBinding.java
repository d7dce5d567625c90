package io.tidemark.runtime.epoch;

import io.tidemark.runtime.connector.Source;
import java.time.Duration;
import java.util.Optional;

/**
 * A source as one query reads it. Two scans bound to the same {@code Source} object are one source: it is read once for both.
 *
 * @param name the relation's qualified name, as messages and {@code sys.sources} give it
 * @param source opened for this query alone; the execution closes it
 * @param idleTimeout how long a partition may be silent before it stops holding the watermark back; empty: for ever
 * @param heartbeat after how long without a row the watermark follows the wall clock; empty: never
 * @param live whether rows come as they happen, so that the wall clock says something about them
 */
public record SourceBinding(
        String name, Source source, Optional<Duration> idleTimeout, Optional<Duration> heartbeat, boolean live) {

    /** How long a partition of a live source may be silent, where the source's options don't say. */
    public static final Duration DEFAULT_IDLE_TIMEOUT = Duration.ofSeconds(30);

    /** A source that ends or waits by itself: no partition of it ever counts as idle. */
    public static SourceBinding atRest(String name, Source source) {
        return new SourceBinding(name, source, Optional.empty(), Optional.empty(), false);
    }

    /** A source of rows as they happen, with the default idle timeout and without a heartbeat. */
    public static SourceBinding live(String name, Source source) {
        return new SourceBinding(name, source, Optional.of(DEFAULT_IDLE_TIMEOUT), Optional.empty(), true);
    }
}
