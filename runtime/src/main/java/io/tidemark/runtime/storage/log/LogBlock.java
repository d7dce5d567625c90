package io.tidemark.runtime.storage.log;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.Optional;

/** A block as it was read. The bytes are the reader's and stay as they are only until its next block. */
public final class LogBlock {

    private final BlockHeader header;
    private final byte[] bytes;
    private final int payload;

    LogBlock(BlockHeader header, byte[] bytes, int payload) {
        this.header = header;
        this.bytes = bytes;
        this.payload = payload;
    }

    /** The first ordinal of the block. */
    public long ordinal() {
        return header.ordinal();
    }

    /** How many ordinals it takes up. */
    public int span() {
        return header.span();
    }

    /** Whether it is the last of its group. */
    public boolean last() {
        return header.last();
    }

    /** Where the content is. */
    public byte[] bytes() {
        return bytes;
    }

    /** Where in the bytes the content begins. */
    public int offset() {
        return payload + header.metadataLength();
    }

    /** How long the content is. */
    public int length() {
        return header.payloadLength() - header.metadataLength();
    }

    /** The epoch that the block's group holds, known at its last block. */
    public Optional<WriterEpoch> writer() {
        if (header.metadataLength() == 0) {
            return Optional.empty();
        }
        try {
            return Optional.of(WriterEpoch.read(
                    new DataInputStream(new ByteArrayInputStream(bytes, payload, header.metadataLength()))));
        } catch (IOException e) {
            throw new IllegalStateException("metadata of a block whose checksum is right cannot be read", e);
        }
    }
}
