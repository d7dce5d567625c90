package io.tidemark.connectors.format;

import io.tidemark.runtime.connector.RangeLimits;
import java.io.IOException;
import java.io.RandomAccessFile;

/**
 * Cuts and reads text files record by record. Positions are bytes.
 *
 * <p><b>Cost</b>: cutting with a limit on rows or bytes reads the part once to find where records end.
 */
public final class TextFileReading implements FileReading {

    static final int BYTE_ORDER_MARK_BYTES = 3;
    private static final int BUFFER_BYTES = 256 * 1024;

    private final RecordFormat format;

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
            return scan(in, file, from, limits);
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
    public PartReader open(FilePart part, ReadTarget target) throws IOException {
        return new TextPartReader(part, target, format);
    }
}
