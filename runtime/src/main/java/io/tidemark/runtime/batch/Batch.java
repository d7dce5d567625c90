package io.tidemark.runtime.batch;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * At most {@link #MAX_ROWS} rows in columns. A delta is a list of batches.
 *
 * <p>Row <i>positions</i> run from 0 to {@code rowCount - 1} in every column. With a {@code selection}, only the positions listed in it (in
 * rising order, {@code selectedCount} of them) are rows; the others are to be skipped. Operators that filter or project keep positions, so
 * that the arrays indexed by position ({@code weights}, {@code watermarks}) and the origin stay valid without copying.
 *
 * <p><b>Shape</b>: {@code weights} (by position) is null where every weight is +1. What travels beside the columns is in {@link RowTags}.
 */
public final class Batch {

    /** The greatest number of rows in a batch. */
    public static final int MAX_ROWS = 2048;

    private final int rowCount;
    private final List<Column> columns;
    private final int selectedCount;
    private final RowTags tags;

    /** The positions that are rows, in rising order; null: all of them. */
    public final int @Nullable [] selection;

    /** The weight of each row by position; null: every weight is +1. */
    public final int @Nullable [] weights;

    public Batch(
            int rowCount,
            List<Column> columns,
            int @Nullable [] selection,
            int selectedCount,
            int @Nullable [] weights,
            RowTags tags) {
        this.rowCount = rowCount;
        this.columns = columns;
        this.selection = selection;
        this.selectedCount = selectedCount;
        this.weights = weights;
        this.tags = tags;
    }

    /** A batch of {@code rowCount} rows, all selected, all with weight +1, without tags. */
    public static Batch of(int rowCount, List<Column> columns) {
        return new Batch(rowCount, columns, null, rowCount, null, RowTags.NONE);
    }

    /** The number of positions in every column. */
    public int rowCount() {
        return rowCount;
    }

    /** The columns, in order. */
    public List<Column> columns() {
        return columns;
    }

    /** The number of rows: of positions that are selected. */
    public int selectedCount() {
        return selectedCount;
    }

    /** What travels beside the columns. */
    public RowTags tags() {
        return tags;
    }

    /** The column at {@code index}, from 0. */
    public Column column(int index) {
        return columns.get(index);
    }

    /** The position of the {@code i}-th selected row. */
    public int position(int i) {
        return selection == null ? i : selection[i];
    }

    /** The weight of the row at a position. */
    public int weight(int position) {
        return weights == null ? 1 : weights[position];
    }

    /** The same rows with other columns. */
    public Batch withColumns(List<Column> newColumns) {
        return new Batch(rowCount, newColumns, selection, selectedCount, weights, tags);
    }

    /** The same columns with another selection. */
    public Batch withSelection(int @Nullable [] newSelection, int newSelectedCount) {
        return new Batch(rowCount, columns, newSelection, newSelectedCount, weights, tags);
    }

    /** The same rows with other weights. */
    public Batch withWeights(int @Nullable [] newWeights) {
        return new Batch(rowCount, columns, selection, selectedCount, newWeights, tags);
    }

    /** The same rows with other tags. */
    public Batch withTags(RowTags newTags) {
        return new Batch(rowCount, columns, selection, selectedCount, weights, newTags);
    }
}
