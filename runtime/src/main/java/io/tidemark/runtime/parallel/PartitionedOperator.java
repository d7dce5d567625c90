package io.tidemark.runtime.parallel;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.RowGather;
import io.tidemark.runtime.measure.KeyedProgress;
import io.tidemark.runtime.operator.Dataflow.RowHandlers;
import io.tidemark.runtime.operator.Epoch;
import io.tidemark.runtime.operator.LateRowHandler;
import io.tidemark.runtime.operator.Operator;
import io.tidemark.runtime.operator.OperatorState;
import io.tidemark.runtime.operator.Output;
import io.tidemark.runtime.state.CopiedCapture;
import io.tidemark.runtime.state.DeltaState;
import io.tidemark.runtime.state.KeyPartitioner;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;

/**
 * An operator whose state is spread over partitions by the hash of its keys, each with an operator of its own, so that several threads can work
 * on it. Late rows are judged here, in the order of the source; the rest goes to its partition, and is worked on when enough has come together
 * for the change of threads to pay, at the latest at the end of the epoch. A small epoch stays on the query's thread.
 *
 * <p>What comes out is the sum over the partitions, the lower ones first. A partition sees its rows in the order of the source, whatever the
 * number of threads: the result is the same with any number of workers, who may be others after a restart. The number of partitions is part of
 * the state, and stays what it was when the state was made.
 *
 * <p><b>Bounds</b>: so many rows wait at most before {@link #process} helps and waits: {@value #MOST_ROWS}, beside the batches that came out and
 * wait to be taken. <b>Errors</b>: what a partition fails with is thrown here; the operator is then of no more use.
 *
 * <p>Layout written (version 1): byte version; int number of partitions; the states of the partitions.
 */
public final class PartitionedOperator implements Operator, OperatorState, DeltaState, KeyedProgress {

    private static final int VERSION = 1;
    private static final int GREATEST_PARTITIONS = 1024;
    private static final long OFFER_ROWS = 4096;
    private static final long MOST_ROWS = 131_072;

    private static final RowHandlers WITHIN_PARTITION = new RowHandlers(
            (batch, position, reason) -> {
                throw reason;
            },
            new NoLateRows());

    private final Workers workers;
    private final Spread spread;
    private final Judge judge;
    private final Function<RowHandlers, Operator> maker;
    private final int[] positions = new int[Batch.MAX_ROWS];
    private final int[] owners = new int[Batch.MAX_ROWS];

    private Backlog backlog = new Backlog();
    private List<Partition> partitions = List.of();
    private KeyPartitioner partitioner = new KeyPartitioner(1);
    private int[] shares = new int[0];
    private long epochRows;

    /**
     * How rows are spread.
     *
     * @param columns the columns of the input (the first, if there are two) by which they are; empty: everything is in one partition
     * @param secondColumns those of the second input, as many and of the same kinds; empty where there is only one
     */
    public record Spread(List<Integer> columns, List<Integer> secondColumns) {

        public Spread {
            columns = List.copyOf(columns);
            secondColumns = List.copyOf(secondColumns);
        }

        /** How the rows of an only input are spread. */
        public Spread(List<Integer> columns) {
            this(columns, List.of());
        }

        private List<Integer> columns(int input) {
            return input == 0 ? columns : secondColumns;
        }

        private String text() {
            return secondColumns.isEmpty() ? columns.toString() : columns + " " + secondColumns;
        }
    }

    /** Leaves out the late rows of a batch of an input, and takes off the tags. */
    @FunctionalInterface
    public interface Judge {
        /** The rows that are not late. */
        Batch taken(int input, Batch batch);
    }

    /** Makes one of one input. */
    public PartitionedOperator(
            Workers workers, Spread spread, UnaryOperator<Batch> judge, Function<RowHandlers, Operator> maker) {
        this(workers, spread, (input, batch) -> judge.apply(batch), maker);
    }

    /**
     * Makes one with empty state.
     *
     * @param workers who works on it
     * @param spread by which columns
     * @param judge leaves out the late rows of a batch, and takes off the tags
     * @param maker makes the operator of a partition: one that has state; a row that it reports as failed fails the epoch, and late ones
     *     it does not see
     */
    public PartitionedOperator(Workers workers, Spread spread, Judge judge, Function<RowHandlers, Operator> maker) {
        this.workers = workers;
        this.spread = spread;
        this.judge = judge;
        this.maker = maker;
        makePartitions(spread.columns().isEmpty() ? 1 : workers.partitions());
    }

    private void makePartitions(int count) {
        backlog = new Backlog();
        List<Partition> made = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            made.add(backlog.partition(maker.apply(WITHIN_PARTITION)));
        }
        partitions = List.copyOf(made);
        partitioner = new KeyPartitioner(count);
        shares = new int[count];
    }

    @Override
    public void process(int input, Batch batch, Output out) {
        backlog.check();
        Batch rows = judge.taken(input, batch);
        if (rows.selectedCount() == 0) {
            return;
        }
        epochRows += rows.selectedCount();
        if (partitions.size() == 1) {
            partitions.get(0).add(input, rows);
        } else {
            spread(input, rows);
        }
        call(OFFER_ROWS);
        help(workers.count() == 1 ? 0 : MOST_ROWS, out);
        backlog.deliver(out);
    }

    /** Gives each partition its rows side by side: of rows that lie among those of others, every core would load all. */
    private void spread(int input, Batch batch) {
        int count = batch.selectedCount();
        for (int i = 0; i < count; i++) {
            positions[i] = batch.position(i);
        }
        List<Column> keys = spread.columns(input).stream().map(batch::column).toList();
        partitioner.partition(keys, positions, count, owners);
        Arrays.fill(shares, 0);
        for (int i = 0; i < count; i++) {
            shares[owners[i]]++;
        }
        int[][] selections = new int[shares.length][];
        for (int i = 0; i < shares.length; i++) {
            selections[i] = new int[shares[i]];
            shares[i] = 0;
        }
        for (int i = 0; i < count; i++) {
            int owner = owners[i];
            selections[owner][shares[owner]++] = positions[i];
        }
        for (int i = 0; i < shares.length; i++) {
            if (shares[i] > 0) {
                partitions.get(i).add(input, RowGather.rows(batch, selections[i], selections[i].length));
            }
        }
    }

    /** Calls as many workers as there is work for, with so many rows for each of them. */
    private void call(long rowsEach) {
        Backlog work = backlog;
        int most = Math.min(workers.count() - 1, partitions.size());
        while (work.isCallDue(most, rowsEach)) {
            workers.offer(() -> workOn(work));
        }
    }

    private static void workOn(Backlog work) {
        Partition partition = work.takeOrLeave();
        while (partition != null) {
            partition.workAndEnd();
            partition = work.takeOrLeave();
        }
    }

    /** Works until at most so many rows wait, or waits for those that do. */
    private void help(long greatest, Output out) {
        while (backlog.rows() > greatest) {
            Partition partition = backlog.take();
            if (partition == null) {
                backlog.awaitProgress(greatest);
            } else {
                partition.work(out);
                backlog.check();
            }
            backlog.deliver(out);
        }
    }

    @Override
    public long endEpoch(Epoch epoch, long watermark, Output out) {
        boolean spreads = partitions.size() > 1 && (epochRows > OFFER_ROWS || rows() > MOST_ROWS);
        epochRows = 0;
        partitions.forEach(partition -> partition.askEnd(epoch, watermark));
        if (spreads) {
            call(0);
        }
        long reached = Long.MAX_VALUE;
        boolean ended = false;
        try {
            // The rows that wait come first: whoever waited for the output of one partition could not work on another.
            Partition free = spreads ? backlog.take() : null;
            while (free != null) {
                free.work(out);
                backlog.deliver(out);
                free = backlog.take();
            }
            for (Partition partition : partitions) {
                reached = Math.min(reached, partition.takeEnd(out));
            }
            backlog.deliver(out);
            ended = true;
        } finally {
            if (!ended) {
                partitions.forEach(Partition::abandon);
            }
        }
        return reached;
    }

    @Override
    public Optional<OperatorState> state() {
        return Optional.of(this);
    }

    @Override
    public String layout() {
        return "partitioned/" + VERSION + " " + spread.text() + " "
                + partitions.get(0).state().layout();
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeByte(VERSION);
        out.writeInt(partitions.size());
        for (Partition partition : partitions) {
            partition.state().write(out);
        }
    }

    @Override
    public Capture capture(boolean whole) {
        List<Capture> parts = new ArrayList<>(partitions.size());
        for (Partition partition : partitions) {
            OperatorState state = partition.state();
            parts.add(state instanceof DeltaState delta ? delta.capture(whole) : new CopiedCapture(state::write));
        }
        return new Captured(parts);
    }

    /** The partitions, one behind the other: all of them are whole, or none. */
    private record Captured(List<Capture> parts) implements Capture {

        @Override
        public boolean isWhole() {
            return parts.get(0).isWhole();
        }

        @Override
        public void write(DataOutput out) throws IOException {
            out.writeByte(VERSION);
            out.writeInt(parts.size());
            for (Capture part : parts) {
                part.write(out);
            }
        }

        @Override
        public void release() {
            parts.forEach(Capture::release);
        }
    }

    @Override
    public void load(DataInput in) throws IOException {
        load(List.of(in));
    }

    @Override
    public void load(List<? extends DataInput> segments) throws IOException {
        int count = 0;
        for (DataInput in : segments) {
            int version = in.readUnsignedByte();
            int before = count;
            count = in.readInt();
            if (version != VERSION || count < 1 || count > GREATEST_PARTITIONS || (before > 0 && before != count)) {
                throw CodedException.of(
                        ErrorCode.CORRUPTED,
                        "the state of a partitioned operator has version " + version + " and " + count
                                + " partitions, expected version " + VERSION + " and at most " + GREATEST_PARTITIONS);
            }
        }
        makePartitions(count);
        for (Partition partition : partitions) {
            OperatorState state = partition.state();
            if (state instanceof DeltaState delta) {
                delta.load(segments);
            } else {
                state.load(segments.get(segments.size() - 1));
            }
        }
    }

    @Override
    public long rows() {
        long rows = 0;
        for (Partition partition : partitions) {
            rows += partition.rows();
        }
        return rows;
    }

    @Override
    public long sizeBytes() {
        long bytes = 0;
        for (Partition partition : partitions) {
            bytes += partition.sizeBytes();
        }
        return bytes;
    }

    @Override
    public long changedKeys() {
        return progress(KeyedProgress::changedKeys).reduce(Long::sum).orElse(NONE);
    }

    @Override
    public long earliestOpen() {
        return progress(KeyedProgress::earliestOpen).min().orElse(NONE);
    }

    @Override
    public long visitedRows() {
        return progress(KeyedProgress::visitedRows).reduce(Long::sum).orElse(NONE);
    }

    private LongStream progress(ToLongFunction<KeyedProgress> figure) {
        return partitions.stream()
                .map(Partition::state)
                .filter(KeyedProgress.class::isInstance)
                .mapToLong(state -> figure.applyAsLong((KeyedProgress) state))
                .filter(value -> value != NONE);
    }

    /** Late rows have been left out before. */
    private static final class NoLateRows implements LateRowHandler {

        @Override
        public void taken(Batch batch, int position) {
            throw CodedException.internal("a partition judged a row that had been judged before");
        }

        @Override
        public void missed(Batch batch, int position, String closingColumn, long closingValue) {
            throw CodedException.internal("a partition judged a row that had been judged before");
        }
    }
}
