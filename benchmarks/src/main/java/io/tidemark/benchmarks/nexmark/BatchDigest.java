package io.tidemark.benchmarks.nexmark;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BytesColumn;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.Int128Column;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.TypeKind;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Adds batches to a digest. */
final class BatchDigest implements ResultTaker {

    private final ResultDigest digest;

    BatchDigest(ResultDigest digest) {
        this.digest = digest;
    }

    @Override
    public void emit(Batch batch) {
        int[] counted = digest.countedColumns(batch.columns().size());
        for (int i = 0; i < batch.selectedCount(); i++) {
            int position = batch.position(i);
            for (int column : counted) {
                digest.value(value(batch.column(column), position));
            }
            digest.endRow(batch.weight(position));
        }
    }

    private static @Nullable Object value(Column column, int position) {
        if (column.isNull(position)) {
            return null;
        }
        if (column instanceof LongColumn longs) {
            long value = longs.values[position];
            return column.type().kind() == TypeKind.DECIMAL
                    ? BigDecimal.valueOf(value, column.type().scale())
                    : (Object) value;
        }
        if (column instanceof Int128Column wide) {
            return wide.decimal(position);
        }
        return column instanceof BytesColumn bytes ? bytes.string(position) : column;
    }
}
