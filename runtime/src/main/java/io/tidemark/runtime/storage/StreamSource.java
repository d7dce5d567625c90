package io.tidemark.runtime.storage;

import io.tidemark.runtime.connector.BadRowHandler;
import io.tidemark.runtime.connector.RangeLimits;
import io.tidemark.runtime.connector.RangeReader;
import io.tidemark.runtime.connector.Source;
import io.tidemark.runtime.connector.SourcePosition;
import io.tidemark.runtime.connector.SourceRange;
import io.tidemark.runtime.storage.log.SegmentedLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Lock;

/** Reads an internal stream. A position is the offset of the next row. */
final class StreamSource implements Source {

    /** New input is signalled; this is for what is not, such as the end of the relation. */
    private static final long POLL_INTERVAL_MILLIS = 10_000;

    private final InternalStream stream;
    private final SegmentedLog log;
    private final StreamStart start;
    private final List<Runnable> signals = new ArrayList<>();

    /** Where a bounded source ends. */
    private final long bound;

    StreamSource(InternalStream stream, SegmentedLog log, StreamStart start, long bound) {
        this.stream = stream;
        this.log = log;
        this.start = start;
        this.bound = bound;
    }

    private long end() {
        return Math.min(bound, stream.endOffset());
    }

    @Override
    public SourcePosition initialPosition() {
        return Offsets.position(start == StreamStart.EARLIEST ? log.startOrdinal() : end());
    }

    @Override
    public Optional<SourceRange> plan(SourcePosition after, RangeLimits limits) {
        stream.requireOpen();
        long from = Math.max(Offsets.offset(after), log.startOrdinal());
        long available = end() - from;
        if (available <= 0) {
            return Optional.empty();
        }
        long bytesPerRow = Math.max(1, log.sizeBytes() / Math.max(1, log.endOrdinal() - log.startOrdinal()));
        long rows = Math.min(limits.maxRows(), limits.maxBytes() / bytesPerRow);
        long to = from + Math.min(available, Math.max(1, rows));
        if (to < end()) {
            to = Math.min(end(), stream.endOfCommit(to));
        }
        return Optional.of(
                new SourceRange(List.of(0), "0: " + from + ".." + to, Offsets.position(from), Offsets.position(to)));
    }

    @Override
    public RangeReader read(SourceRange range, List<Integer> columns, BadRowHandler badRows) {
        return new StreamRangeReader(stream, log, Offsets.offset(range.from()), Offsets.offset(range.to()), columns);
    }

    @Override
    public boolean endedAt(SourcePosition position) {
        return Offsets.offset(position) >= bound;
    }

    @Override
    public SourcePosition currentEnd(SourcePosition after) {
        return Offsets.position(Math.max(end(), Offsets.offset(after)));
    }

    @Override
    public boolean reached(SourcePosition position, SourcePosition target) {
        return Offsets.offset(position) >= Offsets.offset(target);
    }

    @Override
    public Optional<Lock> visibility() {
        return Optional.of(stream.visibility());
    }

    @Override
    public boolean hasSpanningCommits() {
        return stream.hasSpanningCommits();
    }

    /** Rows stay until the stream is truncated or dropped. */
    @Override
    public void release(SourcePosition upTo) {}

    @Override
    public void onInput(Runnable signal) {
        signals.add(signal);
        stream.onVisible(signal);
    }

    @Override
    public long pollIntervalMillis() {
        return POLL_INTERVAL_MILLIS;
    }

    @Override
    public void close() {
        signals.forEach(stream::removeListener);
    }
}
