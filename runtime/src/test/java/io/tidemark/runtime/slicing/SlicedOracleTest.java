package io.tidemark.runtime.slicing;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.runtime.aggregate.AccumulatorSpec;
import io.tidemark.runtime.aggregate.AccumulatorSpec.Kind;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.operator.AggregateOperator;
import io.tidemark.runtime.operator.AggregateSpec;
import io.tidemark.runtime.operator.ClosingKey;
import io.tidemark.runtime.operator.Dataflow.RowHandlers;
import io.tidemark.runtime.operator.Epoch;
import io.tidemark.runtime.operator.LateRowHandler;
import io.tidemark.runtime.operator.LatenessJudge;
import io.tidemark.runtime.operator.Operator;
import io.tidemark.runtime.slicing.Slices.Part;
import io.tidemark.runtime.testing.OperatorScript;
import io.tidemark.runtime.testing.TextRows;
import io.tidemark.runtime.window.WindowAssigner;
import io.tidemark.runtime.window.WindowOperator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongUnaryOperator;
import java.util.function.UnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * An aggregate by slices gives, epoch by epoch, what one gives into which each row goes once a window, and says the same of late rows; with its
 * state written and loaded now and then.
 */
class SlicedOracleTest {

    private static final Schema ROWS = TextRows.schema("k VARCHAR, t TIMESTAMP, v BIGINT, x DOUBLE, s VARCHAR");
    private static final Schema INPUT = TextRows.schema(
            "k VARCHAR, t TIMESTAMP, v BIGINT, x DOUBLE, s VARCHAR, ws TIMESTAMP!, we TIMESTAMP!, wt TIMESTAMP!");
    private static final long SECOND = 1_000_000;
    private static final int EPOCHS = 40;

    /** What was said of rows: which windows they missed, and whether they were taken into any. */
    private static final class Said implements LateRowHandler {
        private final Map<String, TreeSet<String>> missed = new TreeMap<>();
        private final TreeSet<String> taken = new TreeSet<>();

        @Override
        public void taken(Batch batch, int position) {
            taken.add(row(batch, position));
        }

        @Override
        public void missed(Batch batch, int position, String closingColumn, long closingValue) {
            missed.computeIfAbsent(row(batch, position), row -> new TreeSet<>()).add(closingColumn + closingValue);
        }

        private static String row(Batch batch, int position) {
            return TextRows.text(batch.withColumns(batch.columns().subList(0, ROWS.size())), position);
        }
    }

    private static RowHandlers handlers(Said said) {
        return new RowHandlers(
                (batch, position, reason) -> {
                    throw reason;
                },
                said);
    }

    private static AccumulatorSpec aggregate(Kind kind, int argument, String type) {
        return new AccumulatorSpec(
                kind, argument, -1, TextRows.schema("r " + type).type(0));
    }

    private static AggregateSpec spec(boolean invertible, boolean exact, boolean early) {
        List<AccumulatorSpec> all = new ArrayList<>(List.of(
                aggregate(Kind.COUNT_ALL, -1, "BIGINT"),
                aggregate(Kind.COUNT, 2, "BIGINT"),
                aggregate(Kind.SUM, 2, "BIGINT"),
                aggregate(Kind.AVG, 2, "DOUBLE"),
                aggregate(Kind.BIT_XOR, 2, "BIGINT")));
        if (!invertible) {
            all.add(aggregate(Kind.MIN, 2, "BIGINT"));
            all.add(aggregate(Kind.MAX, 4, "VARCHAR"));
            all.add(aggregate(Kind.MIN, 3, "DOUBLE"));
            all.add(aggregate(Kind.BIT_OR, 2, "BIGINT"));
        }
        if (!exact) {
            all.add(aggregate(Kind.SUM, 3, "DOUBLE"));
            all.add(aggregate(Kind.VAR_POP, 3, "DOUBLE"));
        }
        StringBuilder output = new StringBuilder("we TIMESTAMP!, k VARCHAR, ws TIMESTAMP!, wt TIMESTAMP!");
        for (int i = 0; i < all.size(); i++) {
            String type = all.get(i).resultType().toString().replace(" NOT NULL", "");
            output.append(", r").append(i).append(' ').append(type);
        }
        LongUnaryOperator end = watermark -> watermark;
        LongUnaryOperator time =
                watermark -> watermark == Long.MIN_VALUE || watermark == Long.MAX_VALUE ? watermark : watermark - 1000;
        List<ClosingKey> closing =
                List.of(new ClosingKey(0, end, "window_end"), new ClosingKey(3, time, "window_time"));
        return new AggregateSpec(
                INPUT, List.of(6, 0, 5, 7), all, closing, !early, false, TextRows.schema(output.toString()));
    }

    private static final List<Part> PARTS = List.of(Part.END, Part.PLAIN, Part.START, Part.TIME);

    /** Windows, what judges late rows, and an aggregate, one behind the other. */
    private record Chain(WindowOperator windows, UnaryOperator<Batch> judge, Operator aggregate) {

        void process(Batch batch, List<Batch> out) {
            windows.process(0, batch, windowed -> {
                Batch taken = judge.apply(windowed);
                if (taken.selectedCount() > 0) {
                    aggregate.process(0, taken, out::add);
                }
            });
        }

        Chain restored(Operator fresh) {
            return new Chain(windows, judge, OperatorScript.restore(aggregate, fresh));
        }
    }

    private static Batch rows(Random random, long now) {
        List<TextRows.Row> rows = new ArrayList<>();
        for (int i = random.nextInt(60); i > 0; i--) {
            long time = now - random.nextInt(30);
            String value = random.nextInt(8) == 0 ? "." : Integer.toString(random.nextInt(100) - 50);
            String number = List.of(".", "0.5", "-2.25", "1e10").get(random.nextInt(4));
            String text = random.nextInt(5) == 0 ? "." : "s".repeat(1 + random.nextInt(300)) + random.nextInt(9);
            String key = random.nextInt(6) == 0 ? "." : "k" + random.nextInt(5);
            long tag = (now - 22 - random.nextInt(3)) * SECOND;
            rows.add(new TextRows.Row(List.of(key, time * SECOND + "m", value, number, text), 1, tag));
        }
        return TextRows.batch(ROWS, rows, true);
    }

    @ParameterizedTest
    @CsvSource({
        "1, 12, 4, false, true, true, false",
        "2, 12, 4, false, false, false, false",
        "3, 20, 5, true, true, true, false",
        "4, 20, 5, true, false, false, false",
        "5, 12, 4, false, false, true, true",
        "6, 20, 5, true, false, true, true"
    })
    void itGivesWhatRowsInEachOfTheirWindowsGive(
            long seed, int size, int slide, boolean cumulates, boolean invertible, boolean exact, boolean early) {
        Random random = new Random(seed);
        AggregateSpec spec = spec(invertible, exact, early);
        Slices slices = new Slices(size * SECOND, slide * SECOND, SECOND, cumulates, spec, PARTS);
        Said expectedSaid = new Said();
        Said said = new Said();
        Chain expanded = new Chain(
                new WindowOperator(
                        1,
                        cumulates
                                ? WindowAssigner.cumulating(size * SECOND, slide * SECOND, SECOND)
                                : WindowAssigner.hopping(size * SECOND, slide * SECOND, SECOND),
                        INPUT,
                        handlers(expectedSaid)),
                new LatenessJudge(spec.closingKeys(), spec.groupColumns(), expectedSaid)::taken,
                new AggregateOperator(spec, OperatorScript.silent()));
        Chain sliced = new Chain(
                new WindowOperator(
                        1,
                        cumulates
                                ? WindowAssigner.earliestCumulating(size * SECOND, slide * SECOND, SECOND)
                                : WindowAssigner.earliestHopping(size * SECOND, slide * SECOND, SECOND),
                        INPUT,
                        handlers(said)),
                new SliceJudge(slices, said)::taken,
                operator(slices));
        long now = 100;
        int given = 0;
        for (int epoch = 1; epoch <= EPOCHS; epoch++) {
            List<Batch> expected = new ArrayList<>();
            List<Batch> actual = new ArrayList<>();
            for (int i = random.nextInt(3); i > 0; i--) {
                Batch batch = rows(random, now);
                expanded.process(batch, expected);
                sliced.process(batch, actual);
            }
            long watermark = epoch == EPOCHS ? Long.MAX_VALUE : (now - 25) * SECOND;
            expanded.aggregate.endEpoch(new Epoch(epoch, 0), watermark, expected::add);
            assertThat(sliced.aggregate.endEpoch(new Epoch(epoch, 0), watermark, actual::add))
                    .isEqualTo(watermark);
            Map<String, Integer> wanted = OperatorScript.sum(expected, spec.output(), new ArrayList<>());
            assertThat(OperatorScript.sum(actual, spec.output(), new ArrayList<>()))
                    .as("seed %d epoch %d", seed, epoch)
                    .isEqualTo(wanted);
            given += wanted.size();
            if (random.nextInt(4) == 0) {
                sliced = sliced.restored(operator(slices));
            }
            now += random.nextInt(5) == 0 ? 60 : random.nextInt(6);
        }
        assertThat(said.missed)
                .as("rows that missed windows")
                .isEqualTo(expectedSaid.missed)
                .isNotEmpty();
        assertThat(said.taken).isEqualTo(expectedSaid.taken).isNotEmpty();
        assertThat(given).isGreaterThan(100);
        assertThat(sliced.aggregate.state().orElseThrow().rows())
                .as("rows left")
                .isZero();
    }

    private static Operator operator(Slices slices) {
        return slices.spec().finalEmission()
                ? new SlicedAggregateOperator(slices)
                : new SlicedUpdatesOperator(slices, OperatorScript.silent());
    }
}
