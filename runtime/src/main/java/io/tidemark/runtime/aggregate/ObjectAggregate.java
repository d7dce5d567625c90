package io.tidemark.runtime.aggregate;

import io.tidemark.runtime.batch.Batch;
import org.jspecify.annotations.Nullable;

/**
 * An aggregate whose accumulators are objects, which are kept in state as bytes. Safe for use by several threads; an accumulator is not.
 *
 * <p><b>Errors</b>: ROW_ERROR_EVALUATION if it can't compute.
 */
public interface ObjectAggregate {

    /** An accumulator of no rows. */
    Object create();

    /** Takes a row of a batch in, so many times; or takes it out again, if {@code times} is negative. Rows with a NULL where none is taken change nothing. */
    void change(Object accumulator, Batch batch, int position, int times);

    /** Adds to an accumulator what another one has taken in. */
    void merge(Object into, Object other);

    /** An accumulator as bytes. */
    byte[] write(Object accumulator);

    /** The accumulator that some bytes are. */
    Object read(byte[] bytes, int offset, int length);

    /** The result: null, a Long, a Double, the two halves of a 128-bit number, or bytes, as its physical kind asks for. */
    @Nullable
    Object result(Object accumulator);
}
