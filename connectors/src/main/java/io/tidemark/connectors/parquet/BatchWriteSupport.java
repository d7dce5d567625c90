package io.tidemark.connectors.parquet;

import io.tidemark.connectors.parquet.BatchWriteSupport.BatchRow;
import io.tidemark.runtime.batch.ArrayElements;
import io.tidemark.runtime.batch.BytesColumn;
import io.tidemark.runtime.batch.BytesPool;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.DoubleColumn;
import io.tidemark.runtime.batch.Int128Column;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.batch.TypeKind;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.jspecify.annotations.Nullable;

/** Hands rows of batches to Parquet's writer, value by value. */
final class BatchWriteSupport extends WriteSupport<BatchRow> {

    private final Schema schema;
    private @Nullable RecordConsumer prepared;

    /** A row of a batch. */
    record BatchRow(List<Column> columns, int row) {}

    BatchWriteSupport(Schema schema) {
        this.schema = schema;
    }

    /** Never called where the configuration is Parquet's own; the class still asks for it. */
    @Override
    @SuppressWarnings("deprecation")
    public WriteContext init(Configuration configuration) {
        return context();
    }

    @Override
    public WriteContext init(ParquetConfiguration configuration) {
        return context();
    }

    private WriteContext context() {
        return new WriteContext(ParquetTypes.message(schema), Map.of());
    }

    @Override
    public void prepareForWrite(RecordConsumer recordConsumer) {
        prepared = recordConsumer;
    }

    @Override
    public void write(BatchRow row) {
        RecordConsumer consumer = Objects.requireNonNull(prepared, "the writer is prepared before it writes");
        consumer.startMessage();
        for (int i = 0; i < schema.size(); i++) {
            Column column = row.columns.get(i);
            if (!column.isNull(row.row)) {
                String name = schema.field(i).name();
                consumer.startField(name, i);
                writeValue(consumer, column, row.row);
                consumer.endField(name, i);
            }
        }
        consumer.endMessage();
    }

    private static void writeValue(RecordConsumer consumer, Column column, int row) {
        if (column instanceof LongColumn longs) {
            writeLong(consumer, longs, longs.values[row]);
        } else if (column instanceof DoubleColumn doubles) {
            writeDouble(consumer, column.type().kind(), doubles.values[row]);
        } else if (column instanceof Int128Column decimals) {
            writeDecimal(consumer, decimals, row);
        } else {
            BytesColumn bytes = (BytesColumn) column;
            if (column.type().kind() == TypeKind.ARRAY) {
                writeList(consumer, ArrayElements.of(bytes, row));
                return;
            }
            writeBytes(consumer, bytes, bytes.references[row]);
        }
    }

    private static void writeList(RecordConsumer consumer, ArrayElements elements) {
        consumer.startGroup();
        if (elements.count() > 0) {
            consumer.startField(ParquetTypes.SLOTS, 0);
            for (int i = 0; i < elements.count(); i++) {
                consumer.startGroup();
                if (!elements.column().isNull(i)) {
                    consumer.startField(ParquetTypes.ELEMENT, 0);
                    writeValue(consumer, elements.column(), i);
                    consumer.endField(ParquetTypes.ELEMENT, 0);
                }
                consumer.endGroup();
            }
            consumer.endField(ParquetTypes.SLOTS, 0);
        }
        consumer.endGroup();
    }

    private static void writeLong(RecordConsumer consumer, LongColumn column, long value) {
        switch (column.type().kind()) {
            case BOOLEAN -> consumer.addBoolean(value != 0);
            case TINYINT, SMALLINT, INT, DATE -> consumer.addInteger((int) value);
            case DECIMAL -> {
                if (ParquetTypes.isIntDecimal(column.type())) {
                    consumer.addInteger((int) value);
                } else {
                    consumer.addLong(value);
                }
            }
            default -> consumer.addLong(value);
        }
    }

    private static void writeDouble(RecordConsumer consumer, TypeKind kind, double value) {
        if (kind == TypeKind.REAL) {
            consumer.addFloat((float) value);
        } else {
            consumer.addDouble(value);
        }
    }

    /** Two's complement, big-endian, without the leading bytes that repeat the sign. */
    private static void writeDecimal(RecordConsumer consumer, Int128Column column, int row) {
        byte[] bytes = ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(column.high[row])
                .putLong(column.low[row])
                .array();
        int length = ParquetTypes.decimalBytes(column.type().precision());
        consumer.addBinary(
                Binary.fromConstantByteArray(Arrays.copyOfRange(bytes, bytes.length - length, bytes.length)));
    }

    private static void writeBytes(RecordConsumer consumer, BytesColumn column, long reference) {
        consumer.addBinary(Binary.fromConstantByteArray(
                column.pool.pageBytes(BytesPool.page(reference)),
                BytesPool.offset(reference),
                BytesPool.length(reference)));
    }
}
