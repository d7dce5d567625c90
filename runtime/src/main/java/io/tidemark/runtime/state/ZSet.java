package io.tidemark.runtime.state;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.RowTags;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.sql.error.CodedException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * Whole rows with the sums of their weights: a {@link RowTable} whose key is all columns, and the way back to batches.
 *
 * <p><b>Errors</b>: INTERNAL when a weight to be given out is beyond an int. <b>Cost</b>: a state row for each distinct row.
 */
public final class ZSet {

    private final Schema schema;
    private final RowTable table;
    private final int[] positions = new int[Batch.MAX_ROWS];
    private final int[] rows = new int[Batch.MAX_ROWS];
    private final int[] weights = new int[Batch.MAX_ROWS];
    private final SlabRows pending = new SlabRows();

    /** Makes an empty one for rows of a schema. */
    public ZSet(Schema schema) {
        this(schema, 0);
    }

    /** Makes an empty one for rows of a schema, with so many slots beside each row. */
    public ZSet(Schema schema, int payloadSlots) {
        this.schema = schema;
        List<Field> fields = schema.fields();
        this.table = new RowTable(
                new RowLayout(
                        fields.stream().map(field -> field.type().physical()).toList(), payloadSlots, List.of()),
                0);
    }

    /** Adds the rows of a batch. */
    public void add(Batch batch) {
        int count = batch.selectedCount();
        for (int i = 0; i < count; i++) {
            positions[i] = batch.position(i);
        }
        table.locate(batch.columns(), positions, count, rows);
        table.addWeights(rows, positions, count, batch.weights);
    }

    /** The rows; those of weight 0 stay until they are freed. Row numbers rise in the order in which rows came, while none has been freed. */
    public RowTable table() {
        return table;
    }

    /** Gives out a row with a weight: into a batch that is passed on when it is full, or by {@link #flush}. */
    public void put(int row, long weight, Consumer<Batch> out) {
        if (weight != (int) weight) {
            throw CodedException.internal("a row has weight " + weight + ", out of the range of an int");
        }
        weights[pending.count()] = (int) weight;
        table.collect(row, pending);
        if (pending.isFull()) {
            flush(out);
        }
    }

    /** Passes on what has been put since the last batch. */
    public void flush(Consumer<Batch> out) {
        int count = pending.count();
        if (count == 0) {
            return;
        }
        List<Column> columns = new ArrayList<>(schema.size());
        for (int column = 0; column < schema.size(); column++) {
            columns.add(pending.key(table.layout(), column, schema.type(column)));
        }
        boolean plain = Arrays.stream(weights, 0, count).allMatch(weight -> weight == 1);
        int[] batchWeights = plain ? null : Arrays.copyOf(weights, count);
        out.accept(new Batch(count, List.copyOf(columns), null, count, batchWeights, RowTags.NONE));
        pending.clear();
    }
}
