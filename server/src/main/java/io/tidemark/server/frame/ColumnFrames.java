package io.tidemark.server.frame;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BytesColumn;
import io.tidemark.runtime.batch.BytesPool;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.batch.TypeKind;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.avatica.Meta;

/**
 * Frames of a result in columns: the answer to a request for further rows, for a driver that has said that it reads them. They are as the engine has
 * the rows, so that neither side makes objects of values. Used by one thread at a time.
 *
 * <p><b>Shape</b> of an answer; the lowest byte of a number comes first:
 *
 * <pre>
 * u8 0          no message of Avatica's protocol begins with it
 * u8 1          version
 * u8            1 if these are the last rows, else 0
 * i64           how many rows of the result came before
 * segment*      up to the end
 *
 * segment:
 *   i32         rows, at least 1
 *   column*     as many as the result has
 *
 * column:
 *   u8          encoding; 0x80 is added where a value is NULL
 *   bits        only then: a bit for each row, the lowest of a byte first, set for NULL
 *   values      also where NULL, any
 *
 * values by encoding:
 *   1 boolean         bits
 *   2 whole number    numbers; DATE in days since 1970-01-01
 *   3 REAL            4 bytes each, IEEE 754
 *   4 DOUBLE          8 bytes each, IEEE 754
 *   5 DECIMAL         u8 scale, numbers: the unscaled values
 *   6 long DECIMAL    u8 scale, 16 bytes each: the unscaled value, the highest byte first
 *   7 text            numbers: lengths in bytes; then all texts in UTF-8
 *   8 bytes           as text
 *   9 TIMESTAMP       numbers: micros since 1970-01-01 00:00 on the clock shown, for TIMESTAMP_LTZ that of the session's zone
 *   10 TIME           numbers: micros of the day
 *
 * numbers:
 *   u8          width: 0, 1, 2, 4 or 8 bytes
 *   i64         base
 *   width each  without sign, to be added to the base
 * </pre>
 *
 * <p><b>Limits</b>: a frame ends with the row with which it has 256 KiB. Results with an ARRAY do not go in columns.
 */
public final class ColumnFrames {

    /** What a client says of itself when it connects, if it reads such frames. */
    public static final String PROPERTY = "result.frames";

    /** The value of {@link #PROPERTY}. */
    public static final String VERSION = "columns-1";

    private static final int FRAME_BYTES = 1 << 18;
    private static final int FIRST_BYTES = 1 << 12;
    private static final int MARK = 0;
    private static final int VERSION_NUMBER = 1;

    private final ColumnWriter writer;
    private int[] positions = new int[0];
    private int expectedBytes = FIRST_BYTES;

    /**
     * The frames of one result.
     *
     * @param zone the session's, in which a TIMESTAMP_LTZ is shown
     */
    public ColumnFrames(ZoneId zone) {
        this.writer = new ColumnWriter(zone);
    }

    /** Whether rows of a schema can go in columns. */
    public static boolean canHold(Schema schema) {
        return schema.fields().stream().noneMatch(field -> field.type().kind() == TypeKind.ARRAY);
    }

    /** A frame without rows; those opened before are used no longer. */
    public OpenFrame open() {
        return new Filling();
    }

    private final class Filling implements OpenFrame {

        private final FrameBuffer answer = new FrameBuffer(expectedBytes);
        private final int doneAt;
        private final int offsetAt;
        private int count;

        Filling() {
            answer.putByte(MARK);
            answer.putByte(VERSION_NUMBER);
            doneAt = answer.size();
            answer.putByte(0);
            offsetAt = answer.size();
            answer.putLong(0);
        }

        @Override
        public int append(Batch batch, int from, int max) {
            if (from >= batch.selectedCount()) {
                return from;
            }
            int rows = fitting(batch, from, max, FRAME_BYTES - answer.size());
            if (positions.length < rows) {
                positions = new int[Math.max(rows, Batch.MAX_ROWS)];
            }
            for (int i = 0; i < rows; i++) {
                positions[i] = batch.position(from + i);
            }
            answer.putInt(rows);
            for (Column column : batch.columns()) {
                writer.write(column, positions, rows, answer);
            }
            count += rows;
            return from + rows;
        }

        @Override
        public int count() {
            return count;
        }

        @Override
        public boolean isFull() {
            return answer.size() >= FRAME_BYTES;
        }

        @Override
        public Meta.Frame close(long offset, boolean done) {
            expectedBytes = answer.size() + FIRST_BYTES;
            answer.setByte(doneAt, done ? 1 : 0);
            answer.setLong(offsetAt, offset);
            return new ColumnFrame(offset, done, answer.toArray());
        }
    }

    /** How many rows from one on make about so many bytes; at least one. */
    private static int fitting(Batch batch, int from, int max, int bytes) {
        int most = Math.min(max, batch.selectedCount() - from);
        long fixedBytes = 1;
        List<BytesColumn> texts = new ArrayList<>();
        for (Column column : batch.columns()) {
            fixedBytes += column instanceof BytesColumn ? 1 : Long.BYTES;
            if (column instanceof BytesColumn text) {
                texts.add(text);
            }
        }
        if (texts.isEmpty()) {
            return (int) Math.max(1, Math.min(most, bytes / fixedBytes));
        }
        int rows = 0;
        for (long left = bytes; rows < most && (rows == 0 || left > 0); rows++) {
            left -= fixedBytes;
            for (BytesColumn text : texts) {
                left -= BytesPool.length(text.references[batch.position(from + rows)]);
            }
        }
        return rows;
    }
}
