package io.tidemark.runtime.window;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.state.RowLayout;
import io.tidemark.runtime.state.RowTable;
import java.util.List;

/**
 * The rows of open sessions: each different row once, with the sum of its weights, linked to the next of its session. Where rows are given out
 * before their session is closed, a row also knows with which weight and in which window it has been given out.
 *
 * <p>Payload: the link (0: in no session's list, 1: the last there, else 2 + the next row); then, with {@code early}, the weight, start and end
 * given out.
 */
final class SessionRows {

    private static final int LINK = 0;
    private static final int GIVEN_WEIGHT = 1;
    private static final int GIVEN_START = 2;
    private static final int GIVEN_END = 3;

    private final RowTable table;
    private final RowLayout layout;
    private final boolean early;

    SessionRows(Schema schema, boolean early) {
        this.layout = new RowLayout(
                schema.fields().stream().map(field -> field.type().physical()).toList(), early ? 4 : 1, List.of());
        this.table = new RowTable(layout, 0);
        this.early = early;
    }

    /** The table; its key is all columns. */
    RowTable table() {
        return table;
    }

    /** Finds or makes the rows of a batch at some positions, and adds their weights. */
    void add(Batch batch, int[] positions, int count, int[] rowsOut) {
        table.locate(batch.columns(), positions, count, rowsOut);
        table.addWeights(rowsOut, positions, count, batch.weights);
    }

    /** Puts a row into a session's list, if it is in none yet. */
    void link(Session session, int row) {
        if (get(row, LINK) != 0) {
            return;
        }
        set(row, LINK, 1);
        if (session.last < 0) {
            session.first = row;
        } else {
            set(session.last, LINK, row + 2L);
        }
        session.last = row;
    }

    /** Puts the rows of one session behind those of another. */
    void append(Session to, Session from) {
        if (from.first < 0) {
            return;
        }
        if (to.last < 0) {
            to.first = from.first;
        } else {
            set(to.last, LINK, from.first + 2L);
        }
        to.last = from.last;
    }

    /** Takes a row out of its list, whose other rows have to be linked anew. */
    void unlink(int row) {
        set(row, LINK, 0);
    }

    /** The row after {@code row} in its session's list, or -1. */
    int next(int row) {
        return (int) get(row, LINK) - 2 < 0 ? -1 : (int) get(row, LINK) - 2;
    }

    /** The value of a column that is INT64. */
    long value(int row, int column) {
        return table.page(row)[table.base(row) + layout.keySlot(column)];
    }

    /** The weight with which a row has been given out; 0 if it has not. */
    long givenWeight(int row) {
        return early ? get(row, GIVEN_WEIGHT) : 0;
    }

    /** The start of the window in which a row has been given out. */
    long givenStart(int row) {
        return get(row, GIVEN_START);
    }

    /** The end of the window in which a row has been given out. */
    long givenEnd(int row) {
        return get(row, GIVEN_END);
    }

    /** Remembers that a row has been given out as it is now. */
    void setGiven(int row, Session session) {
        set(row, GIVEN_WEIGHT, table.weight(row));
        set(row, GIVEN_START, session.start);
        set(row, GIVEN_END, session.end);
    }

    private long get(int row, int payload) {
        return table.page(row)[table.base(row) + layout.payloadSlot(payload)];
    }

    private void set(int row, int payload, long value) {
        table.page(row)[table.base(row) + layout.payloadSlot(payload)] = value;
    }
}
