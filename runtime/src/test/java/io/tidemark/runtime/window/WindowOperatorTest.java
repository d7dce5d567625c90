package io.tidemark.runtime.window;

import static io.tidemark.runtime.testing.OperatorScript.given;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.testing.OperatorScript;
import io.tidemark.runtime.testing.TextRows;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Rows in windows that are known from the row alone. */
class WindowOperatorTest {

    private static final Schema EVENTS = TextRows.schema("k VARCHAR, t TIMESTAMP");
    private static final Schema WINDOWED =
            TextRows.schema("k VARCHAR, t TIMESTAMP, ws TIMESTAMP, we TIMESTAMP, wt TIMESTAMP");
    private static final long HOUR = 3_600_000_000L;

    private static OperatorScript windows(Supplier<WindowAssigner> assigner) {
        return given(EVENTS, WINDOWED, handlers -> new WindowOperator(1, assigner.get(), WINDOWED, handlers));
    }

    @Test
    void aTumblingWindowHoldsItsStartButNotItsEnd() {
        windows(() -> WindowAssigner.tumbling(HOUR, 0))
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
        windows(() -> WindowAssigner.tumbling(HOUR, HOUR / 4))
                .step("a 10:14", "b 10:15")
                .expect("a 10:14 09:15 10:15 10:14:59.999", "b 10:15 10:15 11:15 11:14:59.999")
                .run();
    }

    @Test
    void aHoppingRowIsInEachWindowThatHoldsIt() {
        windows(() -> WindowAssigner.hopping(3 * HOUR, 2 * HOUR, 0))
                .step("a 10:00 +2", "b 11:30")
                .expect(
                        "a 10:00 08:00 11:00 10:59:59.999 +2",
                        "a 10:00 10:00 13:00 12:59:59.999 +2",
                        "b 11:30 10:00 13:00 12:59:59.999")
                .run();
        windows(() -> WindowAssigner.hopping(HOUR, 2 * HOUR, 0))
                .step("a 10:30", "b 11:30", "c -30m")
                .expect("a 10:30 10:00 11:00 10:59:59.999")
                .run();
    }

    @Test
    void aRowWithoutEventTimeIsInNoWindow() {
        windows(() -> WindowAssigner.hopping(HOUR, HOUR, 0))
                .step("a .", "b 10:00", "c " + Long.MAX_VALUE + "m", "d -" + Long.MAX_VALUE + "m")
                .expect("b 10:00 10:00 11:00 10:59:59.999")
                .expectTold("ROW-05 a .", "ROW-07 c " + Long.MAX_VALUE + "m", "ROW-07 d -" + Long.MAX_VALUE + "m")
                .run();
    }

    @Test
    void hoppingKeepsTheTagsOfEachRow() {
        WindowOperator operator =
                new WindowOperator(1, WindowAssigner.hopping(2 * HOUR, HOUR, 0), WINDOWED, OperatorScript.silent());
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
    void aCumulatingRowIsInEachWindowThatEndsAfterIt() {
        windows(() -> WindowAssigner.cumulating(3 * HOUR, HOUR, HOUR))
                .step("a 10:00 +2", "b 12:30", "c 12:59:59.999999", "d 13:00")
                .expect(
                        "a 10:00 10:00 11:00 10:59:59.999 +2",
                        "a 10:00 10:00 12:00 11:59:59.999 +2",
                        "a 10:00 10:00 13:00 12:59:59.999 +2",
                        "b 12:30 10:00 13:00 12:59:59.999",
                        "c 12:59:59.999999 10:00 13:00 12:59:59.999",
                        "d 13:00 13:00 14:00 13:59:59.999",
                        "d 13:00 13:00 15:00 14:59:59.999",
                        "d 13:00 13:00 16:00 15:59:59.999")
                .run();
    }
}
