package io.tidemark.trial.engine;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BatchBuilder;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.RowOrigin;
import io.tidemark.runtime.batch.RowTags;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.trial.data.Lane;
import io.tidemark.trial.data.SourceKind;
import io.tidemark.trial.data.Type;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The changes of one lane as one batch, of which any part can be given out. Immutable; at most {@link Batch#MAX_ROWS} changes. */
final class LaneRows {

    private final int partition;
    private final List<Lane.Change> changes;
    private final int[] firstChange;
    private final Batch all;

    LaneRows(Lane lane) {
        this.partition = lane.partition();
        this.changes = lane.changes();
        this.firstChange = new int[lane.operations().size() + 1];
        BatchBuilder builder = new BatchBuilder(schema(lane.source()));
        int[] weights = new int[changes.size()];
        int next = 0;
        for (int i = 0; i < changes.size(); i++) {
            Lane.Change change = changes.get(i);
            while (next <= change.operation()) {
                firstChange[next++] = i;
            }
            weights[i] = change.weight();
            List<SourceKind.ColumnSpec> columns = lane.source().columns();
            for (int column = 0; column < columns.size(); column++) {
                set(builder, column, columns.get(column).type(), change.values().get(column));
            }
            builder.endRow();
        }
        while (next < firstChange.length) {
            firstChange[next++] = changes.size();
        }
        this.all = lane.source().changes() ? builder.build().withWeights(weights) : builder.build();
    }

    private static Schema schema(SourceKind source) {
        return new Schema(source.columns().stream()
                .map(column -> new Field(column.name(), type(column)))
                .toList());
    }

    private static DataType type(SourceKind.ColumnSpec column) {
        return column.type().engine().withNullable(!column.name().equals("id"));
    }

    private static void set(BatchBuilder builder, int column, Type type, @Nullable Object value) {
        if (value == null) {
            return;
        }
        switch (type) {
            case BOOLEAN -> builder.column(column).setLong((Boolean) value ? 1 : 0);
            case DOUBLE -> builder.column(column).setDouble((Double) value);
            case DECIMAL ->
                builder.column(column)
                        .setLong(((BigDecimal) value).unscaledValue().longValueExact());
            case TEXT -> builder.column(column).setString((String) value);
            case INT, BIGINT, DATE, TIMESTAMP, INSTANT -> builder.column(column).setLong((Long) value);
        }
    }

    /** Where the changes of an operation begin. */
    int first(int operation) {
        return firstChange[operation];
    }

    /** Some changes, with some of the columns. */
    Batch part(int from, int to, List<Integer> columns) {
        int[] selection = new int[to - from];
        for (int i = 0; i < selection.length; i++) {
            selection[i] = from + i;
        }
        return all.withColumns(columns.stream().map(all::column).toList())
                .withSelection(selection, selection.length)
                .withTags(new RowTags(null, new Origin(this), null));
    }

    /** One for each batch, since rows are told apart by it. */
    private static final class Origin implements RowOrigin {
        private final LaneRows rows;

        Origin(LaneRows rows) {
            this.rows = rows;
        }

        @Override
        public int partition() {
            return rows.partition;
        }

        @Override
        public long offset(int row) {
            return rows.changes.get(row).operation();
        }

        @Override
        public String payload(int row) {
            return rows.changes.get(row).values().toString();
        }
    }
}
