package io.tidemark.runtime.operator;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BytesColumn;
import io.tidemark.runtime.batch.BytesPool;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.DoubleColumn;
import io.tidemark.runtime.batch.Int128Column;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * GROUPING SETS: Δout = each row of Δin once for each grouping set, with the group columns that are not in it NULL.
 *
 * <p><b>Shape</b>: out has the group columns, the number of the grouping set from 0, then the columns passed on. <b>Cost</b>: no state; no value
 * is copied.
 */
public final class ExpandOperator implements Operator {

    private final ExpandSpec spec;
    private final List<Column> absent = new ArrayList<>();
    private final List<Column> numbers = new ArrayList<>();

    /** Makes one. */
    public ExpandOperator(ExpandSpec spec) {
        this.spec = spec;
        Schema output = spec.output();
        for (int i = 0; i < spec.groupColumns().size(); i++) {
            absent.add(nulls(output.type(i)));
        }
        for (int set = 0; set < spec.sets().size(); set++) {
            long[] number = new long[Batch.MAX_ROWS];
            Arrays.fill(number, set);
            numbers.add(new LongColumn(output.type(spec.groupColumns().size()), number, null));
        }
    }

    private static Column nulls(DataType type) {
        long[] validity = new long[Batch.MAX_ROWS >> 6];
        return switch (type.physical()) {
            case INT64 -> new LongColumn(type, new long[Batch.MAX_ROWS], validity);
            case FLOAT64 -> new DoubleColumn(type, new double[Batch.MAX_ROWS], validity);
            case INT128 -> new Int128Column(type, new long[Batch.MAX_ROWS], new long[Batch.MAX_ROWS], validity);
            case BYTES -> new BytesColumn(type, new long[Batch.MAX_ROWS], new BytesPool(), validity);
        };
    }

    @Override
    public void process(int input, Batch batch, Output out) {
        for (int set = 0; set < spec.sets().size(); set++) {
            List<Column> columns = new ArrayList<>(spec.output().size());
            for (int i = 0; i < spec.groupColumns().size(); i++) {
                boolean isIn = spec.sets().get(set).contains(i);
                columns.add(isIn ? batch.column(spec.groupColumns().get(i)) : absent.get(i));
            }
            columns.add(numbers.get(set));
            for (int column : spec.passed()) {
                columns.add(batch.column(column));
            }
            out.emit(batch.withColumns(List.copyOf(columns)));
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
