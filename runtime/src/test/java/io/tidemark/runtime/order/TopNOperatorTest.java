package io.tidemark.runtime.order;

import static io.tidemark.runtime.testing.OperatorScript.given;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.planner.incremental.trait.WatermarkTransform;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.operator.ClosingKey;
import io.tidemark.runtime.operator.SortSpec;
import io.tidemark.runtime.testing.OperatorScript;
import io.tidemark.runtime.testing.TextRows;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The first rows of each key by a value, of rows that come, and of rows that are taken back. */
class TopNOperatorTest {

    private static final Schema ROWS = TextRows.schema("k VARCHAR, v INT, t TIMESTAMP");
    private static final Schema NUMBERED = TextRows.schema("k VARCHAR, v INT, t TIMESTAMP, n BIGINT!");
    private static final SortSpec.Key GREATEST_FIRST = new SortSpec.Key(1, true, false);

    private static OperatorScript top(Ranking ranking, long first, long last, boolean numbered, boolean retracts) {
        Schema output = numbered ? NUMBERED : ROWS;
        TopNSpec spec = new TopNSpec(
                ROWS,
                List.of(0),
                List.of(GREATEST_FIRST),
                ranking,
                first,
                last,
                numbered,
                List.of(),
                false,
                retracts,
                output);
        return given(ROWS, output, handlers -> new TopNOperator(spec, handlers));
    }

    private static OperatorScript closing(boolean finalEmission) {
        TopNSpec spec = new TopNSpec(
                ROWS,
                List.of(2),
                List.of(GREATEST_FIRST),
                Ranking.ROW_NUMBER,
                1,
                2,
                false,
                List.of(new ClosingKey(0, WatermarkTransform.plus(-1)::apply, "t")),
                finalEmission,
                false,
                ROWS);
        return given(ROWS, ROWS, handlers -> new TopNOperator(spec, handlers));
    }

    @Test
    void aBetterRowTakesTheLastOnesPlace() {
        top(Ranking.ROW_NUMBER, 1, 2, false, false)
                .step("a 1 10:00", "a 3 10:01", "b 2 10:00", "a 2 10:02")
                .expect("a 3 10:01", "a 2 10:02", "b 2 10:00")
                .expectStateRows(3)
                .step("a 1 10:05", "b 1 10:00")
                .expect("b 1 10:00")
                .step("a 4 10:06", "a 5 10:07")
                .expect("a 3 10:01 -1", "a 2 10:02 -1", "a 4 10:06", "a 5 10:07")
                .expectStateRows(4)
                .run();
    }

    @Test
    void tiesAreBrokenByTheWholeRowAndNullsAreLast() {
        top(Ranking.ROW_NUMBER, 1, 2, true, false)
                .step("a 1 10:02", "a 1 10:01", "a . 10:00")
                .expect("a 1 10:01 1", "a 1 10:02 2")
                .step("a 1 10:00")
                .expect("a 1 10:01 1 -1", "a 1 10:02 2 -1", "a 1 10:00 1", "a 1 10:01 2")
                .run();
    }

    @Test
    void equalRowsCountEachAndEachHasANumber() {
        top(Ranking.ROW_NUMBER, 2, 3, true, false)
                .step("a 5 10:00 +2", "a 4 10:00 +5")
                .expect("a 5 10:00 2", "a 4 10:00 3")
                .step("a 6 10:00")
                .expect("a 4 10:00 3 -1", "a 5 10:00 3")
                .run();
    }

    @Test
    void rowsThatTieHaveTheSameRank() {
        top(Ranking.RANK, 1, 2, true, false)
                .step("a 5 10:00", "a 5 10:01", "a 4 10:00")
                .expect("a 5 10:00 1", "a 5 10:01 1")
                .step("a 5 10:02", "a 6 10:00")
                .expect("a 5 10:00 1 -1", "a 5 10:01 1 -1", "a 6 10:00 1", "a 5 10:00 2", "a 5 10:01 2", "a 5 10:02 2")
                .run();
        top(Ranking.DENSE_RANK, 1, 2, true, false)
                .step("a 5 10:00", "a 5 10:01", "a 4 10:00", "a 3 10:00")
                .expect("a 5 10:00 1", "a 5 10:01 1", "a 4 10:00 2")
                .step("a 6 10:00 +2")
                .expect(
                        "a 5 10:00 1 -1",
                        "a 5 10:01 1 -1",
                        "a 4 10:00 2 -1",
                        "a 6 10:00 1 +2",
                        "a 5 10:00 2",
                        "a 5 10:01 2")
                .run();
    }

    @Test
    void whenARowGoesTheNextComesUp() {
        top(Ranking.ROW_NUMBER, 1, 2, false, true)
                .step("a 1 10:00", "a 2 10:00", "a 3 10:00", "a 4 10:00 +3")
                .expect("a 4 10:00 +2")
                .expectStateRows(4)
                .step("a 4 10:00 -2")
                .expect("a 4 10:00 -1", "a 3 10:00")
                .step("a 4 10:00 -1", "a 3 10:00 -1")
                .expect("a 4 10:00 -1", "a 3 10:00 -1", "a 2 10:00", "a 1 10:00")
                .step("a 1 10:00 -1", "a 2 10:00 -1", "b 1 10:00 -1", "b 1 10:00")
                .expect("a 1 10:00 -1", "a 2 10:00 -1")
                .expectStateRows(0)
                .run();
    }

    @Test
    void whatComesAndGoesWithinAnEpochLeavesNoTrace() {
        top(Ranking.RANK, 1, 1, false, true)
                .step("a 1 10:00")
                .expect("a 1 10:00")
                .step("a 7 10:00 -1", "a 7 10:00")
                .expect()
                .expectStateRows(1)
                .run();
    }

    @Test
    void aClosedPartitionIsForgottenAndItsRowsStay() {
        closing(false)
                .step("a 1 10:00", "b 2 10:00", "c 3 10:00", "a 1 10:05", "wm 10:01")
                .expect("c 3 10:00", "b 2 10:00", "a 1 10:05")
                .expectStateRows(1)
                .step("x 9 10:00 @10:01", "y 9 10:05 @10:01")
                .expectTold("late x 9 10:00")
                .expect("y 9 10:05")
                .run();
    }

    @Test
    void aFinalPartitionComesOutOnceWhenItIsClosed() {
        closing(true)
                .step("a 1 10:00", "b 2 10:00", "wm 10:00")
                .expect()
                .step("c 3 10:00", "a 1 10:05", "wm 10:00:01")
                .expect("c 3 10:00", "b 2 10:00")
                .expectStateRows(1)
                .step("wm end")
                .expect("a 1 10:05")
                .expectStateRows(0)
                .run();
    }

    @Test
    void aRowOfAClosedPartitionIsAnInternalError() {
        OperatorScript script =
                closing(true).step("wm 10:01").expect().step("a 1 10:00").expect();
        assertThatThrownBy(script::run).hasMessageContaining("has closed");
    }

    @Test
    void takingBackWhatNeverCameIsAnInternalError() {
        OperatorScript script =
                top(Ranking.ROW_NUMBER, 1, 1, false, true).step("a 1 10:00 -1").expect();
        assertThatThrownBy(script::run).hasMessageContaining("more was taken back than had come");
    }
}
