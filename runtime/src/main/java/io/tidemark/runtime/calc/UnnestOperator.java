package io.tidemark.runtime.calc;

import io.tidemark.runtime.batch.ArrayReader;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BatchBuilder;
import io.tidemark.runtime.batch.BytesColumn;
import io.tidemark.runtime.batch.BytesPool;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.ColumnBuilder;
import io.tidemark.runtime.batch.RowGather;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.operator.Epoch;
import io.tidemark.runtime.operator.Operator;
import io.tidemark.runtime.operator.OperatorState;
import io.tidemark.runtime.operator.Output;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * UNNEST: Δout = each row of Δin once for each element of an array. Linear, so weights are kept.
 *
 * <p><b>Shape</b>: rows are made anew, those of one row in the order of its elements, with tags that name the same origin. <b>Cost</b>: no state;
 * O(|Δin| + elements). <b>Source</b>: UNNEST of SQL:2016.
 */
public final class UnnestOperator implements Operator {

    private final Spec spec;
    private final int firstAdded;
    private final ArrayReader reader = new ArrayReader();
    private final int[] rows = new int[Batch.MAX_ROWS];
    private final BatchBuilder added;

    /**
     * What is made of each row.
     *
     * @param arrayColumn the array in the input
     * @param ordinality whether the element's place, from 1, follows it
     * @param outer whether a row whose array is NULL or empty is given out once, with NULL for its element
     * @param output the columns of the input, the element, and its place if asked for
     */
    public record Spec(int arrayColumn, boolean ordinality, boolean outer, Schema output) {}

    /** Makes one. */
    public UnnestOperator(Spec spec) {
        this.spec = spec;
        int size = spec.output().size();
        this.firstAdded = size - (spec.ordinality() ? 2 : 1);
        this.added = new BatchBuilder(
                spec.output().project(IntStream.range(firstAdded, size).boxed().toList()));
    }

    @Override
    public void process(int input, Batch batch, Output out) {
        BytesColumn arrays = (BytesColumn) batch.column(spec.arrayColumn());
        for (int i = 0; i < batch.selectedCount(); i++) {
            int position = batch.position(i);
            long place = 0;
            if (start(arrays, position)) {
                while (reader.next()) {
                    take(++place);
                    end(position, batch, out);
                }
            }
            if (place == 0 && spec.outer()) {
                end(position, batch, out);
            }
        }
        emit(batch, out);
    }

    private boolean start(BytesColumn arrays, int position) {
        int length = arrays.isNull(position) ? 0 : BytesPool.length(arrays.references[position]);
        if (length > 0) {
            long reference = arrays.references[position];
            reader.start(arrays.pool.pageBytes(BytesPool.page(reference)), BytesPool.offset(reference), length);
        }
        return length > 0;
    }

    private void take(long place) {
        if (!reader.isNull()) {
            ColumnBuilder element = added.column(0);
            switch (element.type().physical()) {
                case INT64 -> element.setLong(reader.longValue());
                case FLOAT64 -> element.setDouble(reader.doubleValue());
                case INT128 -> element.setInt128(reader.highValue(), reader.longValue());
                case BYTES -> element.setBytes(reader.valueBytes(), reader.valueOffset(), reader.valueLength());
            }
        }
        if (spec.ordinality()) {
            added.column(1).setLong(place);
        }
    }

    private void end(int position, Batch batch, Output out) {
        rows[added.rowCount()] = position;
        added.endRow();
        if (added.isFull()) {
            emit(batch, out);
        }
    }

    private void emit(Batch batch, Output out) {
        int count = added.rowCount();
        if (count > 0) {
            Batch anew = RowGather.rows(batch, rows, count);
            List<Column> columns = new ArrayList<>(anew.columns());
            columns.addAll(added.build().columns());
            out.emit(anew.withColumns(List.copyOf(columns)));
        }
    }

    @Override
    public long endEpoch(Epoch epoch, long watermark, Output out) {
        return watermark;
    }

    @Override
    public Optional<OperatorState> state() {
        return Optional.empty();
    }
}
