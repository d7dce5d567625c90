package io.tidemark.runtime.accounting;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BytesColumn;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.DoubleColumn;
import io.tidemark.runtime.batch.Int128Column;
import io.tidemark.runtime.batch.LongColumn;

/** A row as text, for people, where its source's own text is no longer known: the stored values, separated by commas. */
final class RowText {

    private RowText() {}

    static String of(Batch batch, int position) {
        StringBuilder text = new StringBuilder();
        for (Column column : batch.columns()) {
            text.append(text.isEmpty() ? "" : ", ").append(value(column, position));
        }
        return text.toString();
    }

    private static String value(Column column, int position) {
        if (column.isNull(position)) {
            return "NULL";
        }
        if (column instanceof LongColumn longs) {
            return Long.toString(longs.values[position]);
        }
        if (column instanceof DoubleColumn doubles) {
            return Double.toString(doubles.values[position]);
        }
        if (column instanceof Int128Column decimals) {
            return decimals.decimal(position).toPlainString();
        }
        return "'" + ((BytesColumn) column).string(position) + "'";
    }
}
