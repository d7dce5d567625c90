package io.tidemark.runtime.calc;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Column;

/**
 * A filter and projections, compiled. Subclasses are generated; each instance serves one operator, because it holds scratch space.
 *
 * <p>Use per batch: {@link #filter}, then {@link #column} for each output column; rows that fail in either are taken out of the selection.
 */
public abstract class CalcProgram {

    /** Makes instances that share the compiled code. */
    @FunctionalInterface
    public interface Factory {
        /** Makes one with its own scratch space; {@code clock} is what its time functions read. */
        CalcProgram create(EpochClock clock);
    }

    /** Keeps in {@code rows} those for which the condition is TRUE; without a condition, all of them. */
    public abstract void filter(Batch batch, RowSelection rows);

    /** The values of one output column at the positions in play. */
    public abstract Column column(int index, Batch batch, RowSelection rows);

    /** The number of output columns. */
    public abstract int columnCount();
}
