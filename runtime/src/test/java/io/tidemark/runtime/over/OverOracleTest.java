package io.tidemark.runtime.over;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.runtime.aggregate.AccumulatorSpec;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.operator.Epoch;
import io.tidemark.runtime.operator.Operator;
import io.tidemark.runtime.operator.SortSpec;
import io.tidemark.runtime.over.Frame.Bound;
import io.tidemark.runtime.over.Frame.Direction;
import io.tidemark.runtime.over.Frame.Exclusion;
import io.tidemark.runtime.testing.OperatorScript;
import io.tidemark.runtime.testing.TextRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Random rows, which come and go, with random functions over random frames, against {@link NaiveWindow} after each epoch. */
class OverOracleTest {

    static final Schema INPUT = TextRows.schema("k VARCHAR, v INT, x INT, s VARCHAR");
    private static final Schema RESULTS =
            TextRows.schema("n BIGINT, d DOUBLE, v INT, x INT, s VARCHAR, big BIGINT, text VARCHAR");
    private static final int EPOCHS = 15;
    private static final int TRIALS = 60;

    @Test
    void theSumOfWhatComesOutIsTheBatchResult() {
        trials(new Random().nextLong());
    }

    /** LEAD by rows for a row that a frame of values reaches from behind: both distances count, one after the other. */
    @Test
    void aRowThatIsReachedByValueLooksAheadByRows() {
        trials(-4_285_786_123_197_521_634L);
    }

    private static void trials(long seed) {
        Random random = new Random(seed);
        for (int trial = 0; trial < TRIALS; trial++) {
            List<SortSpec.Key> order = new ArrayList<>();
            if (random.nextInt(5) > 0) {
                order.add(new SortSpec.Key(1, random.nextBoolean(), random.nextBoolean()));
            }
            if (!order.isEmpty() && random.nextInt(3) == 0) {
                order.add(new SortSpec.Key(3, random.nextBoolean(), random.nextBoolean()));
            }
            List<OverCall> calls = new ArrayList<>();
            for (int i = 1 + random.nextInt(4); i > 0; i--) {
                calls.add(call(random, order));
            }
            List<Field> fields = new ArrayList<>(INPUT.fields());
            for (int i = 0; i < calls.size(); i++) {
                fields.add(new Field("w" + i, calls.get(i).type()));
            }
            List<Integer> partition = random.nextInt(4) == 0 ? List.of() : List.of(0);
            OverSpec spec = new OverSpec(INPUT, partition, order, calls, List.of(), false, new Schema(fields));
            run(spec, random, "seed " + seed + " trial " + trial + " " + calls + " " + order + partition);
        }
    }

    /** A random function over a random frame. */
    static OverCall call(Random random, List<SortSpec.Key> order) {
        OverCall.Kind kind = oneOf(random, List.of(OverCall.Kind.values()));
        Frame frame = frame(random, order);
        return switch (kind) {
            case ROW_NUMBER, RANK, DENSE_RANK, NTILE ->
                new OverCall(kind, -1, 1 + random.nextInt(4), -1, frame, Optional.empty(), RESULTS.type(0));
            case PERCENT_RANK, CUME_DIST -> new OverCall(kind, -1, 0, -1, frame, Optional.empty(), RESULTS.type(1));
            case AGGREGATE -> aggregate(random, frame);
            default -> {
                boolean looks = kind == OverCall.Kind.LAG || kind == OverCall.Kind.LEAD;
                boolean text = random.nextBoolean();
                int argument = text ? 3 : 1 + random.nextInt(2);
                int otherwise = looks && random.nextBoolean() ? (text ? 0 : 2) : -1;
                long number = looks ? random.nextInt(5) - 1 : 1 + random.nextInt(3);
                yield new OverCall(
                        kind, argument, number, otherwise, frame, Optional.empty(), RESULTS.type(argument + 1));
            }
        };
    }

    private static <T> T oneOf(Random random, List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    private static OverCall aggregate(Random random, Frame frame) {
        AccumulatorSpec spec = switch (random.nextInt(6)) {
            case 0 -> new AccumulatorSpec(AccumulatorSpec.Kind.COUNT_ALL, -1, -1, RESULTS.type(0));
            case 1 -> new AccumulatorSpec(AccumulatorSpec.Kind.COUNT, 2, -1, RESULTS.type(0));
            case 2 -> new AccumulatorSpec(AccumulatorSpec.Kind.SUM, 2, -1, RESULTS.type(5));
            case 3 -> new AccumulatorSpec(AccumulatorSpec.Kind.MIN, 2, -1, RESULTS.type(3));
            case 4 -> new AccumulatorSpec(AccumulatorSpec.Kind.MAX, 3, -1, RESULTS.type(4));
            default ->
                new AccumulatorSpec(AccumulatorSpec.Kind.COUNT, List.of(2), List.of(), "", -1, true, RESULTS.type(0));
        };
        return new OverCall(OverCall.Kind.AGGREGATE, -1, 0, -1, frame, Optional.of(spec), spec.resultType());
    }

    private static Frame frame(Random random, List<SortSpec.Key> order) {
        boolean rows = random.nextBoolean();
        boolean offsets = rows || order.size() == 1;
        Bound start = bound(random, offsets, true);
        Bound end = bound(random, offsets, false);
        Exclusion exclusion = random.nextInt(3) == 0 ? oneOf(random, List.of(Exclusion.values())) : Exclusion.NO_OTHERS;
        return new Frame(rows, start, end, exclusion);
    }

    private static Bound bound(Random random, boolean offsets, boolean start) {
        int offset = random.nextInt(4);
        return switch (random.nextInt(offsets ? 4 : 2)) {
            case 0 -> Bound.of(start ? Direction.UNBOUNDED_PRECEDING : Direction.UNBOUNDED_FOLLOWING);
            case 1 -> Bound.of(Direction.CURRENT_ROW);
            case 2 -> new Bound(Direction.PRECEDING, offset, offset);
            default -> new Bound(Direction.FOLLOWING, offset, offset);
        };
    }

    private static void run(OverSpec spec, Random random, String what) {
        List<String> present = new ArrayList<>();
        Map<String, Integer> total = new TreeMap<>();
        Operator operator = new OverOperator(spec, OperatorScript.silent());
        for (int epoch = 1; epoch <= EPOCHS; epoch++) {
            List<TextRows.Row> rows = rows(random, present);
            List<Batch> out = new ArrayList<>();
            int from = 0;
            while (from < rows.size()) {
                int to = Math.min(rows.size(), from + 1 + random.nextInt(random.nextBoolean() ? 3 : 500));
                operator.process(0, TextRows.batch(INPUT, rows.subList(from, to), false), out::add);
                from = to;
            }
            operator.endEpoch(new Epoch(epoch, 0), Long.MIN_VALUE, out::add);
            OperatorScript.sum(out, spec.output(), new ArrayList<>())
                    .forEach((row, weight) -> OperatorScript.add(total, row, weight));
            assertThat(total).as("%s epoch %d", what, epoch).isEqualTo(batchResult(spec, present));
            if (random.nextInt(4) == 0) {
                operator = OperatorScript.restore(operator, new OverOperator(spec, OperatorScript.silent()));
            }
        }
        assertThat(operator.state().orElseThrow().rows())
                .as(what)
                .isEqualTo(present.stream().distinct().count());
    }

    private static List<TextRows.Row> rows(Random random, List<String> present) {
        List<TextRows.Row> rows = new ArrayList<>();
        for (int i = random.nextInt(random.nextInt(6) == 0 ? 60 : 12); i > 0; i--) {
            if (!present.isEmpty() && random.nextInt(5) < 2) {
                rows.add(TextRows.row(INPUT, present.remove(random.nextInt(present.size())) + " -1"));
                continue;
            }
            String row = "k" + random.nextInt(3) + " " + (random.nextInt(6) == 0 ? "." : random.nextInt(9) - 4) + " "
                    + (random.nextInt(6) == 0 ? "." : random.nextInt(4)) + " "
                    + (random.nextInt(6) == 0 ? "." : "s" + random.nextInt(3));
            int copies = random.nextInt(10) == 0 ? 3 : 1;
            for (int copy = 0; copy < copies; copy++) {
                present.add(row);
            }
            rows.add(TextRows.row(INPUT, row + " " + copies));
        }
        return rows;
    }

    private static Map<String, Integer> batchResult(OverSpec spec, List<String> present) {
        Map<String, List<List<String>>> partitions = new TreeMap<>();
        for (String row : present) {
            List<String> values = List.of(row.split(" ", -1));
            partitions
                    .computeIfAbsent(spec.partitionColumns().isEmpty() ? "" : values.get(0), key -> new ArrayList<>())
                    .add(values);
        }
        Map<String, Integer> result = new TreeMap<>();
        for (List<List<String>> partition : partitions.values()) {
            for (String line : new NaiveWindow(spec, partition).lines()) {
                Batch batch = TextRows.batch(spec.output(), List.of(TextRows.row(spec.output(), line)), false);
                OperatorScript.add(result, TextRows.text(batch, 0), 1);
            }
        }
        return result;
    }
}
