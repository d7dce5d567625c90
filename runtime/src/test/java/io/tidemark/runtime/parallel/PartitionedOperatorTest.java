package io.tidemark.runtime.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.runtime.aggregate.AccumulatorSpec;
import io.tidemark.runtime.aggregate.AccumulatorSpec.Kind;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.RowTags;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.operator.AggregateOperator;
import io.tidemark.runtime.operator.AggregateSpec;
import io.tidemark.runtime.operator.ClosingKey;
import io.tidemark.runtime.operator.Dataflow.RowHandlers;
import io.tidemark.runtime.operator.Epoch;
import io.tidemark.runtime.operator.LateRowHandler;
import io.tidemark.runtime.operator.LatenessJudge;
import io.tidemark.runtime.operator.Operator;
import io.tidemark.runtime.operator.OperatorState;
import io.tidemark.runtime.operator.Output;
import io.tidemark.runtime.parallel.PartitionedOperator.Spread;
import io.tidemark.runtime.testing.OperatorScript;
import io.tidemark.runtime.testing.TextRows;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An operator on several partitions and threads gives what it gives alone. */
class PartitionedOperatorTest {

    private static final Schema INPUT = TextRows.schema("we BIGINT, k BIGINT, v BIGINT");
    private static final Schema OUTPUT = TextRows.schema("we BIGINT, k BIGINT, n BIGINT, s BIGINT, hi BIGINT");
    private static final List<ClosingKey> CLOSING = List.of(new ClosingKey(0, watermark -> watermark, "we"));
    private static final int EPOCHS = 12;

    /** What was said of each row that was judged, in order. */
    private static final class Judged implements LateRowHandler {
        private final List<String> lines = new ArrayList<>();

        @Override
        public void taken(Batch batch, int position) {
            lines.add("taken " + TextRows.text(batch, position));
        }

        @Override
        public void missed(Batch batch, int position, String closingColumn, long closingValue) {
            lines.add("late " + TextRows.text(batch, position));
        }
    }

    private static AggregateSpec spec(List<Integer> groupColumns, boolean finalEmission) {
        List<AccumulatorSpec> accumulators = List.of(
                new AccumulatorSpec(Kind.COUNT_ALL, -1, -1, OUTPUT.type(2)),
                new AccumulatorSpec(Kind.SUM, 2, -1, OUTPUT.type(3)),
                new AccumulatorSpec(Kind.MAX, 2, -1, OUTPUT.type(4)));
        Schema output = groupColumns.isEmpty() ? TextRows.schema("n BIGINT, s BIGINT, hi BIGINT") : OUTPUT;
        List<ClosingKey> closing = groupColumns.isEmpty() ? List.of() : CLOSING;
        return new AggregateSpec(INPUT, groupColumns, accumulators, closing, finalEmission, false, output);
    }

    private static RowHandlers handlers(Judged judged) {
        return new RowHandlers(
                (batch, position, reason) -> {
                    throw reason;
                },
                judged);
    }

    private static Operator partitioned(AggregateSpec spec, Workers workers, Judged judged) {
        return new PartitionedOperator(
                workers,
                new Spread(spec.groupColumns().isEmpty() ? List.of() : List.of(1)),
                new LatenessJudge(spec.closingKeys(), spec.groupColumns(), judged)::taken,
                inner -> new AggregateOperator(spec, inner));
    }

    private static Batch batch(Random random, int epoch, int rows) {
        long[] ends = new long[rows];
        long[] keys = new long[rows];
        long[] values = new long[rows];
        long[] watermarks = new long[rows];
        for (int i = 0; i < rows; i++) {
            ends[i] = epoch + random.nextInt(5) - 2L;
            keys[i] = random.nextInt(random.nextBoolean() ? 50 : 20_000);
            values[i] = random.nextInt(1000) - 500L;
            watermarks[i] = epoch - 2L;
        }
        return Batch.of(
                        rows,
                        List.of(
                                new LongColumn(INPUT.type(0), ends, null),
                                new LongColumn(INPUT.type(1), keys, null),
                                new LongColumn(INPUT.type(2), values, null)))
                .withTags(new RowTags(watermarks, null, null));
    }

    private static Map<String, Integer> sum(List<Batch> out, Schema schema) {
        Map<String, Integer> sum = new TreeMap<>();
        OperatorScript.sum(out, schema, new ArrayList<>())
                .forEach((row, weight) -> OperatorScript.add(sum, row, weight));
        return sum;
    }

    @ParameterizedTest
    @CsvSource({"1,1,true,false", "2,2,true,false", "3,3,false,false", "4,2,false,true", "5,3,true,true"})
    void itGivesWhatTheOperatorGivesAlone(long seed, int count, boolean finalEmission, boolean global) {
        Random random = new Random(seed);
        AggregateSpec spec = spec(global ? List.of() : List.of(0, 1), finalEmission);
        Judged aloneSaid = new Judged();
        Judged spreadSaid = new Judged();
        try (Workers workers = Workers.of(count);
                Workers others = Workers.of(4 - count)) {
            Operator alone = new AggregateOperator(spec, handlers(aloneSaid));
            Operator spread = partitioned(spec, workers, spreadSaid);
            for (int epoch = 1; epoch <= EPOCHS; epoch++) {
                List<Batch> expected = new ArrayList<>();
                List<Batch> given = new ArrayList<>();
                for (int i = random.nextInt(3) == 0 ? 150 : random.nextInt(4); i > 0; i--) {
                    Batch batch = batch(random, epoch, 1 + random.nextInt(Batch.MAX_ROWS));
                    alone.process(0, batch, expected::add);
                    spread.process(0, batch, given::add);
                }
                long watermark = epoch == EPOCHS ? Long.MAX_VALUE : epoch - 2L;
                alone.endEpoch(new Epoch(epoch, 0), watermark, expected::add);
                assertThat(spread.endEpoch(new Epoch(epoch, 0), watermark, given::add))
                        .isEqualTo(watermark);
                assertThat(sum(given, spec.output()))
                        .as("seed %d epoch %d", seed, epoch)
                        .isEqualTo(sum(expected, spec.output()));
                assertThat(spread.state().orElseThrow().rows())
                        .isEqualTo(alone.state().orElseThrow().rows());
                if (random.nextInt(3) == 0) {
                    boolean elsewhere = random.nextBoolean();
                    spread =
                            OperatorScript.restore(spread, partitioned(spec, elsewhere ? others : workers, spreadSaid));
                }
            }
        }
        assertThat(spreadSaid.lines).isEqualTo(aloneSaid.lines);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void aFailureOnAnyThreadEndsTheEpoch(int count) {
        AggregateSpec spec = spec(List.of(0, 1), false);
        Random random = new Random(7);
        try (Workers workers = Workers.of(count)) {
            Operator operator = new PartitionedOperator(
                    workers,
                    new Spread(List.of(1)),
                    new LatenessJudge(CLOSING, spec.groupColumns(), new Judged())::taken,
                    inner -> new FailingOperator(new AggregateOperator(spec, inner), 20_000));
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 200; i++) {
                            operator.process(0, batch(random, 1, Batch.MAX_ROWS), out -> {});
                        }
                        operator.endEpoch(new Epoch(1, 0), 0, out -> {});
                    })
                    .isInstanceOf(CodedException.class)
                    .hasMessageContaining("too many");
        }
    }

    @Test
    void aReaderThatFailsLetsWorkersGo() {
        AggregateSpec spec = spec(List.of(0, 1), false);
        Random random = new Random(8);
        try (Workers workers = Workers.of(3)) {
            Operator operator = partitioned(spec, workers, new Judged());
            for (int i = 0; i < 300; i++) {
                operator.process(0, batch(random, 1, Batch.MAX_ROWS), out -> {});
            }
            assertThatThrownBy(() -> operator.endEpoch(new Epoch(1, 0), 0, out -> {
                        throw CodedException.internal("the sink is full");
                    }))
                    .hasMessageContaining("the sink is full");
            Operator next = partitioned(spec, workers, new Judged());
            next.process(0, batch(random, 1, Batch.MAX_ROWS), out -> {});
            List<Batch> given = new ArrayList<>();
            next.endEpoch(new Epoch(1, 0), 0, given::add);
            assertThat(given).isNotEmpty();
        }
    }

    /** An aggregate that fails once it has seen so many rows. */
    private static final class FailingOperator implements Operator {
        private final Operator operator;
        private long left;

        FailingOperator(Operator operator, long left) {
            this.operator = operator;
            this.left = left;
        }

        @Override
        public void process(int input, Batch batch, Output out) {
            left -= batch.selectedCount();
            if (left < 0) {
                throw CodedException.of(ErrorCode.INTERNAL, "too many rows");
            }
            operator.process(input, batch, out);
        }

        @Override
        public long endEpoch(Epoch epoch, long watermark, Output out) {
            return operator.endEpoch(epoch, watermark, out);
        }

        @Override
        public Optional<OperatorState> state() {
            return operator.state();
        }
    }
}
