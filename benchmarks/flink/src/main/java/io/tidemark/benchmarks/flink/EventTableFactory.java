package io.tidemark.benchmarks.flink;

import java.util.Arrays;
import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.connector.source.SourceProvider;
import org.apache.flink.table.connector.source.abilities.SupportsProjectionPushDown;
import org.apache.flink.table.factories.DynamicTableSourceFactory;
import org.apache.flink.table.types.DataType;

/** The connector {@code events}: one table of events, of which only the columns that a query needs are made. */
public final class EventTableFactory implements DynamicTableSourceFactory {

    private static final ConfigOption<String> TABLE =
            ConfigOptions.key("table").stringType().noDefaultValue();

    @Override
    public String factoryIdentifier() {
        return "events";
    }

    @Override
    public Set<ConfigOption<?>> requiredOptions() {
        return Set.of(TABLE);
    }

    @Override
    public Set<ConfigOption<?>> optionalOptions() {
        return Set.of();
    }

    @Override
    public DynamicTableSource createDynamicTableSource(Context context) {
        var options = context.getCatalogTable().getOptions();
        int[] all = new int[DataType.getFieldCount(context.getPhysicalRowDataType())];
        Arrays.setAll(all, column -> column);
        return new EventTable(options.get(TABLE.key()), all);
    }

    private static final class EventTable implements ScanTableSource, SupportsProjectionPushDown {

        private final String table;
        private int[] columns;

        EventTable(String table, int[] columns) {
            this.table = table;
            this.columns = columns;
        }

        @Override
        public ChangelogMode getChangelogMode() {
            return ChangelogMode.insertOnly();
        }

        @Override
        public ScanRuntimeProvider getScanRuntimeProvider(ScanContext context) {
            return SourceProvider.of(new EventSource(table, columns));
        }

        @Override
        public boolean supportsNestedProjection() {
            return false;
        }

        @Override
        public void applyProjection(int[][] projected, DataType producedType) {
            columns = Arrays.stream(projected).mapToInt(path -> path[0]).toArray();
        }

        @Override
        public DynamicTableSource copy() {
            return new EventTable(table, columns);
        }

        @Override
        public String asSummaryString() {
            return "events of " + table;
        }
    }
}
