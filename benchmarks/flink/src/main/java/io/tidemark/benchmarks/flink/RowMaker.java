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

/** Turns rows of one table's batches into Flink's; texts are not copied. */
final class RowMaker {

    private static final long MICROS_PER_MILLI = 1000;

    /** By column, the pages of its texts: all of a column's texts are in one pool, whose pages do not change. */
    private final List<List<MemorySegment[]>> pages = new ArrayList<>();

    /** One row. */
    RowData row(Batch batch, int position) {
        List<Column> columns = batch.columns();
        GenericRowData row = new GenericRowData(columns.size());
        for (int i = 0; i < columns.size(); i++) {
            row.setField(i, value(i, columns.get(i), position));
        }
        return row;
    }

    private Object value(int index, Column column, int position) {
        if (column instanceof BytesColumn text) {
            long reference = text.references[position];
            return BinaryStringData.fromAddress(
                    page(index, text.pool, BytesPool.page(reference)),
                    BytesPool.offset(reference),
                    BytesPool.length(reference));
        }
        long value = ((LongColumn) column).values[position];
        return column.type().kind() == TypeKind.TIMESTAMP
                ? (Object) TimestampData.fromEpochMillis(value / MICROS_PER_MILLI)
                : (Object) value;
    }

    private MemorySegment[] page(int index, BytesPool pool, int number) {
        while (pages.size() <= index) {
            pages.add(new ArrayList<>());
        }
        List<MemorySegment[]> known = pages.get(index);
        while (known.size() <= number) {
            known.add(new MemorySegment[] {MemorySegmentFactory.wrap(pool.pageBytes(known.size()))});
        }
        return known.get(number);
    }
}
