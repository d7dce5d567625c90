package io.tidemark.runtime.storage;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.connector.BadRowHandler;
import io.tidemark.runtime.connector.RangeLimits;
import io.tidemark.runtime.connector.RangeReader;
import io.tidemark.runtime.connector.Source;
import io.tidemark.runtime.connector.SourcePosition;
import io.tidemark.runtime.connector.SourceRange;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/**
 * Reads a materialized view as a changelog: first the rows of the epoch at which the reader began, some blocks at a time, then the changes of one
 * epoch of the view or several, in their order. An epoch of the view is never divided.
 *
 * <p>A position is {@code epoch:i64, blocks:i32}: so many blocks of that epoch's rows have been read, or, where {@code blocks} is {@link
 * #WHOLE}, everything up to and with that epoch. Before the first range it is epoch {@link #NOTHING_READ}.
 */
final class ViewSource implements Source {

    /** New input is signalled; this is for what is not, such as the end of the relation. */
    private static final long POLL_INTERVAL_MILLIS = 10_000;

    private static final long NOTHING_READ = -1;
    private static final int WHOLE = -1;

    private final ViewChanges changes;
    private final String readerId;
    private Optional<Runnable> signal = Optional.empty();

    ViewSource(ViewChanges changes, String readerId) {
        this.changes = changes;
        this.readerId = readerId;
    }

    /** A position, decoded. */
    private record Reached(long epoch, int blocks) {

        static Reached of(SourcePosition position) {
            ByteBuffer bytes = ByteBuffer.wrap(position.encoded());
            return new Reached(bytes.getLong(), bytes.getInt());
        }

        SourcePosition encoded() {
            return new SourcePosition(ByteBuffer.allocate(Long.BYTES + Integer.BYTES)
                    .putLong(epoch)
                    .putInt(blocks)
                    .array());
        }

        boolean isWhole() {
            return epoch != NOTHING_READ && blocks == WHOLE;
        }
    }

    @Override
    public SourcePosition initialPosition() {
        return new Reached(NOTHING_READ, 0).encoded();
    }

    @Override
    public Optional<SourceRange> plan(SourcePosition after, RangeLimits limits) {
        Reached from = Reached.of(after);
        if (!changes.isReader(readerId)) {
            return Optional.empty();
        }
        if (!from.isWhole()) {
            return Optional.of(planRows(from, limits));
        }
        long available = changes.durableEpoch() - from.epoch();
        if (available <= 0) {
            return Optional.empty();
        }
        long epochs = Math.min(limits.maxRows() / changes.rowsPerEpoch(), limits.maxBytes() / changes.bytesPerEpoch());
        long to = from.epoch() + Math.min(available, Math.max(1, epochs));
        return Optional.of(range("changes of epochs " + (from.epoch() + 1) + ".." + to, from, new Reached(to, WHOLE)));
    }

    private SourceRange planRows(Reached from, RangeLimits limits) {
        long epoch = from.epoch() == NOTHING_READ ? changes.beginsAt(readerId) : from.epoch();
        SnapshotBlocks rows = changes.rowsAt(epoch);
        long wanted = Math.min(limits.maxRows() / Batch.MAX_ROWS, limits.maxBytes() / rows.bytesPerBlock());
        int to = (int) Math.min(rows.count(), from.blocks() + Math.max(1, wanted));
        String text = "rows at epoch " + epoch + ", blocks " + from.blocks() + ".." + to + " of " + rows.count();
        return range(text, from, new Reached(epoch, to == rows.count() ? WHOLE : to));
    }

    private static SourceRange range(String text, Reached from, Reached to) {
        return new SourceRange(List.of(0), "0: " + text, from.encoded(), to.encoded());
    }

    @Override
    public RangeReader read(SourceRange range, List<Integer> columns, BadRowHandler badRows) {
        Reached from = Reached.of(range.from());
        Reached to = Reached.of(range.to());
        if (from.isWhole()) {
            return changes.read(from.epoch(), to.epoch(), columns);
        }
        SnapshotBlocks rows = changes.rowsAt(to.epoch());
        int end = to.isWhole() ? rows.count() : to.blocks();
        long watermark = to.isWhole() ? changes.watermark(to.epoch()) : Long.MIN_VALUE;
        return TableRangeReader.rows(
                new TableRangeReader.AllRows(rows.read(from.blocks(), end, changes.schema()), to.epoch(), watermark),
                changes.schema(),
                columns);
    }

    @Override
    public boolean endedAt(SourcePosition position) {
        Reached reached = Reached.of(position);
        return reached.isWhole() && changes.endsAt(reached.epoch());
    }

    /** What the view has published, whether it can be read already or not. */
    @Override
    public SourcePosition currentEnd(SourcePosition after) {
        Reached reached = Reached.of(after);
        long end = Math.max(reached.epoch(), changes.lastEpoch());
        return changes.isReader(readerId) ? new Reached(end, WHOLE).encoded() : after;
    }

    @Override
    public boolean reached(SourcePosition position, SourcePosition target) {
        Reached at = Reached.of(position);
        Reached wanted = Reached.of(target);
        return position.equals(target) || (at.isWhole() && at.epoch() >= wanted.epoch());
    }

    @Override
    public void release(SourcePosition upTo) {
        Reached reached = Reached.of(upTo);
        if (reached.isWhole()) {
            changes.release(readerId, reached.epoch());
        }
    }

    @Override
    public void onInput(Runnable told) {
        signal = Optional.of(told);
        changes.onChange(told);
    }

    @Override
    public long pollIntervalMillis() {
        return POLL_INTERVAL_MILLIS;
    }

    @Override
    public void close() {
        signal.ifPresent(changes::removeListener);
    }
}
