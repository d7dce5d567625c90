package io.tidemark.runtime.order;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.state.RowNumbers;
import io.tidemark.runtime.state.RowTable;
import io.tidemark.sql.error.CodedException;

/**
 * The state of a {@link TopNOperator}: the rows of each partition that can be wanted, and with which rank and weight each has been given out.
 *
 * <p>Payload of a row: the weight given out and, where ranks are given out, the rank. Payload of a partition: whether it is dirty; the number of
 * rows given out; the row + 1 behind which none is wanted, or 0; from how many rows on it is cut down; and the link of those that close.
 */
final class TopNRows {

    private static final int GIVEN_WEIGHT = 1;
    private static final int GIVEN_RANK = 2;
    private static final int DIRTY = 1;
    private static final int GIVEN_ROWS = 2;
    private static final int THRESHOLD = 3;
    private static final int CUT_AT = 4;

    /** The payload slot of a partition that links it with those that close with it. */
    static final int LINK = 5;

    private static final long FEW_ROWS = 64;
    private static final long MOST_LINKED = 16;

    private final TopNSpec spec;
    private final boolean early;
    private final OrderedRows ordered;
    private final RowTable rows;
    private final RowTable partitions;
    private final Threshold threshold;
    private final RankWindow window;
    private final RowNumbers cut = new RowNumbers();

    TopNRows(TopNSpec spec) {
        this.spec = spec;
        this.early = !spec.finalEmission();
        int rowPayload = early ? (spec.numbered() ? 2 : 1) : 0;
        this.ordered =
                new OrderedRows(spec.input(), spec.partitionColumns(), spec.order(), rowPayload, LINK, isSmall(spec));
        this.rows = ordered.rows();
        this.partitions = ordered.partitions();
        this.threshold = new Threshold(rows, spec.order());
        this.window = new RankWindow(spec.ranking(), spec.first(), spec.last());
    }

    /** Whether partitions have few rows, which are only added. */
    boolean isSmall() {
        return isSmall(spec);
    }

    private static boolean isSmall(TopNSpec spec) {
        return spec.forgets() && spec.ranking() == Ranking.ROW_NUMBER && spec.last() <= MOST_LINKED;
    }

    OrderedRows ordered() {
        return ordered;
    }

    /** Leaves out the rows of a batch that nobody can want, and returns how many are left. */
    int admit(Batch batch, int[] positions, int[] partitionRows, int count) {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (!isBehind(batch, positions[i], partitionRows[i])) {
                positions[kept] = positions[i];
                partitionRows[kept++] = partitionRows[i];
            }
        }
        return kept;
    }

    /** Whether a row certainly comes behind all that are wanted of its partition. */
    boolean isBehind(Batch batch, int position, int partition) {
        long behind = get(partition, THRESHOLD);
        return behind != 0 && threshold.isBehind(batch.columns(), position, (int) behind - 1);
    }

    /** Takes rows out of a partition's order behind which, and at which, none is wanted, if it has many. */
    void cutDown(int partition, RowNumbers taken) {
        if (spec.ranking() == Ranking.ROW_NUMBER) {
            if (ordered.entries(partition) > spec.last()) {
                int last = ordered.last(partition);
                ordered.unlink(last);
                taken.add(last);
                setThreshold(partition, ordered.last(partition));
            } else if (ordered.entries(partition) == spec.last()) {
                setThreshold(partition, ordered.last(partition));
            }
            return;
        }
        long entries = ordered.entries(partition);
        if (entries > Math.max(get(partition, CUT_AT), FEW_ROWS)) {
            cut(partition, taken);
            set(partition, CUT_AT, 2 * ordered.entries(partition));
        }
    }

    private void setThreshold(int partition, int row) {
        set(partition, THRESHOLD, row + 1L);
    }

    /** Takes all rows out of a partition's order behind the last that is wanted. */
    private void cut(int partition, RowNumbers taken) {
        cut.clear();
        window.begin();
        OrderedRows.Cursor cursor = ordered.cursor(partition);
        int previous = -1;
        boolean past = false;
        for (int row = cursor.next(); row >= 0; row = cursor.next()) {
            boolean ties = previous >= 0 && ordered.ties(previous, row);
            if (!past && previous >= 0 && window.isPast(ties)) {
                past = true;
                setThreshold(partition, previous);
            }
            if (past) {
                cut.add(row);
            } else {
                window.next(rows.weight(row), ties);
                previous = row;
            }
        }
        for (int i = 0; i < cut.count(); i++) {
            ordered.unlink(cut.get(i));
            taken.add(cut.get(i));
        }
    }

    /** Takes note that a partition has changed; returns whether it had not before. */
    boolean markDirty(int partition) {
        boolean isFirst = get(partition, DIRTY) == 0;
        set(partition, DIRTY, 1);
        return isFirst;
    }

    void clearDirty(int partition) {
        set(partition, DIRTY, 0);
    }

    /** The weight with which a row has been given out. */
    long givenWeight(int row) {
        return early ? rows.page(row)[slot(row, GIVEN_WEIGHT)] : 0;
    }

    /** The rank with which a row has been given out; the first, of several. */
    long givenRank(int row) {
        return spec.numbered() ? rows.page(row)[slot(row, GIVEN_RANK)] : 0;
    }

    private int slot(int row, int payload) {
        return rows.base(row) + rows.layout().payloadSlot(payload);
    }

    /** Remembers what of a row has been given out; {@code partition} is that in whose order it stands. */
    void setGiven(int partition, int row, long weight, long rank) {
        boolean before = givenWeight(row) != 0;
        rows.change(row);
        rows.page(row)[slot(row, GIVEN_WEIGHT)] = weight;
        if (spec.numbered()) {
            rows.page(row)[slot(row, GIVEN_RANK)] = rank;
        }
        if (before != (weight != 0)) {
            set(partition, GIVEN_ROWS, get(partition, GIVEN_ROWS) + (before ? -1 : 1));
        }
    }

    /** Takes note that a row which has been given out is no longer in the order of a partition. */
    void countLost(int partition) {
        set(partition, GIVEN_ROWS, get(partition, GIVEN_ROWS) - 1);
    }

    /** Takes note that a row which has been given out is in the order of a partition. */
    void countGiven(int partition) {
        set(partition, GIVEN_ROWS, get(partition, GIVEN_ROWS) + 1);
    }

    /** What is done with each row that is wanted, was given out, or both. */
    @FunctionalInterface
    interface Visitor {
        void row(int row, long rank, long weight);
    }

    /** Goes along a partition as far as rows are wanted or have been given out. */
    void walk(int partition, Visitor visitor) {
        long given = get(partition, GIVEN_ROWS);
        window.begin();
        OrderedRows.Cursor cursor = ordered.cursor(partition);
        int previous = -1;
        boolean past = spec.last() < spec.first();
        for (int row = cursor.next(); row >= 0; row = cursor.next()) {
            boolean ties = previous >= 0 && ordered.ties(previous, row);
            past |= previous >= 0 && window.isPast(ties);
            if (past && given <= 0) {
                return;
            }
            window.next(weight(row), ties);
            long wanted = past ? 0 : window.count();
            boolean wasGiven = givenWeight(row) != 0;
            given -= wasGiven ? 1 : 0;
            if (wanted != 0 || wasGiven) {
                visitor.row(row, window.number(), wanted);
            }
            previous = row;
        }
    }

    private long weight(int row) {
        long weight = rows.weight(row);
        if (weight <= 0) {
            throw CodedException.internal("a row to be ranked has weight " + weight);
        }
        return weight;
    }

    private long get(int partition, int payload) {
        return partitions
                .page(partition)[
                partitions.base(partition) + partitions.layout().payloadSlot(payload)];
    }

    private void set(int partition, int payload, long value) {
        partitions
                .page(partition)[
                partitions.base(partition) + partitions.layout().payloadSlot(payload)] = value;
    }
}
