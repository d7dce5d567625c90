package io.tidemark.runtime.storage.log;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What stands at the beginning of a segment file. It says all that is to be known of earlier segments, so that they can be deleted.
 *
 * <pre>
 *  0 i64 "TMKLOG01"
 *  8 i32 length of what follows up to the checksum
 * 12 i64 first ordinal of the segment
 * 20 i64 start of the log: what is below is gone, even if it still stands in a file
 * 28 i32 number of writers, each {@code writer:utf, epoch:i64, watermark:i64}: the last epoch of each before this segment
 *    i32 CRC32C of all before
 * </pre>
 *
 * Numbers are big-endian.
 */
record SegmentHeader(long firstOrdinal, long logStart, List<WriterEpoch> writers) {

    private static final long MAGIC = 0x544d4b4c4f473031L;
    private static final int LENGTH_END = 12;
    private static final int CHECKSUM_BYTES = 4;

    SegmentHeader(long firstOrdinal, long logStart, Collection<WriterEpoch> writers) {
        this(firstOrdinal, logStart, List.copyOf(writers));
    }

    byte[] encode() {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(body);
                DataOutputStream outer = new DataOutputStream(all)) {
            out.writeLong(firstOrdinal);
            out.writeLong(logStart);
            out.writeInt(writers.size());
            for (WriterEpoch writer : writers) {
                writer.write(out);
            }
            outer.writeLong(MAGIC);
            outer.writeInt(body.size());
            body.writeTo(outer);
            outer.writeInt(BlockHeader.checksum(all.toByteArray(), 0, all.size()));
        } catch (IOException e) {
            throw new IllegalStateException("memory cannot fail", e);
        }
        return all.toByteArray();
    }

    /** The number of bytes that a header takes whose first {@link #LENGTH_END} bytes are given, or -1 if it is none. */
    static int length(byte[] start) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(start));
        if (start.length < LENGTH_END || in.readLong() != MAGIC) {
            return -1;
        }
        int length = in.readInt();
        return length < 0 || length > Integer.MAX_VALUE - LENGTH_END - CHECKSUM_BYTES
                ? -1
                : LENGTH_END + length + CHECKSUM_BYTES;
    }

    static int prefixLength() {
        return LENGTH_END;
    }

    /** The header in the bytes given, which are all of it; null if they are damaged. */
    static @Nullable SegmentHeader decode(byte[] bytes) throws IOException {
        int checked = bytes.length - CHECKSUM_BYTES;
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        in.skipNBytes(checked);
        if (in.readInt() != BlockHeader.checksum(bytes, 0, checked)) {
            return null;
        }
        DataInputStream body = new DataInputStream(new ByteArrayInputStream(bytes, LENGTH_END, checked - LENGTH_END));
        long firstOrdinal = body.readLong();
        long logStart = body.readLong();
        int count = body.readInt();
        List<WriterEpoch> writers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            writers.add(WriterEpoch.read(body));
        }
        return new SegmentHeader(firstOrdinal, logStart, writers);
    }
}
