package io.tidemark.connectors.format;

import io.tidemark.connectors.value.RowErrors;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.IOException;
import java.io.RandomAccessFile;
import org.jspecify.annotations.Nullable;

/**
 * Reads a part of a text file piece by piece. A piece holds whole records and the beginning of one more, which moves on into the next.
 *
 * <p>A byte order mark at the file's start, blank lines, and the carriage return of CRLF are passed over. A row's offset is its first byte's
 * position in the file plus the part's base.
 *
 * <p><b>Cost</b>: pieces of 256 KiB, or of the longest record; a batch holds on to at most 4 MiB of them beyond its last record. A record
 * longer than {@link #MAX_RECORD_BYTES} is a bad row and is not held.
 */
final class TextPartReader implements PartReader {

    static final int MAX_RECORD_BYTES = 64 << 20;
    private static final int PIECE_BYTES = 256 * 1024;
    private static final int BATCH_BYTES = 4 << 20;

    private final FilePart part;
    private final ReadTarget target;
    private final RecordScanner scanner;
    private final FileRowBuilder rows;
    private final RecordDecoder decoder;
    private final RandomAccessFile in;
    private final LineNumbers lines;

    private byte[] piece = new byte[0];
    private long pieceStart;
    private int limit;
    private int recordStart;
    private int scanned;
    private boolean headerAhead;
    private boolean oversize;

    TextPartReader(FilePart part, ReadTarget target, RecordFormat format, LineNumbers lines) throws IOException {
        this.part = part;
        this.target = target;
        this.scanner = format.scanner();
        this.rows = new FileRowBuilder(part.file(), target);
        this.decoder = format.decoder(part.file(), target, rows);
        this.lines = lines;
        this.pieceStart = part.from();
        this.headerAhead = part.from() == 0 && format.hasHeader();
        this.in = new RandomAccessFile(part.file().path().toFile(), "r");
        in.seek(part.from());
    }

    @Override
    public @Nullable Batch next() throws IOException {
        while (true) {
            TextOrigin origin = fill();
            if (rows.builder().rowCount() > 0) {
                return rows.build(origin);
            }
            if (atEnd()) {
                return null;
            }
        }
    }

    /** Takes records until the batch is full, holds on to enough bytes, or the part ends; all of them may be bad or blank. */
    private TextOrigin fill() throws IOException {
        TextOrigin origin = new TextOrigin();
        long batchBytes = 0;
        while (!rows.builder().isFull() && batchBytes < BATCH_BYTES) {
            int next = findRecord();
            if (next < 0) {
                break;
            }
            batchBytes += next - recordStart;
            take(trimmedEnd(next), origin);
            recordStart = next;
            scanned = next;
        }
        return origin;
    }

    private boolean atEnd() {
        return recordStart == limit && pieceStart + limit >= part.to();
    }

    /** The index after the current record and its line end, or -1 at the part's end. */
    private int findRecord() throws IOException {
        while (true) {
            int end = scanner.next(piece, scanned, limit);
            if (end < 0 && pieceStart + limit >= part.to()) {
                end = recordStart < limit || oversize ? limit : -1;
                scanner.reset();
            }
            if (oversize && end >= 0) {
                oversize = false;
                recordStart = end;
                scanned = end;
            } else if (end >= 0 || pieceStart + limit >= part.to()) {
                return end;
            } else {
                scanned = limit;
                readOn();
            }
        }
    }

    /** Fills a piece that begins with the current record: a new one, or the same one grown. */
    private void readOn() throws IOException {
        int kept = limit - recordStart;
        if (kept >= MAX_RECORD_BYTES && !oversize) {
            refuseOversize();
        }
        kept = oversize ? 0 : kept;
        long left = part.to() - (pieceStart + limit);
        int capacity = (int) Math.min(kept + left, Math.max(PIECE_BYTES, kept * 2L));
        byte[] grown = new byte[capacity];
        System.arraycopy(piece, limit - kept, grown, 0, kept);
        pieceStart += limit - kept;
        scanned = kept;
        recordStart = 0;
        piece = grown;
        limit = kept;
        while (limit < capacity) {
            int length = in.read(piece, limit, capacity - limit);
            if (length < 0) {
                throw part.file().lost("has become shorter");
            }
            limit += length;
        }
        if (pieceStart == 0 && TextFileReading.startsWithByteOrderMark(piece, limit)) {
            recordStart = TextFileReading.BYTE_ORDER_MARK_BYTES;
            scanned = recordStart;
        }
    }

    private int trimmedEnd(int next) {
        int end = next;
        if (end > recordStart && piece[end - 1] == '\n') {
            end--;
        }
        if (end > recordStart && piece[end - 1] == '\r') {
            end--;
        }
        return end;
    }

    private void take(int end, TextOrigin origin) throws IOException {
        if (headerAhead) {
            headerAhead = false;
            return;
        }
        try {
            if (decoder.decode(piece, recordStart, end, limit)) {
                origin.add(piece, recordStart, end, offset());
                rows.endRow();
            }
        } catch (CodedException e) {
            rows.builder().discardRow();
            badRow(end, e);
        }
    }

    private long offset() {
        return part.offsetBase() + pieceStart + recordStart;
    }

    private void badRow(int end, CodedException reason) throws IOException {
        String place = "file \"" + part.file().name() + "\", line " + lines.lineAt(pieceStart + recordStart);
        target.badRows().badRow(0, offset(), TextOrigin.text(piece, recordStart, end), RowErrors.at(place, reason));
    }

    private void refuseOversize() throws IOException {
        oversize = true;
        badRow(
                limit,
                CodedException.rowError(
                        ErrorCode.ROW_ERROR_TOO_LONG, "the record is longer than " + MAX_RECORD_BYTES + " bytes"));
    }

    @Override
    public void close() throws IOException {
        decoder.close();
        in.close();
    }
}
