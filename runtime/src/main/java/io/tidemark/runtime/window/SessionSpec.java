package io.tidemark.runtime.window;

import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.operator.ClosingKey;
import io.tidemark.runtime.operator.LateRowHandler;
import io.tidemark.runtime.operator.LatenessJudge;
import java.util.List;
import java.util.Optional;
import java.util.function.LongUnaryOperator;

/**
 * What a {@link SessionOperator} does.
 *
 * @param input the columns of the input
 * @param partitionColumns indexes of the input's columns; rows that differ in one are never in the same session
 * @param timeColumn the index of the event-time column
 * @param gapMicros rows that are this far apart, or more, are in different sessions unless others lie between them
 * @param watermark the time column's watermark for an event-time watermark; empty where it has none
 * @param finalEmission whether a session's rows are given out once, when it is closed, instead of with every change
 * @param output the columns of the input, then the three of the window
 */
public record SessionSpec(
        Schema input,
        List<Integer> partitionColumns,
        int timeColumn,
        long gapMicros,
        Optional<LongUnaryOperator> watermark,
        boolean finalEmission,
        Schema output) {

    public SessionSpec {
        partitionColumns = List.copyOf(partitionColumns);
    }

    /** What tells late rows: those whose event time their own watermark has passed, wherever the sessions are. */
    public LatenessJudge judge(LateRowHandler late) {
        List<ClosingKey> closing = watermark
                .map(passed -> List.of(new ClosingKey(0, passed, "SESSION at")))
                .orElse(List.of());
        return new LatenessJudge(closing, List.of(timeColumn), late);
    }
}
