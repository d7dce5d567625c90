package io.tidemark.connectors.filesystem;

import io.tidemark.connectors.format.FilePart;
import io.tidemark.connectors.format.FileReading;
import io.tidemark.connectors.format.PartReader;
import io.tidemark.connectors.format.ReadTarget;
import io.tidemark.connectors.value.RowErrors;
import io.tidemark.runtime.connector.RangeLimits;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorKind;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Opens parts of files, once it is sure that the file is as it was when it was taken.
 *
 * <p>A file that is not in its format as a whole is one bad row, at the offset of its beginning, however it is cut into parts.
 */
final class PartOpener {

    private final FileReading reading;

    PartOpener(FileReading reading) {
        this.reading = reading;
    }

    /** A reader of a part; null if the file is not in its format, which {@code target} has then been told. */
    @Nullable
    PartReader open(FilePart part, ReadTarget target) throws IOException {
        part.file().verifyUnchanged();
        try {
            return reading.open(part, target);
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

    /** The beginning of a part: about so many bytes of it, or all. Of a reading that is concurrent. */
    FilePart piece(FilePart part, long bytes) throws IOException {
        long end = part.to() - part.from() <= bytes
                ? part.to()
                : reading.cut(part.file(), part.from(), new RangeLimits(Long.MAX_VALUE, bytes))
                        .to();
        return new FilePart(part.file(), part.offsetBase(), part.from(), Math.min(end, part.to()));
    }
}
