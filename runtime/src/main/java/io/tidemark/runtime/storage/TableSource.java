package io.tidemark.runtime.storage;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.connector.BadRowHandler;
import io.tidemark.runtime.connector.RangeLimits;
import io.tidemark.runtime.connector.RangeReader;
import io.tidemark.runtime.connector.Source;
import io.tidemark.runtime.connector.SourcePosition;
import io.tidemark.runtime.connector.SourceRange;
import io.tidemark.runtime.storage.log.SegmentedLog;
import io.tidemark.runtime.storage.versioned.VersionedSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads an internal table as a changelog. A position is the version up to which everything has been read, or {@link #NOTHING_READ}. The first range
 * holds all rows at one version, in the order of the key; the later ones hold the changes of one commit or several, in their order. A commit is
 * never divided.
 */
final class TableSource implements Source {

    /** New input is signalled; this is for what is not, such as the end of the relation. */
    private static final long POLL_INTERVAL_MILLIS = 10_000;

    private static final long NOTHING_READ = -1;

    private final InternalTable table;
    private final SegmentedLog log;
    private final LongConsumer onRelease;
    private final List<Runnable> signals = new ArrayList<>();

    /** The version that the first range holds, pinned from planning to release so that it need not be made up again. */
    private @Nullable VersionedSnapshot first;

    TableSource(InternalTable table, SegmentedLog log, LongConsumer onRelease) {
        this.table = table;
        this.log = log;
        this.onRelease = onRelease;
    }

    @Override
    public SourcePosition initialPosition() {
        return Offsets.position(NOTHING_READ);
    }

    @Override
    public Optional<SourceRange> plan(SourcePosition after, RangeLimits limits) {
        long from = Offsets.offset(after);
        if (from == NOTHING_READ) {
            return planFirst();
        }
        long available = table.version() - from;
        if (available <= 0) {
            return Optional.empty();
        }
        long bytesPerCommit = Math.max(1, log.sizeBytes() / Math.max(1, log.endOrdinal() - log.startOrdinal()));
        long commits = Math.min(limits.maxRows() / table.rowsPerCommit(), limits.maxBytes() / bytesPerCommit);
        return Optional.of(range(from, from + Math.min(available, Math.max(1, commits))));
    }

    private Optional<SourceRange> planFirst() {
        unpin();
        VersionedSnapshot now = table.pin();
        if (now.rowCount() == 0) {
            now.close();
            return Optional.empty();
        }
        first = now;
        return Optional.of(range(NOTHING_READ, now.version()));
    }

    private static SourceRange range(long from, long to) {
        String text = from == NOTHING_READ ? "0: rows at version " + to : "0: changes " + from + ".." + to;
        return new SourceRange(List.of(0), text, Offsets.position(from), Offsets.position(to));
    }

    @Override
    public RangeReader read(SourceRange range, List<Integer> columns, BadRowHandler badRows) {
        long from = Offsets.offset(range.from());
        long to = Offsets.offset(range.to());
        if (from != NOTHING_READ) {
            return TableRangeReader.changes(log.read(from, to), 1, table.schema(), columns);
        }
        VersionedSnapshot pinned = first;
        if (pinned != null && pinned.version() == to) {
            return TableRangeReader.rows(sorted(pinned), to, table.schema(), columns);
        }
        try (VersionedSnapshot past = table.rebuild(to)) {
            return TableRangeReader.rows(sorted(past), to, table.schema(), columns);
        }
    }

    private List<Batch> sorted(VersionedSnapshot snapshot) {
        List<Batch> batches = new ArrayList<>();
        snapshot.scan().forEachRemaining(batches::add);
        return new RowOrder(table.schema(), table.keyColumns()).sort(batches);
    }

    @Override
    public Optional<Lock> visibility() {
        return Optional.of(table.visibility());
    }

    @Override
    public boolean hasSpanningCommits() {
        return table.hasSpanningCommits();
    }

    @Override
    public boolean endedAt(SourcePosition position) {
        return false;
    }

    @Override
    public SourcePosition currentEnd(SourcePosition after) {
        long reached = Offsets.offset(after);
        boolean nothingToRead = reached == NOTHING_READ && isEmptyNow();
        return nothingToRead ? after : Offsets.position(Math.max(reached, table.version()));
    }

    private boolean isEmptyNow() {
        try (VersionedSnapshot now = table.pin()) {
            return now.rowCount() == 0;
        }
    }

    @Override
    public boolean reached(SourcePosition position, SourcePosition target) {
        return Offsets.offset(position) >= Offsets.offset(target);
    }

    @Override
    public void release(SourcePosition upTo) {
        long version = Offsets.offset(upTo);
        VersionedSnapshot pinned = first;
        if (pinned != null && pinned.version() <= version) {
            unpin();
        }
        if (version != NOTHING_READ) {
            onRelease.accept(version);
        }
    }

    private void unpin() {
        VersionedSnapshot pinned = first;
        first = null;
        if (pinned != null) {
            pinned.close();
        }
    }

    @Override
    public void onInput(Runnable signal) {
        signals.add(signal);
        table.onVersion(signal);
    }

    @Override
    public long pollIntervalMillis() {
        return POLL_INTERVAL_MILLIS;
    }

    @Override
    public void close() {
        signals.forEach(table::removeListener);
        unpin();
    }
}
