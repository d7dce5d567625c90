package io.tidemark.connectors.format;

import java.util.Map;
import java.util.TreeMap;

/** Places in a file up to which somebody has counted the lines. Safe for use by several threads. */
final class KnownLines {

    private static final long SPACING_BYTES = 256 * 1024;

    private final DataFile file;
    private final TreeMap<Long, Long> lineEndsBefore = new TreeMap<>(Map.of(0L, 0L));

    KnownLines(DataFile file) {
        this.file = file;
    }

    DataFile file() {
        return file;
    }

    /** The last known place up to a position, and the number of line ends before it. */
    synchronized Map.Entry<Long, Long> upTo(long position) {
        return lineEndsBefore.floorEntry(position);
    }

    /** Takes note of a place, unless another is near. */
    synchronized void add(long position, long lineEnds) {
        if (position - lineEndsBefore.floorKey(position) >= SPACING_BYTES) {
            lineEndsBefore.put(position, lineEnds);
        }
    }
}
