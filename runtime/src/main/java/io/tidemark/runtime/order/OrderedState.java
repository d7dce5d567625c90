package io.tidemark.runtime.order;

import io.tidemark.runtime.state.DeltaState.Capture;
import io.tidemark.runtime.state.FrozenRows;
import io.tidemark.runtime.state.RowTable;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/**
 * How rows in order are written: a byte, the version; a long, the last watermark; the {@link RowTable} of the rows. Partitions and order are made
 * again from them.
 */
public final class OrderedState {

    private static final int VERSION = 1;

    private OrderedState() {}

    /** Writes rows and their watermark. */
    public static void write(RowTable rows, long watermark, DataOutput out) throws IOException {
        out.writeByte(VERSION);
        out.writeLong(watermark);
        rows.write(out);
    }

    /** Captures rows and their watermark, between two epochs. */
    public static Capture capture(RowTable rows, long watermark, boolean whole) {
        return new Captured(rows.capture(whole), watermark, whole);
    }

    private record Captured(FrozenRows rows, long watermark, boolean isWhole) implements Capture {

        @Override
        public void write(DataOutput out) throws IOException {
            out.writeByte(VERSION);
            out.writeLong(watermark);
            rows.write(out);
        }

        @Override
        public void release() {
            rows.release();
        }
    }

    /** Reads up to the rows, of which one segment has all and the others what changed; returns the last watermark. */
    public static long readHead(List<? extends DataInput> segments) throws IOException {
        long watermark = Long.MIN_VALUE;
        for (DataInput in : segments) {
            int version = in.readUnsignedByte();
            watermark = in.readLong();
            if (version != VERSION) {
                throw CodedException.of(
                        ErrorCode.CORRUPTED,
                        "the state of rows in order has version " + version + ", expected " + VERSION);
            }
        }
        return watermark;
    }
}
