package io.tidemark.connectors.generator;

import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.connector.BadRowHandler;
import io.tidemark.runtime.connector.RangeLimits;
import io.tidemark.runtime.connector.RangeReader;
import io.tidemark.runtime.connector.Source;
import io.tidemark.runtime.connector.SourcePosition;
import io.tidemark.runtime.connector.SourceRange;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A source of made-up rows. One partition, in which a row's offset is its number from 0. A position is the number of the next row, eight bytes, big-endian.
 *
 * <p>The clock decides only how far a range goes. A source that is asked for its end before it has planned anything is read as a table, all
 * at once, if it has an end.
 */
public final class GeneratedSource implements Source {

    private static final long POLL_MILLIS = 50;

    private final Schema schema;
    private final RowGenerator generator;
    private final OptionalLong rows;
    private final Pace pace;

    /**
     * Makes the source.
     *
     * @param schema the columns that the generator makes
     * @param rows how many rows there are in all; empty for a source without end
     */
    public GeneratedSource(Schema schema, RowGenerator generator, OptionalLong rows, Pace pace) {
        this.schema = schema;
        this.generator = generator;
        this.rows = rows;
        this.pace = pace;
    }

    private static SourcePosition position(long index) {
        return new SourcePosition(ByteBuffer.allocate(Long.BYTES).putLong(index).array());
    }

    private static long index(SourcePosition position) {
        return ByteBuffer.wrap(position.encoded()).getLong();
    }

    @Override
    public SourcePosition initialPosition() {
        return position(0);
    }

    @Override
    public Optional<SourceRange> plan(SourcePosition after, RangeLimits limits) {
        long from = index(after);
        long there = Math.min(pace.reached(from), rows.orElse(Long.MAX_VALUE));
        long to = from + Math.min(Math.max(0, there - from), limits.maxRows());
        return from == to
                ? Optional.empty()
                : Optional.of(new SourceRange(List.of(0), "rows " + from + ".." + to, after, position(to)));
    }

    @Override
    public RangeReader read(SourceRange range, List<Integer> columns, BadRowHandler badRows) {
        return new GeneratedReader(schema.project(columns), generator, columns, index(range.from()), index(range.to()));
    }

    @Override
    public boolean endedAt(SourcePosition position) {
        return rows.isPresent() && index(position) >= rows.getAsLong();
    }

    @Override
    public SourcePosition currentEnd(SourcePosition after) {
        long from = index(after);
        if (rows.isPresent() && !pace.isStarted()) {
            pace.release();
        } else if (rows.isEmpty() && !pace.isStarted()) {
            return after;
        }
        return position(Math.max(from, Math.min(pace.reached(from), rows.orElse(Long.MAX_VALUE))));
    }

    @Override
    public boolean reached(SourcePosition position, SourcePosition target) {
        return index(position) >= index(target);
    }

    @Override
    public void release(SourcePosition upTo) {}

    @Override
    public void onInput(Runnable signal) {}

    @Override
    public long pollIntervalMillis() {
        return POLL_MILLIS;
    }

    @Override
    public void close() {}
}
