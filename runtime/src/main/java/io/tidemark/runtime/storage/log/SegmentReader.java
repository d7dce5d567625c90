package io.tidemark.runtime.storage.log;

import java.io.IOException;
import java.io.RandomAccessFile;
import org.jspecify.annotations.Nullable;

/**
 * Reads the blocks of a segment file one after the other, checking each.
 *
 * <p>Reads through a RandomAccessFile, which unlike a FileChannel is not closed when the thread is interrupted.
 */
final class SegmentReader implements AutoCloseable {

    private static final int BUFFER_BYTES = 256 * 1024;

    private final RandomAccessFile file;
    private final long limit;
    private byte[] buffer;

    /** Where in the file the buffer begins. */
    private long bufferStart;

    private int bufferLength;
    private int next;
    private @Nullable String damage;

    /** Reads from an offset up to a limit, both in bytes. */
    SegmentReader(Segment segment, long offset, long limit) throws IOException {
        this.file = new RandomAccessFile(segment.file.toFile(), "r");
        this.limit = limit;
        this.bufferStart = offset;
        this.buffer = new byte[(int) Math.max(BlockHeader.BYTES, Math.min(BUFFER_BYTES, limit - offset))];
    }

    /** The offset of the next block, or of the damage. */
    long position() {
        return bufferStart + next;
    }

    /** What is wrong with the block at {@link #position}, once {@link #next} has returned null; null at the limit. */
    @Nullable
    String damage() {
        return damage;
    }

    /** The next block, or null at the limit or where a block is damaged. */
    @Nullable
    LogBlock next() throws IOException {
        if (position() == limit) {
            return null;
        }
        fill(BlockHeader.BYTES);
        if (!BlockHeader.isValid(buffer, next, bufferLength - next)) {
            damage = "there is no valid block";
            return null;
        }
        BlockHeader header = BlockHeader.read(buffer, next);
        long size = BlockHeader.BYTES + (long) header.payloadLength();
        if (header.payloadLength() < header.metadataLength() || size > limit - position()) {
            damage = "a block of " + header.payloadLength() + " bytes ends too early";
            return null;
        }
        fill((int) size);
        int payload = next + BlockHeader.BYTES;
        if (bufferLength - next < size
                || BlockHeader.checksum(buffer, payload, header.payloadLength()) != header.payloadChecksum()) {
            damage = "the checksum of a block of " + header.payloadLength() + " bytes does not match";
            return null;
        }
        next += (int) size;
        return new LogBlock(header, buffer, payload);
    }

    /** Reads on until the buffer has that many bytes from the next block on, or the limit is reached. */
    private void fill(int wanted) throws IOException {
        if (bufferLength - next >= wanted) {
            return;
        }
        byte[] target = wanted > buffer.length ? new byte[wanted] : buffer;
        System.arraycopy(buffer, next, target, 0, bufferLength - next);
        buffer = target;
        bufferStart += next;
        bufferLength -= next;
        next = 0;
        file.seek(bufferStart + bufferLength);
        while (bufferLength < wanted) {
            int room = (int) Math.min(buffer.length - bufferLength, limit - bufferStart - bufferLength);
            int read = room <= 0 ? -1 : file.read(buffer, bufferLength, room);
            if (read < 0) {
                return;
            }
            bufferLength += read;
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
