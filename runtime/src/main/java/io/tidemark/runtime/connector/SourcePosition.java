package io.tidemark.runtime.connector;

import java.util.Arrays;
import java.util.HexFormat;

/** How far a source has been read, in the connector's own encoding. Kept in checkpoints. Immutable. */
public final class SourcePosition {

    private final byte[] encoded;

    /** Wraps a copy of the bytes given. */
    public SourcePosition(byte[] encoded) {
        this.encoded = encoded.clone();
    }

    /** A copy of the bytes. */
    public byte[] encoded() {
        return encoded.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SourcePosition that && Arrays.equals(encoded, that.encoded);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(encoded);
    }

    @Override
    public String toString() {
        return HexFormat.of().formatHex(encoded);
    }
}
