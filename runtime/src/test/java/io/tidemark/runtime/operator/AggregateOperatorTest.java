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
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

class AggregateOperatorTest {

    /** Describes an aggregate in few words: the group columns come first in the input. */
    private static final class Query {
        private final Schema input;
        private final Schema output;
        private final List<Integer> groups = new ArrayList<>();
        private final List<AccumulatorSpec> accumulators = new ArrayList<>();
        private final List<ClosingKey> closing = new ArrayList<>();
        private boolean finalEmission;
        private boolean retracts = true;

        Query(String input, int groupCount, String output) {
            this.input = TextRows.schema(input);
            this.output = TextRows.schema(output);
            for (int i = 0; i < groupCount; i++) {
                groups.add(i);
            }
        }

        Query with(Kind kind, int argument) {
            return with(kind, argument, -1);
        }

        Query with(Kind kind, int argument, int filter) {
            accumulators.add(
                    new AccumulatorSpec(kind, argument, filter, output.type(groups.size() + accumulators.size())));
            return this;
        }

        Query closedBy(int group, LongUnaryOperator watermark) {
            closing.add(new ClosingKey(group, watermark, output.field(group).name()));
            return this;
        }

        Query emittingFinal() {
            finalEmission = true;
            return this;
        }

        Query overAdditions() {
            retracts = false;
            return this;
        }

        AggregateSpec spec() {
            return new AggregateSpec(input, groups, accumulators, closing, finalEmission, retracts, output);
        }

        OperatorScript script() {
            return given(input, output, handlers -> new AggregateOperator(spec(), handlers));
        }
    }

    private static Query countAndSum() {
        return new Query("k VARCHAR, v BIGINT", 1, "k VARCHAR, n BIGINT, s BIGINT")
                .with(Kind.COUNT_ALL, -1)
                .with(Kind.SUM, 1);
    }

    private static Query windowed() {
        return new Query("window_end TIMESTAMP, k VARCHAR, v BIGINT", 2, "window_end TIMESTAMP, k VARCHAR, s BIGINT")
                .with(Kind.SUM, 2)
                .closedBy(0, watermark -> watermark);
    }

    @Test
    void aGroupIsReplacedByItsNewRow() {
        countAndSum()
                .script()
                .step("a 1", "b 10", "a 2")
                .expect("a 2 3", "b 1 10")
                .step("a 4")
                .expect("a 2 3 -1", "a 3 7")
                .step()
                .expect()
                .run();
    }

    @Test
    void aGroupDisappearsWithItsLastRow() {
        countAndSum()
                .script()
                .step("a 1 +2", "b 5")
                .expect("a 2 2", "b 1 5")
                .step("a 1 -2")
                .expect("a 2 2 -1")
                .expectStateRows(1)
                .step("a 9")
                .expect("a 1 9")
                .run();
    }

    @Test
    void whatComesAndGoesWithinAnEpochLeavesNoTrace() {
        countAndSum()
                .script()
                .step("a 1", "a 1 -1")
                .expect()
                .expectStateRows(0)
                .step("a 3", "b 1")
                .expect("a 1 3", "b 1 1")
                .step("a 4", "a 3 -1", "a 3", "a 4 -1")
                .expect()
                .run();
    }

    @Test
    void aNullKeyIsAGroupAndANullArgumentDoesNotCount() {
        countAndSum()
                .script()
                .step(". 1", ". .", "a .")
                .expect(". 2 1", "a 1 .")
                .step(". 1 -1")
                .expect(". 2 1 -1", ". 1 .")
                .run();
    }

    @Test
    void withoutGroupColumnsThereIsOneRowFromTheFirstEpochOn() {
        new Query("v BIGINT", 0, "n BIGINT, s BIGINT, z BIGINT")
                .with(Kind.COUNT, 0)
                .with(Kind.SUM, 0)
                .with(Kind.SUM0, 0)
                .script()
                .step()
                .expect("0 . 0")
                .step()
                .expect()
                .step("5", "7")
                .expect("0 . 0 -1", "2 12 12")
                .step("5 -1", "7 -1")
                .expect("2 12 12 -1", "0 . 0")
                .step("1", "1 -1")
                .expect()
                .run();
    }

    @Test
    void withoutAggregatesItIsDistinct() {
        new Query("a VARCHAR, b INT", 2, "a VARCHAR, b INT")
                .script()
                .step("x 1", "x 1", ". .", "x 2")
                .expect("x 1", ". .", "x 2")
                .step("x 1 -1", ". . -1")
                .expect(". . -1")
                .step("x 1 -1")
                .expect("x 1 -1")
                .expectStateRows(1)
                .run();
    }

    @Test
    void aFilterCountsOnlyWhatIsTrue() {
        new Query("k INT, v INT, f BOOLEAN", 1, "k INT, n BIGINT, s BIGINT, a DOUBLE, all BIGINT")
                .with(Kind.COUNT_ALL, -1, 2)
                .with(Kind.SUM, 1, 2)
                .with(Kind.AVG, 1, 2)
                .with(Kind.COUNT, 1)
                .script()
                .step("1 10 true", "1 20 false", "1 40 .", "1 . true", "2 1 false")
                .expect("1 2 10 10.0 3", "2 0 . . 1")
                .step("1 15 true")
                .expect("1 2 10 10.0 3 -1", "1 3 25 12.5 4")
                .run();
    }

    @Test
    void extremesAreFoundInEveryType() {
        new Query(
                        "k INT, s VARCHAR, d DECIMAL(30,1), x DOUBLE, b BOOLEAN, t TIMESTAMP(3)",
                        1,
                        "k INT, s1 VARCHAR, s2 VARCHAR, d1 DECIMAL(30,1), d2 DECIMAL(30,1), x1 DOUBLE, x2 DOUBLE,"
                                + " b2 BOOLEAN, t2 TIMESTAMP(3)")
                .with(Kind.MIN, 1)
                .with(Kind.MAX, 1)
                .with(Kind.MIN, 2)
                .with(Kind.MAX, 2)
                .with(Kind.MIN, 3)
                .with(Kind.MAX, 3)
                .with(Kind.MAX, 4)
                .with(Kind.MAX, 5)
                .overAdditions()
                .script()
                .step("1 b 1.5 -0.0 false 10:00", "1 a -99999999999999999999.5 -2.5 . 09:00", "2 . . . . .")
                .expect("1 a b -99999999999999999999.5 1.5 -2.5 0.0 false 10:00", "2 . . . . . . . .")
                .step("1 ü 99999999999999999999.5 NaN true 11:00", "1 '' 0.0 -Infinity false 08:00")
                .expect(
                        "1 a b -99999999999999999999.5 1.5 -2.5 0.0 false 10:00 -1",
                        "1 '' ü -99999999999999999999.5 99999999999999999999.5 -Infinity NaN true 11:00")
                .step("1 abc 0.0 0.0 false 08:00")
                .expect()
                .run();
    }

    @Test
    void extremesOverAdditionsTakeNothingBack() {
        Query query =
                new Query("k INT, v INT", 1, "k INT, m INT").with(Kind.MAX, 1).overAdditions();
        assertThatThrownBy(() -> query.script().step("1 1 -1").run())
                .isInstanceOf(CodedException.class)
                .hasMessageContaining("only takes additions");
    }

    @Test
    void aGroupThatLosesMoreThanItHadIsADefect() {
        assertThatThrownBy(() -> countAndSum().script().step("a 1 -1").run())
                .isInstanceOf(CodedException.class)
                .hasMessageContaining("weight -1");
    }

    @Test
    void finalEmissionGivesAGroupOnceWhenTheWatermarkPassesIt() {
        windowed()
                .emittingFinal()
                .script()
                .step("10:00 a 1", "11:00 a 2", "10:00 b 3", "wm 09:59")
                .expect()
                .step("10:00 a 4", "wm 10:00")
                .expect("10:00 a 5", "10:00 b 3")
                .expectStateRows(1)
                .step("11:00 c 1")
                .expect()
                .step("wm end")
                .expect("11:00 a 2", "11:00 c 1")
                .expectStateRows(0)
                .step()
                .expect()
                .run();
    }

    @Test
    void earlyEmissionForgetsAClosedGroupButLeavesItsRow() {
        windowed()
                .script()
                .step("10:00 a 1", "11:00 a 2")
                .expect("10:00 a 1", "11:00 a 2")
                .step("10:00 a 4", "wm 10:30")
                .expect("10:00 a 1 -1", "10:00 a 5")
                .expectStateRows(1)
                .step("11:00 a 2 -1")
                .expect("11:00 a 2 -1")
                .expectStateRows(0)
                .run();
    }

    @Test
    void aRowIsLateWhenItsOwnWatermarkHadClosedItsGroup() {
        windowed()
                .script()
                .step("10:00 a 1 @09:00", "10:00 a 2 @10:00", "10:00 a 4 @09:59:59.999999", "11:00 a 8 @10:00")
                .expect("10:00 a 5", "11:00 a 8")
                .expectTold("late 10:00 a 2")
                .expectJudged()
                .step("10:00 a 1", "wm 10:00")
                .expect("10:00 a 5 -1", "10:00 a 6")
                .run();
    }

    @Test
    void aRowForAClosedGroupThatIsNotLateIsADefect() {
        assertThatThrownBy(() -> windowed()
                        .script()
                        .step("10:00 a 1", "wm 10:00")
                        .expect("10:00 a 1")
                        .step("10:00 a 1")
                        .run())
                .isInstanceOf(CodedException.class)
                .hasMessageContaining("\"window_end\" = 36000000000, which the watermark 36000000000 has closed");
    }

    @Test
    void aNullClosingKeyStaysOpenUntilTheInputEnds() {
        windowed()
                .emittingFinal()
                .script()
                .step(". a 1", "10:00 a 2", "wm 12:00")
                .expect("10:00 a 2")
                .step(". a 3")
                .expect()
                .step("wm end")
                .expect(". a 4")
                .run();
    }

    @Test
    void theFirstOfSeveralClosingKeysToPassClosesTheGroup() {
        new Query("d DATE, t TIMESTAMP", 2, "d DATE, t TIMESTAMP, n BIGINT")
                .with(Kind.COUNT_ALL, -1)
                .closedBy(0, watermark -> watermark == Long.MIN_VALUE ? watermark : Math.floorDiv(watermark, 10))
                .closedBy(1, watermark -> watermark)
                .emittingFinal()
                .script()
                .step("1 5m", "2 50m", "1 50m", ". 8m", ". .")
                .expect()
                .step("wm 9m")
                .expect("1 00:00:00.000005 1", ". 00:00:00.000008 1")
                .step("wm 19m")
                .expect("1 00:00:00.000050 1")
                .expectStateRows(2)
                .run();
    }

    @Test
    void aSumOutOfRangeFailsTheEpochButOnlyIfItIsGivenOut() {
        countAndSum()
                .script()
                .step("a 9223372036854775807", "a 9223372036854775807", "a -9223372036854775807")
                .expect("a 3 9223372036854775807")
                .run();
        assertThatThrownBy(() -> countAndSum()
                        .script()
                        .step("a 9223372036854775807", "a 1")
                        .run())
                .isInstanceOf(CodedException.class)
                .hasMessage("SUM of \"v\" is 9223372036854775808, out of the range of BIGINT");
    }

    @Test
    void averagesAreRoundedHalfUpToTheScaleOfTheResult() {
        new Query(
                        "k INT, d DECIMAL(4,1), w DECIMAL(38,0), i INT",
                        1,
                        "k INT, a DECIMAL(8,5), w DECIMAL(38,4), i DOUBLE, s DECIMAL(38,1), t DECIMAL(38,0)")
                .with(Kind.AVG, 1)
                .with(Kind.AVG, 2)
                .with(Kind.AVG, 3)
                .with(Kind.SUM, 1)
                .with(Kind.SUM, 2)
                .script()
                .step(
                        "1 0.1 1 1",
                        "1 0.1 1 2",
                        "1 0.0 0 2",
                        "2 -0.1 -1 9",
                        "2 0.0 0 0",
                        "2 0.0 0 0",
                        "2 0.0 0 0",
                        "2 0.0 0 0",
                        "2 0.0 0 0")
                .expect("1 0.06667 0.6667 1.6666666666666667 0.2 2", "2 -0.01667 -0.1667 1.5 -0.1 -1")
                .run();
    }

    @Test
    void sumsOfWideDecimalsAreExactBeyondTheirRange() {
        String most = "9".repeat(38);
        new Query("k INT, w DECIMAL(38,0)", 1, "k INT, s DECIMAL(38,0)")
                .with(Kind.SUM, 1)
                .script()
                .step("1 " + most, "1 " + most, "1 " + most, "1 -" + most + " +2")
                .expect("1 " + most)
                .step("1 " + most + " -1", "1 5 +3")
                .expect("1 " + most + " -1", "1 15")
                .run();
        assertThatThrownBy(() -> new Query("k INT, w DECIMAL(38,0)", 1, "k INT, s DECIMAL(38,0)")
                        .with(Kind.SUM, 1)
                        .script()
                        .step("1 " + most, "1 1")
                        .run())
                .hasMessageContaining("SUM of \"w\" is 1" + "0".repeat(38) + ", out of the range of DECIMAL(38, 0)");
    }

    @Test
    void sumsOfDoublesForgetWhatIsTakenBack() {
        new Query("k INT, x DOUBLE", 1, "k INT, s DOUBLE, a DOUBLE")
                .with(Kind.SUM, 1)
                .with(Kind.AVG, 1)
                .script()
                .step("1 0.1", "1 1e16", "1 NaN", "1 Infinity")
                .expect("1 NaN NaN")
                .step("1 NaN -1")
                .expect("1 NaN NaN -1", "1 Infinity Infinity")
                .step("1 Infinity -1", "1 1e16 -1", "1 0.1 +3")
                .expect("1 Infinity Infinity -1", "1 0.4 0.1")
                .step("1 -Infinity", "1 Infinity")
                .expect("1 0.4 0.1 -1", "1 NaN NaN")
                .run();
    }
}
