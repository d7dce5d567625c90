package io.tidemark.runtime.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.operator.Dataflow.RowHandlers;
import io.tidemark.runtime.operator.Epoch;
import io.tidemark.runtime.operator.LateRowHandler;
import io.tidemark.runtime.operator.Operator;
import io.tidemark.runtime.operator.OperatorState;
import io.tidemark.runtime.state.DeltaState;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A test of an operator: each step is an epoch, with rows in and, at its end, what must have come out, consolidated.
 *
 * <pre>
 * given(input, output, operator).step("a 1 +2", "b . -1", "wm 12:00").expect("a 2 +1").run();
 * </pre>
 *
 * Every script is run four times: one row a batch and all in one batch, each with the operator going on as it is, and with its state written
 * and loaded into a new one after each step.
 */
public final class OperatorScript {

    private final Schema input;
    private final Schema output;
    private final Function<RowHandlers, Operator> operator;
    private final List<Step> steps = new ArrayList<>();
    private boolean ordered;

    private static final class Step {
        private final List<TextRows.Row> rows = new ArrayList<>();
        private @Nullable Long watermark;
        private boolean tagged;
        private boolean judged;
        private List<String> expected = List.of();
        private List<String> told = List.of();
        private @Nullable Long stateRows;
    }

    /** What has been said of rows that did not take the ordinary way. */
    private static final class Told implements LateRowHandler {
        private final List<String> lines = new ArrayList<>();
        private final List<String> taken = new ArrayList<>();

        @Override
        public void taken(Batch batch, int position) {
            taken.add(TextRows.text(batch, position));
        }

        @Override
        public void missed(Batch batch, int position, String closingColumn, long closingValue) {
            lines.add("late " + TextRows.text(batch, position));
        }
    }

    private OperatorScript(Schema input, Schema output, Function<RowHandlers, Operator> operator) {
        this.input = input;
        this.output = output;
        this.operator = operator;
    }

    /** Handlers that take everything and say nothing. */
    public static RowHandlers silent() {
        return new RowHandlers((batch, position, reason) -> {}, new Told());
    }

    /** Begins a script for what {@code operator} makes. */
    public static OperatorScript given(Schema input, Schema output, Function<RowHandlers, Operator> operator) {
        return new OperatorScript(input, output, operator);
    }

    /** Asks for the rows to come out in exactly the order in which they are expected. */
    public OperatorScript inOrder() {
        ordered = true;
        return this;
    }

    /** Adds an epoch with rows, and {@code wm 12:00} for the watermark at its end. */
    public OperatorScript step(String... lines) {
        Step step = new Step();
        for (String line : lines) {
            if (line.startsWith("wm ")) {
                step.watermark = TextRows.micros(line.substring(3));
            } else {
                TextRows.Row row = TextRows.row(input, line);
                step.tagged |= row.tag() != Long.MIN_VALUE;
                step.rows.add(row);
            }
        }
        steps.add(step);
        return this;
    }

    /** Says what comes out of the last step, each row with its weight if that isn't +1. */
    public OperatorScript expect(String... lines) {
        last().expected = List.of(lines);
        return this;
    }

    /** Says which rows of the last step are late ({@code late …}) or fail ({@code ROW-05 …}). */
    public OperatorScript expectTold(String... lines) {
        last().told = List.of(lines);
        return this;
    }

    /** Says that each row of the last step is either taken, or told of by {@link #expectTold}. */
    public OperatorScript expectJudged() {
        last().judged = true;
        return this;
    }

    /** Says how many rows of state are left after the last step. */
    public OperatorScript expectStateRows(long rows) {
        last().stateRows = rows;
        return this;
    }

    private Step last() {
        return steps.get(steps.size() - 1);
    }

    private enum Way {
        AS_IT_IS,
        RESTORED,
        BESIDE_ONE_THAT_FOLLOWS
    }

    /** Runs the script in all ways. */
    public void run() {
        for (boolean single : new boolean[] {false, true}) {
            for (Way way : Way.values()) {
                run(single, way);
            }
        }
    }

    private void run(boolean single, Way way) {
        Told told = new Told();
        RowHandlers handlers = new RowHandlers(
                (batch, position, reason) ->
                        told.lines.add(reason.code().code() + " " + TextRows.text(batch, position)),
                told);
        Operator running = operator.apply(handlers);
        Operator follower = null;
        List<byte[]> segments = new ArrayList<>();
        long watermark = Long.MIN_VALUE;
        for (int number = 1; number <= steps.size(); number++) {
            Step step = steps.get(number - 1);
            String where = "step " + number + (single ? ", one row a batch" : "") + ", " + way;
            List<Batch> out = new ArrayList<>();
            told.lines.clear();
            told.taken.clear();
            for (List<TextRows.Row> part : cut(step.rows, single)) {
                running.process(0, TextRows.batch(input, part, step.tagged), out::add);
            }
            watermark = step.watermark == null ? watermark : step.watermark;
            running.endEpoch(new Epoch(number, 0), watermark, out::add);
            check(step, out, where);
            assertThat(told.lines).as(where).containsExactlyElementsOf(step.told);
            if (step.tagged && step.judged) {
                assertThat(told.taken.size() + told.lines.size()).as(where).isEqualTo(step.rows.size());
            }
            checkState(step, running, where);
            running = way == Way.RESTORED ? restore(running, operator.apply(handlers)) : running;
            if (way == Way.BESIDE_ONE_THAT_FOLLOWS && running.state().orElse(null) instanceof DeltaState changing) {
                checkFollower(follower, step, new Followed(number, watermark, single, where));
                follower = operator.apply(silent());
                capture(changing, segments);
                load((DeltaState) follower.state().orElseThrow(), segments);
            }
        }
    }

    private record Followed(int number, long watermark, boolean single, String where) {}

    /** The step again, with an operator loaded after the one before. */
    private void checkFollower(@Nullable Operator follower, Step step, Followed at) {
        if (follower == null) {
            return;
        }
        List<Batch> out = new ArrayList<>();
        for (List<TextRows.Row> part : cut(step.rows, at.single)) {
            follower.process(0, TextRows.batch(input, part, step.tagged), out::add);
        }
        follower.endEpoch(new Epoch(at.number, 0), at.watermark, out::add);
        check(step, out, at.where + ", the follower");
        checkState(step, follower, at.where + ", the follower");
    }

    private static void capture(DeltaState state, List<byte[]> segments) {
        DeltaState.Capture capture = state.capture(segments.isEmpty());
        if (capture.isWhole()) {
            segments.clear();
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            capture.write(new DataOutputStream(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        capture.release();
        segments.add(bytes.toByteArray());
    }

    private static void load(DeltaState state, List<byte[]> segments) {
        List<DataInputStream> in = segments.stream()
                .map(bytes -> new DataInputStream(new ByteArrayInputStream(bytes)))
                .toList();
        try {
            state.load(in);
            for (DataInputStream one : in) {
                assertThat(one.available()).as("bytes left over").isZero();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<List<TextRows.Row>> cut(List<TextRows.Row> rows, boolean single) {
        if (single) {
            return rows.stream().map(List::of).toList();
        }
        return rows.isEmpty() ? List.of() : List.of(rows);
    }

    private void check(Step step, List<Batch> out, String where) {
        Map<String, Integer> expected = new TreeMap<>();
        List<String> expectedLines = new ArrayList<>();
        for (String line : step.expected) {
            TextRows.Row row = TextRows.row(output, line);
            add(expected, String.join(" ", row.values()), row.weight());
            expectedLines.add(String.join(" ", row.values()) + " " + row.weight());
        }
        List<String> lines = new ArrayList<>();
        assertThat(sum(out, output, lines)).as(where).isEqualTo(expected);
        if (ordered) {
            assertThat(lines).as(where).isEqualTo(expectedLines);
        }
    }

    /** Sums up the rows of batches, after checking that they have the columns of a schema; also lists them as they come. */
    public static Map<String, Integer> sum(List<Batch> batches, Schema schema, List<String> lines) {
        Map<String, Integer> sum = new TreeMap<>();
        for (Batch batch : batches) {
            assertThat(batch.columns().stream().map(column -> column.type().physical()))
                    .isEqualTo(schema.fields().stream()
                            .map(field -> field.type().physical())
                            .toList());
            for (int i = 0; i < batch.selectedCount(); i++) {
                int position = batch.position(i);
                assertThat(batch.weight(position)).isNotZero();
                String text = TextRows.text(batch, position);
                add(sum, text, batch.weight(position));
                lines.add(text + " " + batch.weight(position));
            }
        }
        return sum;
    }

    /** Adds a weighted row to a sum. */
    public static void add(Map<String, Integer> sum, String row, int weight) {
        sum.merge(row, weight, (a, b) -> a + b == 0 ? null : (Integer) (a + b));
    }

    private static void checkState(Step step, Operator running, String where) {
        if (step.stateRows != null) {
            long rows = running.state().map(OperatorState::rows).orElse(0L);
            assertThat(rows).as(where + ": rows of state").isEqualTo(step.stateRows);
        }
    }

    /**
     * Captures what has changed in one operator since the last capture, and loads all captures into another.
     *
     * @param segments the captures so far, whole ones first; empty: it is captured as a whole
     */
    public static Operator follow(Operator from, Operator into, List<byte[]> segments) {
        capture((DeltaState) from.state().orElseThrow(), segments);
        load((DeltaState) into.state().orElseThrow(), segments);
        assertThat(into.state().orElseThrow().rows())
                .isEqualTo(from.state().orElseThrow().rows());
        return into;
    }

    /** Writes the state of one operator and loads it into another. */
    public static Operator restore(Operator from, Operator into) {
        OperatorState written = from.state().orElse(null);
        if (written == null) {
            return into;
        }
        OperatorState loaded = into.state().orElseThrow();
        assertThat(loaded.layout()).isEqualTo(written.layout());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            written.write(new DataOutputStream(bytes));
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
            loaded.load(in);
            assertThat(in.available()).as("bytes left over").isZero();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        assertThat(loaded.rows()).isEqualTo(written.rows());
        return into;
    }
}
