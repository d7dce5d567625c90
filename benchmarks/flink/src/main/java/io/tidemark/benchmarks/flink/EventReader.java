package io.tidemark.benchmarks.flink;

import io.tidemark.benchmarks.nexmark.EventTables;
import io.tidemark.runtime.batch.Batch;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.table.data.RowData;

/** Gives out the rows of its share of a table's batches, no further ahead of other readers than they allow. */
final class EventReader implements SourceReader<RowData, EventSource.Share> {

    private static final int ROWS_AT_ONCE = 128;
    private static final long RETRY_MICROS = 500;

    private final List<Batch> all;
    private final String table;
    private final List<Batch> batches = new ArrayList<>();
    private final List<Long> events = new ArrayList<>();
    private final RowMaker rows = new RowMaker();
    private CompletableFuture<Void> available = new CompletableFuture<>();
    private int batch;
    private int row;
    private boolean filled;

    /** A reader of a table's rows, of which it gets its share later. */
    EventReader(String table, List<Batch> all) {
        this.table = table;
        this.all = all;
    }

    @Override
    public void start() {}

    @Override
    public void addSplits(List<EventSource.Share> shares) {
        EventSource.Share share = shares.get(0);
        long before = 0;
        for (int i = 0; i < all.size(); i++) {
            if (i % share.readers() == share.reader()) {
                batches.add(all.get(i));
                events.add(before * EventTables.CYCLE / EventTables.rowsPerCycle(table));
            }
            before += all.get(i).rowCount();
        }
        filled = true;
        SharedState.INSTANCE.ready(this);
        available.complete(null);
    }

    @Override
    public InputStatus pollNext(ReaderOutput<RowData> output) {
        if (!filled) {
            return InputStatus.NOTHING_AVAILABLE;
        }
        if (batch == batches.size()) {
            SharedState.INSTANCE.ended(this);
            return InputStatus.END_OF_INPUT;
        }
        if (row == 0 && !SharedState.INSTANCE.mayRead(this, events.get(batch))) {
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
        SharedState.INSTANCE.ended(this);
    }
}
