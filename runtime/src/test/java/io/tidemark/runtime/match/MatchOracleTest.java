package io.tidemark.runtime.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.runtime.aggregate.AccumulatorSpec;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.runtime.calc.CalcProgram;
import io.tidemark.runtime.calc.RowSelection;
import io.tidemark.runtime.operator.Epoch;
import io.tidemark.runtime.operator.Operator;
import io.tidemark.runtime.state.RowOrder;
import io.tidemark.runtime.testing.OperatorScript;
import io.tidemark.runtime.testing.TextRows;
import io.tidemark.sql.error.SourcePosition;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** MATCH_RECOGNIZE of random patterns over random rows against {@link NaiveMatcher}. */
class MatchOracleTest {

    private static final Schema INPUT = TextRows.schema("t BIGINT, p VARCHAR, v BIGINT");
    private static final Schema OUTPUT =
            TextRows.schema("p VARCHAR, n BIGINT!, a BIGINT, z BIGINT, c BIGINT!, last VARCHAR");
    private static final DataType BIGINT = DataType.of(TypeKind.BIGINT);
    private static final DataType TEXT = OUTPUT.type(5);
    private static final long ALL = 0b111;
    private static final RowPlace CURRENT = new RowPlace(RowPlace.Anchor.CURRENT, 0, 0, 0);
    private static final RowPlace PREVIOUS = new RowPlace(RowPlace.Anchor.CURRENT, 0, 0, -1);
    private static final RowPlace FIRST = new RowPlace(RowPlace.Anchor.FIRST, ALL, 0, 0);
    private static final RowPlace LAST = new RowPlace(RowPlace.Anchor.LAST, ALL, 0, 0);

    /** A program of which each column is computed from those of the batch, NULL being the least long. */
    private static CalcProgram.Factory condition(NaiveMatcher.Condition condition) {
        return clock -> new CalcProgram() {
            @Override
            public void filter(Batch batch, RowSelection rows) {}

            @Override
            public Column column(int index, Batch batch, RowSelection rows) {
                long[] result = new long[batch.rowCount()];
                for (int i = 0; i < result.length; i++) {
                    long[] values = new long[batch.columns().size()];
                    for (int c = 0; c < values.length; c++) {
                        LongColumn column = (LongColumn) batch.column(c);
                        values[c] = column.isNull(i) ? Long.MIN_VALUE : column.values[i];
                    }
                    result[i] = condition.holds(values) ? 1 : 0;
                }
                return new LongColumn(DataType.of(TypeKind.BOOLEAN), result, null);
            }

            @Override
            public int columnCount() {
                return 1;
            }
        };
    }

    private static CalcProgram.Factory identity(int count) {
        return clock -> new CalcProgram() {
            @Override
            public void filter(Batch batch, RowSelection rows) {}

            @Override
            public Column column(int index, Batch batch, RowSelection rows) {
                return batch.column(index);
            }

            @Override
            public int columnCount() {
                return count;
            }
        };
    }

    private static MatchExpressions expressions(List<MatchValue> values, CalcProgram.Factory program) {
        return new MatchExpressions(values, program, SourcePosition.at(1, 1));
    }

    /** What the conditions of all variables read, in this order: v, PREV(v), FIRST(v) and COUNT(*). */
    private static List<MatchValue> read(NaiveMatcher.Variable variable) {
        List<MatchValue> values = new ArrayList<>();
        values.add(new MatchValue.Navigation(2, CURRENT, false, BIGINT));
        values.add(new MatchValue.Navigation(2, PREVIOUS, false, BIGINT));
        if (!variable.local()) {
            values.add(new MatchValue.Navigation(2, FIRST, false, BIGINT));
            values.add(count());
        }
        return values;
    }

    private static MatchValue count() {
        return new MatchValue.Aggregate(
                new AccumulatorSpec(AccumulatorSpec.Kind.COUNT_ALL, -1, -1, OUTPUT.type(4)),
                Optional.empty(),
                Optional.empty(),
                ALL,
                false);
    }

    private static MatchSpec spec(NaiveMatcher matcher, Optional<LongUnaryOperator> watermark) {
        PatternStates states = new PatternStates();
        states.startAt(matcher.pattern().state(states.accepting(), states));
        List<Optional<MatchExpressions>> conditions = new ArrayList<>();
        for (NaiveMatcher.Variable variable : matcher.variables()) {
            conditions.add(Optional.of(expressions(read(variable), condition(variable.condition()))));
        }
        MatchSpec.Search search = new MatchSpec.Search(
                states,
                List.of("A", "B", "C"),
                conditions,
                new MatchSpec.Ends(matcher.atStart(), matcher.atEnd(), matcher.within()),
                new MatchSpec.Skip(matcher.skip(), 0, "", SourcePosition.at(1, 1)),
                new MatchSpec.Reach(1, 0));
        List<MatchValue> measures = List.of(
                new MatchValue.MatchNumber(true, OUTPUT.type(1)),
                new MatchValue.Navigation(0, FIRST, true, BIGINT),
                new MatchValue.Navigation(0, LAST, true, BIGINT),
                count(),
                new MatchValue.Classifier(LAST, true, TEXT));
        MatchSpec.Output output =
                new MatchSpec.Output(OUTPUT, List.of(1), expressions(measures, identity(5)), false, true);
        return new MatchSpec(INPUT, List.of(1), List.of(new RowOrder.By(0, false, false)), watermark, search, output);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void rowsThatWaitForTheWatermarkGiveTheMatchesOfAllRowsInOrder(long seed) {
        Random random = new Random(seed);
        for (int trial = 0; trial < 40; trial++) {
            NaiveMatcher matcher = NaiveMatcher.random(random);
            MatchSpec spec = spec(matcher, Optional.of(w -> w == Long.MIN_VALUE || w == Long.MAX_VALUE ? w : w - 1));
            Operator operator = new MatchOperator(spec, OperatorScript.silent());
            List<long[]> accepted = new ArrayList<>();
            Map<String, Integer> total = new TreeMap<>();
            long watermark = Long.MIN_VALUE;
            int epochs = 1 + random.nextInt(6);
            for (int epoch = 1; epoch <= epochs; epoch++) {
                List<TextRows.Row> rows = new ArrayList<>();
                for (int i = random.nextInt(9); i > 0; i--) {
                    long[] row = {epoch * 3L + random.nextInt(8), random.nextInt(2), random.nextInt(4)};
                    boolean late = row[0] < watermark;
                    rows.add(TextRows.row(INPUT, text(row) + " +1 @" + Math.max(watermark, 0) + "m"));
                    if (!late) {
                        accepted.add(row);
                    }
                }
                watermark = Math.max(watermark, epoch * 3L + random.nextInt(4));
                run(operator, rows, epoch, watermark, total);
                if (random.nextBoolean()) {
                    operator = OperatorScript.restore(operator, new MatchOperator(spec, OperatorScript.silent()));
                }
            }
            run(operator, List.of(), epochs + 1, Long.MAX_VALUE, total);
            assertThat(total)
                    .as("seed %d trial %d: %s over %s", seed, trial, matcher, texts(accepted))
                    .isEqualTo(expected(matcher, accepted));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14})
    void rowsThatComeAndGoGiveTheMatchesOfThoseThatAreThere(long seed) {
        Random random = new Random(seed);
        for (int trial = 0; trial < 30; trial++) {
            NaiveMatcher matcher = NaiveMatcher.random(random);
            MatchSpec spec = spec(matcher, Optional.empty());
            Operator operator = new RecomputedMatchOperator(spec, OperatorScript.silent());
            List<long[]> present = new ArrayList<>();
            Map<String, Integer> total = new TreeMap<>();
            for (int epoch = 1; epoch <= 6; epoch++) {
                List<TextRows.Row> rows = new ArrayList<>();
                for (int i = random.nextInt(7); i > 0; i--) {
                    boolean goes = !present.isEmpty() && random.nextInt(3) == 0;
                    long[] row = goes
                            ? present.remove(random.nextInt(present.size()))
                            : new long[] {random.nextInt(9), random.nextInt(2), random.nextInt(4)};
                    rows.add(TextRows.row(INPUT, text(row) + (goes ? " -1" : " +1")));
                    if (!goes) {
                        present.add(row);
                    }
                }
                run(operator, rows, epoch, Long.MIN_VALUE, total);
                assertThat(total)
                        .as("seed %d trial %d epoch %d: %s over %s", seed, trial, epoch, matcher, texts(present))
                        .isEqualTo(expected(matcher, present));
                if (random.nextInt(3) == 0) {
                    operator = OperatorScript.restore(
                            operator, new RecomputedMatchOperator(spec, OperatorScript.silent()));
                }
            }
        }
    }

    private static void run(
            Operator operator, List<TextRows.Row> rows, int epoch, long watermark, Map<String, Integer> total) {
        List<Batch> out = new ArrayList<>();
        if (!rows.isEmpty()) {
            boolean tagged = rows.get(0).tag() != Long.MIN_VALUE;
            operator.process(0, TextRows.batch(INPUT, rows, tagged), out::add);
        }
        operator.endEpoch(new Epoch(epoch, 0), watermark, out::add);
        OperatorScript.sum(out, OUTPUT, new ArrayList<>())
                .forEach((row, weight) -> OperatorScript.add(total, row, weight));
    }

    private static String text(long[] row) {
        return row[0] + " p" + row[1] + " " + row[2];
    }

    private static List<String> texts(List<long[]> rows) {
        return rows.stream().map(MatchOracleTest::text).toList();
    }

    private static Map<String, Integer> expected(NaiveMatcher matcher, List<long[]> rows) {
        Map<String, Integer> expected = new TreeMap<>();
        for (int partition = 0; partition < 2; partition++) {
            List<long[]> own = new ArrayList<>();
            for (long[] row : rows) {
                if (row[1] == partition) {
                    own.add(row);
                }
            }
            Collections.sort(own, (a, b) -> a[0] != b[0] ? Long.compare(a[0], b[0]) : Long.compare(a[2], b[2]));
            for (String match : matcher.matches(own)) {
                OperatorScript.add(expected, "p" + partition + " " + match, 1);
            }
        }
        return expected;
    }
}
