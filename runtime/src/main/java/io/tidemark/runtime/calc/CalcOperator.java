package io.tidemark.runtime.calc;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.operator.Epoch;
import io.tidemark.runtime.operator.Operator;
import io.tidemark.runtime.operator.OperatorState;
import io.tidemark.runtime.operator.Output;
import java.util.Arrays;
import java.util.Optional;

/**
 * Filters and projects: Δout = project(filter(Δin)). Positions, weights and tags stay as they are.
 *
 * <p><b>Errors</b>: a row that fails in the condition or in any projection is reported and left out. <b>Cost</b>: a few nanoseconds per row and
 * expression; one array per computed column and batch.
 */
public final class CalcOperator implements Operator {

    private final CalcProgram program;
    private final RowSelection rows;

    /** Makes one that reports failing rows through {@code rows}. */
    public CalcOperator(CalcProgram program, RowSelection rows) {
        this.program = program;
        this.rows = rows;
    }

    @Override
    public void process(int input, Batch batch, Output out) {
        rows.begin(batch);
        program.filter(batch, rows);
        Column[] columns = new Column[program.columnCount()];
        for (int i = 0; i < columns.length && rows.count > 0; i++) {
            columns[i] = program.column(i, batch, rows);
        }
        if (rows.count > 0) {
            out.emit(rows.batch(Arrays.asList(columns)));
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
