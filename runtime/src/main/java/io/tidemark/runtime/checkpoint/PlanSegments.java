package io.tidemark.runtime.checkpoint;

import io.tidemark.sql.error.CodedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The files of the plan log: the last is written to, the others are whole. {@link #write} and {@link #force} are called by the log's writer
 * alone; everything else, and every change of what is known of a file, happens under the log's lock.
 */
final class PlanSegments {

    private static final String PREFIX = "plan-";
    private static final String SUFFIX = ".log";

    private final Path directory;
    private final DurableFiles files;
    private final long segmentBytes;
    private final List<PlanSegment> segments = new ArrayList<>();
    private final Map<String, Long> lastCommits = new HashMap<>();
    private final Map<String, Long> keptFrom = new HashMap<>();
    private DurableFiles.AppendFile active;
    private long synced;

    PlanSegments(Path directory, DurableFiles files, long segmentBytes) throws IOException {
        this.directory = directory;
        this.files = files;
        this.segmentBytes = segmentBytes;
        files.makeDirectories(directory);
        List<Path> found = files.list(directory).stream()
                .filter(file -> file.getFileName().toString().startsWith(PREFIX))
                .toList();
        for (int i = 0; i < found.size(); i++) {
            load(found.get(i), i == found.size() - 1);
        }
        this.active = segments.isEmpty() ? create(1) : reopen(segments.get(segments.size() - 1));
        this.synced = active.size();
    }

    private void load(Path file, boolean last) throws IOException {
        PlanSegment segment = new PlanSegment(file, numberOf(file));
        segment.written = segment.scan(files, Long.MAX_VALUE, last, record -> note(segment, record));
        if (segment.written == 0) {
            files.delete(file);
            segments.add(new PlanSegment(file, segment.number));
        } else {
            segments.add(segment);
        }
    }

    private static long numberOf(Path file) {
        String name = file.getFileName().toString();
        String digits = name.substring(PREFIX.length(), name.length() - SUFFIX.length());
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException e) {
            throw CodedException.internal("\"" + file + "\" is not the name of a plan log file")
                    .cause(e);
        }
    }

    private DurableFiles.AppendFile reopen(PlanSegment segment) throws IOException {
        DurableFiles.AppendFile file = files.append(segment.file);
        if (file.size() == 0) {
            file.write(PlanSegment.header(segment.number));
        } else {
            file.truncate(segment.written);
        }
        file.force();
        return file;
    }

    private DurableFiles.AppendFile create(long number) throws IOException {
        PlanSegment segment = new PlanSegment(directory.resolve(PREFIX + "%016d".formatted(number) + SUFFIX), number);
        DurableFiles.AppendFile file = files.append(segment.file);
        try {
            file.truncate(0);
            file.write(PlanSegment.header(number));
            file.force();
        } catch (IOException e) {
            file.close();
            throw e;
        }
        segments.add(segment);
        return file;
    }

    /** The file written to. */
    Path file() {
        return segments.get(segments.size() - 1).file;
    }

    /** Forgets what was written to the last file since it was synced: it can't be read any more. */
    void withdrawUnsynced() {
        segments.get(segments.size() - 1).written = synced;
    }

    /** Opens the last file again after a failure, without what was written to it since it was synced. */
    void reopen() throws IOException {
        withdrawUnsynced();
        PlanSegment last = segments.get(segments.size() - 1);
        DurableFiles.AppendFile file = files.append(last.file);
        try {
            file.truncate(synced);
            file.force();
        } catch (IOException e) {
            file.close();
            throw e;
        }
        active.close();
        active = file;
    }

    /** Whether the file written to is full, so that {@link #roll} is due. */
    boolean isFull() {
        return active.size() >= segmentBytes;
    }

    /** Closes the file written to, which is durable, and begins the next. */
    void roll() throws IOException {
        active.force();
        active.close();
        active = create(segments.get(segments.size() - 1).number + 1);
        synced = active.size();
    }

    /** Appends records to the file written to; undone if it fails. */
    void write(List<byte[]> bodies) throws IOException {
        int size = bodies.stream().mapToInt(PlanSegment::encodedBytes).sum();
        ByteBuffer buffer = ByteBuffer.allocate(size);
        bodies.forEach(body -> PlanSegment.encode(body, synced, buffer));
        long before = active.size();
        try {
            active.write(buffer.flip());
        } catch (IOException e) {
            active.truncate(before);
            throw e;
        }
    }

    /** Makes what was written durable. */
    void force() throws IOException {
        active.force();
        synced = active.size();
    }

    /** Takes note of records that have been written, so that they can be read. */
    void written(List<PlanRecord> records) {
        PlanSegment last = segments.get(segments.size() - 1);
        records.forEach(record -> note(last, record));
        last.written = active.size();
    }

    private void note(PlanSegment segment, PlanRecord record) {
        if (record instanceof PlanRecord.Commit commit) {
            lastCommits.merge(commit.query(), commit.epoch(), Math::max);
        } else if (record instanceof PlanRecord.Retire retire) {
            segments.forEach(earlier -> earlier.lastEpochs.remove(retire.query()));
            lastCommits.remove(retire.query());
            keptFrom.remove(retire.query());
        }
        segment.note(record);
    }

    long lastCommit(String query) {
        return lastCommits.getOrDefault(query, 0L);
    }

    /** The queries that have plans in the log. */
    Set<String> queries() {
        Set<String> queries = new HashSet<>();
        segments.forEach(segment -> queries.addAll(segment.lastEpochs.keySet()));
        return queries;
    }

    /** A file to be read, and the length to which it may be. */
    record Extent(PlanSegment segment, long length) {}

    /** The files that may hold plans of a query after an epoch. */
    List<Extent> holding(String query, long afterEpoch) {
        return segments.stream()
                .filter(segment -> segment.lastEpochs.getOrDefault(query, 0L) > afterEpoch)
                .map(segment -> new Extent(segment, segment.written))
                .toList();
    }

    /** Says that a query needs no plan below an epoch; returns the files that nobody needs now, which are the caller's to delete. */
    List<Path> trim(String query, long belowEpoch) {
        keptFrom.merge(query, belowEpoch, Math::max);
        return unneeded();
    }

    /** Takes the files that nobody needs out of the log; they are the caller's to delete. */
    List<Path> unneeded() {
        List<Path> unneeded = new ArrayList<>();
        Set<String> older = new HashSet<>();
        for (PlanSegment segment : List.copyOf(segments.subList(0, segments.size() - 1))) {
            boolean wanted = segment.lastEpochs.entrySet().stream()
                    .anyMatch(entry -> entry.getValue() >= keptFrom.getOrDefault(entry.getKey(), 0L));
            boolean hidesOlder = segment.retired.stream().anyMatch(older::contains);
            if (wanted || hidesOlder) {
                older.addAll(segment.present);
            } else {
                segments.remove(segment);
                unneeded.add(segment.file);
            }
        }
        return unneeded;
    }

    /** Forces and closes the file, which is closed also where it can't be forced. */
    void close() throws IOException {
        try {
            active.force();
        } finally {
            active.close();
        }
    }
}
