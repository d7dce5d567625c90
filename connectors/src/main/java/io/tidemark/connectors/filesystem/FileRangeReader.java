package io.tidemark.connectors.filesystem;

import io.tidemark.connectors.format.FilePart;
import io.tidemark.connectors.format.PartReader;
import io.tidemark.connectors.format.ReadTarget;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.connector.RangeReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the parts of a range one after the other, and makes sure before and after each that its file is as it was when it was taken.
 */
final class FileRangeReader implements RangeReader {

    private final Iterator<FilePart> parts;
    private final PartOpener opener;
    private final ReadTarget target;
    private @Nullable Open open;

    /** A part being read. */
    private record Open(FilePart part, PartReader reader) {}

    FileRangeReader(List<FilePart> parts, PartOpener opener, ReadTarget target) {
        this.parts = parts.iterator();
        this.opener = opener;
        this.target = target;
    }

    @Override
    public @Nullable Batch next() {
        try {
            while (true) {
                Open current = open;
                if (current != null) {
                    Batch batch = current.reader.next();
                    if (batch != null) {
                        return batch;
                    }
                    close();
                    current.part.file().verifyUnchanged();
                }
                if (!parts.hasNext()) {
                    return null;
                }
                FilePart part = parts.next();
                PartReader reader = opener.open(part, target);
                open = reader == null ? null : new Open(part, reader);
            }
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
        Open current = open;
        open = null;
        if (current != null) {
            try {
                current.reader.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
