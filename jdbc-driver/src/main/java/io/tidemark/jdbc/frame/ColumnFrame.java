package io.tidemark.jdbc.frame;

import java.util.Collections;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.calcite.avatica.Meta;

/**
 * A frame whose rows came in columns, and are not among {@code rows}. Its bytes are read where they lie, a block when it is reached and a value when
 * it is asked for.
 *
 * <p><b>Shape</b>: see {@code io.tidemark.server.frame.ColumnFrames} on the server.
 */
public final class ColumnFrame extends Meta.Frame {

    /** What a connection says when it is opened. */
    public static final String PROPERTY = "result.frames";

    /** The value of {@link #PROPERTY}: the version of the frames that are read here. */
    public static final String VERSION = "columns-1";

    private static final int MARK = 0;
    private static final int VERSION_NUMBER = 1;
    private static final int HEADER_BYTES = 3 + Long.BYTES;

    private final byte[] answer;

    private ColumnFrame(long offset, boolean done, byte[] answer) {
        super(offset, done, Collections.emptyList());
        this.answer = answer;
    }

    /** Whether an answer is such a frame; no message of Avatica's protocol begins as it does. */
    public static boolean isIn(byte[] answer) {
        return answer.length >= HEADER_BYTES && answer[0] == MARK && answer[1] == VERSION_NUMBER;
    }

    /** The frame in an answer, which is kept. */
    public static ColumnFrame read(byte[] answer) {
        return new ColumnFrame(FrameNumbers.longAt(answer, 3), answer[2] != 0, answer);
    }

    Iterator<RowBlock> blocks(int columnCount) {
        BlockReader reader = new BlockReader(answer, HEADER_BYTES);
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return !reader.isAtEnd();
            }

            @Override
            public RowBlock next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                return reader.block(columnCount);
            }
        };
    }
}
