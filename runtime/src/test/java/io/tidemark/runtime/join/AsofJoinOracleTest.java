package io.tidemark.runtime.join;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.planner.incremental.trait.WatermarkTransform;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.operator.Epoch;
import io.tidemark.runtime.operator.Operator;
import io.tidemark.runtime.state.DeltaState;
import io.tidemark.runtime.testing.OperatorScript;
import io.tidemark.runtime.testing.TextRows;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random rows, also taken back, under random cuts and restarts: after each epoch what has come out is what nested loops give over the rows there are;
 * where the operator waits, what has come out is that of the rows that can change no more, once each.
 */
class AsofJoinOracleTest {

    private static final Schema SIDE = TextRows.schema("k VARCHAR, t BIGINT, x BIGINT, s VARCHAR");
    private static final Schema OUTPUT =
            TextRows.schema("k VARCHAR, t BIGINT, x BIGINT, s VARCHAR, k2 VARCHAR, t2 BIGINT, x2 BIGINT, s2 VARCHAR");
    private static final int EPOCHS = 25;
    private static final int RUNS = 12;
    private static final int PLACE = 1;

    private record Kind(boolean later, boolean strict, boolean outer) {

        AsofSpec spec(boolean retracts, boolean waits, boolean forgets) {
            Optional<LongUnaryOperator> watermark =
                    forgets ? Optional.of(WatermarkTransform.plus(-1)::apply) : Optional.empty();
            return new AsofSpec(
                    outer,
                    new AsofSpec.Side(SIDE, List.of(0), PLACE, retracts, watermark),
                    new AsofSpec.Side(SIDE, List.of(0), PLACE, retracts, watermark),
                    new AsofSpec.Match(later, strict),
                    waits,
                    OUTPUT);
        }

        boolean precedes(long right, long left) {
            long one = later ? -right : right;
            long other = later ? -left : left;
            return strict ? one < other : one <= other;
        }
    }

    /** The rows there are of both sides, as texts with the number of copies of each. */
    private static final class Rows {
        private final List<Map<String, Integer>> sides = List.of(new TreeMap<>(), new TreeMap<>());

        void add(int side, String row, int weight) {
            OperatorScript.add(sides.get(side), row, weight);
        }

        /** What the join of all rows is; of left rows that are final alone, if a watermark is given. */
        Map<String, Integer> joined(Kind kind, long watermark) {
            Map<String, Integer> joined = new TreeMap<>();
            sides.get(0).forEach((row, weight) -> {
                Optional<String> match = match(kind, row);
                boolean out = kind.outer() || match.isPresent();
                if (out && isFinal(kind, row, match, watermark)) {
                    OperatorScript.add(joined, row + " " + match.orElse(". . . ."), weight);
                }
            });
            return joined;
        }

        private Optional<String> match(Kind kind, String left) {
            String[] own = left.split(" ", -1);
            if (own[0].equals(".") || own[1].equals(".")) {
                return Optional.empty();
            }
            return sides.get(1).keySet().stream()
                    .filter(row -> row.startsWith(own[0] + " ") && !row.split(" ", -1)[1].equals("."))
                    .filter(row -> kind.precedes(time(row), time(left)))
                    .max(Comparator.<String>comparingLong(row -> kind.later() ? -time(row) : time(row))
                            .thenComparing(row -> value(row, 2))
                            .thenComparing(row -> value(row, 3)));
        }

        private static boolean isFinal(Kind kind, String row, Optional<String> match, long watermark) {
            if (watermark == Long.MAX_VALUE || row.startsWith(". ") || row.split(" ", -1)[1].equals(".")) {
                return true;
            }
            return kind.later()
                    ? match.isPresent() && time(match.get()) < watermark
                    : time(row) - (kind.strict() ? 1 : 0) < watermark;
        }

        private static long time(String row) {
            return Long.parseLong(row.split(" ", -1)[1]);
        }

        /** NULL is the greatest. */
        private static String value(String row, int column) {
            String value = row.split(" ", -1)[column];
            return value.equals(".") ? "~" : value;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "false,false,false", "false,false,true", "false,true,false", "false,true,true",
        "true,false,false", "true,false,true", "true,true,false", "true,true,true"
    })
    void whatHasComeOutIsTheJoinOfTheRowsThereAre(boolean later, boolean strict, boolean outer) throws IOException {
        Kind kind = new Kind(later, strict, outer);
        for (long seed = 0; seed < RUNS; seed++) {
            Random random = new Random(seed);
            AsofSpec spec = kind.spec(true, false, random.nextBoolean());
            Run run = new Run(spec, random);
            Rows rows = new Rows();
            for (int epoch = 1; epoch <= EPOCHS; epoch++) {
                for (int part = random.nextInt(6); part > 0; part--) {
                    int side = random.nextInt(2);
                    run.process(side, changes(side, rows, random));
                }
                run.end(epoch, Long.MIN_VALUE);
                assertThat(run.total)
                        .as("%s seed %d epoch %d", kind, seed, epoch)
                        .isEqualTo(rows.joined(kind, Long.MAX_VALUE));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "false,false,false", "false,false,true", "false,true,false", "false,true,true",
        "true,false,false", "true,false,true", "true,true,false", "true,true,true"
    })
    void forgettingChangesNothingAndWaitingGivesEachRowOnce(boolean later, boolean strict, boolean outer)
            throws IOException {
        Kind kind = new Kind(later, strict, outer);
        for (long seed = 0; seed < RUNS; seed++) {
            Random random = new Random(seed);
            Run early = new Run(kind.spec(false, false, true), random);
            Run last = new Run(kind.spec(false, true, true), random);
            Rows rows = new Rows();
            long watermark = Long.MIN_VALUE;
            for (int epoch = 1; epoch <= EPOCHS; epoch++) {
                for (int part = random.nextInt(6); part > 0; part--) {
                    int side = random.nextInt(2);
                    List<TextRows.Row> some = additions(side, rows, Math.max(watermark, 0), random);
                    early.process(side, some);
                    last.process(side, some);
                }
                watermark = epoch == EPOCHS ? Long.MAX_VALUE : Math.max(watermark, epoch + random.nextInt(3) - 1L);
                String what = kind + " seed " + seed + " epoch " + epoch;
                early.end(epoch, watermark);
                last.end(epoch, watermark);
                assertThat(early.total).as(what).isEqualTo(rows.joined(kind, Long.MAX_VALUE));
                assertThat(last.total).as(what).isEqualTo(rows.joined(kind, watermark));
                assertThat(last.took).as(what).isFalse();
            }
            assertThat(early.operator.state().orElseThrow().rows()).isZero();
            assertThat(last.operator.state().orElseThrow().rows()).isZero();
        }
    }

    @Test
    void ofTheRightRowsThatTimeHasPassedTheNewestOfEachKeyIsKept() {
        Operator operator = new AsofJoinOperator(new Kind(false, false, true).spec(false, true, true));
        for (int epoch = 1; epoch <= 1000; epoch++) {
            List<TextRows.Row> rows = new ArrayList<>();
            for (String key : List.of("a", "b", "c")) {
                rows.add(TextRows.row(SIDE, key + " " + epoch + " 1 x"));
            }
            operator.process(1, TextRows.batch(SIDE, rows, false), out -> {});
            operator.process(0, TextRows.batch(SIDE, rows.subList(0, 2), false), out -> {});
            operator.endEpoch(new Epoch(epoch, 0), epoch - 1, out -> {});
            // Rows of this epoch and the last, and the newest one before.
            assertThat(operator.state().orElseThrow().rows()).isLessThanOrEqualTo(2 * 2 + 3 * 3);
        }
    }

    /** An operator, what has come out of it, and its captures. */
    private static final class Run {
        private final AsofSpec spec;
        private final Random random;
        private final Map<String, Integer> total = new TreeMap<>();
        private final List<byte[]> segments = new ArrayList<>();
        private Operator operator;
        private boolean took;

        Run(AsofSpec spec, Random random) {
            this.spec = spec;
            this.random = random;
            this.operator = new AsofJoinOperator(spec);
        }

        void process(int side, List<TextRows.Row> rows) {
            int from = 0;
            while (from < rows.size()) {
                int to = Math.min(rows.size(), from + 1 + random.nextInt(4));
                operator.process(side, TextRows.batch(SIDE, rows.subList(from, to), false), this::take);
                from = to;
            }
        }

        void end(int epoch, long watermark) throws IOException {
            operator.endEpoch(new Epoch(epoch, 0), watermark, this::take);
            switch (random.nextInt(4)) {
                case 0 -> {
                    operator = OperatorScript.restore(operator, new AsofJoinOperator(spec));
                    segments.clear();
                }
                case 1 -> capture();
                default -> {
                    // It goes on as it is.
                }
            }
        }

        private void take(Batch out) {
            OperatorScript.sum(List.of(out), OUTPUT, new ArrayList<>()).forEach((row, weight) -> {
                took |= weight < 0;
                OperatorScript.add(total, row, weight);
            });
        }

        /** Writes what has changed, and goes on with an operator that has loaded all that was written. */
        private void capture() throws IOException {
            DeltaState.Capture capture = ((DeltaState) operator.state().orElseThrow()).capture(segments.isEmpty());
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            capture.write(new DataOutputStream(bytes));
            capture.release();
            if (capture.isWhole()) {
                segments.clear();
            }
            segments.add(bytes.toByteArray());
            if (random.nextBoolean()) {
                Operator loaded = new AsofJoinOperator(spec);
                ((DeltaState) loaded.state().orElseThrow())
                        .load(segments.stream()
                                .map(segment -> new DataInputStream(new ByteArrayInputStream(segment)))
                                .toList());
                operator = loaded;
                segments.clear();
            }
        }
    }

    /** Rows that come, and rows that are there and go; a row may go and come again. */
    private static List<TextRows.Row> changes(int side, Rows rows, Random random) {
        List<TextRows.Row> changes = new ArrayList<>();
        for (int i = random.nextInt(8); i > 0; i--) {
            List<String> there = List.copyOf(rows.sides.get(side).keySet());
            boolean goes = !there.isEmpty() && random.nextInt(5) < 2;
            String row = goes ? there.get(random.nextInt(there.size())) : row(random.nextInt(12), random);
            int weight = goes ? -1 : 1 + random.nextInt(2);
            rows.add(side, row, weight);
            changes.add(TextRows.row(SIDE, row + " " + (weight < 0 ? "" : "+") + weight));
        }
        return changes;
    }

    private static List<TextRows.Row> additions(int side, Rows rows, long least, Random random) {
        List<TextRows.Row> additions = new ArrayList<>();
        for (int i = random.nextInt(6); i > 0; i--) {
            String row = row(least + random.nextInt(6), random);
            rows.add(side, row, 1);
            additions.add(TextRows.row(SIDE, row));
        }
        return additions;
    }

    private static String row(long time, Random random) {
        return (random.nextInt(12) == 0 ? "." : "k" + random.nextInt(2)) + " "
                + (random.nextInt(15) == 0 ? "." : time) + " "
                + (random.nextInt(6) == 0 ? "." : random.nextInt(3)) + " "
                + (random.nextInt(6) == 0 ? "." : "s" + random.nextInt(2));
    }
}
