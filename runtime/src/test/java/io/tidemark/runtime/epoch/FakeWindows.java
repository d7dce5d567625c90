package io.tidemark.runtime.epoch;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BatchBuilder;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.RowTags;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.runtime.measure.NodeMeasure;
import io.tidemark.runtime.operator.Dataflow;
import io.tidemark.runtime.operator.Epoch;
import io.tidemark.runtime.operator.OperatorState;
import io.tidemark.runtime.operator.Output;
import io.tidemark.runtime.operator.PartitionWatermarks;
import io.tidemark.runtime.operator.ScanPort;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Sums {@code v} by windows of ten of {@code ts}, whose watermark is {@code ts - 3}. Either gives a window out once it is closed, or its changes
 * at each epoch. A row with a negative {@code v} fails; {@code 13} breaks the program while {@link Fuse} says so.
 */
public final class FakeWindows implements Dataflow {

    static final int SIZE = 10;
    static final int DELAY = 3;
    static final long EXPLOSIVE = 13;

    private static final Schema OUTPUT = Schema.of(
            new Field("window_end", DataType.of(TypeKind.BIGINT)), new Field("total", DataType.of(TypeKind.BIGINT)));

    /** How many times yet the explosive value explodes. */
    public static final class Fuse {
        int left;
    }

    private final RowHandlers handlers;
    private final Output out;
    private final boolean finalOnly;
    private final Fuse fuse;
    private final PartitionWatermarks watermarks = new PartitionWatermarks();
    private final TreeMap<Long, Long> sums = new TreeMap<>();
    private final TreeMap<Long, Long> before = new TreeMap<>();

    private FakeWindows(RowHandlers handlers, Output out, boolean finalOnly, Fuse fuse) {
        this.handlers = handlers;
        this.out = out;
        this.finalOnly = finalOnly;
        this.fuse = fuse;
    }

    /** Windows that are given out once, when they are closed. */
    public static Factory closed(Fuse fuse) {
        return (handlers, out) -> new FakeWindows(handlers, out, true, fuse);
    }

    /** Windows whose changes are given out at each epoch. */
    public static Factory changing() {
        return (handlers, out) -> new FakeWindows(handlers, out, false, new Fuse());
    }

    @Override
    public List<ScanPort> scans() {
        return List.of(new ScanPort(0, "public", "s", List.of(0, 1), FakeTopic.SCHEMA));
    }

    @Override
    public Map<Integer, PartitionWatermarks> watermarks() {
        return Map.of(0, watermarks);
    }

    @Override
    public Schema outputSchema() {
        return OUTPUT;
    }

    @Override
    public void beginEpoch(Epoch epoch) {
        before.clear();
    }

    @Override
    public void process(int scan, Batch untagged) {
        int partition = Objects.requireNonNull(untagged.tags().origin).partition();
        long[] ts = ((LongColumn) untagged.column(0)).values;
        long[] v = ((LongColumn) untagged.column(1)).values;
        long[] tags = new long[untagged.rowCount()];
        Batch batch = untagged.withTags(new RowTags(tags, untagged.tags().origin, null));
        for (int row = 0; row < batch.rowCount(); row++) {
            tags[row] = watermarks.effective(partition);
            watermarks.advance(partition, ts[row] - DELAY);
            take(batch, row, ts[row], v[row]);
        }
    }

    private void take(Batch batch, int row, long ts, long v) {
        long end = (Math.floorDiv(ts, SIZE) + 1) * SIZE;
        long[] tags = Objects.requireNonNull(batch.tags().watermarks);
        if (v < 0) {
            handlers.errors().rowError(batch, row, CodedException.rowError(ErrorCode.ROW_ERROR_OVERFLOW, "negative"));
        } else if (tags[row] >= end) {
            handlers.late().missed(batch, row, "window_end", end);
        } else {
            if (v == EXPLOSIVE && fuse.left > 0) {
                fuse.left--;
                throw new IllegalStateException("boom");
            }
            handlers.late().taken(batch, row);
            before.putIfAbsent(end, sums.getOrDefault(end, 0L));
            sums.merge(end, v, Long::sum);
        }
    }

    @Override
    public long endEpoch() {
        long watermark = watermarks.sourceWatermark();
        BatchBuilder builder = new BatchBuilder(OUTPUT);
        if (finalOnly) {
            sums.headMap(watermark, true).forEach((end, sum) -> add(builder, end, sum));
            if (builder.rowCount() > 0) {
                out.emit(builder.build());
            }
        } else {
            changes(builder);
        }
        sums.headMap(watermark, true).clear();
        return watermark;
    }

    private void changes(BatchBuilder builder) {
        int[] weights = new int[2 * before.size()];
        for (var entry : before.entrySet()) {
            if (entry.getValue() != 0) {
                weights[builder.rowCount()] = -1;
                add(builder, entry.getKey(), entry.getValue());
            }
            weights[builder.rowCount()] = 1;
            add(builder, entry.getKey(), Objects.requireNonNull(sums.get(entry.getKey())));
        }
        if (builder.rowCount() > 0) {
            out.emit(builder.build().withWeights(weights));
        }
    }

    private static void add(BatchBuilder builder, long end, long sum) {
        builder.column(0).setLong(end);
        builder.column(1).setLong(sum);
        builder.endRow();
    }

    @Override
    public List<NodeMeasure> measures() {
        return List.of();
    }

    @Override
    public boolean isComplete() {
        return false;
    }

    @Override
    public Map<String, OperatorState> states() {
        return Map.of("windows", new Sums());
    }

    private final class Sums implements OperatorState {
        @Override
        public String layout() {
            return "sums/1";
        }

        @Override
        public void write(DataOutput to) throws IOException {
            to.writeInt(sums.size());
            for (var entry : sums.entrySet()) {
                to.writeLong(entry.getKey());
                to.writeLong(entry.getValue());
            }
        }

        @Override
        public void load(DataInput in) throws IOException {
            sums.clear();
            int count = in.readInt();
            for (int i = 0; i < count; i++) {
                sums.put(in.readLong(), in.readLong());
            }
        }

        @Override
        public long rows() {
            return sums.size();
        }

        @Override
        public long sizeBytes() {
            return 16L * sums.size();
        }
    }
}
