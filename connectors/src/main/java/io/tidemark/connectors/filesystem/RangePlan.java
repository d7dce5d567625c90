package io.tidemark.connectors.filesystem;

import io.tidemark.connectors.format.FilePart;
import io.tidemark.connectors.format.FileReading.Cut;
import io.tidemark.runtime.connector.RangeLimits;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A range being put together from parts of files. */
final class RangePlan {

    private static final int MAX_PARTS = 1000;

    private final FilePosition start;
    private final List<FilePart> parts = new ArrayList<>();
    private final Map<String, Long> taken = new LinkedHashMap<>();
    private @Nullable FilePart open;
    private long nextBase;
    private long rowsLeft;
    private long bytesLeft;

    RangePlan(FilePosition start, RangeLimits limits) {
        this.start = start;
        this.open = start.open();
        this.nextBase = start.nextBase();
        this.rowsLeft = limits.maxRows();
        this.bytesLeft = limits.maxBytes();
    }

    /** Whether another part may be added. */
    boolean hasRoom() {
        return rowsLeft > 0 && bytesLeft > 0 && parts.size() < MAX_PARTS && taken.size() < MAX_PARTS;
    }

    /** What another part may hold. */
    RangeLimits room() {
        return new RangeLimits(rowsLeft, bytesLeft);
    }

    /** What is left of the file read last, or null. */
    @Nullable
    FilePart open() {
        return open;
    }

    /** The offset at which the next file begins. */
    long nextBase() {
        return nextBase;
    }

    /** The names of the files that this range completes. */
    Set<String> takenNames() {
        return taken.keySet();
    }

    /** Adds the beginning, up to the cut, of what is left of a file. */
    void add(FilePart rest, Cut cut) {
        if (cut.to() > rest.from()) {
            parts.add(new FilePart(rest.file(), rest.offsetBase(), rest.from(), cut.to()));
        }
        rowsLeft -= rowsLeft == Long.MAX_VALUE ? 0 : cut.rows();
        bytesLeft -= bytesLeft == Long.MAX_VALUE ? 0 : cut.bytes();
        if (cut.to() < rest.to()) {
            open = new FilePart(rest.file(), rest.offsetBase(), cut.to(), rest.to());
        } else {
            open = null;
            taken.put(rest.file().name(), rest.file().sizeBytes());
            nextBase = rest.offsetBase() + rest.to();
        }
    }

    boolean isEmpty() {
        return parts.isEmpty() && taken.isEmpty();
    }

    /** The position after the range. */
    FilePosition position(boolean ended) {
        return new FilePosition(start.taken().plus(taken), open, nextBase, ended, parts);
    }

    /** The range in words. */
    String description() {
        if (parts.isEmpty()) {
            return taken.size() == 1 ? "an empty file" : taken.size() + " empty files";
        }
        FilePart first = parts.get(0);
        FilePart last = parts.get(parts.size() - 1);
        return parts.size() == 1
                ? first.file().name() + ": " + first.from() + ".." + first.to()
                : parts.size() + " files, " + first.file().name() + ": " + first.from() + " to "
                        + last.file().name() + ": " + last.to();
    }
}
