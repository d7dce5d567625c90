package io.tidemark.connectors.kafka;

import io.tidemark.runtime.batch.RowOrigin;
import java.nio.charset.StandardCharsets;

/** Where the rows of a batch came from: their values, which lie in one array. */
final class MessageOrigin implements RowOrigin {

    /** What is kept of a row's text. */
    static final int MAX_PAYLOAD_BYTES = 64 * 1024;

    private final int partition;
    private final byte[] values;
    private final int[] starts;
    private final int[] ends;
    private final long[] offsets;
    private int rows;

    MessageOrigin(int partition, byte[] values, int capacity) {
        this.partition = partition;
        this.values = values;
        this.starts = new int[capacity];
        this.ends = new int[capacity];
        this.offsets = new long[capacity];
    }

    /** Adds a row. */
    void add(long offset, int start, int end) {
        starts[rows] = start;
        ends[rows] = end;
        offsets[rows] = offset;
        rows++;
    }

    @Override
    public int partition() {
        return partition;
    }

    @Override
    public long offset(int row) {
        return offsets[row];
    }

    @Override
    public String payload(int row) {
        return text(values, starts[row], ends[row]);
    }

    /** The text of a value, cut to {@link #MAX_PAYLOAD_BYTES}. */
    static String text(byte[] values, int start, int end) {
        return new String(values, start, Math.min(end - start, MAX_PAYLOAD_BYTES), StandardCharsets.UTF_8);
    }
}
