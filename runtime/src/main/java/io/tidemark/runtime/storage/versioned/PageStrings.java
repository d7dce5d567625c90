package io.tidemark.runtime.storage.versioned;

import io.tidemark.runtime.batch.BytesPool;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * The strings of the rows of one page: references by BYTES column and row, as in {@link BytesPool}, into chunks that only this page uses.
 *
 * <p>One writer; readers may look at the same time. Bytes and references of rows that a reader can see never change: what is garbage goes away
 * when {@link #compacted} copies the rest into a new object, which takes this one's place while readers may still look at this one.
 */
final class PageStrings {

    private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);
    private static final int FIRST_CHUNK_BYTES = 1024;
    private static final int LARGEST_CHUNK_BYTES = 256 * 1024;

    final long[][] references;

    private volatile byte[][] chunks = new byte[0][];
    private int chunkUsed;
    private long allocatedBytes;
    private long liveBytes;

    PageStrings(int referenceArrays) {
        references = new long[referenceArrays][RowPage.ROWS];
    }

    /** The chunks; read after the references that are followed into them. */
    byte[][] chunks() {
        return chunks;
    }

    long allocatedBytes() {
        return allocatedBytes;
    }

    long reference(int array, int row) {
        return (long) LONGS.getAcquire(references[array], row);
    }

    /** Whether a value of that length would need a new chunk while more than half of what there is is garbage. */
    boolean shouldCompact(int length) {
        return !fits(length) && liveBytes * 2 < allocatedBytes;
    }

    void put(int array, int row, byte[] source, int offset, int length) {
        if (length == 0) {
            LONGS.setRelease(references[array], row, 0L);
            return;
        }
        if (!fits(length)) {
            addChunk(length);
        }
        byte[][] current = chunks;
        int chunk = current.length - 1;
        System.arraycopy(source, offset, current[chunk], chunkUsed, length);
        LONGS.setRelease(references[array], row, BytesPool.reference(chunk, chunkUsed, length));
        chunkUsed += length;
        liveBytes += length;
    }

    /** Gives up a row's strings. The references stay, for a reader that came by too early to know. */
    void free(int row) {
        for (long[] array : references) {
            liveBytes -= BytesPool.length(array[row]);
        }
    }

    private boolean fits(int length) {
        byte[][] current = chunks;
        return current.length > 0 && length <= current[current.length - 1].length - chunkUsed;
    }

    private void addChunk(int length) {
        byte[][] current = chunks;
        int last = current.length == 0 ? 0 : current[current.length - 1].length;
        int size = Math.max(length, Math.min(LARGEST_CHUNK_BYTES, Math.max(FIRST_CHUNK_BYTES, 2 * last)));
        byte[][] more = Arrays.copyOf(current, current.length + 1);
        more[current.length] = new byte[size];
        allocatedBytes += size;
        chunkUsed = 0;
        chunks = more;
    }

    private void copyFrom(PageStrings source, int array, int row) {
        long reference = source.references[array][row];
        int length = BytesPool.length(reference);
        if (length > 0) {
            put(array, row, source.chunks[BytesPool.page(reference)], BytesPool.offset(reference), length);
        }
    }

    /** A copy without garbage: the strings of the rows for which {@code used} holds. */
    PageStrings compacted(RowPage.Usage used) {
        PageStrings copy = new PageStrings(references.length);
        for (int row = 0; row < RowPage.ROWS; row++) {
            if (used.isUsed(row)) {
                for (int array = 0; array < references.length; array++) {
                    copy.copyFrom(this, array, row);
                }
            }
        }
        return copy;
    }
}
