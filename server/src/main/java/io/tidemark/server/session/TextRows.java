package io.tidemark.server.session;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BatchBuilder;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.server.serving.ResultRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Small results whose columns are all text: SHOW, DESCRIBE, EXPLAIN. */
final class TextRows {

    private final Schema schema;
    private final BatchBuilder builder;
    private final List<Batch> batches = new ArrayList<>();

    TextRows(String... columns) {
        List<Field> fields = new ArrayList<>();
        for (String column : columns) {
            fields.add(new Field(column, DataType.of(TypeKind.VARCHAR)));
        }
        schema = new Schema(fields);
        builder = new BatchBuilder(schema);
    }

    /** Settings as rows of {@code key, value}, by key. */
    static StatementResult settings(Map<String, String> settings) {
        TextRows rows = new TextRows("key", "value");
        new TreeMap<>(settings).forEach((key, value) -> rows.add(key, value));
        return rows.result();
    }

    /** Adds a row; a null is NULL. */
    TextRows add(@Nullable String... values) {
        for (int i = 0; i < values.length; i++) {
            String value = values[i];
            if (value != null) {
                builder.column(i).setString(value);
            }
        }
        builder.endRow();
        if (builder.isFull()) {
            batches.add(builder.build());
        }
        return this;
    }

    StatementResult.Rows result() {
        if (builder.rowCount() > 0) {
            batches.add(builder.build());
        }
        return new StatementResult.Rows(schema, ResultRows.of(batches));
    }
}
