package io.tidemark.connectors.filesystem;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import io.tidemark.connectors.format.DataFile;
import io.tidemark.connectors.format.FilePart;
import io.tidemark.connectors.format.FileReading;
import io.tidemark.connectors.format.FileReading.Cut;
import io.tidemark.runtime.connector.BadRowHandler;
import io.tidemark.runtime.connector.RangeLimits;
import io.tidemark.runtime.connector.RangeReader;
import io.tidemark.runtime.connector.Source;
import io.tidemark.runtime.connector.SourcePosition;
import io.tidemark.runtime.connector.SourceRange;
import io.tidemark.runtime.connector.WorkerPool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the files of a directory as one partition.
 *
 * <p>Files are read one after the other, in the order of {@link FileInbox}; the range records which part of which file it reads, with the
 * file's size and modification time, so that reading it again gives the same rows or an error, never others. A file read whole may be
 * removed once its rows are committed; its name must not be used again.
 *
 * <p><b>Units</b>: a row's offset is its place in the sequence of all files: in text the position of its first byte, in Parquet its index,
 * counted on from file to file.
 *
 * <p><b>Errors</b>: EXTERNAL_DATA_LOST if a file is not as it was when taken.
 */
final class FileSource implements Source {

    private final SourceColumns columns;
    private final FileReading reading;
    private final FileInbox inbox;
    private final Duration pollInterval;
    private final WorkerPool workers;

    FileSource(SourceColumns columns, FileReading reading, FileInbox inbox, Duration pollInterval, WorkerPool workers) {
        this.columns = columns;
        this.reading = reading;
        this.inbox = inbox;
        this.pollInterval = pollInterval;
        this.workers = workers;
    }

    @Override
    public SourcePosition initialPosition() {
        return FilePosition.START.encode();
    }

    @Override
    public Optional<SourceRange> plan(SourcePosition after, RangeLimits limits) {
        FilePosition position = FilePosition.decode(after);
        if (position.ended()) {
            return Optional.empty();
        }
        inbox.refresh(position);
        try {
            RangePlan plan = new RangePlan(position, limits);
            boolean more = true;
            while (more && plan.hasRoom()) {
                more = planNext(plan);
            }
            return plan.isEmpty() ? Optional.empty() : Optional.of(range(after, plan));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Adds the next part, or says that there is none. */
    private boolean planNext(RangePlan plan) throws IOException {
        FilePart rest = plan.open();
        if (rest == null) {
            DataFile file = inbox.next(plan.takenNames());
            if (file == null) {
                return false;
            }
            rest = new FilePart(file, plan.nextBase(), 0, reading.end(file));
        } else {
            rest.file().verifyUnchanged();
        }
        plan.add(rest, rest.to() == 0 ? new Cut(0, 0, 0) : reading.cut(rest.file(), rest.from(), plan.room()));
        return true;
    }

    private SourceRange range(SourcePosition after, RangePlan plan) {
        boolean ended = inbox.isBounded() && plan.open() == null && inbox.isEmptyExcept(plan.takenNames());
        return new SourceRange(
                List.of(0), plan.description(), after, plan.position(ended).encode());
    }

    @Override
    public RangeReader read(SourceRange range, List<Integer> wanted, BadRowHandler badRows) {
        List<FilePart> parts = FilePosition.decode(range.to()).parts();
        PartOpener opener = new PartOpener(reading);
        return workers.count() > 1 && reading.isConcurrent() && isLarge(parts)
                ? new ParallelRangeReader(
                        parts, opener, collected -> columns.target(wanted, collected), badRows, workers)
                : new FileRangeReader(parts, opener, columns.target(wanted, badRows));
    }

    /** Whether there is more than one piece to be decoded. */
    private static boolean isLarge(List<FilePart> parts) {
        return parts.stream().mapToLong(part -> part.to() - part.from()).sum() > ParallelRangeReader.PIECE_BYTES;
    }

    @Override
    public boolean endedAt(SourcePosition encoded) {
        if (!inbox.isBounded()) {
            return false;
        }
        FilePosition position = FilePosition.decode(encoded);
        if (position.ended()) {
            return true;
        }
        inbox.refresh(position);
        return position.open() == null && inbox.isEmptyExcept(Set.of());
    }

    /** A position in which everything present counts as taken; nothing is read from it. */
    @Override
    public SourcePosition currentEnd(SourcePosition after) {
        FilePosition position = FilePosition.decode(after);
        TakenFiles all =
                position.taken().plus(inbox.present().stream().collect(toMap(DataFile::name, DataFile::sizeBytes)));
        return new FilePosition(all, null, position.nextBase(), false, List.of()).encode();
    }

    /** A file that was there and is gone, as one that has been renamed, is not waited for. */
    @Override
    public boolean reached(SourcePosition position, SourcePosition target) {
        TakenFiles taken = FilePosition.decode(position).taken();
        TakenFiles wanted = FilePosition.decode(target).taken();
        if (taken.containsAll(wanted, hash -> false)) {
            return true;
        }
        Set<Long> present = inbox.present().stream()
                .map(file -> TakenFiles.hash(file.name()))
                .collect(toSet());
        return taken.containsAll(wanted, hash -> !present.contains(hash));
    }

    @Override
    public void release(SourcePosition upTo) {}

    @Override
    public void onInput(Runnable signal) {}

    @Override
    public long pollIntervalMillis() {
        return pollInterval.toMillis();
    }

    @Override
    public void close() {
        reading.close();
    }
}
