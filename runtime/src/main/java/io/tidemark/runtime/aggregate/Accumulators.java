package io.tidemark.runtime.aggregate;

import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.state.RowLayout;
import io.tidemark.runtime.state.RowTable;
import io.tidemark.runtime.state.SlabRows;
import io.tidemark.sql.error.CodedException;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The aggregates that a state row carries, side by side in its payload.
 *
 * <p><b>Shape</b>: SUM and AVG of integers and decimals add up without rounding or overflow, and are checked against the result's type only
 * when they are read. SUM and AVG of REAL and DOUBLE keep twice a double's digits, and count NaN and infinities apart, so that what was added
 * can be taken away again; a sum that leaves the range of a double stays infinite. Strings are compared byte by byte, NaN is greatest. AVG of
 * decimals is rounded half up to the scale of its type.
 *
 * <p><b>Cost</b>: slots a group: COUNT(*) none, other counts 1, SUM and AVG 3 (INT128: 4, DOUBLE: 6), MIN and MAX 2 (INT128: 3). DISTINCT, and
 * MIN and MAX over rows that can be taken back, keep a state row for each different argument of a group as well.
 */
public final class Accumulators {

    private final List<Accumulator> accumulators = new ArrayList<>();
    private final List<IndexedAccumulator> indexed = new ArrayList<>();
    private final ArgumentIndexes indexes = new ArgumentIndexes();
    private final int slots;

    /**
     * Makes those that the specs ask for.
     *
     * @throws CodedException UNSUPPORTED if a function does not take its argument's type
     */
    public Accumulators(List<AccumulatorSpec> specs, Schema input, boolean inputRetracts) {
        AccumulatorFactory factory = new AccumulatorFactory(input, inputRetracts, indexes);
        int used = 0;
        for (AccumulatorSpec spec : specs) {
            Accumulator accumulator = factory.create(spec);
            accumulators.add(accumulator);
            used += accumulator.slots();
            if (accumulator instanceof IndexedAccumulator one) {
                indexed.add(one);
            }
        }
        slots = indexes.slots() + used;
    }

    /** The number of payload slots that they take together. */
    public int slots() {
        return slots;
    }

    /** Those of the payload slots, from 0, that are references into the page's arena. */
    public List<Integer> references() {
        List<Integer> references = new ArrayList<>();
        int payload = indexes.slots();
        for (Accumulator accumulator : accumulators) {
            for (int reference : accumulator.references()) {
                references.add(payload + reference);
            }
            payload += accumulator.slots();
        }
        return references;
    }

    /** Says in which table's rows they lie, and at which payload slot they begin. Once. */
    public void bind(RowTable table, int firstPayload) {
        indexes.bind(table, firstPayload);
        RowLayout layout = table.layout();
        int slot = layout.payloadSlot(firstPayload + indexes.slots());
        for (Accumulator accumulator : accumulators) {
            accumulator.bind(slot, layout.weightSlot());
            slot += accumulator.slots();
        }
    }

    /** Takes the rows of a batch in. */
    public void update(RowUpdates updates) {
        indexes.update(updates);
        for (Accumulator accumulator : accumulators) {
            accumulator.update(updates);
        }
    }

    /** Whether what two rows keep can be added up: so unless arguments have to be known. */
    public boolean merge() {
        return accumulators.stream().allMatch(Accumulator::merges);
    }

    /** Whether what has been added to a row can also be taken away from it, exactly. */
    public boolean subtract() {
        return accumulators.stream().allMatch(Accumulator::subtracts);
    }

    /** Adds what rows keep to others, which lie in the table that these are bound to; their weights have been added. */
    public void merge(RowMerges merges) {
        for (Accumulator accumulator : accumulators) {
            accumulator.merge(merges);
        }
    }

    /**
     * Says that the epoch's rows have been taken in. Before {@link #settle}.
     *
     * @throws CodedException INTERNAL if more was taken back than had come
     */
    public void endEpoch() {
        indexes.endEpoch();
    }

    /** Makes a row that {@link #results} is going to be asked for tell the present results. */
    public void settle(RowTable table, int row) {
        for (IndexedAccumulator accumulator : indexed) {
            accumulator.settle(table, row);
        }
        indexes.clearChanged(row);
    }

    /** Forgets what is kept beside a row that is about to be freed. */
    public void release(int row) {
        indexes.release(row);
    }

    /** Forgets what is kept beside all rows. */
    public void clear() {
        indexes.clear();
    }

    /** Whether anything is kept beside the rows. */
    public boolean keepArguments() {
        return indexes.slots() > 0;
    }

    /** Writes what is kept beside the rows: the {@link io.tidemark.runtime.state.ArgumentIndex}es, one after the other. */
    public void write(DataOutput out) throws IOException {
        indexes.write(out);
    }

    /** Loads what {@link #write} wrote, once the table is loaded. */
    public void load(DataInput in, RowTable table) throws IOException {
        indexes.load(in, table);
    }

    /** What the layout of what is written beside the rows depends on. */
    public String layout() {
        return indexes.layout().toString();
    }

    /** The number of state rows beside the groups. */
    public long rows() {
        return indexes.rows();
    }

    /** The memory held beside the rows, in bytes. */
    public long sizeBytes() {
        return indexes.sizeBytes();
    }

    /**
     * The results of some rows of state: a column an aggregate.
     *
     * @throws CodedException ROW_ERROR_OVERFLOW if one is out of the range of its type
     */
    public List<Column> results(SlabRows rows) {
        List<Column> columns = new ArrayList<>(accumulators.size());
        for (Accumulator accumulator : accumulators) {
            columns.add(accumulator.result(rows));
        }
        return columns;
    }
}
