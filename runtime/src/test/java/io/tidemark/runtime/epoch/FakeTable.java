package io.tidemark.runtime.epoch;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.connector.EpochSink;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/** A table outside that takes each epoch whole and once, and may lose its newest epochs in a crash. */
final class FakeTable {

    private final TreeMap<Long, List<String>> epochs = new TreeMap<>();
    private int mayLose;
    private int failuresToCome;

    /** The rows of each epoch, with their weights. */
    NavigableMap<Long, List<String>> epochs() {
        return epochs;
    }

    /** All rows, in the order of their epochs. */
    List<String> rows() {
        return epochs.values().stream().flatMap(List::stream).toList();
    }

    /** Says that a crash may take back so many epochs; the sink then calls only those before them durable. */
    void mayLose(int newest) {
        mayLose = newest;
    }

    /** Takes back what it may. */
    void crash() {
        for (int i = 0; i < mayLose && !epochs.isEmpty(); i++) {
            epochs.pollLastEntry();
        }
    }

    /** The next so many commits fail. */
    void failCommits(int count) {
        failuresToCome = count;
    }

    EpochSink sink() {
        return new TableSink();
    }

    private final class TableSink implements EpochSink {
        private final List<String> rows = new ArrayList<>();
        private long begun;

        @Override
        public long lastCommittedEpoch() {
            return epochs.isEmpty() ? 0 : epochs.lastKey();
        }

        @Override
        public long durableEpoch() {
            List<Long> all = List.copyOf(epochs.keySet());
            return all.size() <= mayLose ? 0 : all.get(all.size() - 1 - mayLose);
        }

        @Override
        public void begin(long epoch) {
            if (begun != 0 || epoch <= lastCommittedEpoch()) {
                throw new AssertionError("epoch " + epoch + " begun while " + begun + " is open and "
                        + lastCommittedEpoch() + " is committed");
            }
            begun = epoch;
            rows.clear();
        }

        @Override
        public void write(Batch delta) {
            for (int i = 0; i < delta.selectedCount(); i++) {
                int position = delta.position(i);
                long end = ((LongColumn) delta.column(0)).values[position];
                long total = ((LongColumn) delta.column(1)).values[position];
                rows.add((delta.weight(position) < 0 ? "-" : "") + end + "=" + total);
            }
        }

        @Override
        public void prepare() {}

        @Override
        public void commit() {
            if (failuresToCome > 0) {
                failuresToCome--;
                throw new IllegalStateException("the table is locked");
            }
            epochs.put(begun, List.copyOf(rows));
            begun = 0;
        }

        @Override
        public void abort() {
            begun = 0;
        }

        @Override
        public void close() {}
    }
}
