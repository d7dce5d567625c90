package io.tidemark.runtime.storage.log;

import java.nio.file.Path;
import java.util.Arrays;

/** A segment file and where in it some of its ordinals are. Safe for use by several threads. */
final class Segment {

    private static final String SUFFIX = ".seg";
    private static final long INDEX_STEP_BYTES = 64 * 1024;

    final long number;
    final Path file;
    final SegmentHeader header;
    final long headerLength;
    private volatile long length;

    private long[] ordinals = new long[8];
    private long[] offsets = new long[8];
    private int indexed;

    Segment(long number, Path file, SegmentHeader header, long headerLength) {
        this.number = number;
        this.file = file;
        this.header = header;
        this.headerLength = headerLength;
        this.length = headerLength;
    }

    static Path file(Path directory, long number) {
        return directory.resolve("%010d".formatted(number) + SUFFIX);
    }

    /** The number of the segment in a file, or -1 if it is none. */
    static long number(Path file) {
        String name = file.getFileName().toString();
        if (!name.matches("\\d{10}\\" + SUFFIX)) {
            return -1;
        }
        return Long.parseLong(name.substring(0, name.length() - SUFFIX.length()));
    }

    /** How many of the file's bytes are durable blocks. */
    long length() {
        return length;
    }

    void setLength(long newLength) {
        length = newLength;
    }

    /** Remembers where the first block of an ordinal is, unless another is known near by or further on. */
    synchronized void index(long ordinal, long offset) {
        if (indexed > 0 && offset < offsets[indexed - 1] + INDEX_STEP_BYTES) {
            return;
        }
        if (indexed == ordinals.length) {
            ordinals = Arrays.copyOf(ordinals, indexed * 2);
            offsets = Arrays.copyOf(offsets, indexed * 2);
        }
        ordinals[indexed] = ordinal;
        offsets[indexed++] = offset;
    }

    /** Where to begin to read for an ordinal: the offset of a block at or before it. */
    synchronized long offsetBefore(long ordinal) {
        int found = Arrays.binarySearch(ordinals, 0, indexed, ordinal);
        int entry = found >= 0 ? found : -found - 2;
        return entry < 0 ? headerLength : offsets[entry];
    }
}
