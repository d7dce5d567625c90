package io.tidemark.runtime.storage.log;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds out what a log's directory holds. Sealed segments were durable before the next one began; in the last one, whatever follows the last whole
 * group and lies behind the {@link DurableMark} was never acknowledged and is cut off.
 */
final class LogRecovery {

    private final Path directory;
    private final DurableMark.Position mark;
    private final List<Segment> segments = new ArrayList<>();
    private final Map<String, WriterEpoch> writers = new TreeMap<>();
    private long endOrdinal;

    private LogRecovery(Path directory, DurableMark.Position mark) {
        this.directory = directory;
        this.mark = mark;
    }

    /** What was found: no segment at all in a new log. */
    static LogRecovery recover(Path directory) throws IOException {
        LogRecovery recovery = new LogRecovery(directory, DurableMark.read(directory));
        recovery.run();
        return recovery;
    }

    List<Segment> segments() {
        return segments;
    }

    /** The last epoch of each writer. */
    Map<String, WriterEpoch> writers() {
        return writers;
    }

    /** The ordinal after the last durable one. */
    long endOrdinal() {
        return endOrdinal;
    }

    private void run() throws IOException {
        List<Path> files = segmentFiles();
        for (int i = 0; i < files.size(); i++) {
            Path file = files.get(i);
            Segment segment = open(file);
            if (segment == null) {
                discardUnfinished(file, i == files.size() - 1);
                break;
            }
            if (!segments.isEmpty() && segments.get(segments.size() - 1).number + 1 != segment.number) {
                throw StorageFiles.corrupted(file, 0, "the segment before it is missing");
            }
            segment.setLength(Files.size(file));
            segments.add(segment);
        }
        if (segments.isEmpty() ? mark.segment() >= 0 : mark.segment() > last().number) {
            throw StorageFiles.corrupted(Segment.file(directory, mark.segment()), 0, "the segment is missing");
        }
        if (!segments.isEmpty()) {
            recoverLast();
            deleteOutdated();
        }
    }

    private List<Path> segmentFiles() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> Segment.number(file) >= 0).sorted().toList();
        }
    }

    private Segment last() {
        return segments.get(segments.size() - 1);
    }

    private static @Nullable Segment open(Path file) throws IOException {
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            if (in.length() < SegmentHeader.prefixLength()) {
                return null;
            }
            byte[] prefix = new byte[SegmentHeader.prefixLength()];
            in.readFully(prefix);
            int length = SegmentHeader.length(prefix);
            if (length < 0 || length > in.length()) {
                return null;
            }
            byte[] bytes = new byte[length];
            in.seek(0);
            in.readFully(bytes);
            SegmentHeader header = SegmentHeader.decode(bytes);
            return header == null ? null : new Segment(Segment.number(file), file, header, length);
        }
    }

    /** A segment whose header never became durable holds nothing: but only the last can be one. */
    private void discardUnfinished(Path file, boolean isLast) throws IOException {
        if (!isLast || mark.segment() >= Segment.number(file)) {
            throw StorageFiles.corrupted(file, 0, "the header of the segment is not valid");
        }
        Files.delete(file);
    }

    private void recoverLast() throws IOException {
        Segment last = last();
        endOrdinal = last.header.firstOrdinal();
        last.header.writers().forEach(writer -> writers.put(writer.writer(), writer));
        long fileLength = last.length();
        long wholeLength = last.headerLength;
        String damage;
        try (SegmentReader reader = new SegmentReader(last, last.headerLength, fileLength)) {
            wholeLength = readGroups(last, reader, wholeLength);
            damage = reader.damage();
            if (mark.segment() == last.number && mark.length() > wholeLength) {
                throw StorageFiles.corrupted(
                        last.file, reader.position(), damage == null ? "the segment ends too early" : damage);
            }
        }
        if (wholeLength < fileLength) {
            try (FileChannel channel = FileChannel.open(last.file, StandardOpenOption.WRITE)) {
                channel.truncate(wholeLength);
                channel.force(true);
            }
        }
        last.setLength(wholeLength);
    }

    private long readGroups(Segment segment, SegmentReader reader, long start) throws IOException {
        long wholeLength = start;
        List<long[]> group = new ArrayList<>();
        long position = reader.position();
        for (LogBlock block = reader.next(); block != null; block = reader.next()) {
            if (group.isEmpty() || group.get(group.size() - 1)[0] != block.ordinal()) {
                group.add(new long[] {block.ordinal(), position});
            }
            position = reader.position();
            if (block.last()) {
                wholeLength = position;
                endOrdinal = block.ordinal() + block.span();
                block.writer().ifPresent(writer -> writers.put(writer.writer(), writer));
                group.forEach(entry -> segment.index(entry[0], entry[1]));
                group.clear();
            }
        }
        return wholeLength;
    }

    /** Deletes what is left of segments that the log was cut behind. */
    private void deleteOutdated() throws IOException {
        long start = last().header.logStart();
        while (segments.size() > 1 && segments.get(1).header.firstOrdinal() <= start) {
            Files.delete(segments.remove(0).file);
        }
    }
}
