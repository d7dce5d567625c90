package io.tidemark.runtime.order;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.measure.KeyedProgress;
import io.tidemark.runtime.operator.Dataflow;
import io.tidemark.runtime.operator.Epoch;
import io.tidemark.runtime.operator.LatenessJudge;
import io.tidemark.runtime.operator.Operator;
import io.tidemark.runtime.operator.OperatorState;
import io.tidemark.runtime.operator.Output;
import io.tidemark.runtime.state.DeltaState;
import io.tidemark.runtime.state.RowNumbers;
import io.tidemark.runtime.state.RowTable;
import io.tidemark.sql.error.CodedException;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * The rows of the first ranks of each partition. With top(P) the rows of partition P whose ranks are wanted, Δout = the sum, over each partition P
 * touched, of -top(P) + top(P'); in FINAL emission, the sum of +top(P') over each partition closed.
 *
 * <p>A partition is closed when one of its closing columns is at or below that column's watermark; it is then forgotten, and the rows that were
 * given out of it stay. Once the watermark is {@link Long#MAX_VALUE} all partitions that have closing columns are closed.
 *
 * <p><b>Shape</b>: out has the input's columns, then the rank if it is wanted. Ties are broken by all columns, so that what comes out does not
 * depend on the order of arrival. <b>Errors</b>: INTERNAL when a row was taken back more often than it came, or comes for a partition that is
 * closed. <b>Cost</b>: where rows are only added, a state row for each row of the ranks up to the last (with ties), and O(1), without any
 * allocation, for a row behind them; else a state row for each different row, and O(log n) a row that comes in; at the end of an epoch O(last
 * rank + rows that came) a partition touched. <b>Source</b>: ROW_NUMBER, RANK and DENSE_RANK of SQL:2003, filtered; ORDER BY with FETCH.
 *
 * <p>Layout written: see {@link OrderedState}; with each row, what has been given out of it.
 */
public final class TopNOperator implements Operator, OperatorState, DeltaState, KeyedProgress {

    private final TopNSpec spec;
    private final TopNRows state;
    private final OrderedRows ordered;
    private final RowTable rows;
    private final ClosingPartitions closing;
    private final LatenessJudge judge;
    private final RankedOutput output;
    private final int[] positions = new int[Batch.MAX_ROWS];
    private final int[] partitionsFound = new int[Batch.MAX_ROWS];
    private final int[] rowsFound = new int[Batch.MAX_ROWS];
    private final RowNumbers dirty = new RowNumbers();

    /** Rows whose weight may have become 0. */
    private final RowNumbers weak = new RowNumbers();

    /** Rows that have been taken out of the order, behind all that are wanted. */
    private final RowNumbers cut = new RowNumbers();

    /** Those of them that have been given out. */
    private final RowNumbers lost = new RowNumbers();

    private long changedPartitions;

    /** Makes one without rows. */
    public TopNOperator(TopNSpec spec, Dataflow.RowHandlers handlers) {
        this.spec = spec;
        this.state = new TopNRows(spec);
        this.ordered = state.ordered();
        this.rows = ordered.rows();
        this.closing = new ClosingPartitions(spec.closingKeys(), ordered.partitions(), TopNRows.LINK);
        this.judge = spec.judge(handlers.late());
        this.output = new RankedOutput(rows, spec.output(), spec.numbered());
    }

    @Override
    public void process(int input, Batch batch, Output out) {
        int count = judge.judge(batch, positions);
        int made = ordered.locatePartitions(batch, positions, count, partitionsFound);
        for (int i = 0; i < made; i++) {
            closing.open(ordered.partitions().insertedRow(i));
        }
        if (state.isSmall()) {
            for (int i = 0; i < count; i++) {
                append(batch, positions[i], partitionsFound[i]);
            }
        } else {
            add(batch, spec.forgets() ? state.admit(batch, positions, partitionsFound, count) : count);
        }
    }

    /** Adds a row that is looked at after those before it have been cut down to the ranks wanted: of many that come together most leave no trace. */
    private void append(Batch batch, int position, int partition) {
        if (state.isBehind(batch, position, partition)) {
            return;
        }
        markDirty(partition);
        ordered.append(partition, batch, position);
        cutDown(partition);
        if (cut.count() > 0) {
            forgetCut();
        }
    }

    private void markDirty(int partition) {
        if (state.markDirty(partition)) {
            dirty.add(partition);
        }
    }

    private void add(Batch batch, int count) {
        ordered.locateRows(batch, positions, count, rowsFound);
        rows.addWeights(rowsFound, positions, count, batch.weights);
        for (int i = 0; i < count; i++) {
            int row = rowsFound[i];
            int partition = partitionsFound[i];
            markDirty(partition);
            if (!ordered.isLinked(row)) {
                link(partition, row);
            }
            if (rows.weight(row) <= 0) {
                weak.add(row);
            }
        }
        forgetCut();
    }

    private void link(int partition, int row) {
        ordered.link(partition, row);
        if (state.givenWeight(row) != 0) {
            state.countGiven(partition);
        }
        if (spec.forgets()) {
            cutDown(partition);
        }
    }

    private void cutDown(int partition) {
        int before = cut.count();
        state.cutDown(partition, cut);
        for (int i = before; i < cut.count(); i++) {
            if (state.givenWeight(cut.get(i)) != 0) {
                state.countLost(partition);
            }
        }
    }

    /** Frees the rows cut off that have not come back since; those given out when they have been taken back. */
    private void forgetCut() {
        cut.distinct();
        for (int i = 0; i < cut.count(); i++) {
            int row = cut.get(i);
            if (!ordered.isLinked(row) && state.givenWeight(row) != 0) {
                lost.add(row);
            } else if (!ordered.isLinked(row)) {
                rows.free(row);
            }
        }
        cut.clear();
    }

    @Override
    public long endEpoch(Epoch epoch, long watermark, Output out) {
        changedPartitions = dirty.count();
        dropWeak(out);
        takeLostBack(out);
        for (int i = 0; i < dirty.count(); i++) {
            int partition = dirty.get(i);
            state.clearDirty(partition);
            if (!spec.finalEmission()) {
                state.walk(partition, (row, rank, weight) -> giveOut(partition, row, rank, weight, out));
            }
        }
        output.flush(out);
        for (int i = 0; i < weak.count(); i++) {
            rows.free(weak.get(i));
        }
        for (int i = 0; i < dirty.count(); i++) {
            freeIfEmpty(dirty.get(i));
        }
        weak.clear();
        dirty.clear();
        close(closing.close(watermark), out);
        ordered.endEpoch();
        return watermark;
    }

    /** Takes the rows that are gone back, and leaves them in {@link #weak} to be freed. */
    private void dropWeak(Output out) {
        weak.distinct();
        RowNumbers gone = new RowNumbers();
        for (int i = 0; i < weak.count(); i++) {
            int row = weak.get(i);
            long weight = rows.weight(row);
            if (weight < 0) {
                throw CodedException.internal(
                        "a row to be ranked has weight " + weight + ": more was taken back than had come");
            }
            if (weight == 0) {
                int partition = ordered.partition(row);
                takeBack(row, out);
                if (state.givenWeight(row) != 0) {
                    state.countLost(partition);
                }
                ordered.unlink(row);
                gone.add(row);
            }
        }
        weak.clear();
        for (int i = 0; i < gone.count(); i++) {
            weak.add(gone.get(i));
        }
    }

    /** Takes the rows back that were given out and have been cut off. */
    private void takeLostBack(Output out) {
        lost.distinct();
        for (int i = 0; i < lost.count(); i++) {
            int row = lost.get(i);
            if (!ordered.isLinked(row)) {
                takeBack(row, out);
                weak.add(row);
            }
        }
        lost.clear();
    }

    private void takeBack(int row, Output out) {
        add(row, state.givenRank(row), -state.givenWeight(row), out);
    }

    /** Gives out what of a row is wanted now and was not before, and takes back what no longer is. */
    private void giveOut(int partition, int row, long rank, long weight, Output out) {
        long given = state.givenWeight(row);
        long givenRank = state.givenRank(row);
        if (spec.numbered() && spec.ranking() == Ranking.ROW_NUMBER) {
            renumber(row, givenRank, given, rank, weight, out);
        } else if (rank == givenRank || !spec.numbered()) {
            output.add(row, weight - given, rank, out);
        } else {
            output.add(row, -given, givenRank, out);
            output.add(row, weight, rank, out);
        }
        if (given != weight || givenRank != rank) {
            state.setGiven(partition, row, weight, rank);
        }
    }

    /** Copies that each have their own rank: those from {@code givenRank} on become those from {@code rank} on. */
    private void renumber(int row, long givenRank, long given, long rank, long weight, Output out) {
        for (long copy = givenRank; copy < givenRank + given; copy++) {
            if (copy < rank || copy >= rank + weight) {
                output.add(row, -1, copy, out);
            }
        }
        for (long copy = rank; copy < rank + weight; copy++) {
            if (copy < givenRank || copy >= givenRank + given) {
                output.add(row, 1, copy, out);
            }
        }
    }

    /** Adds all copies of a row, each with the rank that it has. */
    private void add(int row, long rank, long weight, Output out) {
        if (spec.numbered() && spec.ranking() == Ranking.ROW_NUMBER) {
            addCopies(row, rank, weight, out);
        } else {
            output.add(row, weight, rank, out);
        }
    }

    private void addCopies(int row, long rank, long weight, Output out) {
        for (long copy = 0; copy < Math.abs(weight); copy++) {
            output.add(row, Long.signum(weight), rank + copy, out);
        }
    }

    private void freeIfEmpty(int partition) {
        if (ordered.entries(partition) == 0) {
            closing.remove(partition);
            ordered.partitions().free(partition);
        }
    }

    private void close(List<Integer> closed, Output out) {
        for (int partition : closed) {
            if (spec.finalEmission()) {
                state.walk(partition, (row, rank, weight) -> add(row, rank, weight, out));
            }
        }
        output.flush(out);
        closed.forEach(ordered::free);
    }

    /** The partitions that the last epoch changed. */
    @Override
    public long changedKeys() {
        return changedPartitions;
    }

    @Override
    public long earliestOpen() {
        return closing.earliest();
    }

    @Override
    public Optional<OperatorState> state() {
        return Optional.of(this);
    }

    @Override
    public String layout() {
        return "top/1 " + rows.layout() + " " + spec.partitionColumns() + " " + spec.order() + " "
                + spec.ranking() + " " + spec.first() + " to " + spec.last() + (spec.numbered() ? " numbered" : "")
                + (spec.finalEmission() ? " final" : " early");
    }

    @Override
    public void write(DataOutput out) throws IOException {
        OrderedState.write(rows, closing.lastWatermark(), out);
    }

    @Override
    public Capture capture(boolean whole) {
        return OrderedState.capture(rows, closing.lastWatermark(), whole);
    }

    @Override
    public void load(DataInput in) throws IOException {
        load(List.of(in));
    }

    @Override
    public void load(List<? extends DataInput> segments) throws IOException {
        closing.restart(OrderedState.readHead(segments));
        ordered.load(segments, (partition, isNew, row) -> {
            if (isNew) {
                closing.load(partition);
            }
            if (state.givenWeight(row) != 0) {
                state.countGiven(partition);
            }
        });
    }

    @Override
    public long rows() {
        return rows.rows();
    }

    @Override
    public long sizeBytes() {
        return ordered.sizeBytes() + closing.sizeBytes();
    }
}
