package io.tidemark.connectors.filesystem;

import io.tidemark.connectors.filesystem.DecodedPart.BadRow;
import io.tidemark.connectors.filesystem.DecodedPart.Rows;
import io.tidemark.connectors.format.FilePart;
import io.tidemark.connectors.format.ReadTarget;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.connector.BadRowHandler;
import io.tidemark.runtime.connector.RangeReader;
import io.tidemark.runtime.connector.WorkerPool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads the parts of a range in pieces that several threads decode ahead of the reader, who gets them in their order. Rows, offsets and bad rows
 * are those that {@link FileRangeReader} gives; only batches end with pieces.
 *
 * <p><b>Bounds</b>: two pieces a worker are decoded ahead, each of about {@value #PIECE_BYTES} bytes of text, or one record.
 */
final class ParallelRangeReader implements RangeReader {

    /** How much text is decoded at a time. */
    static final long PIECE_BYTES = 1 << 20;

    private final ArrayDeque<FilePart> parts;
    private final PartOpener opener;
    private final Function<BadRowHandler, ReadTarget> target;
    private final BadRowHandler badRows;
    private final WorkerPool workers;
    private final ArrayDeque<DecodedPart> ahead = new ArrayDeque<>();
    private Deque<Batch> batches = new ArrayDeque<>();

    ParallelRangeReader(
            List<FilePart> parts,
            PartOpener opener,
            Function<BadRowHandler, ReadTarget> target,
            BadRowHandler badRows,
            WorkerPool workers) {
        this.parts = new ArrayDeque<>(parts);
        this.opener = opener;
        this.target = target;
        this.badRows = badRows;
        this.workers = workers;
    }

    @Override
    public @Nullable Batch next() {
        while (batches.isEmpty()) {
            readAhead();
            DecodedPart first = ahead.poll();
            if (first == null) {
                return null;
            }
            Rows rows = first.await();
            for (BadRow bad : rows.bad()) {
                badRows.badRow(bad.partition(), bad.offset(), bad.payload(), bad.reason());
            }
            batches = rows.batches();
        }
        return batches.poll();
    }

    private void readAhead() {
        FilePart part = parts.peek();
        while (part != null && ahead.size() < 2 * workers.count()) {
            parts.poll();
            FilePart piece = piece(part);
            if (piece.to() < part.to()) {
                parts.addFirst(new FilePart(part.file(), part.offsetBase(), piece.to(), part.to()));
            }
            DecodedPart decoded = new DecodedPart(piece, opener, target);
            ahead.add(decoded);
            workers.offer(decoded);
            part = parts.peek();
        }
    }

    private FilePart piece(FilePart part) {
        try {
            return opener.piece(part, PIECE_BYTES);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public long rowsFiltered() {
        return 0;
    }

    @Override
    public void close() {
        ahead.forEach(DecodedPart::cancel);
        ahead.clear();
    }
}
