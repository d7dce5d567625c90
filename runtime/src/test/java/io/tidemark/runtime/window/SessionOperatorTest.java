package io.tidemark.runtime.window;

import static io.tidemark.runtime.testing.OperatorScript.given;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.planner.incremental.trait.WatermarkTransform;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.operator.Dataflow.RowHandlers;
import io.tidemark.runtime.operator.Operator;
import io.tidemark.runtime.testing.OperatorScript;
import io.tidemark.runtime.testing.TextRows;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Sessions with a gap of ten minutes, of rows that come out of order, late, and are taken back. */
class SessionOperatorTest {

    private static final Schema EVENTS = TextRows.schema("k VARCHAR, t TIMESTAMP, v INT");
    private static final Schema WINDOWED =
            TextRows.schema("k VARCHAR, t TIMESTAMP, v INT, ws TIMESTAMP, we TIMESTAMP, wt TIMESTAMP");
    private static final long TEN_MINUTES = 600_000_000L;

    private static SessionSpec spec(boolean finalEmission) {
        return new SessionSpec(
                EVENTS,
                List.of(0),
                1,
                TEN_MINUTES,
                Optional.of(WatermarkTransform.plus(-1)::apply),
                finalEmission,
                WINDOWED);
    }

    private static Operator operator(SessionSpec spec, RowHandlers handlers) {
        return new TimedRows(spec, handlers.errors(), new SessionOperator(spec, handlers));
    }

    private static OperatorScript early() {
        return given(EVENTS, WINDOWED, handlers -> operator(spec(false), handlers));
    }

    private static OperatorScript closing() {
        return given(EVENTS, WINDOWED, handlers -> operator(spec(true), handlers));
    }

    @Test
    void rowsLessThanTheGapApartAreTogetherAndThoseTheGapApartAreNot() {
        early().step("a 10:00 1", "a 10:09:59.999999 2", "b 10:05 3", "a 10:20 4")
                .expect(
                        "a 10:00 1 10:00 10:19:59.999999 10:19:59.998999",
                        "a 10:09:59.999999 2 10:00 10:19:59.999999 10:19:59.998999",
                        "b 10:05 3 10:05 10:15 10:14:59.999",
                        "a 10:20 4 10:20 10:30 10:29:59.999")
                .expectStateRows(4)
                .run();
    }

    @Test
    void aRowBetweenTwoSessionsMakesThemOneAndTakesTheOldOnesBack() {
        early().step("a 10:00 1", "a 10:15 2")
                .expect("a 10:00 1 10:00 10:10 10:09:59.999", "a 10:15 2 10:15 10:25 10:24:59.999")
                .step("a 10:08 3")
                .expect(
                        "a 10:00 1 10:00 10:10 10:09:59.999 -1",
                        "a 10:15 2 10:15 10:25 10:24:59.999 -1",
                        "a 10:00 1 10:00 10:25 10:24:59.999",
                        "a 10:08 3 10:00 10:25 10:24:59.999",
                        "a 10:15 2 10:00 10:25 10:24:59.999")
                .step("a 10:08 3", "b 10:00 1")
                .expect("a 10:08 3 10:00 10:25 10:24:59.999", "b 10:00 1 10:00 10:10 10:09:59.999")
                .run();
    }

    @Test
    void aSessionGrowsToTheLeftToo() {
        early().step("a 10:15 1")
                .expect("a 10:15 1 10:15 10:25 10:24:59.999")
                .step("a 10:06 2")
                .expect(
                        "a 10:15 1 10:15 10:25 10:24:59.999 -1",
                        "a 10:15 1 10:06 10:25 10:24:59.999",
                        "a 10:06 2 10:06 10:25 10:24:59.999")
                .run();
    }

    @Test
    void whatIsTakenBackMayLeaveAGap() {
        early().step("a 10:00 1", "a 10:08 2", "a 10:15 3 +2")
                .expect(
                        "a 10:00 1 10:00 10:25 10:24:59.999",
                        "a 10:08 2 10:00 10:25 10:24:59.999",
                        "a 10:15 3 10:00 10:25 10:24:59.999 +2")
                .step("a 10:08 2 -1", "a 10:15 3 -1")
                .expect(
                        "a 10:00 1 10:00 10:25 10:24:59.999 -1",
                        "a 10:08 2 10:00 10:25 10:24:59.999 -1",
                        "a 10:15 3 10:00 10:25 10:24:59.999 -2",
                        "a 10:00 1 10:00 10:10 10:09:59.999",
                        "a 10:15 3 10:15 10:25 10:24:59.999")
                .expectStateRows(2)
                .step("a 10:00 1 -1", "a 10:15 3 -1")
                .expect("a 10:00 1 10:00 10:10 10:09:59.999 -1", "a 10:15 3 10:15 10:25 10:24:59.999 -1")
                .expectStateRows(0)
                .run();
    }

    @Test
    void whatComesAndGoesWithinAnEpochLeavesNoTrace() {
        early().step("a 10:00 1", "a 10:15 2")
                .expect("a 10:00 1 10:00 10:10 10:09:59.999", "a 10:15 2 10:15 10:25 10:24:59.999")
                .step("a 10:07 3 -1", "a 10:07 3", "c 10:00 1", "c 10:00 1 -1")
                .expect()
                .expectStateRows(2)
                .run();
    }

    @Test
    void theWatermarkClosesSessions() {
        early().step("a 10:00 1", "b 10:05 2", "wm 10:10")
                .expect("a 10:00 1 10:00 10:10 10:09:59.999", "b 10:05 2 10:05 10:15 10:14:59.999")
                .expectStateRows(1)
                .step("a 10:10 3", "b 10:10 4", "wm 10:19")
                .expect(
                        "a 10:10 3 10:10 10:20 10:19:59.999",
                        "b 10:05 2 10:05 10:15 10:14:59.999 -1",
                        "b 10:05 2 10:05 10:20 10:19:59.999",
                        "b 10:10 4 10:05 10:20 10:19:59.999")
                .expectStateRows(3)
                .step("wm end")
                .expect()
                .expectStateRows(0)
                .run();
    }

    @Test
    void aFinalSessionComesOutOnceWhenItIsClosed() {
        closing()
                .step("a 10:15 2", "a 10:00 1", "wm 10:09")
                .expect()
                .step("a 10:09 3 +2", ". 10:09 4", "wm 10:24")
                .expect(". 10:09 4 10:09 10:19 10:18:59.999")
                .step("wm 10:25")
                .expect(
                        "a 10:00 1 10:00 10:25 10:24:59.999",
                        "a 10:09 3 10:00 10:25 10:24:59.999 +2",
                        "a 10:15 2 10:00 10:25 10:24:59.999")
                .expectStateRows(0)
                .step("a 10:25 5", "wm end")
                .expect("a 10:25 5 10:25 10:35 10:34:59.999")
                .run();
    }

    @Test
    void aRowBeforeItsOwnWatermarkIsLateEvenIfItsSessionIsOpen() {
        closing()
                .step("a 10:00 1", "a . 5 @10:05", "a 10:08 2 @10:05", "a 10:04:59.999999 3 @10:05", "a 10:05 4 @10:05")
                .expectTold("ROW-05 a . 5", "late a 10:04:59.999999 3")
                .expect()
                .step("wm end")
                .expect(
                        "a 10:00 1 10:00 10:18 10:17:59.999",
                        "a 10:08 2 10:00 10:18 10:17:59.999",
                        "a 10:05 4 10:00 10:18 10:17:59.999")
                .run();
    }

    @Test
    void aRowThatTheWatermarkShouldHaveKeptOutIsAnInternalError() {
        OperatorScript script =
                closing().step("wm 10:00").expect().step("a 09:59 1").expect();
        assertThatThrownBy(script::run).hasMessageContaining("has closed all");
    }
}
