package io.tidemark.runtime.join;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.calc.CalcProgram;
import io.tidemark.runtime.calc.RowSelection;
import io.tidemark.runtime.operator.Epoch;
import io.tidemark.runtime.operator.Operator;
import io.tidemark.runtime.testing.OperatorScript;
import io.tidemark.runtime.testing.TextRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Joins on {@code r.t BETWEEN l.t AND l.e}: left rows are forgotten when no {@code r.t} at or below {@code e} comes any more, right ones when no
 * {@code l.t} at or below {@code t} does. What comes out is what a join that forgets nothing gives.
 */
class BoundedJoinTest {

    private static final Schema SIDE = TextRows.schema("k BIGINT, t BIGINT, e BIGINT");
    private static final int EPOCHS = 30;
    private static final int RUNS = 20;
    private static final int LONGEST = 6;

    /** {@code r.t >= l.t AND r.t <= l.e}. */
    private static final class Between extends CalcProgram {

        @Override
        public void filter(Batch batch, RowSelection rows) {
            int[] kept = new int[rows.count];
            int count = 0;
            LongColumn from = (LongColumn) batch.column(1);
            LongColumn to = (LongColumn) batch.column(2);
            LongColumn time = (LongColumn) batch.column(4);
            for (int i = 0; i < rows.count; i++) {
                int at = rows.positions[i];
                if (!to.isNull(at) && time.values[at] >= from.values[at] && time.values[at] <= to.values[at]) {
                    kept[count++] = at;
                }
            }
            rows.replace(kept, count);
        }

        @Override
        public Column column(int index, Batch batch, RowSelection rows) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int columnCount() {
            return 0;
        }
    }

    private static Operator operator(JoinSpec.Kind kind, boolean waits, boolean forgets) {
        Schema output = kind.givesPairs()
                ? TextRows.schema("k BIGINT, t BIGINT, e BIGINT, k2 BIGINT, t2 BIGINT, e2 BIGINT")
                : SIDE;
        Optional<JoinSpec.Closing> left =
                forgets ? Optional.of(new JoinSpec.Closing(2, watermark -> watermark)) : Optional.empty();
        Optional<JoinSpec.Closing> right =
                forgets ? Optional.of(new JoinSpec.Closing(1, watermark -> watermark)) : Optional.empty();
        JoinSpec spec = new JoinSpec(
                kind,
                new JoinSpec.Side(SIDE, List.of(0), false, left),
                new JoinSpec.Side(SIDE, List.of(0), false, right),
                List.of(false),
                "between",
                waits,
                output);
        return new JoinOperator(
                spec, new Between(), new RowSelection(OperatorScript.silent().errors(), null));
    }

    @ParameterizedTest
    @EnumSource(
            value = JoinSpec.Kind.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"MARK"})
    void forgettingChangesNothing(JoinSpec.Kind kind) {
        for (int seed = 0; seed < RUNS; seed++) {
            run(kind, seed);
        }
    }

    private static void run(JoinSpec.Kind kind, long seed) {
        Random random = new Random(seed);
        Operator all = operator(kind, false, false);
        Operator early = operator(kind, false, true);
        Operator last = operator(kind, true, true);
        Map<String, Integer> ofAll = new TreeMap<>();
        Map<String, Integer> ofEarly = new TreeMap<>();
        Map<String, Integer> ofLast = new TreeMap<>();
        long most = 0;
        for (int epoch = 1; epoch <= EPOCHS; epoch++) {
            for (int input = 0; input < 2; input++) {
                Batch batch = TextRows.batch(SIDE, rows(epoch, random), false);
                all.process(input, batch, out -> add(out, kind, ofAll));
                early.process(input, batch, out -> add(out, kind, ofEarly));
                last.process(input, batch, out -> add(out, kind, ofLast));
            }
            long watermark = epoch == EPOCHS ? Long.MAX_VALUE : epoch - 1L;
            Epoch at = new Epoch(epoch, 0);
            all.endEpoch(at, Long.MIN_VALUE, out -> add(out, kind, ofAll));
            early.endEpoch(at, watermark, out -> add(out, kind, ofEarly));
            last.endEpoch(at, watermark, out -> {
                assertThat(out.weights == null
                                || java.util.Arrays.stream(out.weights).allMatch(w -> w >= 0))
                        .isTrue();
                add(out, kind, ofLast);
            });
            assertThat(ofEarly).as("%s, seed %d, epoch %d", kind, seed, epoch).isEqualTo(ofAll);
            most = Math.max(most, last.state().orElseThrow().rows());
            if (random.nextInt(4) == 0) {
                early = OperatorScript.restore(early, operator(kind, false, true));
                last = OperatorScript.restore(last, operator(kind, true, true));
            }
        }
        assertThat(ofLast).as("%s, seed %d", kind, seed).isEqualTo(ofAll);
        assertThat(most).isLessThan(2L * (LONGEST + 2) * LONGEST);
        assertThat(last.state().orElseThrow().rows()).isZero();
    }

    private static void add(Batch batch, JoinSpec.Kind kind, Map<String, Integer> to) {
        Schema schema = kind.givesPairs()
                ? TextRows.schema("k BIGINT, t BIGINT, e BIGINT, k2 BIGINT, t2 BIGINT, e2 BIGINT")
                : SIDE;
        OperatorScript.sum(List.of(batch), schema, new ArrayList<>())
                .forEach((row, weight) -> OperatorScript.add(to, row, weight));
    }

    /** Rows whose time is above what the watermark has been so far. */
    private static List<TextRows.Row> rows(int epoch, Random random) {
        List<TextRows.Row> rows = new ArrayList<>();
        for (int i = random.nextInt(LONGEST); i > 0; i--) {
            int time = epoch - 1 + random.nextInt(3);
            String end = random.nextInt(8) == 0 ? "." : Integer.toString(time + random.nextInt(LONGEST));
            String key = random.nextInt(6) == 0 ? "." : Integer.toString(random.nextInt(3));
            rows.add(TextRows.row(SIDE, key + " " + time + " " + end));
        }
        return rows;
    }
}
