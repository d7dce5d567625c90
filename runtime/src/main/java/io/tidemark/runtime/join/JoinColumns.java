package io.tidemark.runtime.join;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BytesColumn;
import io.tidemark.runtime.batch.BytesPool;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.DoubleColumn;
import io.tidemark.runtime.batch.Int128Column;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.RowGather;
import io.tidemark.runtime.batch.RowTags;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.operator.Output;
import java.util.ArrayList;
import java.util.List;

/** Puts the columns of a join's output together. */
final class JoinColumns {

    private static final long[] NONE_VALID = new long[Batch.MAX_ROWS >> 6];
    private static final int GREATEST_PIECE = 1 << 30;

    private JoinColumns() {}

    /** The values of a batch at some positions; 0.0 for -0.0, as rows that are kept have it. */
    static void addGathered(Batch batch, int[] positions, int count, List<Column> columns) {
        for (Column column : batch.columns()) {
            Column gathered = RowGather.gather(column, positions, count);
            if (gathered instanceof DoubleColumn doubles) {
                for (int i = 0; i < count; i++) {
                    doubles.values[i] += 0.0;
                }
            }
            columns.add(gathered);
        }
    }

    /** A column of NULLs for each column of a schema. */
    static List<Column> nulls(Schema schema) {
        List<Column> columns = new ArrayList<>(schema.size());
        for (int i = 0; i < schema.size(); i++) {
            columns.add(nulls(schema.type(i)));
        }
        return List.copyOf(columns);
    }

    private static Column nulls(DataType type) {
        return switch (type.physical()) {
            case INT64 -> new LongColumn(type, new long[Batch.MAX_ROWS], NONE_VALID);
            case INT128 -> new Int128Column(type, new long[Batch.MAX_ROWS], new long[Batch.MAX_ROWS], NONE_VALID);
            case FLOAT64 -> new DoubleColumn(type, new double[Batch.MAX_ROWS], NONE_VALID);
            case BYTES -> emptyBytes(type);
        };
    }

    private static Column emptyBytes(DataType type) {
        BytesPool pool = new BytesPool();
        long[] references = new long[Batch.MAX_ROWS];
        java.util.Arrays.fill(references, pool.reserve(0));
        return new BytesColumn(type, references, pool, NONE_VALID);
    }

    /**
     * Gives rows out with weights that may be beyond an int: such rows go out several times.
     *
     * @param positions which positions of the columns; the first {@code count}, in rising order
     * @param weights by position; changed
     */
    static void emit(List<Column> columns, int rowCount, int[] positions, int count, long[] weights, Output out) {
        int left = count;
        int[] rest = positions;
        while (left > 0) {
            boolean plain = true;
            int[] pieces = new int[rowCount];
            for (int i = 0; i < left; i++) {
                int position = rest[i];
                long piece = Math.max(-GREATEST_PIECE, Math.min(GREATEST_PIECE, weights[position]));
                pieces[position] = (int) piece;
                weights[position] -= piece;
                plain &= piece == 1;
            }
            int[] selection = left == rowCount ? null : java.util.Arrays.copyOf(rest, left);
            out.emit(new Batch(rowCount, columns, selection, left, plain ? null : pieces, RowTags.NONE));
            int[] more = new int[left];
            int moreCount = 0;
            for (int i = 0; i < left; i++) {
                if (weights[rest[i]] != 0) {
                    more[moreCount++] = rest[i];
                }
            }
            rest = more;
            left = moreCount;
        }
    }
}
