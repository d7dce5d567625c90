package io.tidemark.runtime.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.runtime.aggregate.AccumulatorSpec;
import io.tidemark.runtime.aggregate.AccumulatorSpec.Kind;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.testing.OperatorScript;
import io.tidemark.runtime.testing.TextRows;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Random deltas, cut at random, against the batch result worked out from scratch after each epoch. */
class AggregateOracleTest {

    private static final Schema INPUT =
            TextRows.schema("we TIMESTAMP, k VARCHAR, v INT, x DOUBLE, d DECIMAL(20,2), f BOOLEAN");
    private static final String OUTPUT = "we TIMESTAMP, k VARCHAR, n BIGINT, c BIGINT, s BIGINT, a DOUBLE, sx DOUBLE,"
            + " sd DECIMAL(38,2), ad DECIMAL(24,6), lo INT, hi VARCHAR, hf DECIMAL(20,2), dk BIGINT, df BIGINT, ds BIGINT";
    private static final Schema RESULT = TextRows.schema(OUTPUT);
    private static final int EPOCHS = 40;

    private final List<String> accepted = new ArrayList<>();
    private final Map<String, Integer> total = new TreeMap<>();

    private static AggregateSpec spec(boolean retracts, boolean finalEmission) {
        Schema output = RESULT;
        List<AccumulatorSpec> accumulators = new ArrayList<>(List.of(
                new AccumulatorSpec(Kind.COUNT_ALL, -1, -1, output.type(2)),
                new AccumulatorSpec(Kind.COUNT, 2, 5, output.type(3)),
                new AccumulatorSpec(Kind.SUM, 2, -1, output.type(4)),
                new AccumulatorSpec(Kind.AVG, 2, 5, output.type(5)),
                new AccumulatorSpec(Kind.SUM, 3, -1, output.type(6)),
                new AccumulatorSpec(Kind.SUM, 4, -1, output.type(7)),
                new AccumulatorSpec(Kind.AVG, 4, -1, output.type(8)),
                new AccumulatorSpec(Kind.MIN, 2, -1, output.type(9)),
                new AccumulatorSpec(Kind.MAX, 1, -1, output.type(10)),
                new AccumulatorSpec(Kind.MAX, 4, 5, output.type(11)),
                new AccumulatorSpec(Kind.COUNT, List.of(2), List.of(), "", -1, true, output.type(12)),
                new AccumulatorSpec(Kind.COUNT, List.of(2), List.of(), "", 5, true, output.type(13)),
                new AccumulatorSpec(Kind.SUM, List.of(2), List.of(), "", 5, true, output.type(14))));
        List<ClosingKey> closing = List.of(new ClosingKey(0, watermark -> watermark, "we"));
        return new AggregateSpec(INPUT, List.of(0, 1), accumulators, closing, finalEmission, retracts, output);
    }

    @ParameterizedTest
    @CsvSource({
        "1,true,true",
        "2,true,false",
        "3,false,true",
        "4,false,false",
        "5,true,false",
        "6,false,true",
        "7,true,true"
    })
    void theSumOfWhatComesOutIsTheBatchResult(long seed, boolean retracts, boolean finalEmission) {
        Random random = new Random(seed);
        AggregateSpec spec = spec(retracts, finalEmission);
        Operator operator = new AggregateOperator(spec, OperatorScript.silent());
        long watermark = Long.MIN_VALUE;
        for (int epoch = 1; epoch <= EPOCHS; epoch++) {
            List<TextRows.Row> rows = randomRows(random, retracts, epoch, watermark);
            List<Batch> out = new ArrayList<>();
            int from = 0;
            while (from < rows.size()) {
                int to = Math.min(rows.size(), from + 1 + random.nextInt(random.nextBoolean() ? 3 : 1500));
                operator.process(0, TextRows.batch(INPUT, rows.subList(from, to), true), out::add);
                from = to;
            }
            if (random.nextInt(3) == 0) {
                watermark = Math.max(watermark, epoch + random.nextInt(4) - 3L);
            }
            watermark = epoch == EPOCHS ? Long.MAX_VALUE : watermark;
            operator.endEpoch(new Epoch(epoch, 0), watermark, out::add);
            List<String> lines = new ArrayList<>();
            OperatorScript.sum(out, spec.output(), lines)
                    .forEach((row, weight) -> OperatorScript.add(total, row, weight));
            assertThat(total)
                    .as("seed %d epoch %d", seed, epoch)
                    .isEqualTo(batchResult(finalEmission ? watermark : Long.MAX_VALUE));
            assertThat(lines.stream().map(AggregateOracleTest::groupAndSign))
                    .as("at most one row went and one came, a group")
                    .doesNotHaveDuplicates();
            if (random.nextInt(4) == 0) {
                operator = OperatorScript.restore(operator, new AggregateOperator(spec, OperatorScript.silent()));
            }
        }
        assertThat(operator.state().orElseThrow().rows()).isZero();
    }

    private static String groupAndSign(String line) {
        String[] words = line.split(" ", -1);
        return words[0] + " " + words[1] + " " + words[words.length - 1];
    }

    /** Rows for windows around the epoch, each tagged with a watermark that is not below the last one; keeps those that are not late. */
    private List<TextRows.Row> randomRows(Random random, boolean retracts, int epoch, long watermark) {
        List<TextRows.Row> rows = new ArrayList<>();
        for (int i = random.nextInt(random.nextInt(6) == 0 ? 2500 : 60); i > 0; i--) {
            long tag = Math.max(watermark, epoch - 4L + random.nextInt(4));
            String line;
            int weight;
            if (retracts && !accepted.isEmpty() && random.nextInt(3) == 0) {
                line = accepted.get(random.nextInt(accepted.size()));
                weight = -1;
            } else {
                line = randomRow(random, epoch);
                weight = random.nextInt(4) == 0 ? 2 : 1;
            }
            rows.add(TextRows.row(INPUT, line + " " + weight + " @" + tag + "m"));
            String window = line.substring(0, line.indexOf(' '));
            if (!window.equals(".") && TextRows.micros(window) <= tag) {
                continue;
            }
            if (weight < 0) {
                accepted.remove(line);
            }
            for (int copy = 0; copy < weight; copy++) {
                accepted.add(line);
            }
        }
        return rows;
    }

    private static String randomRow(Random random, int epoch) {
        String window = random.nextInt(10) == 0 ? "." : (epoch - 2 + random.nextInt(5)) + "m";
        String key = random.nextInt(10) == 0 ? "." : "k" + random.nextInt(5);
        String v = random.nextInt(5) == 0
                ? "."
                : Integer.toString(random.nextBoolean() ? random.nextInt() : random.nextInt(9));
        String x = random.nextInt(5) == 0 ? "." : Double.toString(random.nextInt(1000) / 4.0);
        String d = random.nextInt(5) == 0
                ? "."
                : new BigDecimal(random.nextLong()).movePointLeft(2).toPlainString();
        String f = List.of(".", "true", "false").get(random.nextInt(3));
        return String.join(" ", window, key, v, x, d, f);
    }

    private Map<String, Integer> batchResult(long closedUpTo) {
        Map<String, List<String[]>> groups = new TreeMap<>();
        for (String line : accepted) {
            String[] row = line.split(" ", -1);
            boolean closed =
                    closedUpTo == Long.MAX_VALUE || (!row[0].equals(".") && TextRows.micros(row[0]) <= closedUpTo);
            if (closed) {
                groups.computeIfAbsent(row[0] + " " + row[1], key -> new ArrayList<>())
                        .add(row);
            }
        }
        Map<String, Integer> result = new TreeMap<>();
        groups.values().forEach(rows -> result.put(aggregate(rows), 1));
        return result;
    }

    private static String aggregate(List<String[]> rows) {
        String[] first = rows.get(0);
        List<String> out = new ArrayList<>();
        out.add(first[0].equals(".") ? "." : windowText(first[0]));
        out.add(first[1]);
        out.add(Integer.toString(rows.size()));
        List<BigDecimal> filtered =
                values(rows.stream().filter(row -> row[5].equals("true")).toList(), 2);
        List<BigDecimal> all = values(rows, 2);
        out.add(Integer.toString(filtered.size()));
        out.add(all.isEmpty() ? "." : sum(all).toPlainString());
        out.add(filtered.isEmpty() ? "." : Double.toString(sum(filtered).doubleValue() / filtered.size()));
        List<BigDecimal> doubles = values(rows, 3);
        out.add(doubles.isEmpty() ? "." : Double.toString(sum(doubles).doubleValue()));
        List<BigDecimal> decimals = values(rows, 4);
        out.add(decimals.isEmpty() ? "." : sum(decimals).toPlainString());
        out.add(
                decimals.isEmpty()
                        ? "."
                        : sum(decimals)
                                .divide(BigDecimal.valueOf(decimals.size()), 6, RoundingMode.HALF_UP)
                                .toPlainString());
        out.add(least(all));
        out.add(first[1]);
        out.add(values(rows.stream().filter(row -> row[5].equals("true")).toList(), 4).stream()
                .max(BigDecimal::compareTo)
                .map(BigDecimal::toPlainString)
                .orElse("."));
        List<BigDecimal> different = filtered.stream().distinct().toList();
        out.add(Long.toString(all.stream().distinct().count()));
        out.add(Integer.toString(different.size()));
        out.add(different.isEmpty() ? "." : sum(different).toPlainString());
        return String.join(" ", out);
    }

    private static String least(List<BigDecimal> values) {
        return values.stream()
                .min(BigDecimal::compareTo)
                .map(BigDecimal::toPlainString)
                .orElse(".");
    }

    private static String windowText(String window) {
        Schema schema = TextRows.schema("t TIMESTAMP");
        return TextRows.text(TextRows.batch(schema, List.of(TextRows.row(schema, window)), false), 0);
    }

    private static List<BigDecimal> values(List<String[]> rows, int column) {
        return rows.stream()
                .map(row -> row[column])
                .filter(value -> !value.equals("."))
                .map(BigDecimal::new)
                .toList();
    }

    private static BigDecimal sum(List<BigDecimal> values) {
        return values.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
    }
}
