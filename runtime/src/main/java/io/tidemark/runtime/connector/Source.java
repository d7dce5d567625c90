package io.tidemark.runtime.connector;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Lock;

/**
 * An open source. Planning and reading are apart: {@link #plan} looks at what is there and names it, {@link #read} reads exactly what was
 * named, now or after a restart. Used by one thread at a time.
 *
 * <p><b>Errors</b>: a {@link io.tidemark.sql.error.CodedException} for what a person must mend; an {@link java.io.UncheckedIOException} for
 * what may pass, which is tried again.
 */
public interface Source extends AutoCloseable {

    /** The position before the first row to be read, as the options (startup mode) say at this moment. */
    SourcePosition initialPosition();

    /**
     * The position before the oldest row that is there at this moment, from which a snapshot query reads. A source with a startup mode overrides
     * this, as that mode says where a continuous query begins, and nothing about what there is.
     */
    default SourcePosition earliestPosition() {
        return initialPosition();
    }

    /**
     * What to hold while {@link #plan} is asked of several sources, so that a commit which spans them is in the ranges of all or of none; empty for
     * a source that shares no commits with others.
     */
    default Optional<Lock> visibility() {
        return Optional.empty();
    }

    /** Whether there are commits that span this source and others; asked while {@link #visibility} is held. */
    default boolean hasSpanningCommits() {
        return false;
    }

    /** The next range after a position, or empty if nothing new is there. Does not wait for input. */
    Optional<SourceRange> plan(SourcePosition after, RangeLimits limits);

    /**
     * Reads a range.
     *
     * @param columns the indexes in the source's schema of the columns wanted, in the order wanted; may be empty
     * @param badRows told of each row that does not parse or does not fit its types; such a row is not in the batches
     */
    RangeReader read(SourceRange range, List<Integer> columns, BadRowHandler badRows);

    /** Whether nothing will ever come after this position: a bounded source that has been read to its end. */
    boolean endedAt(SourcePosition position);

    /**
     * The end of everything that is there at this moment, for FLUSH, for ONCE and for snapshot queries.
     *
     * @param after a position already reached, from which the end is found
     */
    SourcePosition currentEnd(SourcePosition after);

    /** Whether everything before {@code target} has been read at {@code position}. */
    boolean reached(SourcePosition position, SourcePosition target);

    /** Tells that nothing before the position will be read again. */
    void release(SourcePosition upTo);

    /**
     * Asks to be told when new input may be there. A source that can't tell ignores this and is asked by {@link #plan} every
     * {@link #pollIntervalMillis}.
     */
    void onInput(Runnable signal);

    /** How often to ask {@link #plan} while nothing comes, in milliseconds. */
    long pollIntervalMillis();

    @Override
    void close();
}
