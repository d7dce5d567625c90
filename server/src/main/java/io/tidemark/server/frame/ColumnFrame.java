package io.tidemark.server.frame;

import java.util.List;
import org.apache.calcite.avatica.Meta;

/** A frame whose rows are in its bytes, in columns, and not among {@code rows}. The bytes are the whole answer to the client. */
public final class ColumnFrame extends Meta.Frame {

    private final byte[] bytes;

    ColumnFrame(long offset, boolean done, byte[] bytes) {
        super(offset, done, List.of());
        this.bytes = bytes;
    }

    /** The answer, as {@link ColumnFrames} lays it out. */
    public byte[] bytes() {
        return bytes;
    }
}
