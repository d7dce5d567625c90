package io.tidemark.benchmarks.flink;

import java.nio.ByteBuffer;
import java.util.List;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.table.data.RowData;

/** A table of events as a bounded source: each reader has every so manieth batch. */
final class EventSource implements Source<RowData, EventSource.Share, Boolean> {

    private static final long serialVersionUID = 1L;

    private final String table;
    private final int[] columns;

    EventSource(String table, int[] columns) {
        this.table = table;
        this.columns = columns;
    }

    /** Which of so many readers. */
    record Share(int reader, int readers) implements SourceSplit {
        @Override
        public String splitId() {
            return Integer.toString(reader);
        }
    }

    @Override
    public Boundedness getBoundedness() {
        return Boundedness.BOUNDED;
    }

    @Override
    public SourceReader<RowData, Share> createReader(SourceReaderContext context) {
        return new EventReader(table, SharedState.INSTANCE.batches(table, columns));
    }

    @Override
    public SplitEnumerator<Share, Boolean> createEnumerator(SplitEnumeratorContext<Share> context) {
        return new Enumerator(context);
    }

    @Override
    public SplitEnumerator<Share, Boolean> restoreEnumerator(
            SplitEnumeratorContext<Share> context, Boolean checkpoint) {
        return new Enumerator(context);
    }

    @Override
    public SimpleVersionedSerializer<Share> getSplitSerializer() {
        return new SimpleVersionedSerializer<>() {
            @Override
            public int getVersion() {
                return 1;
            }

            @Override
            public byte[] serialize(Share share) {
                return ByteBuffer.allocate(2 * Integer.BYTES)
                        .putInt(share.reader())
                        .putInt(share.readers())
                        .array();
            }

            @Override
            public Share deserialize(int version, byte[] bytes) {
                ByteBuffer buffer = ByteBuffer.wrap(bytes);
                return new Share(buffer.getInt(), buffer.getInt());
            }
        };
    }

    @Override
    public SimpleVersionedSerializer<Boolean> getEnumeratorCheckpointSerializer() {
        return new SimpleVersionedSerializer<>() {
            @Override
            public int getVersion() {
                return 1;
            }

            @Override
            public byte[] serialize(Boolean nothing) {
                return new byte[0];
            }

            @Override
            public Boolean deserialize(int version, byte[] bytes) {
                return Boolean.TRUE;
            }
        };
    }

    /** Gives each reader its share as soon as it is there. */
    private record Enumerator(SplitEnumeratorContext<Share> context) implements SplitEnumerator<Share, Boolean> {

        @Override
        public void start() {}

        @Override
        public void handleSplitRequest(int subtask, String host) {}

        @Override
        public void addSplitsBack(List<Share> splits, int subtask) {}

        @Override
        public void addReader(int subtask) {
            context.assignSplit(new Share(subtask, context.currentParallelism()), subtask);
            context.signalNoMoreSplits(subtask);
        }

        @Override
        public Boolean snapshotState(long checkpoint) {
            return Boolean.TRUE;
        }

        @Override
        public void close() {}
    }
}
