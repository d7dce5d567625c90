package io.tidemark.runtime.serving;

import io.tidemark.runtime.accounting.OpenBatches;
import io.tidemark.runtime.accounting.RowCounts;
import io.tidemark.runtime.accounting.RowLedger;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.connector.AnswerLog;
import io.tidemark.runtime.connector.BadRowHandler;
import io.tidemark.runtime.connector.RangeLimits;
import io.tidemark.runtime.connector.RangeReader;
import io.tidemark.runtime.connector.Source;
import io.tidemark.runtime.connector.SourcePosition;
import io.tidemark.runtime.connector.SourceRange;
import io.tidemark.runtime.epoch.SourceStatus;
import io.tidemark.runtime.measure.NodeMeasure;
import io.tidemark.runtime.operator.Consolidation;
import io.tidemark.runtime.operator.Dataflow;
import io.tidemark.runtime.operator.Epoch;
import io.tidemark.runtime.operator.OperatorState;
import io.tidemark.runtime.operator.Output;
import io.tidemark.runtime.operator.PartitionWatermarks;
import io.tidemark.runtime.serving.SnapshotSpec.Input;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs a dataflow once: all of its input in one epoch, then every watermark passes everything, so that what UPDATE would show comes out. Late
 * rows drop by the same rule as in a continuous query, and are counted.
 *
 * <p><b>Errors</b>: CANCELLED, TIMEOUT and RESOURCE_MEMORY, checked at each batch. Run once, by one thread; {@link #cancel} and the counts are for
 * any.
 */
public final class SnapshotExecution {

    private static final RangeLimits RANGE = new RangeLimits(1024 * 1024, 256L * 1024 * 1024);
    private static final long SOURCE_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final int BATCHES_PER_MEMORY_CHECK = 64;

    private final SnapshotSpec spec;
    private final Clock clock;
    private final RowLedger ledger;
    private final OpenBatches open;
    private final Dataflow dataflow;
    private final Consolidation consolidation;
    private Output target = batch -> {
        throw CodedException.internal("a snapshot gave rows out before it was run");
    };
    private long deadlineNanos;
    private long collectedBytes;
    private int batches;
    private Optional<CodedException> firstBadRow = Optional.empty();
    private volatile boolean cancelled;

    /** An execution that has not been run. */
    public SnapshotExecution(SnapshotSpec spec, Clock clock) {
        this.spec = spec;
        this.clock = clock;
        this.ledger = new RowLedger(
                spec.inputs().stream().map(SnapshotExecution::name).toList(), row -> {});
        this.dataflow = spec.dataflow()
                .create(
                        new Dataflow.RowHandlers(this::rowError, ledger, AnswerLog.NONE, this::check),
                        batch -> target.emit(batch));
        this.open = new OpenBatches(ledger, dataflow);
        this.consolidation = new Consolidation(dataflow.outputSchema());
    }

    private static String name(Input input) {
        return input instanceof Input.Read read ? read.relation() : "";
    }

    /** The columns of the result. */
    public Schema schema() {
        return dataflow.outputSchema();
    }

    /** Ends the run at its next batch. */
    public void cancel() {
        cancelled = true;
    }

    /** Rows that were late, once the run has ended. */
    public long lateRows() {
        return sum(true);
    }

    /** Rows that were bad, once the run has ended. */
    public long badRows() {
        return sum(false) + ledger.laterBad();
    }

    /** What each node of the plan has cost, once the run has ended. */
    public List<NodeMeasure> measures() {
        return dataflow.measures();
    }

    /** What became of the rows of each input that is a source, once the run has ended. */
    public List<SourceStatus> sources() {
        List<SourceStatus> sources = new ArrayList<>();
        for (int i = 0; i < spec.inputs().size(); i++) {
            if (spec.inputs().get(i) instanceof Input.Read read) {
                RowCounts counts = ledger.counts(i);
                sources.add(new SourceStatus(
                        read.relation(),
                        counts.read(),
                        counts.accepted(),
                        counts.late(),
                        counts.bad(),
                        counts.filtered(),
                        ""));
            }
        }
        return sources;
    }

    /** What is wrong with the first bad row, once the run has ended. */
    public Optional<CodedException> firstBadRow() {
        return firstBadRow;
    }

    private void rowError(Batch batch, int position, CodedException reason) {
        noteBadRow(reason);
        ledger.rowError(batch, position, reason);
    }

    private void noteBadRow(CodedException reason) {
        if (firstBadRow.isEmpty()) {
            firstBadRow = Optional.of(reason);
        }
    }

    private BadRowHandler undecodable(int scan) {
        BadRowHandler counted = ledger.undecodable(scan);
        return (partition, offset, payload, reason) -> {
            noteBadRow(reason);
            counted.badRow(partition, offset, payload, reason);
        };
    }

    private long sum(boolean late) {
        long rows = 0;
        for (int i = 0; i < spec.inputs().size(); i++) {
            rows += late ? ledger.counts(i).late() : ledger.counts(i).bad();
        }
        return rows;
    }

    /** Runs, and gives all rows of the result back. A row of weight n is there n times. */
    public List<Batch> collect() {
        List<Batch> result = new ArrayList<>();
        run(batch -> {
            collectedBytes += (long) batch.rowCount()
                    * Long.BYTES
                    * Math.max(1, batch.columns().size());
            checkMemory();
            result.add(batch);
        });
        return result;
    }

    /**
     * Runs into a queue, on a thread of the caller's, and ends the queue whatever happens. The time for which the queue is full does not count
     * towards the timeout.
     */
    public void run(BatchQueue queue) {
        try {
            run(batch -> {
                long begin = System.nanoTime();
                queue.put(new BatchQueue.Item(1, batch, false));
                deadlineNanos += System.nanoTime() - begin;
            });
            queue.finish();
        } catch (CodedException e) {
            queue.fail(e);
        } catch (RuntimeException | Error e) {
            queue.fail(
                    CodedException.internal("a snapshot query ended with " + e).cause(e));
            throw e;
        }
    }

    /** Runs, and gives the rows of the result out as they come. */
    public void run(Output out) {
        deadlineNanos = System.nanoTime() + spec.limits().timeout().toNanos();
        target = spec.retracts() ? consolidation::add : out;
        try {
            Epoch epoch = new Epoch(1, clock.millis() * 1000);
            ledger.beginEpoch(epoch);
            dataflow.beginEpoch(epoch);
            for (int scan = 0; scan < spec.inputs().size() && !dataflow.isComplete(); scan++) {
                read(scan);
            }
            dataflow.watermarks().values().forEach(PartitionWatermarks::end);
            dataflow.endEpoch();
            open.ended();
            check();
            ledger.endEpoch();
            if (spec.retracts()) {
                consolidation.drain(batch -> out.emit(positive(batch)));
            }
        } finally {
            close();
        }
    }

    private static Batch positive(Batch batch) {
        for (int i = 0; i < batch.selectedCount(); i++) {
            int weight = batch.weight(batch.position(i));
            if (weight <= 0) {
                throw CodedException.internal("a row of a snapshot has weight " + weight);
            }
        }
        return batch;
    }

    private void read(int scan) {
        Input input = spec.inputs().get(scan);
        if (input instanceof Input.Rows rows) {
            Iterator<Batch> all = rows.scan().apply(dataflow.scans().get(scan).columns());
            while (all.hasNext() && !dataflow.isComplete()) {
                check();
                dataflow.process(scan, all.next());
            }
        } else if (input instanceof Input.Read read) {
            readToEnd(scan, read.source());
        }
    }

    private void readToEnd(int scan, Source source) {
        SourcePosition position = source.earliestPosition();
        SourcePosition end = source.currentEnd(position);
        Set<Integer> partitions = new TreeSet<>();
        while (!source.reached(position, end) && !dataflow.isComplete()) {
            check();
            Optional<SourceRange> range = source.plan(position, RANGE);
            if (range.isEmpty()) {
                LockSupport.parkNanos(this, SOURCE_WAIT_NANOS);
            } else {
                partitions.addAll(range.get().partitions());
                PartitionWatermarks watermarks = dataflow.watermarks().get(scan);
                if (watermarks != null) {
                    watermarks.beginEpoch(partitions, Set.of());
                }
                read(scan, source, range.get());
                position = range.get().to();
            }
        }
    }

    private void read(int scan, Source source, SourceRange range) {
        List<Integer> columns = dataflow.scans().get(scan).columns();
        try (RangeReader reader = source.read(range, columns, undecodable(scan))) {
            Batch batch = reader.next();
            while (batch != null) {
                check();
                ledger.open(scan, batch);
                dataflow.process(scan, batch);
                open.processed(batch);
                batch = dataflow.isComplete() ? null : reader.next();
            }
            ledger.filtered(scan, reader.rowsFiltered());
        }
    }

    private void check() {
        if (cancelled) {
            throw CodedException.of(ErrorCode.CANCELLED, "the statement was cancelled");
        }
        if (System.nanoTime() - deadlineNanos > 0) {
            throw CodedException.of(
                            ErrorCode.TIMEOUT,
                            "the statement took longer than "
                                    + spec.limits().timeout().toMillis() + " ms")
                    .hint("raise the query timeout, or ask for less");
        }
        if (++batches % BATCHES_PER_MEMORY_CHECK == 0) {
            checkMemory();
        }
    }

    private void checkMemory() {
        long held = collectedBytes
                + dataflow.states().values().stream()
                        .mapToLong(OperatorState::sizeBytes)
                        .sum();
        if (held > spec.limits().memoryBytes()) {
            throw CodedException.of(
                            ErrorCode.RESOURCE_MEMORY,
                            "the statement needs more than " + spec.limits().memoryBytes() + " bytes of memory")
                    .hint("raise the memory limit of queries, or ask for less");
        }
    }

    private void close() {
        spec.inputs().forEach(input -> {
            if (input instanceof Input.Read read) {
                read.source().close();
            }
        });
    }
}
