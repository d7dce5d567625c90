package io.tidemark.benchmarks;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.RowOrigin;
import io.tidemark.runtime.batch.RowTags;
import io.tidemark.runtime.operator.Dataflow;
import io.tidemark.runtime.operator.Dataflow.RowHandlers;
import io.tidemark.runtime.operator.Epoch;
import io.tidemark.runtime.operator.LateRowHandler;
import io.tidemark.sql.error.CodedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Bids for 100,000 auctions, out of order by up to two seconds, that are in memory; read from the first to the last in epochs of 262,144. */
final class MemoryStream {

    /** How many bids there are. */
    static final int ROWS = 1 << 22;

    /** The stream that they are of. */
    static final String BIDS = "CREATE STREAM bids (ts TIMESTAMP(3) NOT NULL, auction BIGINT NOT NULL,"
            + " price BIGINT NOT NULL, WATERMARK FOR ts AS ts - INTERVAL '5' SECOND)"
            + " WITH ('connector' = 'datagen')";

    private static final int KEYS = 100_000;
    private static final int BATCHES_PER_EPOCH = 128;
    private static final long MICROS_PER_ROW = 20;

    private final List<Batch> batches;

    private MemoryStream(List<Batch> batches) {
        this.batches = batches;
    }

    static MemoryStream empty() {
        return new MemoryStream(List.of());
    }

    /** The bids, with the columns that a query over {@link #BIDS} reads. */
    static MemoryStream bids(Dataflow.Factory query) {
        Dataflow dataflow = query.create(handlers(), out -> {});
        List<Integer> columns = dataflow.scans().get(0).columns();
        Random random = new Random(1);
        List<Batch> batches = new ArrayList<>();
        for (int from = 0; from < ROWS; from += Batch.MAX_ROWS) {
            batches.add(batch(dataflow, columns, from, random));
        }
        return new MemoryStream(batches);
    }

    private static Batch batch(Dataflow dataflow, List<Integer> columns, int from, Random random) {
        long[][] values = new long[3][Batch.MAX_ROWS];
        for (int i = 0; i < Batch.MAX_ROWS; i++) {
            values[0][i] = (from + i - random.nextInt(100_000)) * MICROS_PER_ROW;
            values[1][i] = random.nextInt(KEYS);
            values[2][i] = random.nextInt(1_000_000);
        }
        List<Column> made = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            DataType type = dataflow.scans().get(0).schema().type(i);
            made.add(new LongColumn(type, values[columns.get(i)], null));
        }
        return Batch.of(Batch.MAX_ROWS, made).withTags(new RowTags(null, new MemoryOrigin(from), null));
    }

    private static RowHandlers handlers() {
        return new RowHandlers(
                (batch, position, reason) -> {
                    throw reason;
                },
                new NoLateRows());
    }

    /** Runs a query from nothing to the end of the input; returns a digest of what it gives out, in whatever order. */
    long run(Dataflow.Factory query) {
        long[] digest = new long[1];
        Dataflow dataflow = query.create(handlers(), out -> digest[0] += digest(out));
        long epoch = 0;
        for (int from = 0; from < batches.size(); from += BATCHES_PER_EPOCH) {
            boolean last = from + BATCHES_PER_EPOCH >= batches.size();
            dataflow.watermarks().get(0).beginEpoch(Set.of(0), Set.of());
            if (last) {
                dataflow.watermarks().get(0).end();
            }
            dataflow.beginEpoch(new Epoch(++epoch, 0));
            for (Batch batch : batches.subList(from, Math.min(batches.size(), from + BATCHES_PER_EPOCH))) {
                dataflow.process(0, batch);
            }
            dataflow.endEpoch();
        }
        return digest[0];
    }

    private static long digest(Batch batch) {
        long digest = 0;
        for (int i = 0; i < batch.selectedCount(); i++) {
            int position = batch.position(i);
            long row = 0;
            for (Column column : batch.columns()) {
                row = row * 31 + ((LongColumn) column).values[position];
            }
            digest += row;
        }
        return digest;
    }

    private record MemoryOrigin(int from) implements RowOrigin {

        @Override
        public int partition() {
            return 0;
        }

        @Override
        public long offset(int row) {
            return (long) from + row;
        }

        @Override
        public String payload(int row) {
            return "row " + offset(row);
        }
    }

    private static final class NoLateRows implements LateRowHandler {

        @Override
        public void taken(Batch batch, int position) {}

        @Override
        public void missed(Batch batch, int position, String closingColumn, long closingValue) {
            throw CodedException.internal("a row is late");
        }
    }
}
