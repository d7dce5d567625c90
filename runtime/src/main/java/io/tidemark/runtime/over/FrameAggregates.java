package io.tidemark.runtime.over;

import io.tidemark.runtime.aggregate.AccumulatorSpec;
import io.tidemark.runtime.aggregate.Accumulators;
import io.tidemark.runtime.aggregate.RowUpdates;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.state.RowLayout;
import io.tidemark.runtime.state.RowTable;
import io.tidemark.runtime.state.SlabRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/**
 * The aggregates of one frame, for all rows of a partition: one group slides along, to which rows are added as they come into the frame, and from
 * which they are taken away as they leave it.
 *
 * <p><b>Cost</b>: O(1) a row that comes in or goes out, O(log n) for aggregates that know their arguments; with an exclusion also O(rows excluded)
 * a row. <b>Errors</b>: ROW_ERROR_OVERFLOW when a result is out of its type's range.
 */
final class FrameAggregates {

    private final Frame frame;
    private final List<AccumulatorSpec> specs;
    private final List<Integer> inputs;
    private final Accumulators accumulators;
    private final RowTable table;
    private final RowUpdates updates = new RowUpdates();
    private final SlabRows one = new SlabRows();
    private final int[] places = new int[Batch.MAX_ROWS];
    private final int[] groups = new int[Batch.MAX_ROWS];
    private List<Batch> plus = List.of();
    private List<Batch> minus = List.of();
    private int from;
    private int to;

    /**
     * Makes them.
     *
     * @param specs what is computed, of columns of the input
     */
    FrameAggregates(Frame frame, List<AccumulatorSpec> specs, Schema input) {
        this.frame = frame;
        TreeSet<Integer> used = new TreeSet<>();
        for (AccumulatorSpec spec : specs) {
            used.addAll(spec.arguments());
            spec.order().forEach(order -> used.add(order.column()));
            if (spec.filter() >= 0) {
                used.add(spec.filter());
            }
        }
        this.inputs = List.copyOf(used);
        this.specs = specs.stream().map(this::moved).toList();
        this.accumulators = new Accumulators(this.specs, input.project(inputs), !frame.onlyGrows());
        this.table = new RowTable(new RowLayout(List.of(), accumulators.slots(), accumulators.references()), 0);
        accumulators.bind(table, 0);
    }

    private AccumulatorSpec moved(AccumulatorSpec spec) {
        return new AccumulatorSpec(
                spec.kind(),
                spec.arguments().stream().map(inputs::indexOf).toList(),
                spec.order().stream()
                        .map(order -> new AccumulatorSpec.Order(
                                inputs.indexOf(order.column()), order.descending(), order.nullsFirst()))
                        .toList(),
                spec.constant(),
                spec.filter() < 0 ? -1 : inputs.indexOf(spec.filter()),
                spec.distinct(),
                spec.resultType());
    }

    /** Whether what has been added can be kept as it is: nothing is ever taken away, and nothing lies outside of the slots. */
    boolean isSummed() {
        return frame.onlyGrows()
                && !accumulators.keepArguments()
                && accumulators.references().isEmpty();
    }

    /** How many slots a sum takes. */
    int slots() {
        return accumulators.slots() + 1;
    }

    /**
     * Adds the first rows of a partition to a sum of those before.
     *
     * @param sum where the sum lies in {@code page}
     */
    void sum(PartitionRows partition, int length, long[] page, int sum) {
        begin(partition);
        int at = table.base(0) + table.layout().weightSlot();
        System.arraycopy(page, sum, table.page(0), at, slots());
        update(plus, 0, length);
        System.arraycopy(table.page(0), at, page, sum, slots());
        end();
    }

    /** The results for all rows of a partition: a column an aggregate. */
    List<Column> columns(PartitionRows partition, FramePlaces framed) {
        return columns(partition, framed, new long[slots()], 0);
    }

    /** The results for all rows of a partition, before which there were others that have been summed up. */
    List<Column> columns(PartitionRows partition, FramePlaces framed, long[] page, int sum) {
        begin(partition);
        if (isSummed()) {
            System.arraycopy(
                    page, sum, table.page(0), table.base(0) + table.layout().weightSlot(), slots());
        }
        List<ColumnParts> results = specs.stream()
                .map(spec -> new ColumnParts(spec.resultType(), partition.count()))
                .toList();
        boolean settled = !accumulators.keepArguments();
        int slots = table.layout().rowSlots();
        SlabRows some = new SlabRows();
        long[] copies = new long[settled ? slots * Math.min(partition.count(), Batch.MAX_ROWS) : 0];
        for (int place = 0; place < partition.count(); place++) {
            slide(framed.start(place), framed.end(place));
            exclude(place, framed, minus);
            if (settled) {
                int at = some.count() * slots;
                System.arraycopy(table.page(0), table.base(0), copies, at, slots);
                some.add(copies, at, table.arena(0));
                if (some.isFull() || place == partition.count() - 1) {
                    read(some, results);
                }
            } else {
                accumulators.endEpoch();
                accumulators.settle(table, 0);
                table.collect(0, one);
                read(one, results);
            }
            exclude(place, framed, plus);
        }
        end();
        return results.stream().map(ColumnParts::build).toList();
    }

    private void end() {
        accumulators.release(0);
        table.clear();
        accumulators.clear();
        plus = List.of();
        minus = List.of();
    }

    private void begin(PartitionRows partition) {
        List<Batch> batches = new ArrayList<>();
        List<Batch> negative = new ArrayList<>();
        int[] ones = new int[Batch.MAX_ROWS];
        Arrays.fill(ones, -1);
        for (int start = 0; start < partition.count(); start += Batch.MAX_ROWS) {
            int length = Math.min(Batch.MAX_ROWS, partition.count() - start);
            List<Column> columns = new ArrayList<>(inputs.size());
            for (int input : inputs) {
                Column whole = partition.column(input);
                ColumnParts part = new ColumnParts(whole.type(), length);
                for (int place = start; place < start + length; place++) {
                    part.add(whole, place);
                }
                columns.add(part.build());
            }
            Batch batch = Batch.of(length, List.copyOf(columns));
            batches.add(batch);
            negative.add(batch.withWeights(ones));
        }
        plus = batches;
        minus = negative;
        from = 0;
        to = 0;
        table.locate(List.of(), new int[] {0}, 1, groups);
        Arrays.fill(groups, groups[0]);
    }

    private void slide(int start, int end) {
        if (start >= to) {
            update(minus, from, to);
            from = start;
            to = start;
        }
        update(minus, from, start);
        from = start;
        if (end > to) {
            update(plus, to, end);
            to = end;
        }
    }

    /** Takes away, or adds again, what is left out of a row's frame. */
    private void exclude(int place, FramePlaces framed, List<Batch> batches) {
        if (frame.exclusion() == Frame.Exclusion.NO_OTHERS) {
            return;
        }
        for (int other = framed.start(place); other < framed.end(place); other++) {
            if (framed.isExcluded(place, other)) {
                update(batches, other, other + 1);
            }
        }
    }

    /** Adds some places with the weights that a list of batches gives them. */
    private void update(List<Batch> batches, int start, int end) {
        int place = start;
        while (place < end) {
            int chunk = place / Batch.MAX_ROWS;
            int first = place % Batch.MAX_ROWS;
            int length = Math.min(end - place, Batch.MAX_ROWS - first);
            for (int i = 0; i < length; i++) {
                places[i] = first + i;
            }
            Batch batch = batches.get(chunk);
            table.addWeights(groups, places, length, batch.weights);
            updates.set(batch, table, places, groups, length);
            accumulators.update(updates);
            place += length;
        }
    }

    private void read(SlabRows rows, List<ColumnParts> results) {
        List<Column> columns = accumulators.results(rows);
        for (int i = 0; i < results.size(); i++) {
            results.get(i).addAll(columns.get(i), rows.count());
        }
        rows.clear();
    }
}
