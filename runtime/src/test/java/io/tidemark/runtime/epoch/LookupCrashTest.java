package io.tidemark.runtime.epoch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BatchBuilder;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.runtime.checkpoint.FaultyFiles.Loss;
import io.tidemark.runtime.connector.Lookup;
import io.tidemark.runtime.lookup.LookupJoinOperator;
import io.tidemark.runtime.lookup.LookupJoinSpec;
import io.tidemark.runtime.measure.NodeMeasure;
import io.tidemark.runtime.operator.Dataflow;
import io.tidemark.runtime.operator.Epoch;
import io.tidemark.runtime.operator.OperatorState;
import io.tidemark.runtime.operator.Output;
import io.tidemark.runtime.operator.PartitionWatermarks;
import io.tidemark.runtime.operator.ScanPort;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A query that looks up in a table which says something else each time it is asked, and adds that up: whatever is interrupted, each sum that the sink
 * gets is the one before it and what the row was joined with.
 */
class LookupCrashTest {

    private static final int ROWS = 60;
    private static final Schema KEYS = Schema.of(new Field("v", DataType.of(TypeKind.BIGINT)));
    private static final Schema TABLE =
            Schema.of(new Field("k", DataType.of(TypeKind.BIGINT)), new Field("n", DataType.of(TypeKind.BIGINT)));
    private static final Schema OUTPUT =
            Schema.of(new Field("n", DataType.of(TypeKind.BIGINT)), new Field("total", DataType.of(TypeKind.BIGINT)));

    /** Numbers its answers, in all lives of the query. */
    private static final class Counter implements Lookup {
        private long answers;

        @Override
        public List<Batch> find(Batch keys) {
            BatchBuilder builder = new BatchBuilder(TABLE);
            for (int i = 0; i < keys.selectedCount(); i++) {
                builder.column(0).setLong(((LongColumn) keys.column(0)).values[keys.position(i)]);
                builder.column(1).setLong(++answers);
                builder.endRow();
            }
            return List.of(builder.build());
        }

        @Override
        public void close() {
            // There is no connection.
        }
    }

    /** Joins each {@code v} with the counter, and gives what it found with the sum of all that was found so far. */
    private static final class Totals implements Dataflow, OperatorState {
        private final LookupJoinOperator join;
        private final Output out;
        private Epoch begun = new Epoch(0, 0);
        private long total;

        Totals(Lookup lookup, long cacheRows, RowHandlers handlers, Output out) {
            LookupJoinSpec spec =
                    new LookupJoinSpec("lookup", false, List.of(0), TABLE, List.of(0), cacheRows, 5_000_000);
            this.join = new LookupJoinOperator(spec, lookup, handlers.answers(), () -> begun.nowMicros());
            this.out = out;
        }

        @Override
        public List<ScanPort> scans() {
            return List.of(new ScanPort(0, "public", "s", List.of(1), KEYS));
        }

        @Override
        public Map<Integer, PartitionWatermarks> watermarks() {
            return Map.of();
        }

        @Override
        public Schema outputSchema() {
            return OUTPUT;
        }

        @Override
        public void beginEpoch(Epoch epoch) {
            begun = epoch;
        }

        @Override
        public void process(int scan, Batch batch) {
            join.process(0, batch, this::sum);
        }

        private void sum(Batch joined) {
            BatchBuilder builder = new BatchBuilder(OUTPUT);
            LongColumn found = (LongColumn) joined.column(2);
            for (int i = 0; i < joined.selectedCount(); i++) {
                long n = found.values[joined.position(i)];
                total += n;
                builder.column(0).setLong(n);
                builder.column(1).setLong(total);
                builder.endRow();
            }
            out.emit(builder.build());
        }

        @Override
        public long endEpoch() {
            return join.endEpoch(begun, Long.MIN_VALUE, this::sum);
        }

        @Override
        public boolean isComplete() {
            return false;
        }

        @Override
        public List<NodeMeasure> measures() {
            return List.of();
        }

        @Override
        public Map<String, OperatorState> states() {
            return Map.of("total", this, "lookup", join.state().orElseThrow());
        }

        @Override
        public String layout() {
            return "total/1";
        }

        @Override
        public void write(DataOutput to) throws IOException {
            to.writeLong(total);
        }

        @Override
        public void load(DataInput in) throws IOException {
            total = in.readLong();
        }

        @Override
        public long rows() {
            return 1;
        }

        @Override
        public long sizeBytes() {
            return Long.BYTES;
        }
    }

    static Stream<Arguments> crashes() {
        return Stream.of(EpochRunner.Step.values())
                .flatMap(step -> Stream.of(Loss.values())
                        .flatMap(loss -> Stream.of(0L, 4L).map(cache -> Arguments.of(step, loss, cache))));
    }

    @ParameterizedTest
    @MethodSource("crashes")
    void whatTheSinkHasAddsUpWhateverIsInterrupted(EpochRunner.Step step, Loss loss, long cacheRows) {
        World world = new World(2);
        Random random = new Random(5);
        for (int i = 0; i < ROWS; i++) {
            world.topic.add(random.nextInt(2), i, random.nextInt(8));
        }
        world.topic.seal();
        world.settings = world.settings.withMaxRowsPerEpoch(5);
        Counter counter = new Counter();
        world.dataflow = (handlers, out) -> new Totals(counter, cacheRows, handlers, out);
        for (long epoch : List.of(3L, 6L, 7L)) {
            world.observer = (at, number) -> {
                if (at == step && number == epoch) {
                    throw new World.Crash();
                }
            };
            QueryExecution query = world.start();
            assertThatThrownBy(() -> World.runAll(query, world.clock)).isInstanceOf(World.Crash.class);
            world.crash(loss, random);
        }
        world.observer = (at, number) -> {};
        QueryExecution last = world.start();
        World.runAll(last, world.clock);
        assertThat(last.state()).isEqualTo(QueryState.FINISHED);
        long total = 0;
        for (String row : world.table.rows()) {
            String[] values = row.split("\\D+", -1);
            total += Long.parseLong(values[0]);
            assertThat(Long.parseLong(values[1])).as(row).isEqualTo(total);
        }
        assertThat(world.table.rows()).hasSize(ROWS);
    }
}
