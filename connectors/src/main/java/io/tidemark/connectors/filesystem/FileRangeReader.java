package io.tidemark.connectors.filesystem;

import io.tidemark.connectors.format.FilePart;
import io.tidemark.connectors.format.FileReading;
import io.tidemark.connectors.format.PartReader;
import io.tidemark.connectors.format.ReadTarget;
import io.tidemark.connectors.value.RowErrors;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.connector.RangeReader;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the parts of a range one after the other, and makes sure before and after each that its file is as it was when it was taken.
 *
 * <p>A file that is not in its format as a whole is one bad row, at the offset of its beginning, however it is cut into parts.
 */
final class FileRangeReader implements RangeReader {

    private final Iterator<FilePart> parts;
    private final FileReading reading;
    private final ReadTarget target;
    private @Nullable Open open;

    /** A part being read. */
    private record Open(FilePart part, PartReader reader) {}

    FileRangeReader(List<FilePart> parts, FileReading reading, ReadTarget target) {
        this.parts = parts.iterator();
        this.reading = reading;
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
                part.file().verifyUnchanged();
                open = opened(part);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private @Nullable Open opened(FilePart part) throws IOException {
        try {
            return new Open(part, reading.open(part, target));
        } catch (CodedException e) {
            if (e.code().kind() != ErrorKind.DATA) {
                throw e;
            }
            if (part.from() == 0) {
                String place = "file \"" + part.file().name() + "\"";
                target.badRows().badRow(0, part.offsetBase(), "", RowErrors.at(place, e));
            }
            return null;
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
