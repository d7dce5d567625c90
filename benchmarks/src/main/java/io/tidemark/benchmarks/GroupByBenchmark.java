package io.tidemark.benchmarks;

import io.tidemark.runtime.aggregate.AccumulatorSpec;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.runtime.operator.AggregateOperator;
import io.tidemark.runtime.operator.AggregateSpec;
import io.tidemark.runtime.operator.Dataflow.RowHandlers;
import io.tidemark.runtime.operator.Epoch;
import io.tidemark.runtime.operator.LateRowHandler;
import io.tidemark.runtime.operator.LatenessJudge;
import io.tidemark.runtime.operator.Operator;
import io.tidemark.runtime.parallel.PartitionedOperator;
import io.tidemark.runtime.parallel.PartitionedOperator.Spread;
import io.tidemark.runtime.parallel.Workers;
import io.tidemark.sql.error.CodedException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A sum over 1.3 million groups that come in random order, from nothing to the result: the aggregate operator, with its 128-bit sums and its
 * consolidated delta at the end of the epoch, against a plain hash map that is then iterated. Time per input row.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(value = 3, jvmArgsAppend = "-Xmx3g")
public class GroupByBenchmark {

    private static final int GROUPS = 1_300_000;
    private static final int ROWS = 4 * GROUPS;
    private static final long KEY_STEP = 7919;
    private static final DataType BIGINT = DataType.of(TypeKind.BIGINT).withNullable(false);
    private static final Schema SCHEMA = Schema.of(new Field("k", BIGINT), new Field("v", BIGINT));

    private final List<Batch> batches = new ArrayList<>();
    private final List<long[]> keys = new ArrayList<>();
    private final List<long[]> values = new ArrayList<>();
    private Workers workers = Workers.of(1);

    /** Makes the rows, and checks that both ways agree on them. */
    @Setup
    public void fill() {
        long[] shuffled = shuffledKeys(new Random(1));
        batches.clear();
        keys.clear();
        values.clear();
        for (int from = 0; from < ROWS; from += Batch.MAX_ROWS) {
            int count = Math.min(Batch.MAX_ROWS, ROWS - from);
            long[] batchKeys = new long[count];
            long[] batchValues = new long[count];
            System.arraycopy(shuffled, from, batchKeys, 0, count);
            for (int i = 0; i < count; i++) {
                batchValues[i] = (batchKeys[i] ^ from) % 1000;
            }
            keys.add(batchKeys);
            values.add(batchValues);
            batches.add(Batch.of(
                    count,
                    List.of(new LongColumn(BIGINT, batchKeys, null), new LongColumn(BIGINT, batchValues, null))));
        }
        workers = Workers.onePerCore();
        long expected = hashMap();
        if (expected != aggregateOperator() || expected != onAllCores()) {
            throw CodedException.internal("the operator sums up to something else than the hash map");
        }
    }

    /** Ends the workers. */
    @TearDown
    public void close() {
        workers.close();
    }

    private static long[] shuffledKeys(Random random) {
        long[] shuffled = new long[ROWS];
        for (int i = 0; i < ROWS; i++) {
            int other = random.nextInt(i + 1);
            shuffled[i] = shuffled[other];
            shuffled[other] = i % GROUPS * KEY_STEP;
        }
        return shuffled;
    }

    /** The operator, in one epoch. */
    @Benchmark
    @OperationsPerInvocation(ROWS)
    public long aggregateOperator() {
        return run(new AggregateOperator(spec(), handlers()));
    }

    /** The operator in partitions that all cores work on, in one epoch, as queries have it. */
    @Benchmark
    @OperationsPerInvocation(ROWS)
    public long onAllCores() {
        return run(new PartitionedOperator(
                workers,
                new Spread(List.of(0)),
                new LatenessJudge(List.of(), List.of(0), new NoLateRows())::taken,
                inner -> new AggregateOperator(spec(), inner)));
    }

    private static AggregateSpec spec() {
        AccumulatorSpec sum = new AccumulatorSpec(AccumulatorSpec.Kind.SUM, 1, -1, BIGINT);
        return new AggregateSpec(SCHEMA, List.of(0), List.of(sum), List.of(), false, true, SCHEMA);
    }

    private static RowHandlers handlers() {
        return new RowHandlers(
                (batch, position, reason) -> {
                    throw reason;
                },
                new NoLateRows());
    }

    private long run(Operator operator) {
        for (Batch batch : batches) {
            operator.process(0, batch, out -> {});
        }
        long[] digest = new long[1];
        operator.endEpoch(new Epoch(1, 0), Long.MIN_VALUE, out -> digest[0] += digest(out));
        return digest[0];
    }

    private static long digest(Batch batch) {
        long[] groups = ((LongColumn) batch.column(0)).values;
        long[] sums = ((LongColumn) batch.column(1)).values;
        long digest = 0;
        for (int i = 0; i < batch.selectedCount(); i++) {
            int position = batch.position(i);
            digest += groups[position] * 31 ^ sums[position];
        }
        return digest;
    }

    /** A hash map from the key to its sum. */
    @Benchmark
    @OperationsPerInvocation(ROWS)
    public long hashMap() {
        Map<Long, long[]> sums = new HashMap<>();
        for (int batch = 0; batch < keys.size(); batch++) {
            long[] batchKeys = keys.get(batch);
            long[] batchValues = values.get(batch);
            for (int i = 0; i < batchKeys.length; i++) {
                long[] sum = sums.get(batchKeys[i]);
                if (sum == null) {
                    sum = new long[1];
                    sums.put(batchKeys[i], sum);
                }
                sum[0] += batchValues[i];
            }
        }
        long digest = 0;
        for (Map.Entry<Long, long[]> entry : sums.entrySet()) {
            digest += entry.getKey() * 31 ^ entry.getValue()[0];
        }
        return digest;
    }

    private static final class NoLateRows implements LateRowHandler {

        @Override
        public void taken(Batch batch, int position) {
            throw CodedException.internal("a row was judged");
        }

        @Override
        public void missed(Batch batch, int position, String closingColumn, long closingValue) {
            throw CodedException.internal("a row was late");
        }
    }
}
