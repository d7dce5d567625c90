package io.tidemark.runtime.accounting;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BatchBuilder;
import io.tidemark.runtime.batch.ColumnBuilder;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.runtime.checkpoint.KeptRow;
import io.tidemark.runtime.connector.EpochSink;
import java.util.ArrayList;
import java.util.List;

/**
 * A stream into which a query puts its late, or its bad, rows: those of an epoch are one commit under the epoch's number, so that each is there
 * exactly once whatever is run again.
 *
 * <p><b>Shape</b>: {@link #columns}. <b>Cost</b>: an epoch's rows are held until it ends; a sync for an epoch with such rows. Single-threaded.
 */
public final class RowStream implements AutoCloseable {

    private static final DataType TEXT = DataType.of(TypeKind.VARCHAR);
    private static final DataType NUMBER = DataType.of(TypeKind.BIGINT);
    private static final DataType PARTITION = DataType.of(TypeKind.INT);
    private static final DataType TIME = new DataType(TypeKind.TIMESTAMP, 3, 0, true);
    private static final DataType INSTANT = new DataType(TypeKind.TIMESTAMP_LTZ, 3, 0, true);

    private final String query;
    private final KeptRow.Kind kind;
    private final EpochSink sink;
    private final List<Batch> full = new ArrayList<>();
    private BatchBuilder builder;

    /**
     * A way into a stream.
     *
     * @param query the query's name, as its rows have it
     * @param sink of the stream, which has exactly {@link #columns}; closed with this
     */
    public RowStream(String query, KeptRow.Kind kind, EpochSink sink) {
        this.query = query;
        this.kind = kind;
        this.sink = sink;
        this.builder = new BatchBuilder(columns(kind));
    }

    /** The columns that a stream for rows of a kind has, which are those of {@code sys.late_rows} or {@code sys.bad_rows}. */
    public static Schema columns(KeptRow.Kind kind) {
        return kind == KeptRow.Kind.LATE
                ? Schema.of(
                        new Field("query", TEXT),
                        new Field("source", TEXT),
                        new Field("partition", PARTITION),
                        new Field("offset", NUMBER),
                        new Field("event_time", TIME),
                        new Field("watermark", TIME),
                        new Field("windows_missed", TEXT),
                        new Field("payload", TEXT),
                        new Field("at", INSTANT),
                        new Field("epoch", NUMBER))
                : Schema.of(
                        new Field("query", TEXT),
                        new Field("source", TEXT),
                        new Field("partition", PARTITION),
                        new Field("offset", NUMBER),
                        new Field("reason", TEXT),
                        new Field("payload", TEXT),
                        new Field("at", INSTANT),
                        new Field("epoch", NUMBER));
    }

    /** Forgets what an epoch that did not come to its end has left. */
    public void beginEpoch() {
        if (builder.rowCount() > 0 || !full.isEmpty()) {
            full.clear();
            builder = new BatchBuilder(columns(kind));
        }
    }

    /** Takes a row of the epoch under way. */
    public void add(KeptRow row) {
        int column = 0;
        text(column++, query);
        text(column++, row.source());
        number(column++, row.partition(), row.partition() >= 0);
        number(column++, row.offset(), row.offset() >= 0);
        if (kind == KeptRow.Kind.LATE) {
            time(column++, row.eventTime());
            time(column++, row.watermark());
        }
        text(column++, row.reason());
        text(column++, row.payload());
        time(column++, row.atMicros());
        number(column, row.epoch(), true);
        builder.endRow();
        if (builder.isFull()) {
            full.add(builder.build());
        }
    }

    private void text(int column, String value) {
        builder.column(column).setString(value);
    }

    private void number(int column, long value, boolean present) {
        ColumnBuilder target = builder.column(column);
        if (present) {
            target.setLong(value);
        }
    }

    private void time(int column, long micros) {
        number(column, micros, micros != Long.MIN_VALUE);
    }

    /** Ends an epoch: its rows are durable in the stream when this returns, unless they have been there before. */
    public void endEpoch(long epoch) {
        if (builder.rowCount() > 0) {
            full.add(builder.build());
        }
        if (!full.isEmpty() && epoch > sink.lastCommittedEpoch()) {
            sink.begin(epoch);
            full.forEach(sink::write);
            sink.prepare();
            sink.commit();
        }
        full.clear();
    }

    @Override
    public void close() {
        sink.close();
    }
}
