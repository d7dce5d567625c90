package io.tidemark.runtime.operator;

import static io.tidemark.runtime.operator.Aggregates.over;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.runtime.aggregate.AccumulatorSpec.Kind;
import io.tidemark.runtime.testing.OperatorScript;
import io.tidemark.sql.error.CodedException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Aggregates whose result depends on an order of the rows of a group, which never is that of their arrival. */
class OrderedAggregateTest {

    @Test
    void listsAreInOrderAndForgetWhatGoes() {
        over("k INT, s VARCHAR, n INT")
                .with(Kind.LISTAGG, "VARCHAR", ",", List.of(), 1)
                .with(Kind.LISTAGG, "VARCHAR", "", List.of(~2), 1)
                .distinct(Kind.LISTAGG, "VARCHAR", "--", List.of(~1), 1)
                .giving("k INT, a VARCHAR, b VARCHAR, c VARCHAR")
                .step("1 b 1", "1 a 2", "1 b 3", "1 . 4", "2 . 1", "1 c .")
                .expect("1 a,b,b,c cbab c--b--a", "2 . . .")
                .step("1 b 1 -1", "1 a 2 +2")
                .expect("1 a,b,b,c cbab c--b--a -1", "1 a,a,a,b,c cbaaa c--b--a")
                .step("1 a 2 -3", "1 b 3 -1", "1 c . -1")
                .expect("1 a,a,a,b,c cbaaa c--b--a -1", "1 . . .")
                .run();
    }

    @Test
    void arraysAreInOrderKeepNullOrLeaveItAwayAndForgetWhatGoes() {
        over("k INT, v INT, n INT")
                .with(Kind.ARRAY_AGG, "INT[]", 1)
                .with(Kind.ARRAY_AGG, "INT[]", "", List.of(~2), 1)
                .distinct(Kind.ARRAY_AGG, "INT[]", "", List.of(), 1)
                .with(Kind.COLLECT, "INT[]!", 1)
                .giving("k INT, a INT[], b INT[], c INT[], d INT[]!")
                .step("1 20 1", "1 10 2", "1 20 3", "1 . 4", "2 . 1", "1 -300 .")
                .expect(
                        "1 [-300,10,20,20,NULL] [-300,NULL,20,10,20] [-300,10,20,NULL] [-300,10,20,20]",
                        "2 [NULL] [NULL] [NULL] []")
                .step("1 . 4 -1", "1 20 1 -1", "2 . 1 -1", "3 . .")
                .expect(
                        "1 [-300,10,20,20,NULL] [-300,NULL,20,10,20] [-300,10,20,NULL] [-300,10,20,20] -1",
                        "1 [-300,10,20] [-300,20,10] [-300,10,20] [-300,10,20]",
                        "2 [NULL] [NULL] [NULL] [] -1",
                        "3 [NULL] [NULL] [NULL] []")
                .run();
    }

    @Test
    void arraysAreKeysOfGroupsAndArguments() {
        over("k INT[], v INT[]")
                .with(Kind.COUNT, "BIGINT!", 1)
                .distinct(Kind.COUNT, "BIGINT!", "", List.of(), 1)
                .with(Kind.MAX, "INT[]", 1)
                .with(Kind.ARRAY_AGG, "INT[][]", 1)
                .giving("k INT[], n BIGINT!, d BIGINT!, m INT[], a INT[][]")
                .step("[1,2] [5]", "[1,2] [5]", "[1,2] [5,0]", "[1,NULL] [-7]", ". .", "[12] [300]", "[12] [NULL]")
                .expect(
                        "[1,2] 3 2 [5,0] [[5],[5],[5,0]]",
                        "[1,NULL] 1 1 [-7] [[-7]]",
                        ". 0 0 . [NULL]",
                        "[12] 2 2 [NULL] [[300],[NULL]]")
                .step("[1,2] [5,0] -1", "[1,NULL] [-7] -1")
                .expect("[1,2] 3 2 [5,0] [[5],[5],[5,0]] -1", "[1,2] 2 1 [5] [[5],[5]]", "[1,NULL] 1 1 [-7] [[-7]] -1")
                .run();
    }

    @Test
    void anArrayThatIsTooLongFailsTheEpoch() {
        OperatorScript script = over("k INT, s VARCHAR")
                .with(Kind.ARRAY_AGG, "VARCHAR[]", 1)
                .giving("k INT, a VARCHAR[]")
                .step("1 " + "x".repeat(1 << 20) + " +4");
        assertThatThrownBy(script::run)
                .isInstanceOf(CodedException.class)
                .hasMessageContaining("the result of ARRAY_AGG or COLLECT is longer than 4194303 bytes");
    }

    @Test
    void aListThatIsTooLongFailsTheEpoch() {
        String word = "x".repeat(1 << 20);
        OperatorScript script = over("k INT, s VARCHAR")
                .with(Kind.LISTAGG, "VARCHAR", ",", List.of(), 1)
                .giving("k INT, a VARCHAR")
                .step("1 " + word + " +4");
        assertThatThrownBy(script::run)
                .isInstanceOf(CodedException.class)
                .hasMessageContaining("the result of LISTAGG is longer than 4194303 bytes");
    }

    @Test
    void theArgumentOfTheLeastAndTheGreatestComesWithIt() {
        for (boolean additions : new boolean[] {false, true}) {
            Aggregates aggregates = over("k INT, x VARCHAR, y INT")
                    .with(Kind.ARG_MIN, "VARCHAR", 1, 2)
                    .with(Kind.ARG_MAX, "VARCHAR", 1, 2)
                    .with(Kind.FIRST_VALUE, "VARCHAR", "", List.of(2), 1)
                    .with(Kind.LAST_VALUE, "VARCHAR", "", List.of(2), 1);
            (additions ? aggregates.overAdditions() : aggregates)
                    .giving("k INT, lo VARCHAR, hi VARCHAR, first VARCHAR, last VARCHAR")
                    .step("1 b 5", "1 a 5", "1 z .", "2 q .", "2 . 3")
                    .expect("1 a a a z", "2 . . . q")
                    .step("1 c 7", "1 d 3", "1 e 6")
                    .expect("1 a a a z -1", "1 d c d z")
                    .run();
        }
        over("k INT, x VARCHAR, y INT")
                .with(Kind.ARG_MAX, "VARCHAR", 1, 2)
                .with(Kind.LAST_VALUE, "VARCHAR", "", List.of(2), 1)
                .giving("k INT, hi VARCHAR, last VARCHAR")
                .step("1 b 5", "1 a 6", "1 . 7")
                .expect("1 . .")
                .step("1 . 7 -1")
                .expect("1 . . -1", "1 a a")
                .step("1 a 6 -1")
                .expect("1 a a -1", "1 b b")
                .run();
    }

    @Test
    void onlyTheFirstIsKeptOverAdditions() {
        over("k INT, x INT, y INT")
                .with(Kind.ARG_MIN, "INT", 1, 2)
                .overAdditions()
                .giving("k INT, lo INT")
                .step("1 1 9", "1 2 8", "1 3 7", "1 4 8", "1 3 7")
                .expect("1 3")
                .expectStateRows(2)
                .step("1 9 9")
                .expect()
                .expectStateRows(2)
                .step("1 9 1")
                .expect("1 3 -1", "1 9")
                .expectStateRows(2)
                .run();
    }

    @Test
    void theModeIsTheMostFrequentAndTheLeastOfSeveral() {
        over("k INT, x VARCHAR")
                .with(Kind.MODE, "VARCHAR", 1)
                .giving("k INT, m VARCHAR")
                .step("1 b", "1 a", "1 c +2", "1 . +5")
                .expect("1 c")
                .step("1 c -1")
                .expect("1 c -1", "1 a")
                .step("1 c -1", "1 b -1", "1 a -1")
                .expect("1 a -1", "1 .")
                .run();
    }

    @Test
    void percentilesAreInterpolatedOrAreValues() {
        over("k INT, x INT, d DECIMAL(20,1)")
                .with(Kind.PERCENTILE_CONT, "DOUBLE", "0.5", List.of(1), 1)
                .with(Kind.PERCENTILE_DISC, "INT", "0.5", List.of(1), 1)
                .with(Kind.PERCENTILE_DISC, "INT", "0.25", List.of(~1), 1)
                .distinct(Kind.PERCENTILE_CONT, "DOUBLE", "0.5", List.of(1), 1)
                .with(Kind.PERCENTILE_CONT, "DOUBLE", "1", List.of(2), 2)
                .with(Kind.PERCENTILE_DISC, "DECIMAL(20,1)", "0", List.of(2), 2)
                .giving("k INT, c DOUBLE, d INT, q INT, cd DOUBLE, top DOUBLE, low DECIMAL(20,1)")
                .step("1 1 1.5", "1 2 2.5", "1 2 -3.5", "1 10 .", "1 . 0.5")
                .expect("1 2.0 2 10 2.0 2.5 -3.5")
                .step("1 2 2.5 -1")
                .expect("1 2.0 2 10 2.0 2.5 -3.5 -1", "1 2.0 2 10 2.0 1.5 -3.5")
                .step("1 1 1.5 -1", "2 . .")
                .expect("1 2.0 2 10 2.0 1.5 -3.5 -1", "1 6.0 2 10 6.0 0.5 -3.5", "2 . . . . . .")
                .run();
    }

    @Test
    void jsonHoldsTheValuesInOrder() {
        over("k INT, s VARCHAR, n INT, d DECIMAL(6,2), b BOOLEAN")
                .with(Kind.JSON_ARRAYAGG, "VARCHAR", "", List.of(~2), 1)
                .with(Kind.JSON_ARRAYAGG_NULLS, "VARCHAR", 2)
                .with(Kind.JSON_OBJECTAGG, "VARCHAR", 1, 3)
                .with(Kind.JSON_OBJECTAGG_NULLS, "VARCHAR", 1, 4)
                .giving("k INT, a VARCHAR, an VARCHAR, o VARCHAR, ox VARCHAR")
                .step("1 b 1 0.50 true", "1 a\"q 2 . false", "1 . 3 9.00 .", "1 c . -1.25 .")
                .expect("1 [\"c\",\"a\\\"q\",\"b\"] [1,2,3,null] {\"b\":0.50,\"c\":-1.25}"
                        + " {\"a\\\"q\":false,\"b\":true,\"c\":null}")
                .step("1 b 1 0.50 true -1", "1 . 3 9.00 . -1", "1 a\"q 2 . false -1")
                .expect(
                        "1 [\"c\",\"a\\\"q\",\"b\"] [1,2,3,null] {\"b\":0.50,\"c\":-1.25}"
                                + " {\"a\\\"q\":false,\"b\":true,\"c\":null} -1",
                        "1 [\"c\"] [null] {\"c\":-1.25} {\"c\":null}")
                .run();
    }
}
