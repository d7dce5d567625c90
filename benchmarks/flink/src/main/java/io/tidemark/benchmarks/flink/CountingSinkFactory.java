package io.tidemark.benchmarks.flink;

import java.util.Set;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.sink.SinkV2Provider;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.factories.DynamicTableSinkFactory;
import org.apache.flink.types.RowKind;

/** The connector {@code counting}: counts the rows of a result, so that it can be seen whether two engines have as many. */
public final class CountingSinkFactory implements DynamicTableSinkFactory {

    @Override
    public String factoryIdentifier() {
        return "counting";
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
    public DynamicTableSink createDynamicTableSink(Context context) {
        return new CountingTable();
    }

    private static final class CountingTable implements DynamicTableSink {

        @Override
        public ChangelogMode getChangelogMode(ChangelogMode requested) {
            return requested;
        }

        @Override
        public SinkRuntimeProvider getSinkRuntimeProvider(Context context) {
            return SinkV2Provider.of(new CountingSink());
        }

        @Override
        public DynamicTableSink copy() {
            return this;
        }

        @Override
        public String asSummaryString() {
            return "counting";
        }
    }

    private static final class CountingSink implements Sink<RowData> {

        private static final long serialVersionUID = 1L;

        @Override
        public SinkWriter<RowData> createWriter(WriterInitContext context) {
            return new CountingWriter();
        }
    }

    private static final class CountingWriter implements SinkWriter<RowData> {

        private long rows;
        private long changes;

        @Override
        public void write(RowData row, Context context) {
            boolean added = row.getRowKind() == RowKind.INSERT || row.getRowKind() == RowKind.UPDATE_AFTER;
            rows += added ? 1 : -1;
            changes++;
        }

        @Override
        public void flush(boolean endOfInput) {
            RunClock.INSTANCE.addResult(rows, changes);
            rows = 0;
            changes = 0;
        }

        @Override
        public void close() {}
    }
}
