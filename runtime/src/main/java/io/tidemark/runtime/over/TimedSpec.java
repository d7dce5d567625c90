package io.tidemark.runtime.over;

import io.tidemark.runtime.operator.ClosingKey;
import io.tidemark.runtime.operator.LateRowHandler;
import io.tidemark.runtime.operator.LatenessJudge;
import java.util.List;
import java.util.function.LongUnaryOperator;

/**
 * What a {@link TimedOverOperator} does.
 *
 * @param window the functions; the order begins with a time, rising, NULL last
 * @param watermark the time's own watermark for an event-time watermark: no row at or below it will come any more
 */
public record TimedSpec(OverSpec window, LongUnaryOperator watermark) {

    /** The column of the time. */
    int timeColumn() {
        return window.order().get(0).column();
    }

    /** What tells late rows: those whose time their own watermark has passed. */
    public LatenessJudge judge(LateRowHandler late) {
        String name = window.input().field(timeColumn()).name();
        return new LatenessJudge(List.of(new ClosingKey(0, watermark, "OVER by " + name)), List.of(timeColumn()), late);
    }
}
