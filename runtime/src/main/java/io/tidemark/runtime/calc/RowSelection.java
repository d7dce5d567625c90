package io.tidemark.runtime.calc;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.operator.RowErrorHandler;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.SourcePosition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one batch that are still in play while a Calc works on it: generated code reads {@link #positions} and {@link #count}, and reports
 * rows that fail here.
 *
 * <p><b>Errors</b>: each failing row is reported once, with the place of the expression in the statement, else that of the Calc. <b>Cost</b>: nothing for a row
 * that doesn't fail.
 */
public final class RowSelection {

    private static final int[] IDENTITY = identity();

    private final RowErrorHandler errors;
    private final @Nullable SourcePosition place;
    private @Nullable Batch batch;
    private boolean owned;

    /** The positions in play, in rising order; only the first {@link #count} count. Not to be written to. */
    public int[] positions = IDENTITY;

    /** How many rows are in play. */
    public int count;

    /**
     * Makes one for the batches of one operator.
     *
     * @param place where the operator's expressions stand in the statement
     */
    public RowSelection(RowErrorHandler errors, @Nullable SourcePosition place) {
        this.errors = errors;
        this.place = place;
    }

    private static int[] identity() {
        int[] positions = new int[Batch.MAX_ROWS];
        for (int i = 0; i < positions.length; i++) {
            positions[i] = i;
        }
        return positions;
    }

    /** Begins with all rows of a batch. */
    public void begin(Batch newBatch) {
        batch = newBatch;
        positions = newBatch.selection == null ? IDENTITY : newBatch.selection;
        count = newBatch.selectedCount();
        owned = false;
    }

    /** Goes on with the first {@code kept} positions of a fresh array. */
    public void replace(int[] newPositions, int kept) {
        positions = newPositions;
        count = kept;
        owned = true;
    }

    /** The error with the place of the expression that failed, unless it has a place or there is none. */
    public static CodedException placed(CodedException reason, @Nullable SourcePosition expression) {
        return expression == null || reason.position().isPresent() ? reason : reason.at(expression);
    }

    /** Reports the row at a position. The caller leaves it out. */
    public void report(int position, CodedException reason) {
        if (batch == null) {
            throw CodedException.internal("a row failed outside a batch");
        }
        errors.rowError(batch, position, placed(reason, place));
    }

    /** Reports the row at {@code positions[index]} and takes it out of play; the next row then stands at {@code index}. */
    public void fail(int index, CodedException reason) {
        report(positions[index], reason);
        int[] rest = owned ? positions : positions.clone();
        System.arraycopy(rest, index + 1, rest, index, count - index - 1);
        replace(rest, count - 1);
    }

    /** The rows still in play, with columns by position. */
    public Batch batch(List<Column> columns) {
        if (batch == null) {
            throw CodedException.internal("no batch has begun");
        }
        boolean all = count == batch.rowCount();
        return new Batch(batch.rowCount(), columns, all ? null : positions, count, batch.weights, batch.tags());
    }
}
