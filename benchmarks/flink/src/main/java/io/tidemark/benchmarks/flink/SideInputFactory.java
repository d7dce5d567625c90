package io.tidemark.benchmarks.flink;

import io.tidemark.benchmarks.nexmark.SideInput;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.LookupTableSource;
import org.apache.flink.table.connector.source.lookup.LookupFunctionProvider;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.factories.DynamicTableSourceFactory;
import org.apache.flink.table.functions.LookupFunction;
import org.jspecify.annotations.Nullable;

/** The connector {@code side-input}: a table of numbers and texts in memory, which Flink looks up by number. */
public final class SideInputFactory implements DynamicTableSourceFactory {

    @Override
    public String factoryIdentifier() {
        return "side-input";
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
    public DynamicTableSource createDynamicTableSource(Context context) {
        return new SideTable();
    }

    private static final class SideTable implements LookupTableSource {

        @Override
        public LookupRuntimeProvider getLookupRuntimeProvider(LookupContext context) {
            return LookupFunctionProvider.of(new Lookup());
        }

        @Override
        public DynamicTableSource copy() {
            return this;
        }

        @Override
        public String asSummaryString() {
            return "side input";
        }
    }

    /** Finds the row of a number; all rows are made before the first. */
    public static final class Lookup extends LookupFunction {

        private static final long serialVersionUID = 1L;

        private transient @Nullable List<List<RowData>> rows;

        @Override
        public Collection<RowData> lookup(RowData key) {
            List<List<RowData>> all = rows;
            if (all == null) {
                all = LongStream.range(0, SideInput.ROWS).mapToObj(Lookup::row).toList();
                rows = all;
            }
            long id = key.getLong(0);
            return id >= 0 && id < all.size() ? all.get((int) id) : List.of();
        }

        private static List<RowData> row(long id) {
            return List.of(GenericRowData.of(id, StringData.fromString(SideInput.value(id))));
        }
    }
}
