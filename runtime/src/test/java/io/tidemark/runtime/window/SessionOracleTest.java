package io.tidemark.runtime.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.planner.incremental.trait.WatermarkTransform;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Schema;
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
import org.junit.jupiter.params.provider.CsvSource;

/** Random rows, cut at random, against sessions worked out by sorting all accepted rows anew after each epoch. */
class SessionOracleTest {

    private static final Schema INPUT = TextRows.schema("k VARCHAR, t TIMESTAMP, v INT");
    private static final Schema OUTPUT =
            TextRows.schema("k VARCHAR, t TIMESTAMP, v INT, ws TIMESTAMP, we TIMESTAMP, wt TIMESTAMP");
    private static final long SECOND = 1_000_000;
    private static final long GAP = 10 * SECOND;
    private static final int EPOCHS = 40;

    private record Event(String key, long time, int value) {
        String line() {
            return key + " " + time + "m " + value;
        }
    }

    private final List<Event> accepted = new ArrayList<>();
    private final Map<String, Integer> total = new TreeMap<>();

    @ParameterizedTest
    @CsvSource({"false,false", "false,true", "true,false"})
    void theSumOfWhatComesOutIsTheBatchResult(boolean retracts, boolean finalEmission) {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        Optional<java.util.function.LongUnaryOperator> closing =
                retracts ? Optional.empty() : Optional.of(WatermarkTransform.plus(-1)::apply);
        SessionSpec spec = new SessionSpec(INPUT, List.of(0), 1, GAP, closing, finalEmission, OUTPUT);
        Operator operator = new SessionOperator(spec, OperatorScript.silent());
        long watermark = Long.MIN_VALUE;
        for (int epoch = 1; epoch <= EPOCHS; epoch++) {
            List<TextRows.Row> rows = rows(random, retracts, epoch, watermark);
            List<Batch> out = new ArrayList<>();
            int from = 0;
            while (from < rows.size()) {
                int to = Math.min(rows.size(), from + 1 + random.nextInt(random.nextBoolean() ? 3 : 500));
                operator.process(0, TextRows.batch(INPUT, rows.subList(from, to), true), out::add);
                from = to;
            }
            if (!retracts && random.nextInt(3) == 0) {
                watermark = Math.max(watermark, (10L * epoch + random.nextInt(20) - 20) * SECOND);
            }
            watermark = epoch == EPOCHS && !retracts ? Long.MAX_VALUE : watermark;
            operator.endEpoch(new Epoch(epoch, 0), watermark, out::add);
            OperatorScript.sum(out, OUTPUT, new ArrayList<>())
                    .forEach((row, weight) -> OperatorScript.add(total, row, weight));
            assertThat(total)
                    .as("seed %d epoch %d", seed, epoch)
                    .isEqualTo(batchResult(finalEmission ? watermark : Long.MAX_VALUE));
            if (random.nextInt(4) == 0) {
                operator = OperatorScript.restore(operator, new SessionOperator(spec, OperatorScript.silent()));
            }
        }
        assertThat(operator.state().orElseThrow().rows())
                .isEqualTo(retracts ? accepted.stream().distinct().count() : 0);
    }

    /** Rows around ten times the epoch's number in seconds; those before their tags are late. */
    private List<TextRows.Row> rows(Random random, boolean retracts, int epoch, long watermark) {
        List<TextRows.Row> rows = new ArrayList<>();
        for (int i = random.nextInt(random.nextInt(6) == 0 ? 400 : 12); i > 0; i--) {
            if (retracts && !accepted.isEmpty() && random.nextInt(5) < 2) {
                Event event = accepted.remove(random.nextInt(accepted.size()));
                rows.add(TextRows.row(INPUT, event.line() + " -1"));
                continue;
            }
            long second = 10L * epoch - 40 + random.nextInt(80);
            Event event = new Event("k" + random.nextInt(12), second * SECOND, random.nextInt(3));
            long tag = Math.max(watermark, (10L * epoch - 60 + random.nextInt(50)) * SECOND);
            tag = retracts ? Long.MIN_VALUE : tag;
            rows.add(TextRows.row(INPUT, event.line() + " @" + tag + "m"));
            if (event.time >= tag) {
                accepted.add(event);
            }
        }
        return rows;
    }

    private Map<String, Integer> batchResult(long closedUpTo) {
        Map<String, TreeMap<Long, List<Event>>> byKey = new TreeMap<>();
        for (Event event : accepted) {
            byKey.computeIfAbsent(event.key, key -> new TreeMap<>())
                    .computeIfAbsent(event.time, time -> new ArrayList<>())
                    .add(event);
        }
        Map<String, Integer> result = new TreeMap<>();
        byKey.values().forEach(times -> {
            List<Event> session = new ArrayList<>();
            long last = Long.MIN_VALUE;
            for (var entry : times.entrySet()) {
                if (!session.isEmpty() && entry.getKey() - last >= GAP) {
                    add(session, last + GAP, closedUpTo, result);
                    session.clear();
                }
                session.addAll(entry.getValue());
                last = entry.getKey();
            }
            add(session, last + GAP, closedUpTo, result);
        });
        return result;
    }

    private static void add(List<Event> session, long end, long closedUpTo, Map<String, Integer> result) {
        if (end <= closedUpTo) {
            for (Event event : session) {
                String line = event.line() + " " + session.get(0).time + "m " + end + "m " + (end - 1000) + "m";
                Batch batch = TextRows.batch(OUTPUT, List.of(TextRows.row(OUTPUT, line)), false);
                OperatorScript.add(result, TextRows.text(batch, 0), 1);
            }
        }
    }
}
