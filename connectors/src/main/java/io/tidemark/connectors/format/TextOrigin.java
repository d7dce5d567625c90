package io.tidemark.connectors.format;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.RowOrigin;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Where the rows of a text file's batch came from: the pieces of the file themselves, which live as long as the batch does. */
final class TextOrigin implements RowOrigin {

    /** What is kept of a row's text. */
    static final int MAX_PAYLOAD_BYTES = 64 * 1024;

    private static final int FIRST_CAPACITY = 64;

    private byte[][] pieces = new byte[FIRST_CAPACITY][];
    private int[] starts = new int[FIRST_CAPACITY];
    private int[] ends = new int[FIRST_CAPACITY];
    private long[] offsets = new long[FIRST_CAPACITY];
    private int rows;

    void add(byte[] piece, int start, int end, long offset) {
        if (rows == starts.length) {
            int capacity = Math.min(rows * 4, Batch.MAX_ROWS);
            pieces = Arrays.copyOf(pieces, capacity);
            starts = Arrays.copyOf(starts, capacity);
            ends = Arrays.copyOf(ends, capacity);
            offsets = Arrays.copyOf(offsets, capacity);
        }
        pieces[rows] = piece;
        starts[rows] = start;
        ends[rows] = end;
        offsets[rows] = offset;
        rows++;
    }

    @Override
    public int partition() {
        return 0;
    }

    @Override
    public long offset(int row) {
        return offsets[row];
    }

    @Override
    public String payload(int row) {
        return text(pieces[row], starts[row], ends[row]);
    }

    /** The text of a record, cut to {@link #MAX_PAYLOAD_BYTES}. */
    static String text(byte[] bytes, int start, int end) {
        return new String(bytes, start, Math.min(end - start, MAX_PAYLOAD_BYTES), StandardCharsets.UTF_8);
    }
}
