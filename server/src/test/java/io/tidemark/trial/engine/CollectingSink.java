package io.tidemark.trial.engine;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BytesColumn;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.DoubleColumn;
import io.tidemark.runtime.batch.Int128Column;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.runtime.connector.EpochSink;
import io.tidemark.runtime.connector.OutputMode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a reader outside holds of a query's result: rows added to what is there (APPEND), rows by key or by value with their changes (UPDATE), or the
 * whole of the last epoch (COMPLETE). Outlives the executions that write to it. Values are as of {@link io.tidemark.trial.data.Type}, a BOOLEAN
 * as 0 or 1.
 */
final class CollectingSink {

    /** What the process dies of. */
    static final class Death extends Error {
        private static final long serialVersionUID = 1L;
    }

    /** The moments at which it can die in an epoch's commit. */
    enum Moment {
        BEFORE_COMMIT,
        AFTER_COMMIT
    }

    private final OutputMode mode;
    private final List<Integer> key;
    private Map<List<Object>, Integer> rows = new LinkedHashMap<>();
    private final Map<List<Object>, List<Object>> byKey = new HashMap<>();
    private long committed;
    private @Nullable Moment fuse;

    CollectingSink(OutputMode mode, List<Integer> key) {
        this.mode = mode;
        this.key = mode == OutputMode.UPDATE ? key : List.of();
    }

    /** Dies at the next commit. */
    void die(Moment moment) {
        fuse = moment;
    }

    /** Forgets that it was to die; returns whether it still was. */
    boolean spare() {
        boolean waiting = fuse != null;
        fuse = null;
        return waiting;
    }

    /** The rows, each as often as it is there. */
    List<List<Object>> content() {
        if (!key.isEmpty()) {
            return List.copyOf(byKey.values());
        }
        List<List<Object>> all = new ArrayList<>();
        rows.forEach((row, count) -> {
            for (int i = 0; i < count; i++) {
                all.add(row);
            }
        });
        return all;
    }

    /** The sink as an execution writes to it. */
    EpochSink open() {
        return new Opened();
    }

    private static @Nullable Object value(Column column, int position) {
        if (column.isNull(position)) {
            return null;
        }
        if (column instanceof LongColumn longs) {
            long value = longs.values[position];
            return column.type().kind() == TypeKind.DECIMAL
                    ? (Object) BigDecimal.valueOf(value, column.type().scale())
                    : (Object) value;
        } else if (column instanceof DoubleColumn doubles) {
            return doubles.values[position] + 0.0;
        } else if (column instanceof Int128Column decimals) {
            return decimals.decimal(position);
        }
        return ((BytesColumn) column).string(position);
    }

    private record Change(List<Object> row, int weight) {}

    private final class Opened implements EpochSink {
        private final List<Change> changes = new ArrayList<>();
        private long epoch;

        @Override
        public long lastCommittedEpoch() {
            return committed;
        }

        @Override
        public void begin(long begun) {
            if (begun <= committed) {
                throw new IllegalStateException("epoch " + begun + " was delivered again after " + committed);
            }
            epoch = begun;
            changes.clear();
        }

        @Override
        public void write(Batch delta) {
            for (int i = 0; i < delta.selectedCount(); i++) {
                int position = delta.position(i);
                List<Object> row = new ArrayList<>();
                delta.columns().forEach(column -> row.add(value(column, position)));
                changes.add(new Change(row, delta.weight(position)));
            }
        }

        @Override
        public void prepare() {}

        @Override
        public void commit() {
            if (fuse == Moment.BEFORE_COMMIT) {
                throw new Death();
            }
            if (mode == OutputMode.COMPLETE) {
                rows = new LinkedHashMap<>();
            }
            changes.forEach(this::apply);
            committed = epoch;
            if (fuse == Moment.AFTER_COMMIT) {
                throw new Death();
            }
        }

        private void apply(Change change) {
            if (change.weight <= 0 && mode != OutputMode.UPDATE) {
                throw new IllegalStateException(mode + " took back " + change.row);
            }
            if (!key.isEmpty()) {
                List<Object> by = new ArrayList<>();
                key.forEach(column -> by.add(change.row.get(column)));
                if (change.weight > 0) {
                    byKey.put(by, change.row);
                } else if (byKey.remove(by) == null) {
                    throw new IllegalStateException("a key was deleted that is not there: " + by);
                }
                return;
            }
            int count = rows.merge(change.row, change.weight, Integer::sum);
            if (count < 0) {
                throw new IllegalStateException("a row was taken back that is not there: " + change.row);
            }
            if (count == 0) {
                rows.remove(change.row);
            }
        }

        @Override
        public void abort() {
            changes.clear();
        }

        @Override
        public void close() {}
    }
}
