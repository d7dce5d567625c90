package io.tidemark.runtime.storage;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.RowOrigin;
import io.tidemark.runtime.batch.RowTags;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.connector.RangeReader;
import io.tidemark.runtime.storage.codec.BatchCodec;
import io.tidemark.runtime.storage.log.LogBlock;
import io.tidemark.runtime.storage.log.LogReader;
import io.tidemark.runtime.storage.log.SegmentedLog;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads rows of an internal stream from one offset up to another. Small blocks are put together into larger batches. */
final class StreamRangeReader implements RangeReader {

    /** A block of so many rows is worth a batch of its own. */
    private static final int LARGE_BLOCK_ROWS = 256;

    private final InternalStream stream;
    private final LogReader blocks;
    private final long from;
    private final long to;
    private final List<Integer> columns;
    private final RowCollector collected;
    private @Nullable LogBlock block;
    private @Nullable Batch rest;

    /** The rows of {@link #rest} not yet given out, and the offset of its first row. */
    private int restFrom;

    private int restTo;
    private long restOffset;

    StreamRangeReader(InternalStream stream, SegmentedLog log, long from, long to, List<Integer> columns) {
        this.stream = stream;
        this.from = from;
        this.to = to;
        this.columns = List.copyOf(columns);
        Schema projected = stream.schema().project(columns);
        this.collected = new RowCollector(projected);
        this.blocks = log.read(from, to);
    }

    /** The rows of a batch by their offsets; a row's text is read again when someone asks. */
    private record Origin(InternalStream stream, long firstOffset) implements RowOrigin {
        @Override
        public int partition() {
            return 0;
        }

        @Override
        public long offset(int row) {
            return firstOffset + row;
        }

        @Override
        public String payload(int row) {
            return stream.rowText(offset(row));
        }
    }

    @Override
    public @Nullable Batch next() {
        long first = -1;
        while (advance()) {
            Batch batch = rest;
            int count = restTo - restFrom;
            long offset = restOffset + restFrom;
            if (batch != null && collected.size() == 0 && count == batch.rowCount() && count >= LARGE_BLOCK_ROWS) {
                rest = null;
                return tagged(batch, offset);
            }
            if (batch != null) {
                first = first < 0 ? offset : first;
                int taken = Math.min(count, collected.room());
                collected.add(batch, restFrom, restFrom + taken);
                restFrom += taken;
                rest = restFrom == restTo ? null : batch;
            }
            if (collected.room() == 0) {
                break;
            }
        }
        return collected.size() == 0 ? null : tagged(collected.build(), first);
    }

    /** Makes {@link #rest} the rows that come next; false if there are none, or if those collected should be given out first. */
    private boolean advance() {
        while (rest == null) {
            LogBlock next = block == null ? blocks.next() : block;
            block = null;
            if (next == null) {
                return false;
            }
            if (next.span() == 0) {
                continue;
            }
            if (collected.size() > 0 && next.span() >= LARGE_BLOCK_ROWS) {
                block = next;
                return false;
            }
            rest = BatchCodec.decode(next.bytes(), next.offset(), next.length(), stream.schema(), columns);
            restOffset = next.ordinal();
            restFrom = (int) Math.max(0, from - next.ordinal());
            restTo = (int) Math.min(next.span(), to - next.ordinal());
        }
        return true;
    }

    private Batch tagged(Batch batch, long firstOffset) {
        return batch.withTags(new RowTags(null, new Origin(stream, firstOffset), null));
    }

    @Override
    public long rowsFiltered() {
        return 0;
    }

    @Override
    public void close() {
        blocks.close();
    }
}
