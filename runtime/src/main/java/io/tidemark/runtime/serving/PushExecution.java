package io.tidemark.runtime.serving;

import io.tidemark.runtime.accounting.MemoryBudget;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.connector.EpochSink;
import io.tidemark.runtime.connector.OutputMode;
import io.tidemark.runtime.epoch.QueryExecution;
import io.tidemark.runtime.epoch.QueryOutput;
import io.tidemark.runtime.epoch.QuerySettings;
import io.tidemark.runtime.epoch.QuerySpec;
import io.tidemark.runtime.epoch.QueryStatus;
import io.tidemark.runtime.epoch.SourceBinding;
import io.tidemark.runtime.epoch.Trigger;
import io.tidemark.runtime.operator.Dataflow;
import io.tidemark.sql.error.CodedException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongUnaryOperator;

/**
 * Runs a SELECT STREAM: a query without durability, whose deltas go to the client that watches. It ends when the client cancels, when a LIMIT is
 * reached, or when every source has ended.
 */
public final class PushExecution {

    private final BatchQueue queue;
    private final QueryExecution query;
    private volatile CompletableFuture<Void> ended = new CompletableFuture<>();

    /**
     * What is run.
     *
     * @param name for messages and thread names
     * @param dataflow makes the operators
     * @param sources what its scans read, by scan index
     * @param mode APPEND, or UPDATE for changes
     * @param keyColumns the key by which UPDATE delivers; empty: by whole row, so that old and new versions both come
     * @param trigger when epochs begin
     * @param settings limits and policies
     * @param queueing how batches wait for the client
     */
    public record PushSpec(
            String name,
            Dataflow.Factory dataflow,
            List<SourceBinding> sources,
            OutputMode mode,
            List<Integer> keyColumns,
            Trigger trigger,
            QuerySettings settings,
            Queueing queueing) {

        public PushSpec {
            sources = List.copyOf(sources);
            keyColumns = List.copyOf(keyColumns);
        }
    }

    /**
     * How batches wait for the client.
     *
     * @param capacityBatches how many may wait
     * @param epochNumber what the client is told of an epoch's number, asked when the epoch is committed
     */
    public record Queueing(int capacityBatches, LongUnaryOperator epochNumber) {

        /** One by which epochs have the numbers that they have. */
        public Queueing(int capacityBatches) {
            this(capacityBatches, LongUnaryOperator.identity());
        }
    }

    /** An execution that has not been started. */
    public PushExecution(PushSpec spec, Clock clock, MemoryBudget budget) {
        this.queue = new BatchQueue(spec.queueing().capacityBatches());
        QueryOutput output = new QueryOutput(
                spec.name(),
                new QueueSink(queue, spec.queueing().epochNumber()),
                spec.mode(),
                spec.keyColumns(),
                false);
        this.query = QueryExecution.ephemeral(
                new QuerySpec(
                        spec.name(),
                        Path.of(""),
                        spec.dataflow(),
                        spec.sources(),
                        output,
                        spec.trigger(),
                        spec.settings()),
                clock,
                budget);
    }

    /** Runs; completes when the first epoch may begin. */
    public CompletableFuture<Void> start() {
        CompletableFuture<Void> started = query.start();
        ended = query.completion().handle((summary, error) -> {
            if (error == null) {
                queue.finish();
            } else {
                queue.fail(coded(error));
            }
            return null;
        });
        return started;
    }

    /** Completes when nothing more will come, for whatever reason; {@link #rows} says which. */
    public CompletableFuture<Void> ended() {
        return ended;
    }

    private static CodedException coded(Throwable error) {
        if (error instanceof CodedException coded) {
            return coded;
        }
        return error.getCause() instanceof CodedException coded
                ? coded
                : CodedException.internal("a push query ended with " + error).cause(error);
    }

    /** Where the rows come. */
    public BatchQueue rows() {
        return queue;
    }

    /** The query as it stands. */
    public QueryStatus status() {
        return query.status();
    }

    /** Ends it, at the next batch; completes when its sources are closed. */
    public CompletableFuture<Void> cancel() {
        queue.cancel();
        return query.drop();
    }

    /** Puts an epoch's rows into the queue when the epoch is committed. */
    private static final class QueueSink implements EpochSink {
        private final BatchQueue queue;
        private final LongUnaryOperator epochNumber;
        private final List<Batch> batches = new ArrayList<>();
        private long epoch;
        private long committed;

        QueueSink(BatchQueue queue, LongUnaryOperator epochNumber) {
            this.queue = queue;
            this.epochNumber = epochNumber;
        }

        @Override
        public long lastCommittedEpoch() {
            return committed;
        }

        @Override
        public void begin(long begun) {
            epoch = begun;
            batches.clear();
        }

        @Override
        public void write(Batch delta) {
            batches.add(delta);
        }

        /** There is nothing to prepare: nobody sees the rows before the commit. */
        @Override
        public void prepare() {}

        @Override
        public void commit() {
            long number = epochNumber.applyAsLong(epoch);
            for (int i = 0; i < batches.size(); i++) {
                queue.put(new BatchQueue.Item(number, batches.get(i), i == batches.size() - 1));
            }
            batches.clear();
            committed = epoch;
        }

        @Override
        public void abort() {
            batches.clear();
        }

        /** The client takes what is left. */
        @Override
        public void close() {}
    }
}
