package io.tidemark.runtime.join;

import java.util.TreeMap;

/**
 * The rows of one side of a join by the time at which they can be forgotten, so that the end of an epoch looks at those only that are about due.
 * Rows whose times are within four seconds or so of each other are in one chain, linked through a slot of the row like the
 * chains of keys.
 *
 * <p><b>Cost</b>: 8 bytes a row, some 100 a chain; a row that is in the chain that is due next is looked at once an epoch.
 */
final class TimeChains {

    private static final int SHIFT = 22;
    private static final int CHAIN_BYTES = 100;
    private static final long LOW_HALF = 0xFFFFFFFFL;

    private final JoinRows rows;
    private final TreeMap<Long, Integer> firsts = new TreeMap<>();

    TimeChains(JoinRows rows) {
        this.rows = rows;
    }

    void add(int row) {
        Integer first = firsts.put(rows.time(row) >> SHIFT, row);
        rows.setTimeLink(row, first == null ? 0 : (first + 1L) << 32);
        if (first != null) {
            rows.setTimeLink(first, (rows.timeLink(first) & ~LOW_HALF) | (row + 1));
        }
    }

    void remove(int row) {
        int next = next(row);
        int previous = (int) rows.timeLink(row) - 1;
        if (next >= 0) {
            rows.setTimeLink(next, (rows.timeLink(next) & ~LOW_HALF) | (previous + 1));
        }
        if (previous >= 0) {
            rows.setTimeLink(previous, (next + 1L) << 32 | (rows.timeLink(previous) & LOW_HALF));
        } else if (next >= 0) {
            firsts.put(rows.time(row) >> SHIFT, next);
        } else {
            firsts.remove(rows.time(row) >> SHIFT);
        }
    }

    private int next(int row) {
        return (int) (rows.timeLink(row) >>> 32) - 1;
    }

    /** The rows whose time is at or below a bound. */
    RowList due(long bound) {
        RowList due = new RowList();
        for (int first : firsts.headMap(bound >> SHIFT, true).values()) {
            for (int row = first; row >= 0; row = next(row)) {
                if (rows.time(row) <= bound) {
                    due.add(row);
                }
            }
        }
        return due;
    }

    void clear() {
        firsts.clear();
    }

    long sizeBytes() {
        return (long) firsts.size() * CHAIN_BYTES;
    }
}
