package io.tidemark.runtime.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.runtime.operator.Dataflow.RowHandlers;
import io.tidemark.runtime.operator.Epoch;
import io.tidemark.runtime.operator.LateRowHandler;
import io.tidemark.runtime.operator.Operator;
import io.tidemark.runtime.operator.OperatorState;
import io.tidemark.runtime.operator.Output;
import io.tidemark.sql.error.CodedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An operator without state gives on several threads what it gives on one, in the same order. */
class BatchwiseOperatorTest {

    private static final int BATCHES = 500;
    private static final double NEVER = Double.MAX_VALUE;

    /** Passes a row on twice; those that can be divided by 7 fail, and one can be named that ends the epoch. */
    private record Doubling(RowHandlers handlers, long deadly) implements Operator {

        @Override
        public void process(int input, Batch batch, Output out) {
            long[] values = ((LongColumn) batch.column(0)).values;
            for (int i = 0; i < values.length; i++) {
                if (values[i] == deadly) {
                    throw CodedException.internal("row " + deadly);
                }
                if (values[i] % 7 == 0) {
                    handlers.errors().rowError(batch, i, CodedException.internal("row " + values[i]));
                }
            }
            out.emit(batch);
            out.emit(batch);
        }

        @Override
        public long endEpoch(Epoch epoch, long watermark, Output out) {
            return watermark;
        }

        @Override
        public Optional<OperatorState> state() {
            return Optional.empty();
        }
    }

    private static final class NoLateRows implements LateRowHandler {

        @Override
        public void taken(Batch batch, int position) {}

        @Override
        public void missed(Batch batch, int position, String closingColumn, long closingValue) {}
    }

    private static Batch batch(long first) {
        long[] values = LongStream.range(first, first + 10).toArray();
        return Batch.of(values.length, List.of(new LongColumn(DataType.of(TypeKind.BIGINT), values, null)));
    }

    private static Operator batchwise(Workers workers, List<String> lines, long deadly, double worthwhileNanos) {
        RowHandlers handlers = new RowHandlers(
                (batch, position, reason) -> lines.add("failed " + ((LongColumn) batch.column(0)).values[position]),
                new NoLateRows());
        return new BatchwiseOperator(workers, handlers, inner -> new Doubling(inner, deadly), worthwhileNanos);
    }

    private static Output into(List<String> lines) {
        return batch -> lines.add("batch " + ((LongColumn) batch.column(0)).values[0]);
    }

    private static List<String> expected() {
        List<String> lines = new ArrayList<>();
        for (long first = 0; first < 10 * BATCHES; first += 10) {
            for (long value = first; value < first + 10; value++) {
                if (value % 7 == 0) {
                    lines.add("failed " + value);
                }
            }
            lines.add("batch " + first);
            lines.add("batch " + first);
        }
        return lines;
    }

    @ParameterizedTest
    @CsvSource({"1,0", "2,0", "4,0", "4," + NEVER})
    void rowsAndFailuresComeInTheOrderOfTheInput(int count, double worthwhileNanos) {
        List<String> lines = new ArrayList<>();
        try (Workers workers = Workers.of(count)) {
            Operator operator = batchwise(workers, lines, -1, worthwhileNanos);
            for (int epoch = 0; epoch < 2; epoch++) {
                lines.clear();
                for (int i = 0; i < BATCHES; i++) {
                    operator.process(0, batch(10L * i), into(lines));
                }
                assertThat(operator.endEpoch(new Epoch(epoch, 0), 17, into(lines)))
                        .isEqualTo(17);
                assertThat(lines).isEqualTo(expected());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void aFailureIsThrownWhenItsBatchIsDue(int count) {
        List<String> lines = new ArrayList<>();
        try (Workers workers = Workers.of(count)) {
            Operator operator = batchwise(workers, lines, 1234, 0);
            assertThatThrownBy(() -> {
                        for (int i = 0; i < BATCHES; i++) {
                            operator.process(0, batch(10L * i), into(lines));
                        }
                        operator.endEpoch(new Epoch(1, 0), 0, into(lines));
                    })
                    .hasMessageContaining("row 1234");
        }
        List<String> before = expected().subList(0, expected().indexOf("batch 1230"));
        assertThat(lines.stream().filter(line -> line.startsWith("batch")))
                .isEqualTo(
                        before.stream().filter(line -> line.startsWith("batch")).toList());
    }

    @Test
    void aReaderThatFailsLeavesWorkersFree() {
        try (Workers workers = Workers.of(2)) {
            Operator operator = batchwise(workers, new ArrayList<>(), -1, 0);
            assertThatThrownBy(() -> {
                        for (int i = 0; i < BATCHES; i++) {
                            operator.process(0, batch(10L * i), out -> {
                                throw CodedException.internal("the sink is full");
                            });
                        }
                    })
                    .hasMessageContaining("the sink is full");
            List<String> lines = new ArrayList<>();
            Operator next = batchwise(workers, lines, -1, 0);
            next.process(0, batch(0), into(lines));
            next.endEpoch(new Epoch(1, 0), 0, into(lines));
            assertThat(lines).containsExactly("failed 0", "failed 7", "batch 0", "batch 0");
        }
    }
}
