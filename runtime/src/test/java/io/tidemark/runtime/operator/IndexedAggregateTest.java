package io.tidemark.runtime.operator;

import static io.tidemark.runtime.testing.OperatorScript.given;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.runtime.aggregate.AccumulatorSpec;
import io.tidemark.runtime.aggregate.AccumulatorSpec.Kind;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.testing.OperatorScript;
import io.tidemark.runtime.testing.TextRows;
import io.tidemark.sql.error.CodedException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Aggregates that have to know all arguments of a group, over rows that are taken back. */
class IndexedAggregateTest {

    private final List<AccumulatorSpec> accumulators = new ArrayList<>();
    private final List<ClosingKey> closing = new ArrayList<>();
    private boolean finalEmission;

    private IndexedAggregateTest with(Kind kind, boolean distinct, int filter, String type, Integer... arguments) {
        Schema result = TextRows.schema("r " + type);
        accumulators.add(
                new AccumulatorSpec(kind, List.of(arguments), List.of(), "", filter, distinct, result.type(0)));
        return this;
    }

    private OperatorScript over(String input, String output) {
        Schema in = TextRows.schema(input);
        Schema out = TextRows.schema(output);
        AggregateSpec spec = new AggregateSpec(in, List.of(0), accumulators, closing, finalEmission, true, out);
        return given(in, out, handlers -> new AggregateOperator(spec, handlers));
    }

    @Test
    void theNextBestIsThereWhenTheBestGoes() {
        with(Kind.MIN, false, -1, "INT", 1)
                .with(Kind.MAX, false, -1, "INT", 1)
                .over("k VARCHAR, v INT", "k VARCHAR, lo INT, hi INT")
                .step("a 5", "a 3", "a 9", "a 3", "b .")
                .expect("a 3 9", "b . .")
                .expectStateRows(5)
                .step("a 9 -1", "a 3 -1")
                .expect("a 3 9 -1", "a 3 5")
                .step("a 3 -1")
                .expect("a 3 5 -1", "a 5 5")
                .step("b 7", "b . -1", "a 5 -1")
                .expect("b . . -1", "b 7 7", "a 5 5 -1")
                .expectStateRows(2)
                .run();
    }

    @Test
    void extremesOfEveryTypeCanBeTakenBack() {
        with(Kind.MIN, false, -1, "VARCHAR", 1)
                .with(Kind.MAX, false, -1, "VARCHAR", 1)
                .with(Kind.MIN, false, -1, "DECIMAL(30,1)", 2)
                .with(Kind.MAX, false, -1, "DOUBLE", 3)
                .with(Kind.MIN, false, -1, "BOOLEAN", 4)
                .over(
                        "k INT, s VARCHAR, d DECIMAL(30,1), x DOUBLE, b BOOLEAN",
                        "k INT, s1 VARCHAR, s2 VARCHAR, d DECIMAL(30,1), x DOUBLE, b BOOLEAN")
                .step("1 abcdefghi -99999999999999999999.5 NaN true", "1 abcdefghj 1.5 -0.0 false", "1 '' . -2.5 .")
                .expect("1 '' abcdefghj -99999999999999999999.5 NaN false")
                .step("1 abcdefghi -99999999999999999999.5 NaN true -1", "1 '' . -2.5 . -1")
                .expect("1 '' abcdefghj -99999999999999999999.5 NaN false -1", "1 abcdefghj abcdefghj 1.5 0.0 false")
                .run();
    }

    @Test
    void whatIsTakenBackBeforeItComesLeavesNoTrace() {
        with(Kind.MAX, false, -1, "INT", 1)
                .with(Kind.COUNT, true, -1, "BIGINT", 1)
                .over("k INT, v INT", "k INT, m INT, n BIGINT")
                .step("1 4 -1", "1 2", "1 4", "1 4", "1 4 -1")
                .expect("1 2 1")
                .expectStateRows(3)
                .run();
    }

    @Test
    void moreTakenBackThanCameIsADefect() {
        OperatorScript script = with(Kind.MAX, false, -1, "INT", 1)
                .over("k INT, v INT", "k INT, m INT")
                .step("1 1", "1 1", "1 2 -1");
        assertThatThrownBy(script::run).isInstanceOf(CodedException.class).hasMessageContaining("weight -1");
    }

    @Test
    void equalArgumentsCountOnceForEachFilter() {
        with(Kind.COUNT, true, -1, "BIGINT", 1)
                .with(Kind.COUNT, true, 2, "BIGINT", 1)
                .with(Kind.SUM, true, 2, "BIGINT", 1)
                .with(Kind.AVG, true, -1, "DOUBLE", 1)
                .over("k INT, v INT, f BOOLEAN", "k INT, n BIGINT, nf BIGINT, sf BIGINT, a DOUBLE")
                .step("1 5 true", "1 5 false", "1 5 true", "1 7 false", "1 . true")
                .expect("1 2 1 5 6.0")
                .expectStateRows(3)
                .step("1 5 true -1", "1 7 true")
                .expect("1 2 1 5 6.0 -1", "1 2 2 12 6.0")
                .step("1 5 true -1", "1 7 false -1", "1 7 true -1")
                .expect("1 2 2 12 6.0 -1", "1 1 0 . 5.0")
                .run();
    }

    @Test
    void severalColumnsAreOneArgumentWithoutNull() {
        with(Kind.COUNT, true, -1, "BIGINT", 1, 2)
                .with(Kind.COUNT, false, -1, "BIGINT", 1, 2)
                .over("k INT, a VARCHAR, b INT", "k INT, d BIGINT, n BIGINT")
                .step("1 x 1", "1 x 1", "1 x 2", "1 y 1", "1 . 1", "1 y .")
                .expect("1 3 4")
                .step("1 x 1 -2")
                .expect("1 3 4 -1", "1 2 2")
                .run();
    }

    @Test
    void argumentsGoWithTheWindowThatTheyAreIn() {
        closing.add(new ClosingKey(0, watermark -> watermark, "window_end"));
        finalEmission = true;
        with(Kind.COUNT, true, -1, "BIGINT", 1)
                .with(Kind.MIN, false, -1, "VARCHAR", 1)
                .over("window_end TIMESTAMP, v VARCHAR", "window_end TIMESTAMP, n BIGINT, m VARCHAR")
                .step("10:00 b", "10:00 a", "11:00 a", "11:00 c", "12:00 .")
                .expect()
                .step("10:00 a -1", "11:00 c", "wm 10:00")
                .expect("10:00 1 b")
                .expectStateRows(6)
                .step("11:00 a -1", "wm 11:30")
                .expect("11:00 1 c")
                .expectStateRows(1)
                .step("wm end")
                .expect("12:00 0 .")
                .expectStateRows(0)
                .run();
    }
}
