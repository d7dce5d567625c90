package io.tidemark.runtime.epoch;

import io.tidemark.runtime.accounting.RowKeeper;
import io.tidemark.runtime.accounting.RowStream;
import io.tidemark.runtime.checkpoint.KeptRow;
import io.tidemark.runtime.checkpoint.RowJournal;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The late and bad rows of a query: keeps, drops or fails, by its policies. A query without durability keeps none. */
final class RowKeeping implements RowKeeper {

    private final Map<KeptRow.Kind, RowStream> streams = new EnumMap<>(KeptRow.Kind.class);
    private final Map<KeptRow.Kind, RowJournal> journals = new EnumMap<>(KeptRow.Kind.class);
    private volatile QuerySettings settings;

    private RowKeeping(QuerySettings settings) {
        this.settings = settings;
    }

    /** Keeps rows in the query's directory. */
    static RowKeeping durable(QuerySpec spec, QueryServices services) {
        RowKeeping keeping = new RowKeeping(spec.settings());
        keeping.streams.putAll(spec.rowStreams());
        RowJournal.Retention retention = new RowJournal.Retention(
                services.history().rows(), services.history().rowBytes());
        for (KeptRow.Kind kind : KeptRow.Kind.values()) {
            keeping.journals.put(kind, new RowJournal(spec.directory(), services.files(), kind, retention));
        }
        return keeping;
    }

    /** Counts rows only. */
    static RowKeeping counting(QuerySettings settings) {
        return new RowKeeping(settings);
    }

    /** Other policies; streams of which none is named any more are closed. */
    void alter(QuerySettings newSettings, Map<KeptRow.Kind, RowStream> newStreams) {
        settings = newSettings;
        closeStreams();
        streams.putAll(newStreams);
    }

    private void closeStreams() {
        streams.values().forEach(RowStream::close);
        streams.clear();
    }

    Map<KeptRow.Kind, RowJournal> journals() {
        return journals;
    }

    @Override
    public void keep(KeptRow row) {
        boolean late = row.kind() == KeptRow.Kind.LATE;
        switch (late ? settings.lateRows() : settings.badRows()) {
            case DROP -> {}
            case STREAM -> stream(row.kind()).add(row);
            case FAIL -> throw refuse(row, late);
            case KEEP -> {
                RowJournal journal = journals.get(row.kind());
                if (journal != null) {
                    journal.add(row);
                }
            }
        }
    }

    private RowStream stream(KeptRow.Kind kind) {
        RowStream stream = streams.get(kind);
        if (stream == null) {
            throw CodedException.internal(kind + " rows are to go to a stream, and none is open");
        }
        return stream;
    }

    private static CodedException refuse(KeptRow row, boolean late) {
        String place = row.partition() < 0
                ? "a row"
                : "the row at offset " + row.offset() + " of partition " + row.partition() + " of \"" + row.source()
                        + "\"";
        return CodedException.of(
                        ErrorCode.QUERY_FAILED, place + (late ? " is late: it missed " : " is bad: ") + row.reason())
                .hint("set '" + (late ? "late" : "bad") + ".rows' to 'keep' or 'drop' and resume the query");
    }

    void clear() {
        journals.values().forEach(RowJournal::clear);
    }

    /** Begins an epoch: what another one has left that did not come to its end is forgotten. */
    void beginEpoch() {
        streams.values().forEach(RowStream::beginEpoch);
    }

    /** Ends an epoch whose plan is durable. */
    void endEpoch(long epoch) {
        streams.values().forEach(stream -> stream.endEpoch(epoch));
        journals.values().forEach(RowJournal::endEpoch);
    }

    void force() {
        journals.values().forEach(RowJournal::force);
    }

    List<KeptRow> rows(KeptRow.Kind kind) {
        RowJournal journal = journals.get(kind);
        return journal == null ? List.of() : journal.keptRows();
    }

    void close() {
        closeStreams();
        journals.values().forEach(RowJournal::close);
    }
}
