package io.tidemark.connectors.testing;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.ValueText;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/** Rows as text: {@code 1|abc|.}, with a point for NULL. */
public final class RowText {

    private RowText() {}

    /** The rows of a batch, each as often as its weight says. */
    public static List<String> of(Batch batch) {
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < batch.selectedCount(); i++) {
            int position = batch.position(i);
            StringJoiner row = new StringJoiner("|");
            for (Column column : batch.columns()) {
                row.add(column.isNull(position) ? "." : ValueText.SQL.of(column, position));
            }
            for (int copies = batch.weight(position); copies > 0; copies--) {
                rows.add(row.toString());
            }
        }
        return rows;
    }
}
