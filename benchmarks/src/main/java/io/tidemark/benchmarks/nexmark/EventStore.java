package io.tidemark.benchmarks.nexmark;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.RowTags;
import io.tidemark.runtime.connector.RangeLimits;
import io.tidemark.runtime.connector.RangeReader;
import io.tidemark.runtime.connector.Source;
import io.tidemark.runtime.connector.SourcePosition;
import io.tidemark.runtime.connector.SourceRange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The events in memory, in columns, cut into epochs. A column is made when somebody asks for it first, and then shared by all that read it, so that
 * the events take as much memory for one engine as for the other. Safe for use by several threads.
 */
public final class EventStore {

    private final long events;
    private final long epochEvents;
    private final Map<ColumnName, List<List<Part>>> columns = new HashMap<>();

    /**
     * A store without columns yet.
     *
     * @param events how many events there are of all streams
     * @param epochEvents how many of them there are in an epoch, a multiple of 50, so that each has whole rows of every stream
     */
    public EventStore(long events, long epochEvents) {
        this.events = events;
        this.epochEvents = epochEvents;
    }

    private record ColumnName(String table, int index) {}

    /** A column of one batch, and where the batch's rows come from. */
    private record Part(int rows, RowTags tags, Column column) {}

    /** How many events there are. */
    public long events() {
        return events;
    }

    /**
     * The rows of a stream or table.
     *
     * @param wanted the indexes of the columns wanted
     * @return the batches of each epoch
     */
    public List<List<Batch>> epochs(String relation, List<Integer> wanted) {
        if (relation.equals(SideInput.NAME)) {
            return List.of(List.of(SideInput.batches(wanted)));
        }
        List<Integer> made = wanted.isEmpty() ? List.of(0) : wanted;
        List<List<List<Part>>> found =
                made.stream().map(index -> column(relation, index)).toList();
        List<List<Batch>> epochs = new ArrayList<>();
        for (int epoch = 0; epoch < found.get(0).size(); epoch++) {
            List<Batch> batches = new ArrayList<>();
            for (int batch = 0; batch < found.get(0).get(epoch).size(); batch++) {
                List<Column> values = new ArrayList<>();
                for (int i = 0; i < wanted.size(); i++) {
                    values.add(found.get(i).get(epoch).get(batch).column());
                }
                Part first = found.get(0).get(epoch).get(batch);
                batches.add(Batch.of(first.rows(), values).withTags(first.tags()));
            }
            epochs.add(batches);
        }
        return epochs;
    }

    private synchronized List<List<Part>> column(String relation, int index) {
        return columns.computeIfAbsent(
                new ColumnName(EventTables.table(relation), index), name -> make(relation, name.index()));
    }

    private List<List<Part>> make(String relation, int column) {
        List<List<Part>> epochs = new ArrayList<>();
        RangeLimits limits =
                new RangeLimits(epochEvents / EventTables.CYCLE * EventTables.rowsPerCycle(relation), Long.MAX_VALUE);
        try (Source source = EventTables.open(relation, events)) {
            SourcePosition position = source.initialPosition();
            for (Optional<SourceRange> range = source.plan(position, limits);
                    range.isPresent();
                    range = source.plan(position, limits)) {
                epochs.add(read(source, range.get(), column));
                position = range.get().to();
            }
        }
        return epochs;
    }

    private static List<Part> read(Source source, SourceRange range, int column) {
        List<Part> parts = new ArrayList<>();
        try (RangeReader reader = source.read(range, List.of(column), (partition, offset, payload, reason) -> {
            throw reason;
        })) {
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                parts.add(new Part(batch.rowCount(), batch.tags(), batch.column(0)));
            }
        }
        return parts;
    }
}
