package io.tidemark.runtime.setoperation;

import static io.tidemark.runtime.testing.OperatorScript.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.operator.ClosingKey;
import io.tidemark.runtime.operator.Dataflow;
import io.tidemark.runtime.operator.Epoch;
import io.tidemark.runtime.operator.Operator;
import io.tidemark.runtime.parallel.PartitionedOperator;
import io.tidemark.runtime.parallel.Workers;
import io.tidemark.runtime.testing.OperatorScript;
import io.tidemark.runtime.testing.TextRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** INTERSECT and EXCEPT: by examples, and by random deltas against what is computed from scratch. */
class SetOperationOperatorTest {

    private static final Schema INPUT = TextRows.schema("t BIGINT, k VARCHAR, branch INT");
    private static final Schema ROWS = TextRows.schema("t BIGINT, k VARCHAR");
    private static final ClosingKey TIME = new ClosingKey(0, watermark -> watermark, "t");
    private static final int EPOCHS = 60;

    private static SetOperationSpec spec(Multiplicity multiplicity, boolean closes, boolean finalEmission) {
        return new SetOperationSpec(ROWS, multiplicity, 2, closes ? List.of(TIME) : List.of(), finalEmission);
    }

    private static OperatorScript script(SetOperationSpec spec) {
        return given(INPUT, ROWS, handlers -> new SetOperationOperator(spec, handlers));
    }

    @Test
    void eachDifferentRowOfBothBranchesIsInTheIntersectionOnce() {
        script(spec(Multiplicity.INTERSECT, false, false))
                .step("1 a 0 +2", ". . 0", "1 b 1")
                .expect()
                .step("1 a 1", ". . 1 +3")
                .expect("1 a", ". .")
                .expectStateRows(3)
                .step("1 a 0 -1", ". . 0 -1")
                .expect(". . -1")
                .step("1 a 0 -1", "1 a 1 -1")
                .expect("1 a -1")
                .expectStateRows(2)
                .run();
    }

    @Test
    void intersectAllTakesEachRowAsOftenAsTheBranchThatHasItLeast() {
        script(spec(Multiplicity.INTERSECT_ALL, false, false))
                .step("1 a 0 +3", "1 a 1 +2")
                .expect("1 a +2")
                .step("1 a 1 +5")
                .expect("1 a +1")
                .step("1 a 0 -3")
                .expect("1 a -3")
                .run();
    }

    @Test
    void exceptTakesTheRowsThatTheSecondBranchDoesNotHave() {
        script(spec(Multiplicity.EXCEPT, false, false))
                .step("1 a 0 +2", "1 . 0")
                .expect("1 a", "1 .")
                .step("1 . 1")
                .expect("1 . -1")
                .step("1 . 1 -1", "1 a 0 -1")
                .expect("1 .")
                .run();
    }

    @Test
    void exceptAllTakesWhatTheFirstBranchHasMore() {
        script(spec(Multiplicity.EXCEPT_ALL, false, false))
                .step("1 a 0 +3", "1 a 1")
                .expect("1 a +2")
                .step("1 a 1 +4")
                .expect("1 a -2")
                .step("1 a 1 -3", "1 a 0")
                .expect("1 a +2")
                .run();
    }

    @Test
    void aRowIsGivenOutOnceItsTimeHasPassedAndForgottenThen() {
        script(spec(Multiplicity.EXCEPT, true, true))
                .step("1 a 0 @0m", "1 b 0 @0m", "2 a 0 @0m", "1 b 1 @0m")
                .expect()
                .expectStateRows(3)
                .step("wm 1m", "1 c 0 @1m", "3 c 0 @1m")
                .expectTold("late 1 c 0")
                .expectJudged()
                .expect("1 a")
                .expectStateRows(2)
                .run();
    }

    @Test
    void whatWasGivenOutForAClosedRowStays() {
        script(spec(Multiplicity.EXCEPT, true, false))
                .step("1 a 0", "2 a 0")
                .expect("1 a", "2 a")
                .step("wm 1m")
                .expect()
                .expectStateRows(1)
                .step("2 a 1")
                .expect("2 a -1")
                .run();
    }

    @Test
    void aBranchThatTakesBackMoreThanItGaveIsAnError() {
        assertThatThrownBy(() -> script(spec(Multiplicity.INTERSECT, false, false))
                        .step("1 a 0 +2", "1 a 1 -1")
                        .run())
                .hasMessageContaining("weight -1 in branch 2");
    }

    @ParameterizedTest
    @EnumSource(Multiplicity.class)
    void theSumOfWhatComesOutIsTheBatchResult(Multiplicity multiplicity) {
        for (long seed = 1; seed <= 4; seed++) {
            SetOperationSpec spec = new SetOperationSpec(ROWS, multiplicity, 3, List.of(), false);
            checkRandom(seed, multiplicity, handlers -> new SetOperationOperator(spec, handlers));
        }
    }

    @ParameterizedTest
    @EnumSource(Multiplicity.class)
    void soItIsWithSeveralPartitions(Multiplicity multiplicity) {
        try (Workers workers = Workers.of(2)) {
            SetOperationSpec spec = new SetOperationSpec(ROWS, multiplicity, 3, List.of(), false);
            checkRandom(
                    5,
                    multiplicity,
                    handlers -> new PartitionedOperator(
                            workers,
                            new PartitionedOperator.Spread(List.of(0, 1)),
                            spec.judge(handlers.late())::taken,
                            inner -> new SetOperationOperator(spec, inner)));
        }
    }

    private static void checkRandom(
            long seed, Multiplicity multiplicity, Function<Dataflow.RowHandlers, Operator> maker) {
        Random random = new Random(seed);
        Operator operator = maker.apply(OperatorScript.silent());
        Map<String, int[]> weights = new TreeMap<>();
        Map<String, Integer> total = new TreeMap<>();
        for (int epoch = 1; epoch <= EPOCHS; epoch++) {
            List<TextRows.Row> rows = randomRows(random, weights);
            List<Batch> out = new ArrayList<>();
            int from = 0;
            while (from < rows.size()) {
                int to = Math.min(rows.size(), from + 1 + random.nextInt(random.nextBoolean() ? 3 : 1500));
                operator.process(0, TextRows.batch(INPUT, rows.subList(from, to), false), out::add);
                from = to;
            }
            operator.endEpoch(new Epoch(epoch, 0), Long.MIN_VALUE, out::add);
            List<String> lines = new ArrayList<>();
            OperatorScript.sum(out, ROWS, lines).forEach((row, weight) -> OperatorScript.add(total, row, weight));
            assertThat(total).as("seed %d epoch %d", seed, epoch).isEqualTo(batchResult(multiplicity, weights));
            if (random.nextInt(4) == 0) {
                operator = OperatorScript.restore(operator, maker.apply(OperatorScript.silent()));
            }
        }
        assertThat(operator.state().orElseThrow().rows()).isEqualTo(weights.size());
    }

    /** Rows of three branches, some of which take back what had come. */
    private static List<TextRows.Row> randomRows(Random random, Map<String, int[]> weights) {
        List<TextRows.Row> rows = new ArrayList<>();
        for (int i = random.nextInt(random.nextInt(6) == 0 ? 2500 : 60); i > 0; i--) {
            String time = random.nextInt(10) == 0 ? "." : Integer.toString(random.nextInt(4));
            String line = time + " " + (random.nextInt(6) == 0 ? "." : "k" + random.nextInt(6));
            int branch = random.nextInt(3);
            int[] known = weights.computeIfAbsent(line, key -> new int[3]);
            int weight = known[branch] > 0 && random.nextInt(5) < 3
                    ? -1 - random.nextInt(known[branch])
                    : 1 + random.nextInt(2);
            known[branch] += weight;
            rows.add(TextRows.row(INPUT, line + " " + branch + " " + (weight > 0 ? "+" : "") + weight));
        }
        weights.values().removeIf(known -> known[0] + known[1] + known[2] == 0);
        return rows;
    }

    private static Map<String, Integer> batchResult(Multiplicity multiplicity, Map<String, int[]> weights) {
        Map<String, Integer> result = new TreeMap<>();
        weights.forEach((line, known) -> {
            int most = Math.max(known[1], known[2]);
            int least = Math.min(known[0], Math.min(known[1], known[2]));
            int times = switch (multiplicity) {
                case INTERSECT_ALL -> least;
                case INTERSECT -> least > 0 ? 1 : 0;
                case EXCEPT_ALL -> Math.max(0, known[0] - known[1] - known[2]);
                case EXCEPT -> known[0] > 0 && most == 0 ? 1 : 0;
            };
            if (times > 0) {
                TextRows.Row row = TextRows.row(ROWS, line);
                result.put(TextRows.text(TextRows.batch(ROWS, List.of(row), false), 0), times);
            }
        });
        return result;
    }
}
