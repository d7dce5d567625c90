package io.tidemark.benchmarks.flink;

import io.tidemark.connectors.nexmark.NexmarkConnector;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.connector.Options;
import io.tidemark.runtime.connector.RangeLimits;
import io.tidemark.runtime.connector.RangeReader;
import io.tidemark.runtime.connector.SourceSpec;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.table.data.RowData;

/** Makes the batches of its share first, then gives their rows out, no further ahead of other readers than they allow. */
final class EventReader implements SourceReader<RowData, EventSource.Share> {

    private static final int ROWS_AT_ONCE = 128;
    private static final long RETRY_MICROS = 500;

    private final String table;
    private final long events;
    private final int[] columns;
    private final List<Batch> batches = new ArrayList<>();
    private final RowMaker rows = new RowMaker();
    private CompletableFuture<Void> available = new CompletableFuture<>();
    private int batch;
    private int row;
    private long eventsPerBatch;
    private boolean filled;

    EventReader(String table, long events, int[] columns) {
        this.table = table;
        this.events = events;
        this.columns = columns;
    }

    @Override
    public void start() {}

    @Override
    public void addSplits(List<EventSource.Share> shares) {
        EventSource.Share share = shares.get(0);
        int all = 0;
        long allRows = 0;
        for (RangeReader reader = open(); ; ) {
            Batch next = reader.next();
            if (next == null) {
                reader.close();
                break;
            }
            allRows += next.rowCount();
            if (all++ % share.readers() == share.reader()) {
                batches.add(next);
            }
        }
        eventsPerBatch = share.readers() * Batch.MAX_ROWS * events / Math.max(1, allRows);
        filled = true;
        RunClock.INSTANCE.ready(this);
        available.complete(null);
    }

    private RangeReader open() {
        NexmarkConnector connector = new NexmarkConnector(Clock.systemUTC());
        Map<String, String> options = Map.of("table", table, "number-of-events", Long.toString(events));
        var source = connector.openSource(new SourceSpec(
                table,
                EventSchemas.of(table),
                Map.of(),
                Options.validate("nexmark", connector.sourceOptions(), options),
                ZoneOffset.UTC));
        var range = source.plan(source.initialPosition(), RangeLimits.NONE).orElseThrow();
        return source.read(range, Arrays.stream(columns).boxed().toList(), (partition, offset, payload, reason) -> {
            throw reason;
        });
    }

    @Override
    public InputStatus pollNext(ReaderOutput<RowData> output) {
        if (!filled) {
            return InputStatus.NOTHING_AVAILABLE;
        }
        if (batch == batches.size()) {
            RunClock.INSTANCE.ended(this);
            return InputStatus.END_OF_INPUT;
        }
        if (row == 0 && !RunClock.INSTANCE.mayRead(this, batch * eventsPerBatch)) {
            available = new CompletableFuture<Void>().completeOnTimeout(null, RETRY_MICROS, TimeUnit.MICROSECONDS);
            return InputStatus.NOTHING_AVAILABLE;
        }
        Batch current = batches.get(batch);
        int end = Math.min(current.rowCount(), row + ROWS_AT_ONCE);
        for (; row < end; row++) {
            output.collect(rows.row(current, row));
        }
        if (row == current.rowCount()) {
            row = 0;
            batch++;
        }
        return InputStatus.MORE_AVAILABLE;
    }

    @Override
    public CompletableFuture<Void> isAvailable() {
        return available;
    }

    @Override
    public List<EventSource.Share> snapshotState(long checkpoint) {
        return List.of();
    }

    @Override
    public void notifyNoMoreSplits() {}

    @Override
    public void close() {
        RunClock.INSTANCE.ended(this);
    }
}
