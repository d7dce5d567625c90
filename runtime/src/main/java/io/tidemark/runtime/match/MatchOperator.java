package io.tidemark.runtime.match;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.PhysicalKind;
import io.tidemark.runtime.measure.KeyedProgress;
import io.tidemark.runtime.operator.Dataflow;
import io.tidemark.runtime.operator.Epoch;
import io.tidemark.runtime.operator.LatenessJudge;
import io.tidemark.runtime.operator.Operator;
import io.tidemark.runtime.operator.OperatorState;
import io.tidemark.runtime.operator.Output;
import io.tidemark.runtime.state.RowLayout;
import io.tidemark.runtime.state.RowOrder;
import io.tidemark.runtime.state.RowTable;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;

/**
 * MATCH_RECOGNIZE over rows with a watermark. With R the rows whose time the watermark has passed, in order, Δout = the matches of R', the rows
 * passed after the epoch, that no row to come can change, minus those of R. A match is given out once, and stays.
 *
 * <p>A row waits until the watermark has passed its time, so that neither the order in which rows come nor the cut into epochs changes a match;
 * rows of the same time are ordered by all their columns. It is then kept while a search may look at it: from the first row of the match that is
 * looked for on, and as many before as PREV may reach. Rows have a time, see {@link io.tidemark.runtime.window.TimedRows}; one whose own watermark
 * has passed it is late.
 *
 * <p><b>Errors</b>: see {@link PatternSearch}; INTERNAL when more was taken back than had come. <b>Cost</b>: a state row for each different row kept;
 * O(log n) a row, and what the search costs.
 *
 * <p>Layout written (version 1): byte version; long last watermark; the {@link RowTable} of the partitions, with the number of matches, of rows kept before
 * the present search, and whether there were others; the {@link RowTable} of the rows, with one slot that is of no use in the file.
 */
public final class MatchOperator implements Operator, OperatorState, KeyedProgress {

    private static final int VERSION = 1;
    private static final int MATCHES = 0;
    private static final int BEFORE = 1;
    private static final int BEGUN = 2;

    private final MatchSpec spec;
    private final LongUnaryOperator passed;
    private final RowTable rows;
    private final RowTable partitions;
    private final RowOrder order;
    private final PatternSearch search;
    private final MatchOutput output;
    private final LatenessJudge judge;
    private final List<RowSequence> sequences = new ArrayList<>();
    private final TimeHeap waiting = new TimeHeap();
    private final TimeHeap deadlines = new TimeHeap();
    private final RowNumberList gone = new RowNumberList();
    private final int[] positions = new int[Batch.MAX_ROWS];
    private final int[] rowsFound = new int[Batch.MAX_ROWS];
    private final int[] partitionsFound = new int[Batch.MAX_ROWS];
    private long lastWatermark = Long.MIN_VALUE;
    private long changedKeys;

    /** Makes one without rows; the spec has a watermark. */
    public MatchOperator(MatchSpec spec, Dataflow.RowHandlers handlers) {
        this.spec = spec;
        this.passed = spec.watermark().orElseThrow();
        this.rows = new RowTable(new RowLayout(kinds(spec, all(spec)), 1, List.of()), 0);
        this.partitions = new RowTable(new RowLayout(kinds(spec, spec.partitionColumns()), 3, List.of()), 0);
        this.order = new RowOrder(rows, spec.order());
        this.search = new PatternSearch(spec.search(), spec.input(), rows, spec.timeColumn());
        this.output = new MatchOutput(spec, spec.input(), rows);
        this.judge = spec.judge(handlers.late());
    }

    static List<Integer> all(MatchSpec spec) {
        return IntStream.range(0, spec.input().size()).boxed().toList();
    }

    static List<PhysicalKind> kinds(MatchSpec spec, List<Integer> columns) {
        return columns.stream()
                .map(column -> spec.input().type(column).physical())
                .toList();
    }

    @Override
    public void process(int input, Batch batch, Output out) {
        int count = judge.judge(batch, positions);
        List<Column> keys = spec.partitionColumns().stream().map(batch::column).toList();
        partitions.locate(keys, positions, count, partitionsFound);
        int made = rows.locate(batch.columns(), positions, count, rowsFound);
        rows.addWeights(rowsFound, positions, count, batch.weights);
        for (int i = 0; i < count; i++) {
            slot(rowsFound[i], rowsSlot(), partitionsFound[i], rows);
            sequence(partitionsFound[i]).live = true;
        }
        for (int i = 0; i < made; i++) {
            int row = rows.insertedRow(i);
            requireOpen(row);
            waiting.add(time(row), row);
            sequence(partitionOf(row)).waiting++;
        }
    }

    private void requireOpen(int row) {
        if (lastWatermark != Long.MIN_VALUE && time(row) <= passed.applyAsLong(lastWatermark)) {
            throw CodedException.internal(
                    "a row came with the time " + time(row) + ", which the watermark " + lastWatermark + " has passed");
        }
    }

    private int rowsSlot() {
        return rows.layout().payloadSlot(0);
    }

    private long time(int row) {
        return rows.page(row)[rows.base(row) + rows.layout().keySlot(spec.timeColumn())];
    }

    private int partitionOf(int row) {
        return (int) rows.page(row)[rows.base(row) + rowsSlot()];
    }

    private static void slot(int row, int slot, long value, RowTable table) {
        table.page(row)[table.base(row) + slot] = value;
    }

    private RowSequence sequence(int partition) {
        while (sequences.size() <= partition) {
            sequences.add(new RowSequence());
        }
        return sequences.get(partition);
    }

    @Override
    public long endEpoch(Epoch epoch, long watermark, Output out) {
        long bound = passed.applyAsLong(watermark);
        boolean ended = watermark == Long.MAX_VALUE;
        Set<Integer> touched = release(bound, ended);
        while (!deadlines.isEmpty() && (deadlines.least() <= bound)) {
            touched.add(deadlines.take());
        }
        for (int partition = partitions.nextRow(0);
                ended && partition >= 0;
                partition = partitions.nextRow(partition + 1)) {
            touched.add(partition);
        }
        PatternSearch.Horizon horizon = new PatternSearch.Horizon(ended, bound);
        for (int partition : touched) {
            if (partition < sequences.size()) {
                advance(sequences.get(partition), partition, horizon, out);
            }
        }
        output.flush(out::emit);
        touched.forEach(this::settle);
        free();
        rows.endEpoch();
        partitions.endEpoch();
        changedKeys = touched.size();
        lastWatermark = Math.max(lastWatermark, watermark);
        return watermark;
    }

    /** Puts the rows that have been passed behind those of their partitions, and returns the partitions. */
    private Set<Integer> release(long bound, boolean ended) {
        RowNumberList due = new RowNumberList();
        while (!waiting.isEmpty() && (ended || waiting.least() <= bound)) {
            due.add(waiting.take());
        }
        order.sort(due.numbers, due.size);
        Set<Integer> touched = new LinkedHashSet<>();
        for (int i = 0; i < due.size; i++) {
            int row = due.numbers[i];
            int partition = partitionOf(row);
            append(sequence(partition), row);
            sequence(partition).waiting--;
            touched.add(partition);
        }
        return touched;
    }

    private void append(RowSequence sequence, int row) {
        long weight = rows.weight(row);
        if (weight < 0 || weight > Integer.MAX_VALUE) {
            throw CodedException.internal("a row of MATCH_RECOGNIZE has weight " + weight);
        }
        for (long copy = 0; copy < weight; copy++) {
            sequence.add(row);
        }
        if (weight == 0) {
            gone.add(row);
        }
    }

    private void advance(RowSequence sequence, int partition, PatternSearch.Horizon horizon, Output out) {
        search.advance(sequence, horizon, match -> output.add(match, 1, out::emit));
        long expires = search.expiresAt(sequence);
        if (expires != Long.MAX_VALUE && expires != sequence.deadline) {
            sequence.deadline = expires;
            deadlines.add(expires, partition);
        }
        int kept = Math.max(
                0,
                Math.min(sequence.start, sequence.size) - spec.search().reach().before());
        for (int i = 0; i < kept; i++) {
            gone.add(sequence.rows[i]);
        }
        if (kept > 0) {
            sequence.removeFirst(kept);
        }
    }

    /** Writes down what is to be kept of a partition, or forgets it. */
    private void settle(int partition) {
        if (partition >= sequences.size()) {
            return;
        }
        RowSequence sequence = sequences.get(partition);
        if (!sequence.live) {
            return;
        }
        boolean remembered = (spec.output().numbered() && sequence.matches > 0)
                || (spec.search().ends().atStart() && (sequence.begun || sequence.start > 0));
        if (sequence.size == 0 && sequence.waiting == 0 && !remembered) {
            partitions.free(partition);
            sequences.set(partition, new RowSequence());
            return;
        }
        RowLayout layout = partitions.layout();
        slot(partition, layout.payloadSlot(MATCHES), sequence.matches, partitions);
        slot(partition, layout.payloadSlot(BEFORE), sequence.start, partitions);
        slot(partition, layout.payloadSlot(BEGUN), sequence.begun ? 1 : 0, partitions);
    }

    private void free() {
        int weight = rows.layout().weightSlot();
        for (int i = 0; i < gone.size; i++) {
            int row = gone.numbers[i];
            if (rows.weight(row) > 0) {
                slot(row, weight, rows.weight(row) - 1, rows);
            }
            if (rows.weight(row) == 0) {
                rows.free(row);
            }
        }
        gone.clear();
    }

    @Override
    public long changedKeys() {
        return changedKeys;
    }

    @Override
    public long earliestOpen() {
        return waiting.isEmpty() ? NONE : waiting.least();
    }

    @Override
    public Optional<OperatorState> state() {
        return Optional.of(this);
    }

    @Override
    public String layout() {
        return "match/" + VERSION + " " + rows.layout() + " by " + spec.partitionColumns() + " in order "
                + spec.order();
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeByte(VERSION);
        out.writeLong(lastWatermark);
        partitions.write(out);
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
        lastWatermark = in.readLong();
        partitions.load(in);
        rows.load(in);
        sequences.clear();
        waiting.clear();
        deadlines.clear();
        MatchPartitions.assign(rows, partitions, spec, rowsSlot());
        long bound = lastWatermark == Long.MIN_VALUE ? Long.MIN_VALUE : passed.applyAsLong(lastWatermark);
        RowNumberList released = new RowNumberList();
        for (int row = rows.nextRow(0); row >= 0; row = rows.nextRow(row + 1)) {
            if (time(row) <= bound && lastWatermark != Long.MIN_VALUE) {
                released.add(row);
            } else {
                waiting.add(time(row), row);
                sequence(partitionOf(row)).waiting++;
            }
        }
        order.sort(released.numbers, released.size);
        for (int i = 0; i < released.size; i++) {
            append(sequence(partitionOf(released.numbers[i])), released.numbers[i]);
        }
        RowLayout layout = partitions.layout();
        for (int row = partitions.nextRow(0); row >= 0; row = partitions.nextRow(row + 1)) {
            RowSequence sequence = sequence(row);
            sequence.live = true;
            long[] page = partitions.page(row);
            int base = partitions.base(row);
            sequence.matches = page[base + layout.payloadSlot(MATCHES)];
            sequence.start = (int) page[base + layout.payloadSlot(BEFORE)];
            sequence.begun = page[base + layout.payloadSlot(BEGUN)] != 0;
            resume(sequence, row, bound);
        }
    }

    /** Finds again what an open search had found out: it cannot have come to an end. */
    private void resume(RowSequence sequence, int partition, long bound) {
        search.advance(sequence, new PatternSearch.Horizon(false, bound), match -> {
            throw CodedException.internal("a match came up again that had been given out");
        });
        long expires = search.expiresAt(sequence);
        if (expires != Long.MAX_VALUE) {
            sequence.deadline = expires;
            deadlines.add(expires, partition);
        }
    }

    @Override
    public long rows() {
        return rows.rows() + partitions.rows();
    }

    @Override
    public long sizeBytes() {
        long bytes = rows.sizeBytes() + partitions.sizeBytes() + waiting.sizeBytes() + deadlines.sizeBytes();
        for (RowSequence sequence : sequences) {
            bytes += sequence.sizeBytes();
        }
        return bytes;
    }
}
