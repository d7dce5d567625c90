package io.tidemark.runtime.storage.log;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Which epoch of which query's sink a group of blocks holds.
 *
 * @param writer the sink's id
 * @param epoch the epoch's number
 * @param watermark the query's output watermark after the epoch, micros; {@link #NO_WATERMARK} if it named none
 */
public record WriterEpoch(String writer, long epoch, long watermark) {

    /** What stands for no watermark. */
    public static final long NO_WATERMARK = Long.MIN_VALUE;

    /** Writes {@code writer:utf, epoch:i64, watermark:i64}. */
    void write(DataOutput out) throws IOException {
        out.writeUTF(writer);
        out.writeLong(epoch);
        out.writeLong(watermark);
    }

    static WriterEpoch read(DataInput in) throws IOException {
        return new WriterEpoch(in.readUTF(), in.readLong(), in.readLong());
    }
}
