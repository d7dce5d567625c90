package io.tidemark.runtime.operator;

import static io.tidemark.runtime.operator.Aggregates.over;

import io.tidemark.runtime.aggregate.AccumulatorSpec.Kind;
import org.junit.jupiter.api.Test;

/** Variances, regression and bits, which forget what is taken back. */
class StatisticsTest {

    @Test
    void variancesOfFewRows() {
        over("k INT, x INT, d DECIMAL(30,2)")
                .with(Kind.VAR_POP, "DOUBLE", 1)
                .with(Kind.VAR_SAMP, "DOUBLE", 1)
                .with(Kind.STDDEV_POP, "DOUBLE", 1)
                .with(Kind.STDDEV_SAMP, "DOUBLE", 2)
                .giving("k INT, vp DOUBLE, vs DOUBLE, sp DOUBLE, sd DOUBLE")
                .step("1 2 0.50", "2 . .")
                .expect("1 0.0 . 0.0 .", "2 . . . .")
                .step("1 6 2.50")
                .expect("1 0.0 . 0.0 . -1", "1 4.0 8.0 2.0 1.4142135623730951")
                .step("1 2 0.50 -1")
                .expect("1 4.0 8.0 2.0 1.4142135623730951 -1", "1 0.0 . 0.0 .")
                .run();
    }

    @Test
    void aVarianceKeepsItsDigitsFarFromZero() {
        over("k INT, x DOUBLE")
                .with(Kind.VAR_POP, "DOUBLE", 1)
                .giving("k INT, v DOUBLE")
                .step("1 1e9", "1 1000000001", "1 1000000002", "1 1e15", "1 3e15")
                .expect("1 1.359999040000239E30")
                .step("1 1e15 -1", "1 3e15 -1")
                .expect("1 1.359999040000239E30 -1", "1 0.6666666666666666")
                .run();
    }

    @Test
    void whatIsNotANumberMakesAllOfItSoUntilItGoes() {
        over("k INT, x DOUBLE")
                .with(Kind.STDDEV_POP, "DOUBLE", 1)
                .giving("k INT, v DOUBLE")
                .step("1 1.0", "1 3.0", "1 NaN", "1 Infinity")
                .expect("1 NaN")
                .step("1 NaN -1", "1 Infinity -1")
                .expect("1 NaN -1", "1 1.0")
                .run();
    }

    @Test
    void regressionTakesTheRowsWithBoth() {
        over("k INT, y DOUBLE, x DOUBLE")
                .with(Kind.REGR_COUNT, "BIGINT", 1, 2)
                .with(Kind.REGR_AVGX, "DOUBLE", 1, 2)
                .with(Kind.REGR_AVGY, "DOUBLE", 1, 2)
                .with(Kind.REGR_SLOPE, "DOUBLE", 1, 2)
                .with(Kind.REGR_INTERCEPT, "DOUBLE", 1, 2)
                .with(Kind.REGR_R2, "DOUBLE", 1, 2)
                .with(Kind.CORR, "DOUBLE", 1, 2)
                .with(Kind.COVAR_POP, "DOUBLE", 1, 2)
                .with(Kind.COVAR_SAMP, "DOUBLE", 1, 2)
                .giving(
                        "k INT, n BIGINT, ax DOUBLE, ay DOUBLE, m DOUBLE, b DOUBLE, r2 DOUBLE, c DOUBLE, cp DOUBLE, cs DOUBLE")
                .step("1 3 1", "1 5 2", "1 7 3", "1 . 9", "1 9 .", "2 1 .")
                .expect("1 3 2.0 5.0 2.0 1.0 1.0 1.0 1.3333333333333333 2.0", "2 0 . . . . . . . .")
                .step("1 3 1 -1", "1 7 3 -1", "1 5 4", "1 9 . -1")
                .expect("1 3 2.0 5.0 2.0 1.0 1.0 1.0 1.3333333333333333 2.0 -1", "1 2 3.0 5.0 0.0 5.0 1.0 . 0.0 0.0")
                .step("1 5 4 -1")
                .expect("1 2 3.0 5.0 0.0 5.0 1.0 . 0.0 0.0 -1", "1 1 2.0 5.0 . . . . 0.0 .")
                .run();
    }

    @Test
    void bitsComeAndGo() {
        over("k INT, x INT")
                .with(Kind.BIT_AND, "INT", 1)
                .with(Kind.BIT_OR, "INT", 1)
                .with(Kind.BIT_XOR, "INT", 1)
                .giving("k INT, a INT, o INT, x INT")
                .step("1 6", "1 3", "1 3", "2 .")
                .expect("1 2 7 6", "2 . . .")
                .step("1 6 -1", "1 3 -1")
                .expect("1 2 7 6 -1", "1 3 3 3")
                .step("1 3 -1", "1 . +2")
                .expect("1 3 3 3 -1", "1 . . .")
                .run();
        over("k INT, x INT")
                .with(Kind.BIT_AND, "INT", 1)
                .with(Kind.BIT_OR, "INT", 1)
                .overAdditions()
                .giving("k INT, a INT, o INT")
                .step("1 -1", "1 6", "1 3", "2 .")
                .expect("1 2 -1", "2 . .")
                .run();
    }
}
