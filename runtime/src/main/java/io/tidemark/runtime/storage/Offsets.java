package io.tidemark.runtime.storage;

import io.tidemark.runtime.connector.SourcePosition;
import java.nio.ByteBuffer;

/** Positions of internal sources: one number as eight bytes, most significant first. */
final class Offsets {

    private Offsets() {}

    static SourcePosition position(long offset) {
        return new SourcePosition(
                ByteBuffer.allocate(Long.BYTES).putLong(offset).array());
    }

    static long offset(SourcePosition position) {
        return ByteBuffer.wrap(position.encoded()).getLong();
    }
}
