package io.tidemark.jdbc.frame;

/** A bit for each row, the lowest of a byte first. */
final class FrameBits {

    private final byte[] bytes;
    private final int at;

    FrameBits(byte[] bytes, int at) {
        this.bytes = bytes;
        this.at = at;
    }

    boolean isSet(int row) {
        return (bytes[at + (row >> 3)] & 1 << (row & 7)) != 0;
    }
}
