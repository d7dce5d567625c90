package io.tidemark.runtime.operator;

import static io.tidemark.runtime.testing.OperatorScript.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.testing.OperatorScript;
import io.tidemark.runtime.testing.TextRows;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Windows, limits and whole results. */
class SmallOperatorsTest {

    private static final Schema EVENTS = TextRows.schema("k VARCHAR, t TIMESTAMP");
    private static final Schema WINDOWED =
            TextRows.schema("k VARCHAR, t TIMESTAMP, ws TIMESTAMP, we TIMESTAMP, wt TIMESTAMP");
    private static final Schema ROWS = TextRows.schema("k INT, v VARCHAR");
    private static final long HOUR = 3_600_000_000L;

    private static OperatorScript windows(WindowAssignment.Kind kind, long size, long slide, long offset) {
        WindowAssignment window = new WindowAssignment(kind, 1, size, slide, offset);
        return given(EVENTS, WINDOWED, handlers -> new WindowOperator(window, EVENTS, WINDOWED, handlers));
    }

    @Test
    void aTumblingWindowHoldsItsStartButNotItsEnd() {
        windows(WindowAssignment.Kind.TUMBLE, HOUR, HOUR, 0)
                .step("a 10:00", "b 10:59:59.999999 -1", "c 11:00", "d -1m")
                .expect(
                        "a 10:00 10:00 11:00 10:59:59.999",
                        "b 10:59:59.999999 10:00 11:00 10:59:59.999 -1",
                        "c 11:00 11:00 12:00 11:59:59.999",
                        "d -1m -3600000000m 00:00 -1000m")
                .run();
    }

    @Test
    void anOffsetShiftsTheWindows() {
        windows(WindowAssignment.Kind.TUMBLE, HOUR, HOUR, HOUR / 4)
                .step("a 10:14", "b 10:15")
                .expect("a 10:14 09:15 10:15 10:14:59.999", "b 10:15 10:15 11:15 11:14:59.999")
                .run();
    }

    @Test
    void aHoppingRowIsInEachWindowThatHoldsIt() {
        windows(WindowAssignment.Kind.HOP, 3 * HOUR, 2 * HOUR, 0)
                .step("a 10:00 +2", "b 11:30")
                .expect(
                        "a 10:00 08:00 11:00 10:59:59.999 +2",
                        "a 10:00 10:00 13:00 12:59:59.999 +2",
                        "b 11:30 10:00 13:00 12:59:59.999")
                .run();
        windows(WindowAssignment.Kind.HOP, HOUR, 2 * HOUR, 0)
                .step("a 10:30", "b 11:30", "c -30m")
                .expect("a 10:30 10:00 11:00 10:59:59.999")
                .run();
    }

    @Test
    void aRowWithoutEventTimeIsInNoWindow() {
        windows(WindowAssignment.Kind.HOP, HOUR, HOUR, 0)
                .step("a .", "b 10:00", "c " + Long.MAX_VALUE + "m", "d -" + Long.MAX_VALUE + "m")
                .expect("b 10:00 10:00 11:00 10:59:59.999")
                .expectTold("ROW-05 a .", "ROW-07 c " + Long.MAX_VALUE + "m", "ROW-07 d -" + Long.MAX_VALUE + "m")
                .run();
    }

    @Test
    void hoppingKeepsTheTagsOfEachRow() {
        WindowAssignment window = new WindowAssignment(WindowAssignment.Kind.HOP, 1, 2 * HOUR, HOUR, 0);
        WindowOperator operator = new WindowOperator(window, EVENTS, WINDOWED, OperatorScript.silent());
        List<TextRows.Row> rows =
                List.of(TextRows.row(EVENTS, "a 10:00 @09:00"), TextRows.row(EVENTS, "b 11:00 @10:30"));
        List<Batch> out = new ArrayList<>();
        operator.process(0, TextRows.batch(EVENTS, rows, true), out::add);
        Batch batch = out.get(0);
        long nine = 9 * HOUR;
        assertThat(batch.tags().watermarks).containsExactly(nine, nine, nine + 3 * HOUR / 2, nine + 3 * HOUR / 2);
        assertThat(batch.tags().originRows).containsExactly(0, 0, 1, 1);
    }

    @Test
    void aLimitTakesTheFirstRowsAfterTheOffset() {
        LimitOperator limit = new LimitOperator(2, 4);
        given(ROWS, ROWS, handlers -> new LimitOperator(2, 4))
                .step("1 a", "2 b +3", "3 c")
                .expect("2 b +2", "3 c")
                .step("4 d +7")
                .expect("4 d")
                .step("5 e")
                .expect()
                .run();
        assertThat(limit.isComplete()).isFalse();
        limit.process(0, TextRows.batch(ROWS, List.of(TextRows.row(ROWS, "1 a +6")), false), batch -> {});
        assertThat(limit.isComplete()).isTrue();
        assertThatThrownBy(() -> given(ROWS, ROWS, handlers -> new LimitOperator(0, 4))
                        .step("1 a -1")
                        .run())
                .hasMessageContaining("only takes additions");
    }

    @Test
    void theWholeResultComesOutInEachEpoch() {
        given(ROWS, ROWS, handlers -> new CompleteResultOperator(ROWS))
                .step("1 a", "2 . +2", "3 c", "3 c -1")
                .expect("1 a", "2 . +2")
                .expectStateRows(2)
                .step()
                .expect("1 a", "2 . +2")
                .step("1 a -1", "2 . -1", "1 b")
                .expect("1 b", "2 .")
                .run();
        assertThatThrownBy(() -> given(ROWS, ROWS, handlers -> new CompleteResultOperator(ROWS))
                        .step("1 a -1")
                        .run())
                .hasMessageContaining("weight -1");
    }
}
