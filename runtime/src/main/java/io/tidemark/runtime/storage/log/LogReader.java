package io.tidemark.runtime.storage.log;

import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the blocks that hold a range of ordinals. Segments deleted meanwhile are still read to their end. Single-threaded.
 *
 * <p><b>Errors</b>: CORRUPTED naming the file and the offset of a block that is damaged.
 */
public final class LogReader implements AutoCloseable {

    private final List<Segment> segments;
    private final long from;
    private final long to;
    private int segment;
    private @Nullable SegmentReader reader;
    private long previousOrdinal = -1;

    /** Reads the ordinals from {@code from} up to and without {@code to}; all segments that hold them are given. */
    LogReader(List<Segment> segments, long from, long to) {
        this.segments = segments;
        this.from = from;
        this.to = to;
        while (segment + 1 < segments.size() && segments.get(segment + 1).header.firstOrdinal() <= from) {
            segment++;
        }
    }

    /** The next block, or null after the last. The first may begin, and the last may end, outside the range. */
    public @Nullable LogBlock next() {
        if (from >= to) {
            return null;
        }
        try {
            return read();
        } catch (IOException e) {
            Path file = segments.get(segment).file;
            if (reader == null && Files.notExists(file)) {
                throw CodedException.of(ErrorCode.EXTERNAL_DATA_LOST, "the rows from " + from + " on were deleted")
                        .cause(e);
            }
            throw StorageFiles.readFailed(file, e);
        }
    }

    private @Nullable LogBlock read() throws IOException {
        while (segment < segments.size()) {
            Segment current = segments.get(segment);
            SegmentReader open = reader;
            if (open == null) {
                open = new SegmentReader(current, current.offsetBefore(from), current.length());
                reader = open;
            }
            long position = open.position();
            LogBlock block = open.next();
            String damage = open.damage();
            if (damage != null) {
                throw StorageFiles.corrupted(current.file, open.position(), damage);
            }
            if (block == null) {
                close();
                segment++;
                continue;
            }
            if (block.ordinal() != previousOrdinal) {
                current.index(block.ordinal(), position);
                previousOrdinal = block.ordinal();
            }
            if (block.ordinal() >= to) {
                return null;
            }
            if (block.ordinal() >= from || block.ordinal() + block.span() > from) {
                return block;
            }
        }
        return null;
    }

    @Override
    public void close() {
        SegmentReader open = reader;
        reader = null;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                throw StorageFiles.readFailed(segments.get(segment).file, e);
            }
        }
    }
}
