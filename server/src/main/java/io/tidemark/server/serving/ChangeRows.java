package io.tidemark.server.serving;

import io.tidemark.planner.ChangeColumns;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BytesColumn;
import io.tidemark.runtime.batch.BytesPool;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.ValueText;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One epoch's changes as rows for a client: with the kind of each change in a column, if the query asks for it, else the new rows alone.
 *
 * <p>A row taken away is {@code -U} where another row of its key comes in the same epoch, else {@code -D}; a row that comes is {@code +U} where
 * one of its key was taken away, else {@code +I}.
 */
final class ChangeRows {

    private static final ValueText TEXT = ValueText.cast(ZoneOffset.UTC);
    private static final String[] KINDS = {"+I", "-U", "+U", "-D"};

    private final Optional<List<Integer>> key;
    private final ChangeColumns columns;
    private final BytesPool pool = new BytesPool();
    private final long[] kindReferences = new long[KINDS.length];

    /**
     * For the changes of one query.
     *
     * @param key the columns that identify a row, where known
     * @param columns those to be filled with what is known of the change
     */
    ChangeRows(Optional<List<Integer>> key, ChangeColumns columns) {
        this.key = key;
        this.columns = columns;
        for (int i = 0; i < KINDS.length; i++) {
            byte[] bytes = KINDS[i].getBytes(StandardCharsets.US_ASCII);
            kindReferences[i] = pool.append(bytes, 0, bytes.length);
        }
    }

    /** For rows that are only repeated, each as often as its weight says. */
    static ChangeRows repeated() {
        return new ChangeRows(Optional.<List<Integer>>empty(), ChangeColumns.NONE);
    }

    /** Whether all of an epoch has to be known to tell the kind of a change. */
    boolean needWholeEpochs() {
        return columns.kind().isPresent();
    }

    /** The rows to deliver of an epoch's delta: each as often as its weight says, and without kinds each of weight 1. */
    List<Batch> of(List<Batch> delta, long epoch) {
        List<Batch> rows = of(delta);
        return columns.epoch().isEmpty()
                ? rows
                : rows.stream()
                        .map(batch -> withEpoch(batch, columns.epoch().getAsInt(), epoch))
                        .toList();
    }

    private static Batch withEpoch(Batch batch, int column, long epoch) {
        long[] epochs = new long[batch.rowCount()];
        Arrays.fill(epochs, epoch);
        List<Column> columns = new ArrayList<>(batch.columns());
        columns.set(column, new LongColumn(columns.get(column).type(), epochs, null));
        return batch.withColumns(columns);
    }

    /** The rows of changes of which no epoch is known. */
    List<Batch> of(List<Batch> delta) {
        List<Batch> rows = new ArrayList<>();
        if (columns.kind().isEmpty()) {
            delta.forEach(batch -> rows.add(select(batch, false).withWeights(null)));
        } else {
            Set<String> added = keys(delta, 1);
            Set<String> removed = keys(delta, -1);
            delta.forEach(batch -> rows.add(withKinds(select(batch, true), added, removed)));
        }
        rows.removeIf(batch -> batch.selectedCount() == 0);
        return rows;
    }

    /** The rows of a batch, each as often as its weight says. */
    private static Batch select(Batch batch, boolean withRemoved) {
        int[] selection = new int[Math.max(16, batch.selectedCount())];
        int count = 0;
        for (int i = 0; i < batch.selectedCount(); i++) {
            int position = batch.position(i);
            int weight = batch.weight(position);
            int times = withRemoved ? Math.abs(weight) : Math.max(0, weight);
            if (count + times > selection.length) {
                selection = Arrays.copyOf(selection, Math.max(count + times, 2 * selection.length));
            }
            Arrays.fill(selection, count, count + times, position);
            count += times;
        }
        return batch.withSelection(selection, count);
    }

    private Set<String> keys(List<Batch> delta, int sign) {
        Set<String> keys = new HashSet<>();
        if (key.isPresent()) {
            for (Batch batch : delta) {
                for (int i = 0; i < batch.selectedCount(); i++) {
                    int position = batch.position(i);
                    if (Integer.signum(batch.weight(position)) == sign) {
                        keys.add(keyText(batch, position));
                    }
                }
            }
        }
        return keys;
    }

    private String keyText(Batch batch, int position) {
        StringBuilder text = new StringBuilder();
        for (int column : key.orElseThrow()) {
            Column values = batch.column(column);
            String value = values.isNull(position) ? "" : TEXT.of(values, position);
            text.append(values.isNull(position) ? 'n' : 'v')
                    .append(value.length())
                    .append(':')
                    .append(value);
        }
        return text.toString();
    }

    private Batch withKinds(Batch batch, Set<String> added, Set<String> removed) {
        long[] references = new long[batch.rowCount()];
        for (int i = 0; i < batch.selectedCount(); i++) {
            int position = batch.position(i);
            boolean isAdded = batch.weight(position) > 0;
            boolean isChange = key.isPresent() && (isAdded ? removed : added).contains(keyText(batch, position));
            references[position] = kindReferences[kind(isAdded, isChange)];
        }
        List<Column> values = new ArrayList<>(batch.columns());
        int column = columns.kind().getAsInt();
        values.set(column, new BytesColumn(values.get(column).type(), references, pool, null));
        return batch.withColumns(values);
    }

    private static int kind(boolean isAdded, boolean isChange) {
        if (isAdded) {
            return isChange ? 2 : 0;
        }
        return isChange ? 1 : 3;
    }
}
