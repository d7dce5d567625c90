package io.tidemark.connectors.testing;

import io.tidemark.connectors.value.TextValueReader;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BatchBuilder;
import io.tidemark.runtime.batch.Schema;
import java.time.ZoneOffset;
import java.util.stream.IntStream;

/** Batches as text: a row as {@code 1|abc|.}, with a point for NULL and perhaps {@code -} in front for a weight of -1. */
public final class RowBatches {

    private static final String REMOVED = "-";

    private RowBatches() {}

    /** A batch of the rows given. */
    public static Batch of(Schema schema, String... rows) {
        BatchBuilder builder = new BatchBuilder(schema);
        TextValueReader[] readers = schema.fields().stream()
                .map(field -> new TextValueReader(field, ZoneOffset.UTC, true))
                .toArray(TextValueReader[]::new);
        for (String row : rows) {
            String[] values = (row.startsWith(REMOVED) ? row.substring(1) : row).split("\\|", -1);
            for (int column = 0; column < values.length; column++) {
                if (!values[column].equals(".")) {
                    char[] text = values[column].toCharArray();
                    readers[column].read(text, 0, text.length, builder.column(column));
                }
            }
            builder.endRow();
        }
        int[] weights = IntStream.range(0, rows.length)
                .map(i -> rows[i].startsWith(REMOVED) ? -1 : 1)
                .toArray();
        return builder.build().withWeights(weights);
    }
}
