package io.tidemark.runtime.window;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Column;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.PhysicalKind;
import io.tidemark.runtime.measure.KeyedProgress;
import io.tidemark.runtime.operator.Dataflow;
import io.tidemark.runtime.operator.Epoch;
import io.tidemark.runtime.operator.LatenessJudge;
import io.tidemark.runtime.operator.Operator;
import io.tidemark.runtime.operator.OperatorState;
import io.tidemark.runtime.operator.Output;
import io.tidemark.runtime.state.RowLayout;
import io.tidemark.runtime.state.RowTable;
import io.tidemark.runtime.state.SlabRows;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Puts rows into sessions. With S the sessions before the epoch and S' those after it, Δout = for each session touched, minus its rows in the
 * windows in which they were given out, plus its rows in the window of S'; in FINAL emission, the rows of each session closed.
 *
 * <p>A session is closed when its end is at or below the event-time watermark; its rows are then forgotten, and those given out stay. Rows may
 * be taken back: a session then falls apart where that leaves a gap.
 *
 * <p><b>Shape</b>: out has the input's columns, then {@code window_start}, {@code window_end} and {@code window_time}. <b>Errors</b>: rows
 * have an event time, see {@link TimedRows}; one whose own watermark has passed it is late. INTERNAL when more is taken back than had come. <b>Cost</b>: a state row for each different row of an open session; O(1) a row of an epoch,
 * and in EARLY emission O(rows of the session) when its window changes. <b>Source</b>: SESSION of SQL:2016 dialects, windows half-open.
 *
 * <p>Layout written (version 1): byte version; long last watermark; int number of partitions, 1; the {@link RowTable} of {@link SessionRows},
 * whose links are of no use in the file.
 */
public final class SessionOperator implements Operator, OperatorState, KeyedProgress {

    private static final int VERSION = 1;
    private static final int PARTITIONS = 1;

    private final SessionSpec spec;
    private final SessionRows rows;
    private final RowTable partitions;
    private final SessionIndex sessions;
    private final SessionOutput output;
    private final LatenessJudge judge;
    private final List<Session> touched = new ArrayList<>();
    private final int[] positions = new int[Batch.MAX_ROWS];
    private final int[] rowsFound = new int[Batch.MAX_ROWS];
    private final int[] partitionsFound = new int[Batch.MAX_ROWS];
    private long lastWatermark = Long.MIN_VALUE;
    private long closedBound = Long.MIN_VALUE;
    private long changedSessions;

    /** Makes one without sessions. */
    public SessionOperator(SessionSpec spec, Dataflow.RowHandlers handlers) {
        this.spec = spec;
        this.rows = new SessionRows(spec.input(), !spec.finalEmission());
        List<PhysicalKind> kinds = spec.partitionColumns().stream()
                .map(column -> spec.input().type(column).physical())
                .toList();
        this.partitions = new RowTable(new RowLayout(kinds, 0, List.of()), 0);
        this.sessions = new SessionIndex(spec.gapMicros(), this::merge);
        this.output = new SessionOutput(rows.table(), spec.output());
        this.judge = spec.judge(handlers.late());
    }

    private void merge(Session to, Session from) {
        rows.append(to, from);
        to.shrunk |= from.shrunk;
        touch(to);
    }

    private void touch(Session session) {
        if (!session.touched) {
            session.touched = true;
            touched.add(session);
        }
    }

    @Override
    public void process(int input, Batch batch, Output out) {
        int count = judge.judge(batch, positions);
        if (count == 0) {
            return;
        }
        locatePartitions(batch.columns(), count);
        rows.add(batch, positions, count, rowsFound);
        long[] values = ((LongColumn) batch.column(spec.timeColumn())).values;
        for (int i = 0; i < count; i++) {
            long time = values[positions[i]];
            requireOpen(time);
            Session session = sessions.place(partitionsFound[i], time);
            rows.link(session, rowsFound[i]);
            touch(session);
            session.shrunk |= batch.weight(positions[i]) < 0;
        }
    }

    private void requireOpen(long time) {
        if (time <= closedBound && closedBound != Long.MIN_VALUE) {
            throw CodedException.internal("a row came for a session at " + time + ", where the watermark "
                    + lastWatermark + " has closed all");
        }
    }

    private void locatePartitions(List<Column> columns, int count) {
        List<Column> keys = new ArrayList<>(spec.partitionColumns().size());
        for (int column : spec.partitionColumns()) {
            keys.add(columns.get(column));
        }
        partitions.locate(keys, positions, count, partitionsFound);
    }

    @Override
    public long endEpoch(Epoch epoch, long watermark, Output out) {
        List<Session> changed = List.copyOf(touched);
        changedSessions = changed.size();
        touched.clear();
        List<Integer> withdrawn = new ArrayList<>();
        for (Session session : changed) {
            session.touched = false;
            if (session.shrunk && !session.gone) {
                rebuild(session, withdrawn);
            } else if (!session.gone) {
                giveOut(session, out);
            }
        }
        List<Session> rebuilt = List.copyOf(touched);
        touched.clear();
        for (Session session : rebuilt) {
            session.touched = false;
            giveOut(session, out);
        }
        withdraw(withdrawn, out);
        close(watermark, out);
        rows.table().endEpoch();
        partitions.endEpoch();
        remember(Math.max(lastWatermark, watermark));
        return watermark;
    }

    /** The sessions that the last epoch changed. */
    @Override
    public long changedKeys() {
        return changedSessions;
    }

    @Override
    public long earliestOpen() {
        return spec.watermark().isEmpty() ? NONE : sessions.earliestEnd();
    }

    private void remember(long watermark) {
        lastWatermark = watermark;
        closedBound = bound(watermark);
    }

    /** The time at or below which no row can come any more. */
    private long bound(long watermark) {
        return spec.watermark().isEmpty()
                ? Long.MIN_VALUE
                : spec.watermark().get().applyAsLong(watermark);
    }

    /** Makes the sessions anew that the rows left of one belong to. */
    private void rebuild(Session session, List<Integer> withdrawn) {
        List<Integer> left = new ArrayList<>();
        int row = session.first;
        while (row >= 0) {
            int next = rows.next(row);
            rows.unlink(row);
            if (isPresent(row)) {
                left.add(row);
            } else {
                withdrawn.add(row);
            }
            row = next;
        }
        boolean empty = sessions.remove(session);
        left.sort(Comparator.comparingLong(one -> rows.value(one, spec.timeColumn())));
        for (int one : left) {
            Session part = sessions.place(session.partition, rows.value(one, spec.timeColumn()));
            rows.link(part, one);
            touch(part);
        }
        if (empty && left.isEmpty()) {
            partitions.free(session.partition);
        }
    }

    private boolean isPresent(int row) {
        long weight = rows.table().weight(row);
        if (weight < 0) {
            throw CodedException.internal(
                    "a row of a session has weight " + weight + ": more was taken back than had come");
        }
        return weight > 0;
    }

    private void giveOut(Session session, Output out) {
        if (spec.finalEmission()) {
            return;
        }
        for (int row = session.first; row >= 0; row = rows.next(row)) {
            long given = rows.givenWeight(row);
            long weight = rows.table().weight(row);
            boolean same = given != 0 && rows.givenStart(row) == session.start && rows.givenEnd(row) == session.end;
            if (same && weight != given) {
                output.add(row, weight - given, session.start, session.end, out);
            } else if (!same) {
                takeBack(row, out);
                output.add(row, weight, session.start, session.end, out);
            }
            rows.setGiven(row, session);
        }
    }

    private void takeBack(int row, Output out) {
        if (rows.givenWeight(row) != 0) {
            output.add(row, -rows.givenWeight(row), rows.givenStart(row), rows.givenEnd(row), out);
        }
    }

    private void withdraw(List<Integer> withdrawn, Output out) {
        for (int row : withdrawn) {
            takeBack(row, out);
        }
        output.flush(out);
        withdrawn.forEach(rows.table()::free);
    }

    private void close(long watermark, Output out) {
        long bound = bound(watermark);
        if (bound == Long.MIN_VALUE) {
            return;
        }
        long closed = bound == Long.MAX_VALUE ? bound : bound + 1;
        List<Session> done = new ArrayList<>();
        for (Session next = sessions.nextEnding(closed); next != null; next = sessions.nextEnding(closed)) {
            if (sessions.remove(next)) {
                partitions.free(next.partition);
            }
            done.add(next);
        }
        if (spec.finalEmission()) {
            for (Session session : done) {
                for (int row = session.first; row >= 0; row = rows.next(row)) {
                    output.add(row, rows.table().weight(row), session.start, session.end, out);
                }
            }
            output.flush(out);
        }
        done.forEach(this::free);
    }

    private void free(Session session) {
        int row = session.first;
        while (row >= 0) {
            int next = rows.next(row);
            rows.table().free(row);
            row = next;
        }
    }

    @Override
    public Optional<OperatorState> state() {
        return Optional.of(this);
    }

    @Override
    public String layout() {
        return "session/" + VERSION + " " + rows.table().layout() + " " + spec.partitionColumns() + " at "
                + spec.timeColumn() + " gap " + spec.gapMicros() + (spec.finalEmission() ? " final" : " early");
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeByte(VERSION);
        out.writeLong(lastWatermark);
        out.writeInt(PARTITIONS);
        rows.table().write(out);
    }

    @Override
    public void load(DataInput in) throws IOException {
        int version = in.readUnsignedByte();
        long watermark = in.readLong();
        int count = in.readInt();
        if (version != VERSION || count != PARTITIONS) {
            throw CodedException.of(
                    ErrorCode.CORRUPTED,
                    "the state of sessions has version " + version + " and " + count + " partitions, expected "
                            + VERSION + " and " + PARTITIONS);
        }
        rows.table().load(in);
        remember(watermark);
        partitions.clear();
        sessions.clear();
        touched.clear();
        SlabRows some = new SlabRows();
        List<Integer> numbers = new ArrayList<>();
        for (int row = rows.table().nextRow(0); row >= 0; row = rows.table().nextRow(row + 1)) {
            rows.unlink(row);
            rows.table().collect(row, some);
            numbers.add(row);
            if (some.isFull()) {
                placeLoaded(some, numbers);
            }
        }
        placeLoaded(some, numbers);
        touched.forEach(session -> session.touched = false);
        touched.clear();
    }

    private void placeLoaded(SlabRows some, List<Integer> numbers) {
        List<Column> keys = new ArrayList<>();
        for (int column : spec.partitionColumns()) {
            keys.add(some.key(rows.table().layout(), column, spec.input().type(column)));
        }
        for (int i = 0; i < numbers.size(); i++) {
            positions[i] = i;
        }
        partitions.locate(keys, positions, numbers.size(), partitionsFound);
        for (int i = 0; i < numbers.size(); i++) {
            int row = numbers.get(i);
            rows.link(sessions.place(partitionsFound[i], rows.value(row, spec.timeColumn())), row);
        }
        some.clear();
        numbers.clear();
    }

    @Override
    public long rows() {
        return rows.table().rows();
    }

    @Override
    public long sizeBytes() {
        return rows.table().sizeBytes() + partitions.sizeBytes() + sessions.sizeBytes();
    }
}
