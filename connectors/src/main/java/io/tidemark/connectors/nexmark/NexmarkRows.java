package io.tidemark.connectors.nexmark;

import io.tidemark.connectors.generator.RowGenerator;
import io.tidemark.runtime.batch.BytesColumn;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.TypeKind;
import java.util.ArrayList;
import java.util.List;

/** The rows of one table, in the order in which they come. */
final class NexmarkRows implements RowGenerator {

    private final ArrivalOrder order;
    private final int[] arrivals;
    private final List<DataType> types;
    private final List<EventColumns.Filler> fillers;
    private final EventText text;

    /**
     * Makes the generator.
     *
     * @param types the types of the declared columns
     * @param fillers what makes the values of each of them
     * @param text where their texts are
     */
    NexmarkRows(
            EventTable table,
            ArrivalOrder order,
            List<DataType> types,
            List<EventColumns.Filler> fillers,
            EventText text) {
        this.order = order;
        this.arrivals = table.arrivals(order);
        this.types = List.copyOf(types);
        this.fillers = List.copyOf(fillers);
        this.text = text;
    }

    @Override
    public List<Column> generate(long first, int count, List<Integer> columns) {
        long[] events = events(first, count);
        List<Column> made = new ArrayList<>(columns.size());
        for (int column : columns) {
            long[] values = new long[count];
            fillers.get(column).fill(events, values);
            DataType type = types.get(column);
            made.add(
                    type.kind() == TypeKind.VARCHAR
                            ? new BytesColumn(type, values, text.pool(), null)
                            : new LongColumn(type, values, null));
        }
        return made;
    }

    private long[] events(long first, int count) {
        long[] events = new long[count];
        long cycle = first / arrivals.length;
        int place = (int) (first % arrivals.length);
        for (int i = 0; i < count; i++) {
            events[i] = order.event(cycle * ArrivalOrder.CYCLE + arrivals[place]);
            if (++place == arrivals.length) {
                place = 0;
                cycle++;
            }
        }
        return events;
    }
}
