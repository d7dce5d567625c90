package io.tidemark.runtime.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.operator.Epoch;
import io.tidemark.runtime.operator.Operator;
import io.tidemark.runtime.operator.SortSpec;
import io.tidemark.runtime.testing.OperatorScript;
import io.tidemark.runtime.testing.TextRows;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Random rows, which come and go, against ranks worked out by sorting all of them anew after each epoch. */
class TopNOracleTest {

    private static final Schema INPUT = TextRows.schema("k VARCHAR, d DOUBLE, v INT, s VARCHAR");
    private static final Schema NUMBERED = TextRows.schema("k VARCHAR, d DOUBLE, v INT, s VARCHAR, n BIGINT!");
    private static final int EPOCHS = 40;
    private static final int TRIALS = 12;

    private record Row(
            String key,
            @Nullable Integer number,
            @Nullable Integer value,
            @Nullable String text) {
        String line() {
            return key + " " + (number == null ? "." : number + ".5") + " " + (value == null ? "." : value) + " "
                    + (text == null ? "." : text);
        }
    }

    @ParameterizedTest
    @CsvSource({"false,ROW_NUMBER", "false,RANK", "false,DENSE_RANK", "true,ROW_NUMBER", "true,RANK", "true,DENSE_RANK"
    })
    void theSumOfWhatComesOutIsTheBatchResult(boolean retracts, Ranking ranking) {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int trial = 0; trial < TRIALS; trial++) {
            List<SortSpec.Key> order = new ArrayList<>();
            for (int column : List.of(1, 2, 3)) {
                if (random.nextInt(3) > 0) {
                    order.add(new SortSpec.Key(column, random.nextBoolean(), random.nextBoolean()));
                }
            }
            long first = random.nextInt(3) > 0 ? 1 : 1 + random.nextInt(4);
            long last = random.nextInt(8) == 0 ? Long.MAX_VALUE : first + random.nextInt(random.nextBoolean() ? 1 : 6);
            boolean numbered = random.nextBoolean();
            List<Integer> partition = random.nextInt(4) == 0 ? List.of() : List.of(0);
            TopNSpec spec = new TopNSpec(
                    INPUT,
                    partition,
                    order,
                    ranking,
                    first,
                    last,
                    numbered,
                    List.of(),
                    false,
                    retracts,
                    numbered ? NUMBERED : INPUT);
            run(spec, random, "seed " + seed + " trial " + trial + " " + spec);
        }
    }

    private static void run(TopNSpec spec, Random random, String what) {
        List<Row> present = new ArrayList<>();
        Map<String, Integer> total = new TreeMap<>();
        Operator operator = new TopNOperator(spec, OperatorScript.silent());
        for (int epoch = 1; epoch <= EPOCHS; epoch++) {
            List<TextRows.Row> rows = rows(random, spec.inputRetracts(), present);
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
                operator = OperatorScript.restore(operator, new TopNOperator(spec, OperatorScript.silent()));
            }
        }
        if (spec.inputRetracts()) {
            Set<Row> different = new HashSet<>(present);
            assertThat(operator.state().orElseThrow().rows()).as(what).isEqualTo(different.size());
        }
    }

    private static List<TextRows.Row> rows(Random random, boolean retracts, List<Row> present) {
        List<TextRows.Row> rows = new ArrayList<>();
        for (int i = random.nextInt(random.nextInt(6) == 0 ? 400 : 12); i > 0; i--) {
            if (retracts && !present.isEmpty() && random.nextInt(5) < 2) {
                Row gone = present.remove(random.nextInt(present.size()));
                rows.add(TextRows.row(INPUT, gone.line() + " -1"));
                continue;
            }
            Row row = new Row(
                    "k" + random.nextInt(5),
                    random.nextInt(6) == 0 ? null : (Integer) (random.nextInt(9) - 4),
                    random.nextInt(6) == 0 ? null : (Integer) random.nextInt(4),
                    random.nextInt(6) == 0 ? null : "s" + random.nextInt(3));
            int copies = random.nextInt(10) == 0 ? 3 : 1;
            for (int copy = 0; copy < copies; copy++) {
                present.add(row);
            }
            rows.add(TextRows.row(INPUT, row.line() + " " + copies));
        }
        return rows;
    }

    private static Map<String, Integer> batchResult(TopNSpec spec, List<Row> present) {
        Map<String, List<Row>> partitions = new TreeMap<>();
        for (Row row : present) {
            partitions
                    .computeIfAbsent(spec.partitionColumns().isEmpty() ? "" : row.key, key -> new ArrayList<>())
                    .add(row);
        }
        Comparator<Row> named = order(spec.order());
        List<SortSpec.Key> all = List.of(
                new SortSpec.Key(0, false, false),
                new SortSpec.Key(1, false, false),
                new SortSpec.Key(2, false, false),
                new SortSpec.Key(3, false, false));
        Map<String, Integer> result = new TreeMap<>();
        for (List<Row> partition : partitions.values()) {
            partition.sort(named.thenComparing(order(all)));
            long rank = 0;
            long places = 0;
            for (int i = 0; i < partition.size(); i++) {
                if (i == 0 || named.compare(partition.get(i - 1), partition.get(i)) != 0) {
                    rank = i + 1L;
                    places++;
                }
                long number = switch (spec.ranking()) {
                    case ROW_NUMBER -> i + 1L;
                    case RANK -> rank;
                    case DENSE_RANK -> places;
                };
                if (number >= spec.first() && number <= spec.last()) {
                    String line = partition.get(i).line() + (spec.numbered() ? " " + number : "");
                    Batch batch = TextRows.batch(spec.output(), List.of(TextRows.row(spec.output(), line)), false);
                    OperatorScript.add(result, TextRows.text(batch, 0), 1);
                }
            }
        }
        return result;
    }

    private static Comparator<Row> order(List<SortSpec.Key> keys) {
        return keys.stream()
                .<Comparator<Row>>map(key -> (one, other) -> compare(one, other, key))
                .reduce(Comparator::thenComparing)
                .orElseGet(() -> Comparator.comparing(row -> row.key.isEmpty()));
    }

    private static int compare(Row one, Row other, SortSpec.Key key) {
        Comparable<?> left = value(one, key.column());
        Comparable<?> right = value(other, key.column());
        if (left == null || right == null) {
            int nullsLast = Boolean.compare(left == null, right == null);
            return key.nullsFirst() ? -nullsLast : nullsLast;
        }
        int compared = compareValues(left, right);
        return key.descending() ? -compared : compared;
    }

    @SuppressWarnings("unchecked")
    private static int compareValues(Comparable<?> left, Comparable<?> right) {
        return ((Comparable<Object>) left).compareTo(right);
    }

    private static @Nullable Comparable<?> value(Row row, int column) {
        return switch (column) {
            case 0 -> row.key;
            case 1 -> row.number;
            case 2 -> row.value;
            default -> row.text;
        };
    }
}
