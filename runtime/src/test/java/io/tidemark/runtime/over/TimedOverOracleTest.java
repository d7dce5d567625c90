package io.tidemark.runtime.over;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.planner.incremental.trait.WatermarkTransform;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.operator.Epoch;
import io.tidemark.runtime.operator.Operator;
import io.tidemark.runtime.operator.SortSpec;
import io.tidemark.runtime.over.Frame.Direction;
import io.tidemark.runtime.testing.OperatorScript;
import io.tidemark.runtime.testing.TextRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Random rows that come out of order and late, with random functions: after each epoch those rows are out whose frames can change no more, each with
 * what {@link NaiveWindow} gives for it over all accepted rows; and at the end all of them.
 */
class TimedOverOracleTest {

    private static final Schema INPUT = OverOracleTest.INPUT;
    private static final SortSpec.Key TIME = new SortSpec.Key(1, false, false);
    private static final int EPOCHS = 20;
    private static final int TRIALS = 60;

    @Test
    void theRowsOfClosedFramesComeOutOnce() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int trial = 0; trial < TRIALS; trial++) {
            List<SortSpec.Key> order = new ArrayList<>(List.of(TIME));
            if (random.nextInt(3) == 0) {
                order.add(new SortSpec.Key(3, random.nextBoolean(), random.nextBoolean()));
            }
            List<OverCall> calls = new ArrayList<>();
            while (calls.isEmpty() || random.nextInt(3) > 0) {
                OverCall call = OverOracleTest.call(random, order);
                if (isFinalInTime(call)) {
                    calls.add(call);
                }
            }
            List<Field> fields = new ArrayList<>(INPUT.fields());
            for (int i = 0; i < calls.size(); i++) {
                fields.add(new Field("w" + i, calls.get(i).type()));
            }
            List<Integer> partition = random.nextInt(4) == 0 ? List.of() : List.of(0);
            OverSpec window = new OverSpec(INPUT, partition, order, calls, List.of(), true, new Schema(fields));
            run(window, random, "seed " + seed + " trial " + trial + " " + calls + " " + order + partition);
        }
    }

    private static boolean isFinalInTime(OverCall call) {
        return switch (call.kind()) {
            case NTILE, PERCENT_RANK, CUME_DIST -> false;
            case ROW_NUMBER, RANK, DENSE_RANK, LAG, LEAD -> true;
            default -> call.frame().end().direction() != Direction.UNBOUNDED_FOLLOWING;
        };
    }

    private static void run(OverSpec window, Random random, String what) {
        TimedSpec spec = new TimedSpec(window, WatermarkTransform.plus(-1)::apply);
        List<String> accepted = new ArrayList<>();
        Map<String, Integer> total = new TreeMap<>();
        Operator operator = new TimedOverOperator(spec, OperatorScript.silent());
        long watermark = Long.MIN_VALUE;
        for (int epoch = 1; epoch <= EPOCHS; epoch++) {
            List<TextRows.Row> rows = rows(random, epoch, watermark, accepted);
            List<Batch> out = new ArrayList<>();
            int from = 0;
            while (from < rows.size()) {
                int to = Math.min(rows.size(), from + 1 + random.nextInt(random.nextBoolean() ? 3 : 500));
                operator.process(0, TextRows.batch(INPUT, rows.subList(from, to), true), out::add);
                from = to;
            }
            if (random.nextInt(3) > 0) {
                watermark = Math.max(watermark, 3L * epoch - 6 + random.nextInt(6));
            }
            watermark = epoch == EPOCHS ? Long.MAX_VALUE : watermark;
            operator.endEpoch(new Epoch(epoch, 0), watermark, out::add);
            OperatorScript.sum(out, window.output(), new ArrayList<>())
                    .forEach((row, weight) -> OperatorScript.add(total, row, weight));
            assertThat(total).as("%s epoch %d", what, epoch).isEqualTo(batchResult(window, accepted, watermark));
            if (random.nextInt(3) == 0) {
                operator = OperatorScript.restore(operator, new TimedOverOperator(spec, OperatorScript.silent()));
            }
        }
        assertThat(operator.state().orElseThrow().rows()).as(what).isZero();
    }

    /** Rows around three times the epoch's number; those before their tags are late. */
    private static List<TextRows.Row> rows(Random random, int epoch, long watermark, List<String> accepted) {
        List<TextRows.Row> rows = new ArrayList<>();
        for (int i = random.nextInt(random.nextInt(6) == 0 ? 60 : 12); i > 0; i--) {
            long time = 3L * epoch - 6 + random.nextInt(16);
            boolean without = random.nextInt(20) == 0;
            String row = "k" + random.nextInt(3) + " " + (without ? "." : time) + " "
                    + (random.nextInt(6) == 0 ? "." : random.nextInt(4)) + " "
                    + (random.nextInt(6) == 0 ? "." : "s" + random.nextInt(3));
            long tag = Math.max(watermark, 3L * epoch - 10 + random.nextInt(8));
            int copies = random.nextInt(10) == 0 ? 3 : 1;
            for (int copy = 0; copy < copies && (without || time >= tag); copy++) {
                accepted.add(row);
            }
            rows.add(TextRows.row(INPUT, row + " " + copies + " @" + tag + "m"));
        }
        return rows;
    }

    private static Map<String, Integer> batchResult(OverSpec window, List<String> accepted, long watermark) {
        Map<String, List<List<String>>> partitions = new TreeMap<>();
        for (String row : accepted) {
            List<String> values = List.of(row.split(" ", -1));
            partitions
                    .computeIfAbsent(window.partitionColumns().isEmpty() ? "" : values.get(0), k -> new ArrayList<>())
                    .add(values);
        }
        Map<String, Integer> result = new TreeMap<>();
        for (List<List<String>> partition : partitions.values()) {
            List<String> lines = new NaiveWindow(window, partition).lines();
            long passed = lines.stream().filter(line -> time(line) < watermark).count();
            for (int place = 0; place < lines.size(); place++) {
                if (watermark == Long.MAX_VALUE || isFinal(window, lines.get(place), passed - place, watermark)) {
                    TextRows.Row row = TextRows.row(window.output(), lines.get(place));
                    Batch batch = TextRows.batch(window.output(), List.of(row), false);
                    OperatorScript.add(result, TextRows.text(batch, 0), 1);
                }
            }
        }
        return result;
    }

    private static long time(String line) {
        String value = line.split(" ", -1)[1];
        return value.equals(".") ? Long.MAX_VALUE : Long.parseLong(value);
    }

    /** Whether nothing can come into the frames of a row; {@code left} rows are final from it on. */
    private static boolean isFinal(OverSpec window, String line, long left, long watermark) {
        long rowsAhead = 0;
        long timeAhead = 0;
        for (OverCall call : window.calls()) {
            switch (call.kind()) {
                case LEAD -> rowsAhead = Math.max(rowsAhead, call.number());
                case LAG -> rowsAhead = Math.max(rowsAhead, -call.number());
                case FIRST_VALUE, LAST_VALUE, NTH_VALUE, AGGREGATE -> {
                    for (Frame.Bound bound :
                            List.of(call.frame().start(), call.frame().end())) {
                        long ahead = bound.direction() == Direction.FOLLOWING ? bound.offset() : 0;
                        if (call.frame().rows()) {
                            rowsAhead = Math.max(rowsAhead, ahead);
                        } else {
                            timeAhead = Math.max(timeAhead, ahead);
                        }
                    }
                }
                default -> {
                    // Ranks look back only.
                }
            }
        }
        return time(line) != Long.MAX_VALUE && time(line) + timeAhead < watermark && left > rowsAhead;
    }
}
