package io.tidemark.runtime.slicing;

import static io.tidemark.runtime.testing.OperatorScript.given;

import io.tidemark.runtime.aggregate.AccumulatorSpec;
import io.tidemark.runtime.aggregate.AccumulatorSpec.Kind;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.operator.AggregateSpec;
import io.tidemark.runtime.operator.ClosingKey;
import io.tidemark.runtime.slicing.Slices.Part;
import io.tidemark.runtime.testing.OperatorScript;
import io.tidemark.runtime.testing.TextRows;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Windows put together from slices; rows come with the earliest of their windows. */
class SlicedAggregateOperatorTest {

    private static final Schema INPUT = TextRows.schema("we TIMESTAMP!, k VARCHAR, v BIGINT");
    private static final Schema OUTPUT = TextRows.schema("we TIMESTAMP!, k VARCHAR, n BIGINT, total BIGINT");
    private static final long HOUR = 3_600_000_000L;

    private static Slices slices(boolean cumulates, boolean early) {
        AggregateSpec spec = new AggregateSpec(
                INPUT,
                List.of(0, 1),
                List.of(
                        new AccumulatorSpec(Kind.COUNT_ALL, -1, -1, OUTPUT.type(2)),
                        new AccumulatorSpec(Kind.SUM, 2, -1, OUTPUT.type(3))),
                List.of(new ClosingKey(0, watermark -> watermark, "window_end")),
                !early,
                false,
                OUTPUT);
        return new Slices(3 * HOUR, HOUR, 0, cumulates, spec, List.of(Part.END, Part.PLAIN));
    }

    private static OperatorScript once(boolean cumulates) {
        return given(INPUT, OUTPUT, handlers -> new SlicedAggregateOperator(slices(cumulates, false)));
    }

    @Test
    void aHoppingWindowIsTheSumOfItsSlices() {
        once(false)
                .step("10:00 a 1", "10:00 a 2", "11:00 a 4", "11:00 b 8", "wm 09:59")
                .expect()
                .expectStateRows(3)
                .step("wm 11:00")
                .expect("10:00 a 2 3", "11:00 a 3 7", "11:00 b 1 8")
                .expectStateRows(3)
                .step("13:00 b 16", "wm 12:00")
                .expect("12:00 a 3 7", "12:00 b 1 8")
                .expectStateRows(3)
                .step("wm 13:00")
                .expect("13:00 a 1 4", "13:00 b 2 24")
                .expectStateRows(1)
                .step("wm 17:00")
                .expect("14:00 b 1 16", "15:00 b 1 16")
                .expectStateRows(0)
                .run();
    }

    @Test
    void aWindowThatGrowsBeginsAnewWithItsPeriod() {
        once(true)
                .step("10:00 a 1", "12:00 a 2", "13:00 a 4", "wm 10:00")
                .expect("10:00 a 1 1")
                .step("wm 11:00")
                .expect("11:00 a 1 1")
                .step("wm 15:00")
                .expect("12:00 a 2 3", "13:00 a 1 4", "14:00 a 1 4", "15:00 a 1 4")
                .expectStateRows(0)
                .run();
    }

    @Test
    void changesOfASliceGoToEachOfItsOpenWindows() {
        given(INPUT, OUTPUT, handlers -> new SlicedUpdatesOperator(slices(false, true), handlers))
                .step("10:00 a 1", "10:00 a 2", "wm 09:00")
                .expect("10:00 a 2 3", "11:00 a 2 3", "12:00 a 2 3")
                .step("11:00 a 4", "wm 10:00")
                .expect("11:00 a 2 3 -1", "11:00 a 3 7", "12:00 a 2 3 -1", "12:00 a 3 7", "13:00 a 1 4")
                .expectStateRows(3)
                .step("wm 13:00")
                .expect()
                .expectStateRows(0)
                .run();
    }
}
