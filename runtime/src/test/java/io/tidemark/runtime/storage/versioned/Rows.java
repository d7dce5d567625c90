package io.tidemark.runtime.storage.versioned;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BatchBuilder;
import io.tidemark.runtime.batch.BytesColumn;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.batch.TypeKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rows of a number and a text, the number being the key where there is one, as literals and as maps to compare. */
final class Rows {

    static final Schema SCHEMA =
            Schema.of(new Field("id", DataType.of(TypeKind.BIGINT)), new Field("name", DataType.of(TypeKind.VARCHAR)));
    static final Schema KEY = SCHEMA.project(List.of(0));
    static final List<Integer> BY_ID = List.of(0);
    static final List<Integer> ALL = List.of(0, 1);

    private final BatchBuilder builder = new BatchBuilder(SCHEMA);
    private final List<Integer> weights = new ArrayList<>();

    Rows add(int weight, long id, @Nullable String name) {
        builder.column(0).setLong(id);
        if (name != null) {
            builder.column(1).setString(name);
        }
        builder.endRow();
        weights.add(weight);
        return this;
    }

    boolean isFull() {
        return builder.isFull();
    }

    int size() {
        return builder.rowCount();
    }

    Batch build() {
        int[] array = new int[Batch.MAX_ROWS];
        for (int i = 0; i < weights.size(); i++) {
            array[i] = weights.get(i);
        }
        weights.clear();
        return builder.build().withWeights(array);
    }

    static Batch row(int weight, long id, @Nullable String name) {
        return new Rows().add(weight, id, name).build();
    }

    static Batch keys(long... ids) {
        BatchBuilder builder = new BatchBuilder(KEY);
        for (long id : ids) {
            builder.column(0).setLong(id);
            builder.endRow();
        }
        return builder.build();
    }

    /** Rows as text {@code id=name} with how often each is there. */
    static Map<String, Integer> multiset(Iterator<Batch> batches) {
        Map<String, Integer> rows = new HashMap<>();
        batches.forEachRemaining(batch -> addTo(rows, batch));
        return rows;
    }

    static void addTo(Map<String, Integer> rows, Batch batch) {
        LongColumn ids = (LongColumn) batch.column(0);
        BytesColumn names = (BytesColumn) batch.column(1);
        for (int i = 0; i < batch.selectedCount(); i++) {
            int position = batch.position(i);
            String name = names.isNull(position) ? null : names.string(position);
            rows.merge(ids.values[position] + "=" + name, batch.weight(position), Rows::sumOrNone);
        }
    }

    private static @Nullable Integer sumOrNone(int left, int right) {
        return left + right == 0 ? null : left + right;
    }
}
