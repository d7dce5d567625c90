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
import io.tidemark.runtime.parallel.PartitionedOperator;
import io.tidemark.runtime.parallel.PartitionedOperator.Spread;
import io.tidemark.runtime.parallel.Workers;
import io.tidemark.runtime.testing.OperatorScript;
import io.tidemark.runtime.testing.TextRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** After each epoch, what a join has given out so far is the join of what has come in so far, computed anew by nested loops. */
class JoinOracleTest {

    private static final Schema SIDE = TextRows.schema("k BIGINT, v BIGINT, s VARCHAR, d DOUBLE");
    private static final int EPOCHS = 12;
    private static final int RUNS = 24;
    private static final int GREATEST = 12;

    /** {@code left.v < right.v}, which is unknown where either is NULL. */
    private static final class Less extends CalcProgram {

        @Override
        public void filter(Batch batch, RowSelection rows) {
            if (columnCount() == 0) {
                int[] kept = new int[rows.count];
                int count = 0;
                LongColumn left = (LongColumn) batch.column(1);
                LongColumn right = (LongColumn) batch.column(5);
                for (int i = 0; i < rows.count; i++) {
                    int at = rows.positions[i];
                    if (!left.isNull(at) && !right.isNull(at) && left.values[at] < right.values[at]) {
                        kept[count++] = at;
                    }
                }
                rows.replace(kept, count);
            }
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

    /** The same as a column. */
    private static final class LessColumn extends CalcProgram {

        @Override
        public void filter(Batch batch, RowSelection rows) {
            // Nothing is left out.
        }

        @Override
        public Column column(int index, Batch batch, RowSelection rows) {
            LongColumn left = (LongColumn) batch.column(1);
            LongColumn right = (LongColumn) batch.column(5);
            long[] values = new long[batch.rowCount()];
            long[] validity = new long[(batch.rowCount() + 63) >> 6];
            for (int at = 0; at < values.length; at++) {
                values[at] = left.values[at] < right.values[at] ? 1 : 0;
                if (!left.isNull(at) && !right.isNull(at)) {
                    validity[at >> 6] |= 1L << at;
                }
            }
            return new LongColumn(TextRows.schema("b BOOLEAN").type(0), values, validity);
        }

        @Override
        public int columnCount() {
            return 1;
        }
    }

    private record Shape(JoinSpec spec, boolean residual) {

        static Shape random(JoinSpec.Kind kind, Random random) {
            List<Integer> keys = random.nextInt(4) == 0 ? List.of() : random.nextBoolean() ? List.of(0) : List.of(2, 0);
            List<Boolean> nulls =
                    keys.stream().map(key -> random.nextInt(3) == 0).toList();
            boolean residual = random.nextBoolean();
            Schema output = switch (kind) {
                case SEMI, ANTI -> SIDE;
                case MARK -> TextRows.schema("k BIGINT, v BIGINT, s VARCHAR, d DOUBLE, m BOOLEAN");
                default ->
                    TextRows.schema(
                            "k BIGINT, v BIGINT, s VARCHAR, d DOUBLE, k2 BIGINT, v2 BIGINT, s2 VARCHAR, d2 DOUBLE");
            };
            return new Shape(
                    new JoinSpec(
                            kind,
                            new JoinSpec.Side(SIDE, keys, random.nextBoolean(), Optional.empty()),
                            new JoinSpec.Side(SIDE, keys, random.nextBoolean(), Optional.empty()),
                            nulls,
                            residual ? "less" : "",
                            false,
                            output),
                    residual);
        }

        Operator operator(Workers workers) {
            return new PartitionedOperator(
                    workers,
                    new Spread(spec.left().keys(), spec.right().keys()),
                    (input, batch) -> batch,
                    inner -> new JoinOperator(
                            spec,
                            !residual ? null : spec.kind() == JoinSpec.Kind.MARK ? new LessColumn() : new Less(),
                            new RowSelection(inner.errors(), null)));
        }

        /** TRUE, FALSE or, as null, unknown. */
        @Nullable
        Boolean matches(String[] left, String[] right) {
            for (int i = 0; i < spec.left().keys().size(); i++) {
                String a = left[spec.left().keys().get(i)];
                String b = right[spec.right().keys().get(i)];
                boolean isNull = a.equals(".") || b.equals(".");
                if (!a.equals(b) || (isNull && !spec.nullsMatch().get(i))) {
                    return false;
                }
            }
            if (!residual) {
                return true;
            }
            if (left[1].equals(".") || right[1].equals(".")) {
                return null;
            }
            return Long.parseLong(left[1]) < Long.parseLong(right[1]);
        }
    }

    @ParameterizedTest
    @EnumSource(JoinSpec.Kind.class)
    void whatIsGivenOutIsTheJoinOfWhatCameIn(JoinSpec.Kind kind) {
        for (int run = 0; run < RUNS; run++) {
            long seed = 1_000L * kind.name().hashCode() + run;
            run(Shape.random(kind, new Random(seed)), seed);
        }
    }

    private static void run(Shape shape, long seed) {
        Random random = new Random(seed ^ 0x5DEECE66DL);
        try (Workers workers = Workers.of(1 + random.nextInt(3));
                Workers others = Workers.of(1 + random.nextInt(3))) {
            Operator operator = shape.operator(workers);
            List<Map<String, Integer>> inputs = List.of(new TreeMap<>(), new TreeMap<>());
            Map<String, Integer> given = new TreeMap<>();
            List<byte[]> segments = new ArrayList<>();
            for (int epoch = 1; epoch <= EPOCHS; epoch++) {
                List<Batch> out = new ArrayList<>();
                List<List<String>> gone = List.of(new ArrayList<>(), new ArrayList<>());
                for (int batch = random.nextInt(5); batch > 0; batch--) {
                    int input = random.nextInt(2);
                    List<TextRows.Row> rows =
                            rows(shape.spec().side(input).retracts(), inputs.get(input), gone.get(input), random);
                    if (!rows.isEmpty()) {
                        operator.process(input, TextRows.batch(SIDE, rows, false), out::add);
                    }
                }
                operator.endEpoch(new Epoch(epoch, 0), Long.MIN_VALUE, out::add);
                OperatorScript.sum(out, shape.spec().output(), new ArrayList<>())
                        .forEach((row, weight) -> OperatorScript.add(given, row, weight));
                assertThat(given)
                        .as("seed %d epoch %d %s", seed, epoch, shape.spec())
                        .isEqualTo(expected(shape, inputs.get(0), inputs.get(1)));
                if (random.nextInt(3) == 0) {
                    operator =
                            OperatorScript.restore(operator, shape.operator(random.nextBoolean() ? workers : others));
                    segments.clear();
                } else {
                    Operator follower = OperatorScript.follow(operator, shape.operator(others), segments);
                    if (random.nextBoolean()) {
                        operator = follower;
                        segments.clear();
                    }
                }
            }
        }
    }

    /** Rows that come and go, and often come again in the epoch in which they went. */
    private static List<TextRows.Row> rows(
            boolean retracts, Map<String, Integer> present, List<String> gone, Random random) {
        List<TextRows.Row> rows = new ArrayList<>();
        for (int i = random.nextInt(GREATEST); i > 0; i--) {
            boolean takes = retracts && !present.isEmpty() && random.nextInt(3) == 0;
            String row;
            int weight = 1 + (random.nextInt(8) == 0 ? 1 : 0);
            if (takes) {
                row = new ArrayList<>(present.keySet()).get(random.nextInt(present.size()));
                weight = -Math.min(weight, present.get(row));
                gone.add(row);
            } else if (!gone.isEmpty() && random.nextInt(3) == 0) {
                row = gone.get(random.nextInt(gone.size()));
            } else {
                row = value(random, 4) + " " + value(random, 5) + " "
                        + (random.nextInt(6) == 0 ? "." : "t" + random.nextInt(2)) + " "
                        + (random.nextInt(4) == 0 ? "." : random.nextInt(2) + ".5");
            }
            OperatorScript.add(present, row, weight);
            rows.add(TextRows.row(SIDE, row + (weight < 0 ? " " + weight : " +" + weight)));
        }
        return rows;
    }

    private static String value(Random random, int most) {
        int value = random.nextInt(most);
        return value == 0 ? "." : Integer.toString(value);
    }

    private static Map<String, Integer> expected(Shape shape, Map<String, Integer> left, Map<String, Integer> right) {
        Map<String, Integer> result = new TreeMap<>();
        JoinSpec.Kind kind = shape.spec().kind();
        String missing = ". . . .";
        left.forEach((l, weight) -> {
            boolean any = false;
            boolean unknown = false;
            for (Map.Entry<String, Integer> r : right.entrySet()) {
                Boolean matches = shape.matches(l.split(" "), r.getKey().split(" "));
                unknown |= matches == null;
                if (Boolean.TRUE.equals(matches)) {
                    any = true;
                    if (kind.givesPairs()) {
                        OperatorScript.add(result, l + " " + r.getKey(), weight * r.getValue());
                    }
                }
            }
            if (kind == JoinSpec.Kind.MARK) {
                OperatorScript.add(result, l + " " + (any ? "true" : unknown ? "." : "false"), weight);
            } else if (any == (kind == JoinSpec.Kind.SEMI) && !kind.givesPairs()) {
                OperatorScript.add(result, l, weight);
            } else if (!any && kind.givesPairs() && kind.counts(0)) {
                OperatorScript.add(result, l + " " + missing, weight);
            }
        });
        right.forEach((r, weight) -> {
            boolean any = left.keySet().stream()
                    .anyMatch(l -> Boolean.TRUE.equals(shape.matches(l.split(" "), r.split(" "))));
            if (!any && kind.counts(1)) {
                OperatorScript.add(result, missing + " " + r, weight);
            }
        });
        return result;
    }
}
