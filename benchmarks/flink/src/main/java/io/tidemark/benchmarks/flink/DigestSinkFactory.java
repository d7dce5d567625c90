package io.tidemark.benchmarks.flink;

import io.tidemark.benchmarks.nexmark.ResultDigest;
import java.util.Arrays;
import java.util.Set;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.sink.SinkV2Provider;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.factories.DynamicTableFactory;
import org.apache.flink.table.factories.DynamicTableSinkFactory;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.RowKind;
import org.jspecify.annotations.Nullable;

/** The connector {@code digest}: looks at the rows of a result, so that it can be seen whether two engines have the same. */
public final class DigestSinkFactory implements DynamicTableSinkFactory {

    private static final long MICROS_PER_MILLI = 1000;

    @Override
    public String factoryIdentifier() {
        return "digest";
    }

    @Override
    public Set<ConfigOption<?>> requiredOptions() {
        return Set.of();
    }

    @Override
    public Set<ConfigOption<?>> optionalOptions() {
        return Set.of();
    }

    @Override
    public DynamicTableSink createDynamicTableSink(DynamicTableFactory.Context context) {
        return new DigestTable((RowType) context.getPhysicalRowDataType().getLogicalType());
    }

    private static final class DigestTable implements DynamicTableSink {

        private final RowType type;

        DigestTable(RowType type) {
            this.type = type;
        }

        @Override
        public ChangelogMode getChangelogMode(ChangelogMode requested) {
            return requested;
        }

        @Override
        public SinkRuntimeProvider getSinkRuntimeProvider(DynamicTableSink.Context context) {
            return SinkV2Provider.of(new DigestSink(type));
        }

        @Override
        public DynamicTableSink copy() {
            return this;
        }

        @Override
        public String asSummaryString() {
            return "digest";
        }
    }

    private static final class DigestSink implements Sink<RowData> {

        private static final long serialVersionUID = 1L;

        private final RowType type;

        DigestSink(RowType type) {
            this.type = type;
        }

        @Override
        public SinkWriter<RowData> createWriter(WriterInitContext context) {
            return new DigestWriter(type);
        }
    }

    private static final class DigestWriter implements SinkWriter<RowData> {

        private final RowData.FieldGetter[] fields;
        private final int[] counted;
        private ResultDigest digest = SharedState.INSTANCE.newDigest();

        DigestWriter(RowType type) {
            fields = new RowData.FieldGetter[type.getFieldCount()];
            Arrays.setAll(fields, i -> RowData.createFieldGetter(type.getTypeAt(i), i));
            counted = digest.countedColumns(fields.length);
        }

        @Override
        public void write(RowData row, SinkWriter.Context context) {
            for (int column : counted) {
                digest.value(value(fields[column].getFieldOrNull(row)));
            }
            boolean added = row.getRowKind() == RowKind.INSERT || row.getRowKind() == RowKind.UPDATE_AFTER;
            digest.endRow(added ? 1 : -1);
        }

        private static @Nullable Object value(@Nullable Object field) {
            if (field instanceof TimestampData time) {
                return time.getMillisecond() * MICROS_PER_MILLI;
            }
            if (field instanceof DecimalData decimal) {
                return decimal.toBigDecimal();
            }
            if (field instanceof Integer number) {
                return number.longValue();
            }
            return field instanceof StringData text ? text.toString() : field;
        }

        @Override
        public void flush(boolean endOfInput) {
            SharedState.INSTANCE.add(digest);
            digest = SharedState.INSTANCE.newDigest();
        }

        @Override
        public void close() {}
    }
}
