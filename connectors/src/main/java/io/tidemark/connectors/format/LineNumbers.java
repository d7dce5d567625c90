package io.tidemark.connectors.format;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.Map;

/** Counts the lines before a place in a file, for messages. <b>Cost</b>: reads the file from the last known place up to the one asked for, places rising. */
final class LineNumbers {

    private static final int BUFFER_BYTES = 64 * 1024;

    private final DataFile file;
    private final KnownLines known;
    private long countedBytes;
    private long lineEnds;

    /** Counts the lines of a file, from places that are known. */
    LineNumbers(DataFile file, KnownLines known) {
        this.file = file;
        this.known = known;
    }

    /** The number, from 1, of the line that begins at a position. */
    long lineAt(long position) throws IOException {
        Map.Entry<Long, Long> place = known.upTo(position);
        if (place.getKey() > countedBytes) {
            countedBytes = place.getKey();
            lineEnds = place.getValue();
        }
        try (RandomAccessFile in = new RandomAccessFile(file.path().toFile(), "r")) {
            in.seek(countedBytes);
            byte[] buffer = new byte[(int) Math.min(BUFFER_BYTES, Math.max(1, position - countedBytes))];
            while (countedBytes < position) {
                int length = in.read(buffer, 0, (int) Math.min(buffer.length, position - countedBytes));
                if (length < 0) {
                    throw file.lost("has become shorter");
                }
                count(buffer, length);
                countedBytes += length;
            }
        }
        known.add(countedBytes, lineEnds);
        return lineEnds + 1;
    }

    private void count(byte[] buffer, int length) {
        for (int at = 0; at < length; at++) {
            at = LineScanner.indexOf(buffer, at, length, (byte) '\n');
            if (at < 0) {
                return;
            }
            lineEnds++;
        }
    }
}
