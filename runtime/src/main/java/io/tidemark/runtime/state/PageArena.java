package io.tidemark.runtime.state;

import io.tidemark.runtime.batch.BytesPool;
import java.util.Arrays;

/**
 * The bytes of the strings that the rows of one slab page own. Append-only: a value that is given up is only counted as garbage, until the
 * page's live values are copied into a new arena. So whoever still holds the old arena can go on reading from it.
 *
 * <p>References are those of {@link BytesPool}: chunk, offset, length; 0 is the empty value. <b>Units</b>: bytes; chunks grow from {@link #FIRST_CHUNK} to {@link
 * #LAST_CHUNK}, with one of its own for a longer value.
 */
public final class PageArena {

    private static final int FIRST_CHUNK = 1 << 10;
    private static final int LAST_CHUNK = 1 << 18;

    private byte[][] chunks = new byte[2][];
    private int chunkCount;
    private int writeChunk = -1;
    private int writeOffset;
    private long usedBytes;
    private long garbageBytes;
    private long allocatedBytes;
    private final ByteCount total;

    /** An empty one, whose memory counts in a total until it is {@link #dropped}. */
    PageArena(ByteCount total) {
        this.total = total;
    }

    /** Says that nobody but readers of old rows has it any more. */
    void dropped() {
        total.add(-allocatedBytes);
    }

    /** Copies a value in and returns its reference. */
    public long append(byte[] source, int offset, int length) {
        if (length == 0) {
            return 0;
        }
        usedBytes += length;
        if (writeChunk < 0 || writeOffset + length > chunks[writeChunk].length) {
            int size = (int) Math.min(LAST_CHUNK, Math.max(FIRST_CHUNK, Long.highestOneBit(allocatedBytes)));
            if (length > size / 2) {
                int own = addChunk(length);
                System.arraycopy(source, offset, chunks[own], 0, length);
                return BytesPool.reference(own, 0, length);
            }
            writeChunk = addChunk(size);
            writeOffset = 0;
        }
        System.arraycopy(source, offset, chunks[writeChunk], writeOffset, length);
        long reference = BytesPool.reference(writeChunk, writeOffset, length);
        writeOffset += length;
        return reference;
    }

    /** The arrays that references point into, as many as there are now: what is in them by now does not change. */
    byte[][] chunks() {
        return chunks;
    }

    /** Says that nobody refers to a value any more. */
    public void release(long reference) {
        garbageBytes += BytesPool.length(reference);
    }

    /** The array that a reference points into. */
    public byte[] chunk(long reference) {
        return chunks[BytesPool.page(reference)];
    }

    /** Whether a value is equal to bytes elsewhere. */
    boolean isEqual(long reference, byte[] other, int otherOffset, int otherLength) {
        int length = BytesPool.length(reference);
        if (length != otherLength || length == 0) {
            return length == otherLength;
        }
        int offset = BytesPool.offset(reference);
        return Arrays.equals(chunk(reference), offset, offset + length, other, otherOffset, otherOffset + length);
    }

    /** Whether more than half is garbage, and enough for a copy to pay. */
    boolean isWorthCompacting() {
        return garbageBytes > FIRST_CHUNK && garbageBytes * 2 > usedBytes;
    }

    long sizeBytes() {
        return allocatedBytes;
    }

    long garbageBytes() {
        return garbageBytes;
    }

    private int addChunk(int size) {
        if (chunkCount == chunks.length) {
            chunks = Arrays.copyOf(chunks, chunkCount * 2);
        }
        chunks[chunkCount] = new byte[size];
        allocatedBytes += size;
        total.add(size);
        return chunkCount++;
    }
}
