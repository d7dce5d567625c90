package io.tidemark.runtime.calc;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.RowOrigin;
import io.tidemark.runtime.batch.RowTags;
import io.tidemark.runtime.operator.Epoch;
import io.tidemark.runtime.operator.Operator;
import io.tidemark.runtime.operator.OperatorState;
import io.tidemark.runtime.operator.Output;
import io.tidemark.runtime.operator.PartitionWatermarks;
import java.util.Optional;

/**
 * Keeps the watermark of each partition of one source: Δout = Δin, each row tagged with its partition's effective watermark just before it.
 *
 * <p>A row advances its partition by the value of the watermark expression; NULL advances nothing. <b>Errors</b>: a row without an event time is
 * reported as {@code ROW-05} and left out, one too far ahead of the clock as {@code ROW-09}; so is one for which the expression fails. <b>Cost</b>: the expression and a maximum per row.
 */
public final class WatermarkOperator implements Operator {

    private final EventTimeColumn time;
    private final CalcProgram expression;
    private final RowSelection rows;
    private final PartitionWatermarks watermarks;

    /**
     * Makes one.
     *
     * @param expression a program of one column, the watermark expression
     * @param rows through which failing rows are reported
     */
    public WatermarkOperator(
            EventTimeColumn time, CalcProgram expression, RowSelection rows, PartitionWatermarks watermarks) {
        this.time = time;
        this.expression = expression;
        this.rows = rows;
        this.watermarks = watermarks;
    }

    /** The watermarks kept. */
    public PartitionWatermarks watermarks() {
        return watermarks;
    }

    @Override
    public void process(int input, Batch batch, Output out) {
        rows.begin(batch);
        expression.filter(batch, rows);
        time.check(batch.column(time.index()), rows);
        if (rows.count == 0) {
            return;
        }
        LongColumn values = (LongColumn) expression.column(0, batch, rows);
        if (rows.count == 0) {
            return;
        }
        RowOrigin origin = batch.tags().origin;
        int partition = origin == null ? 0 : origin.partition();
        long[] tags = new long[batch.rowCount()];
        long running = watermarks.effective(partition);
        for (int i = 0; i < rows.count; i++) {
            int position = rows.positions[i];
            tags[position] = running;
            if (!values.isNull(position)) {
                running = Math.max(running, values.values[position]);
            }
        }
        watermarks.advance(partition, running);
        out.emit(rows.batch(batch.columns())
                .withTags(new RowTags(
                        tags, ((LongColumn) batch.column(time.index())).values, origin, batch.tags().originRows)));
    }

    @Override
    public long endEpoch(Epoch epoch, long watermark, Output out) {
        return watermarks.sourceWatermark();
    }

    @Override
    public Optional<OperatorState> state() {
        return Optional.of(watermarks);
    }
}
