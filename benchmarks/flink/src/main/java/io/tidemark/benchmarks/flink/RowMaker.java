package io.tidemark.benchmarks.flink;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BytesColumn;
import io.tidemark.runtime.batch.BytesPool;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.TypeKind;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.memory.MemorySegment;
import org.apache.flink.core.memory.MemorySegmentFactory;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.binary.BinaryStringData;

/** Turns rows of batches into Flink's; texts are not copied. */
final class RowMaker {

    private static final long MICROS_PER_MILLI = 1000;

    private final List<MemorySegment[]> pages = new ArrayList<>();

    /** One row. */
    RowData row(Batch batch, int position) {
        List<Column> columns = batch.columns();
        GenericRowData row = new GenericRowData(columns.size());
        for (int i = 0; i < columns.size(); i++) {
            row.setField(i, value(columns.get(i), position));
        }
        return row;
    }

    private Object value(Column column, int position) {
        if (column instanceof BytesColumn text) {
            long reference = text.references[position];
            return BinaryStringData.fromAddress(
                    page(text.pool, BytesPool.page(reference)),
                    BytesPool.offset(reference),
                    BytesPool.length(reference));
        }
        long value = ((LongColumn) column).values[position];
        return column.type().kind() == TypeKind.TIMESTAMP
                ? (Object) TimestampData.fromEpochMillis(value / MICROS_PER_MILLI)
                : (Object) value;
    }

    /** All texts of a source are in one pool, whose pages do not change. */
    private MemorySegment[] page(BytesPool pool, int number) {
        while (pages.size() <= number) {
            pages.add(new MemorySegment[] {MemorySegmentFactory.wrap(pool.pageBytes(pages.size()))});
        }
        return pages.get(number);
    }
}
