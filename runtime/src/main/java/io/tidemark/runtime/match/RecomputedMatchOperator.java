package io.tidemark.runtime.match;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.operator.Dataflow;
import io.tidemark.runtime.operator.Epoch;
import io.tidemark.runtime.operator.LatenessJudge;
import io.tidemark.runtime.operator.Operator;
import io.tidemark.runtime.operator.OperatorState;
import io.tidemark.runtime.operator.Output;
import io.tidemark.runtime.state.RowLayout;
import io.tidemark.runtime.state.RowOrder;
import io.tidemark.runtime.state.RowTable;
import io.tidemark.runtime.state.ZSet;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * MATCH_RECOGNIZE over rows without a watermark, which may come and go anywhere. With P the rows of a partition before the epoch, P' those after it
 * and f its matches, Δout = the sum, over each partition touched, of f(P') - f(P).
 *
 * <p><b>Errors</b>: see {@link PatternSearch}; INTERNAL when more was taken back than had come. <b>Cost</b>: a state row for each different row;
 * each partition touched is searched twice.
 *
 * <p>Layout written (version 1): byte version; the {@link RowTable} of the rows, with one slot that is of no use in the file.
 */
public final class RecomputedMatchOperator implements Operator, OperatorState {

    private static final int VERSION = 1;

    private final MatchSpec spec;
    private final RowTable rows;
    private final RowTable partitions;
    private final RowOrder order;
    private final PatternSearch search;
    private final MatchOutput output;
    private final LatenessJudge judge;
    private final List<RowNumberList> members = new ArrayList<>();
    private final int[] positions = new int[Batch.MAX_ROWS];
    private final int[] rowsFound = new int[Batch.MAX_ROWS];
    private final int[] partitionsFound = new int[Batch.MAX_ROWS];

    /** Makes one without rows. */
    public RecomputedMatchOperator(MatchSpec spec, Dataflow.RowHandlers handlers) {
        this.spec = spec;
        this.rows = new RowTable(new RowLayout(MatchOperator.kinds(spec, MatchOperator.all(spec)), 1, List.of()), 0);
        this.partitions =
                new RowTable(new RowLayout(MatchOperator.kinds(spec, spec.partitionColumns()), 0, List.of()), 0);
        this.order = new RowOrder(rows, spec.order());
        this.search = new PatternSearch(spec.search(), spec.input(), rows, spec.timeColumn());
        this.output = new MatchOutput(spec, spec.input(), rows);
        this.judge = spec.judge(handlers.late());
    }

    @Override
    public void process(int input, Batch batch, Output out) {
        int count = judge.judge(batch, positions);
        List<Column> keys = spec.partitionColumns().stream().map(batch::column).toList();
        partitions.locate(keys, positions, count, partitionsFound);
        int made = rows.locate(batch.columns(), positions, count, rowsFound);
        rows.touch(rowsFound, positions, count, batch.weights);
        for (int i = 0; i < count; i++) {
            rows.page(rowsFound[i])[rows.base(rowsFound[i]) + slot()] = partitionsFound[i];
        }
        for (int i = 0; i < made; i++) {
            members(partitionOf(rows.insertedRow(i))).add(rows.insertedRow(i));
        }
    }

    private int slot() {
        return rows.layout().payloadSlot(0);
    }

    private int partitionOf(int row) {
        return (int) rows.page(row)[rows.base(row) + slot()];
    }

    private RowNumberList members(int partition) {
        while (members.size() <= partition) {
            members.add(new RowNumberList());
        }
        return members.get(partition);
    }

    @Override
    public long endEpoch(Epoch epoch, long watermark, Output out) {
        Map<Integer, Map<Integer, Long>> before = new LinkedHashMap<>();
        for (int i = 0; i < rows.dirtyCount(); i++) {
            int row = rows.dirtyRow(i);
            int weightSlot = rows.layout().weightSlot();
            long weight = rows.hasBeforeImage(i) ? rows.beforeImagePage(i)[rows.beforeImageBase(i) + weightSlot] : 0;
            before.computeIfAbsent(partitionOf(row), partition -> new LinkedHashMap<>())
                    .put(row, weight);
        }
        ZSet changes = new ZSet(spec.output().schema());
        before.forEach((partition, weights) -> {
            RowNumberList all = members(partition);
            order.sort(all.numbers, all.size);
            search(all, weights, -1, changes);
            search(all, Map.of(), 1, changes);
        });
        output.flush(changes::add);
        RowTable table = changes.table();
        for (int row = table.nextRow(0); row >= 0; row = table.nextRow(row + 1)) {
            if (table.weight(row) != 0) {
                changes.put(row, table.weight(row), out::emit);
            }
        }
        changes.flush(out::emit);
        before.keySet().forEach(this::tidy);
        rows.endEpoch();
        partitions.endEpoch();
        return watermark;
    }

    /** Adds the matches of a partition's rows with the weights given, or, of rows that are not there, their present ones. */
    private void search(RowNumberList all, Map<Integer, Long> weights, int sign, ZSet changes) {
        RowSequence sequence = new RowSequence();
        for (int i = 0; i < all.size; i++) {
            int row = all.numbers[i];
            long weight = weights.getOrDefault(row, rows.weight(row));
            if (weight < 0 || weight > Integer.MAX_VALUE) {
                throw CodedException.internal("a row of MATCH_RECOGNIZE has weight " + weight);
            }
            for (long copy = 0; copy < weight; copy++) {
                sequence.add(row);
            }
        }
        search.advance(sequence, PatternSearch.Horizon.END, match -> output.add(match, sign, changes::add));
    }

    /** Forgets the rows of a partition that are there no more, and the partition if none is left. */
    private void tidy(int partition) {
        RowNumberList all = members(partition);
        int kept = 0;
        for (int i = 0; i < all.size; i++) {
            int row = all.numbers[i];
            if (rows.weight(row) == 0) {
                rows.free(row);
            } else {
                all.numbers[kept++] = row;
            }
        }
        all.size = kept;
        if (kept == 0) {
            partitions.free(partition);
        }
    }

    @Override
    public Optional<OperatorState> state() {
        return Optional.of(this);
    }

    @Override
    public String layout() {
        return "matchagain/" + VERSION + " " + rows.layout() + " by " + spec.partitionColumns() + " in order "
                + spec.order();
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeByte(VERSION);
        rows.write(out);
    }

    @Override
    public void load(DataInput in) throws IOException {
        int version = in.readUnsignedByte();
        if (version != VERSION) {
            throw CodedException.of(
                    ErrorCode.CORRUPTED,
                    "the state of MATCH_RECOGNIZE has version " + version + ", expected " + VERSION);
        }
        rows.load(in);
        partitions.clear();
        members.clear();
        MatchPartitions.assign(rows, partitions, spec, slot());
        for (int row = rows.nextRow(0); row >= 0; row = rows.nextRow(row + 1)) {
            members(partitionOf(row)).add(row);
        }
    }

    @Override
    public long rows() {
        return rows.rows();
    }

    @Override
    public long sizeBytes() {
        long bytes = rows.sizeBytes() + partitions.sizeBytes();
        for (RowNumberList list : members) {
            bytes += (long) list.numbers.length * Integer.BYTES;
        }
        return bytes;
    }
}
