package io.tidemark.connectors.format;

import io.tidemark.runtime.connector.RangeLimits;
import java.io.IOException;
import java.io.RandomAccessFile;
import org.jspecify.annotations.Nullable;

/**
 * Cuts and reads text files record by record. Positions are bytes.
 *
 * <p><b>Cost</b>: cutting with a limit reads the part once to count its records; where the limit on rows is {@value #RECKONED_ROWS} or more
 * and every line is a record, only its beginning, and the rows are reckoned at the length of those.
 */
public final class TextFileReading implements FileReading {

    static final int BYTE_ORDER_MARK_BYTES = 3;
    static final int RECKONED_ROWS = 16 * 1024;
    private static final int BUFFER_BYTES = 256 * 1024;
    private static final int SAMPLE_BYTES = 64 * 1024;

    private final RecordFormat format;
    private @Nullable KnownLines knownLines;

    public TextFileReading(RecordFormat format) {
        this.format = format;
    }

    @Override
    public long end(DataFile file) {
        return file.sizeBytes();
    }

    @Override
    public Cut cut(DataFile file, long from, RangeLimits limits) throws IOException {
        long left = file.sizeBytes() - from;
        if (limits.maxRows() == Long.MAX_VALUE && left <= limits.maxBytes()) {
            return new Cut(file.sizeBytes(), 0, left);
        }
        try (RandomAccessFile in = new RandomAccessFile(file.path().toFile(), "r")) {
            in.seek(from);
            return limits.maxRows() >= RECKONED_ROWS && format.endsAtEveryLineFeed()
                    ? reckon(in, file, from, limits)
                    : scan(in, file, from, limits);
        }
    }

    private Cut reckon(RandomAccessFile in, DataFile file, long from, RangeLimits limits) throws IOException {
        byte[] sample = new byte[(int) Math.min(SAMPLE_BYTES, file.sizeBytes() - from)];
        in.readFully(sample);
        int lines = 0;
        int sampled = 0;
        LineScanner scanner = new LineScanner();
        for (int at = scanner.next(sample, 0, sample.length); at >= 0; at = scanner.next(sample, at, sample.length)) {
            lines++;
            sampled = at;
        }
        double lineBytes = lines == 0 ? sample.length : (double) sampled / lines;
        double wanted = Math.min((double) limits.maxBytes(), (double) limits.maxRows() * lineBytes);
        long to = from + wanted >= file.sizeBytes()
                ? file.sizeBytes()
                : lineEnd(in, file, from + Math.max(1, (long) wanted) - 1);
        return new Cut(to, Math.max(1, (long) ((to - from) / lineBytes)), to - from);
    }

    /** The end of the line that a position is in. */
    private static long lineEnd(RandomAccessFile in, DataFile file, long position) throws IOException {
        byte[] buffer = new byte[SAMPLE_BYTES];
        long read = position;
        in.seek(position);
        while (true) {
            int length = in.read(buffer);
            if (length < 0) {
                return file.sizeBytes();
            }
            int found = LineScanner.indexOf(buffer, 0, length, (byte) '\n');
            if (found >= 0) {
                return Math.min(file.sizeBytes(), read + found + 1);
            }
            read += length;
        }
    }

    private Cut scan(RandomAccessFile in, DataFile file, long from, RangeLimits limits) throws IOException {
        RecordScanner scanner = format.scanner();
        byte[] buffer = new byte[(int) Math.min(BUFFER_BYTES, file.sizeBytes() - from)];
        long rows = from == 0 && format.hasHeader() ? -1 : 0;
        long lastEnd = from;
        long read = from;
        while (read < file.sizeBytes()) {
            int length = in.read(buffer, 0, (int) Math.min(buffer.length, file.sizeBytes() - read));
            if (length < 0) {
                throw file.lost("has become shorter");
            }
            int first = read == 0 && startsWithByteOrderMark(buffer, length) ? BYTE_ORDER_MARK_BYTES : 0;
            for (int at = scanner.next(buffer, first, length); at >= 0; at = scanner.next(buffer, at, length)) {
                long end = read + at;
                if (rows > 0 && end - from > limits.maxBytes()) {
                    return new Cut(lastEnd, rows, lastEnd - from);
                }
                rows++;
                lastEnd = end;
                if (rows >= limits.maxRows()) {
                    return new Cut(end, rows, end - from);
                }
            }
            read += length;
        }
        if (lastEnd < file.sizeBytes() && rows > 0 && file.sizeBytes() - from > limits.maxBytes()) {
            return new Cut(lastEnd, rows, lastEnd - from);
        }
        long last = lastEnd < file.sizeBytes() ? 1 : 0;
        return new Cut(file.sizeBytes(), Math.max(rows, 0) + last, file.sizeBytes() - from);
    }

    /** Whether the bytes begin with U+FEFF in UTF-8, which some editors put before a text. */
    static boolean startsWithByteOrderMark(byte[] bytes, int length) {
        return length >= BYTE_ORDER_MARK_BYTES
                && bytes[0] == (byte) 0xEF
                && bytes[1] == (byte) 0xBB
                && bytes[2] == (byte) 0xBF;
    }

    @Override
    public void close() {}

    @Override
    public boolean isConcurrent() {
        return true;
    }

    @Override
    public PartReader open(FilePart part, ReadTarget target) throws IOException {
        return new TextPartReader(part, target, format, new LineNumbers(part.file(), knownLines(part.file())));
    }

    /** The parts of a file share what they find out about its lines; only of the file read last is it kept. */
    private synchronized KnownLines knownLines(DataFile file) {
        KnownLines known = knownLines;
        if (known == null || !known.file().equals(file)) {
            known = new KnownLines(file);
            knownLines = known;
        }
        return known;
    }
}
