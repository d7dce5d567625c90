package io.tidemark.runtime.over;

import io.tidemark.runtime.aggregate.AccumulatorSpec;
import io.tidemark.runtime.batch.Column;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the functions of a window give for all rows of a partition. Aggregates of the same frame are worked out together. */
final class WindowResults {

    private final OverSpec spec;
    private final Map<Frame, FrameAggregates> aggregates = new LinkedHashMap<>();
    private final Map<Frame, List<Integer>> aggregated = new LinkedHashMap<>();

    WindowResults(OverSpec spec) {
        this.spec = spec;
        for (int i = 0; i < spec.calls().size(); i++) {
            OverCall call = spec.calls().get(i);
            if (call.aggregate().isPresent()) {
                aggregated
                        .computeIfAbsent(call.frame(), frame -> new ArrayList<>())
                        .add(i);
            }
        }
        aggregated.forEach((frame, calls) -> {
            List<AccumulatorSpec> specs = calls.stream()
                    .map(call -> spec.calls().get(call).aggregate().orElseThrow())
                    .toList();
            aggregates.put(frame, new FrameAggregates(frame, specs, spec.input()));
        });
    }

    /** Whether the aggregates of a frame can be kept as sums of the rows that have gone. */
    boolean isSummed(Frame frame) {
        FrameAggregates group = aggregates.get(frame);
        return group != null && group.isSummed();
    }

    /** How many slots the sums take of rows that have gone. */
    int sumSlots() {
        return aggregates.values().stream()
                .filter(FrameAggregates::isSummed)
                .mapToInt(FrameAggregates::slots)
                .sum();
    }

    /** Adds the first rows of a partition to the sums, which begin at {@code sum} in {@code page}. */
    void sum(PartitionRows partition, int length, long[] page, int sum) {
        int at = sum;
        for (FrameAggregates group : aggregates.values()) {
            if (group.isSummed()) {
                group.sum(partition, length, page, at);
                at += group.slots();
            }
        }
    }

    /** A column a function, as long as the partition, before whose first row nothing was. */
    List<Column> columns(PartitionRows partition) {
        return columns(partition, new long[sumSlots()], 0);
    }

    /** A column a function, as long as the partition; {@code page} has, from {@code sum} on, the sums of the rows before. */
    List<Column> columns(PartitionRows partition, long[] page, int sum) {
        Map<Frame, FramePlaces> places = new LinkedHashMap<>();
        @Nullable Column[] columns = new Column[spec.calls().size()];
        for (int i = 0; i < columns.length; i++) {
            OverCall call = spec.calls().get(i);
            if (call.aggregate().isEmpty()) {
                columns[i] = call.argument() < 0
                        ? RankCalls.column(call, partition)
                        : ValueCalls.column(call, partition, places(call.frame(), partition, places));
            }
        }
        int at = sum;
        for (Map.Entry<Frame, FrameAggregates> entry : aggregates.entrySet()) {
            Frame frame = entry.getKey();
            FrameAggregates group = entry.getValue();
            List<Column> results = group.columns(partition, places(frame, partition, places), page, at);
            at += group.isSummed() ? group.slots() : 0;
            List<Integer> calls = aggregated.getOrDefault(frame, List.of());
            for (int i = 0; i < calls.size(); i++) {
                columns[calls.get(i)] = results.get(i);
            }
        }
        List<Column> all = new ArrayList<>(columns.length);
        for (Column column : columns) {
            all.add(java.util.Objects.requireNonNull(column));
        }
        return all;
    }

    private FramePlaces places(Frame frame, PartitionRows partition, Map<Frame, FramePlaces> known) {
        return known.computeIfAbsent(frame, one -> new FramePlaces(partition, one, spec.order()));
    }
}
