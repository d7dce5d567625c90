package io.tidemark.runtime.accounting;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.RowOrigin;
import io.tidemark.runtime.checkpoint.KeptRow;
import io.tidemark.runtime.checkpoint.KeptRow.Kind;
import io.tidemark.runtime.connector.BadRowHandler;
import io.tidemark.runtime.operator.Epoch;
import io.tidemark.runtime.operator.LateRowHandler;
import io.tidemark.runtime.operator.RowErrorHandler;
import io.tidemark.sql.error.CodedException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Counts what becomes of each row that a query reads, and hands on those that don't take the ordinary way.
 *
 * <p>Per batch of a source: {@link #open}, then all operators that see it, then {@link #settle}. A row that failed anywhere before the first
 * operator with state is bad; else one that some operator took, for one window at least, is accepted; else one that an operator missed is late;
 * a row that nobody judged is accepted. An accepted row that came too late for some windows is handed on as late rows are.
 *
 * <p><b>Errors</b>: INTERNAL where the books don't balance. <b>Cost</b>: a byte a row, while its batch is open. Single-threaded.
 */
public final class RowLedger implements RowErrorHandler, LateRowHandler {

    private final List<String> sources;
    private final List<RowCounts> counts = new ArrayList<>();
    private final RowKeeper keeper;
    private final IdentityHashMap<RowOrigin, RowMarks> open = new IdentityHashMap<>();
    private @Nullable RowMarks last;
    private Epoch epoch = new Epoch(0, 0);
    private long laterBad;

    /**
     * A ledger without entries.
     *
     * @param sources the names of the sources
     */
    public RowLedger(List<String> sources, RowKeeper keeper) {
        this.sources = List.copyOf(sources);
        this.keeper = keeper;
        sources.forEach(source -> counts.add(new RowCounts()));
    }

    /** The counts of a source. */
    public RowCounts counts(int source) {
        return counts.get(source);
    }

    /** Rows read of all sources, so far. */
    public long rowsRead() {
        return counts.stream().mapToLong(RowCounts::read).sum();
    }

    /** Rows that failed behind the first operator with state, so far. */
    public long laterBad() {
        return laterBad;
    }

    /** Sets what {@link #laterBad} counts on from. */
    public void setLaterBad(long rows) {
        laterBad = rows;
    }

    /** Begins an epoch. */
    public void beginEpoch(Epoch begun) {
        epoch = begun;
        open.clear();
        last = null;
    }

    /** Enters the rows of a batch that a source delivered. */
    public void open(int source, Batch batch) {
        RowOrigin origin = batch.tags().origin;
        if (origin == null) {
            throw CodedException.internal("source \"" + sources.get(source) + "\" delivered a batch without origin");
        }
        counts.get(source).addRead(batch.selectedCount());
        RowMarks marks = new RowMarks(source, batch, origin);
        open.put(origin, marks);
        last = marks;
    }

    /** Takes the rows that a connector left out. */
    public void filtered(int source, long rows) {
        counts.get(source).addRead(rows);
        counts.get(source).addFiltered(rows);
    }

    /** Takes the rows of a source that can't be decoded. */
    public BadRowHandler undecodable(int source) {
        return (partition, offset, payload, reason) -> {
            counts.get(source).addRead(1);
            counts.get(source).addBad();
            keeper.keep(row(Kind.BAD, sources.get(source), partition, offset)
                    .build(new RowMarks.Reason(reason.render(), RowMarks.Lateness.NONE), payload));
        };
    }

    /** Settles the rows of a batch, when every operator has seen it. */
    public void settle(Batch batch) {
        RowOrigin origin = batch.tags().origin;
        RowMarks marks = origin == null ? null : open.remove(origin);
        if (marks == null) {
            throw CodedException.internal("rows were settled that had not been entered");
        }
        last = null;
        RowCounts count = counts.get(marks.source);
        long accepted = 0;
        for (int i = 0; i < batch.selectedCount(); i++) {
            int row = batch.tags().originRow(batch.position(i));
            byte mark = marks.of(row);
            if (mark == 0 || (mark & (RowMarks.BAD | RowMarks.TAKEN)) == RowMarks.TAKEN) {
                accepted++;
                if ((mark & RowMarks.MISSED) != 0) {
                    keep(marks, row, Kind.LATE);
                }
            } else {
                settleOther(marks, row, (mark & RowMarks.BAD) != 0);
            }
        }
        count.addAccepted(accepted);
    }

    private void settleOther(RowMarks marks, int row, boolean bad) {
        if (bad) {
            counts.get(marks.source).addBad();
        } else {
            counts.get(marks.source).addLate();
        }
        keep(marks, row, bad ? Kind.BAD : Kind.LATE);
    }

    private void keep(RowMarks marks, int row, Kind kind) {
        RowOrigin origin = marks.origin;
        keeper.keep(row(kind, sources.get(marks.source), origin.partition(), origin.offset(row))
                .build(marks.reason(row), origin.payload(row)));
    }

    /** Ends the epoch: the books have to balance. */
    public void endEpoch() {
        for (int source = 0; source < counts.size(); source++) {
            if (counts.get(source).open() != 0 || !open.isEmpty()) {
                throw CodedException.internal("of the rows of \"" + sources.get(source) + "\" in epoch "
                        + epoch.number() + ", " + counts.get(source).open()
                        + " are unaccounted for (read, accepted, late, bad, filtered: " + counts.get(source) + ")");
            }
        }
    }

    @Override
    public void taken(Batch batch, int position) {
        marks(batch, "taken").taken(batch.tags().originRow(position));
    }

    @Override
    public void missed(Batch batch, int position, String closingColumn, long closingValue) {
        long[] watermarks = batch.tags().watermarks;
        long[] eventTimes = batch.tags().eventTimes;
        RowMarks.Lateness lateness = new RowMarks.Lateness(
                eventTimes == null ? Long.MIN_VALUE : eventTimes[position],
                watermarks == null ? Long.MIN_VALUE : watermarks[position]);
        marks(batch, "missed").missed(batch.tags().originRow(position), lateness, closingColumn, closingValue);
    }

    @Override
    public void rowError(Batch batch, int position, CodedException reason) {
        if (batch.tags().origin == null) {
            laterBad++;
            keeper.keep(row(Kind.BAD, "", -1, -1)
                    .build(new RowMarks.Reason(reason.render(), RowMarks.Lateness.NONE), RowText.of(batch, position)));
        } else {
            marks(batch, "failed").bad(batch.tags().originRow(position), reason.render());
        }
    }

    private RowMarks marks(Batch batch, String what) {
        RowOrigin origin = batch.tags().origin;
        RowMarks found = last;
        if (found == null || found.origin != origin) {
            found = origin == null ? null : open.get(origin);
            if (found == null) {
                throw CodedException.internal("a row was reported as " + what
                        + " whose batch is not open: operators report while they process");
            }
            last = found;
        }
        return found;
    }

    private Draft row(Kind kind, String source, int partition, long offset) {
        return new Draft(kind, source, partition, offset, epoch);
    }

    private record Draft(Kind kind, String source, int partition, long offset, Epoch epoch) {
        KeptRow build(RowMarks.Reason reason, String payload) {
            return new KeptRow(
                    kind,
                    epoch.number(),
                    epoch.nowMicros(),
                    source,
                    partition,
                    offset,
                    reason.lateness().eventTime(),
                    reason.lateness().watermark(),
                    reason.text(),
                    payload);
        }
    }
}
