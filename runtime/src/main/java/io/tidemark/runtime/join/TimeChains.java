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
    private final TreeMap<Long, Chain> chains = new TreeMap<>();

    /** The chain used last: most rows come, and go, with others of about their time. */
    private Chain last = new Chain(0);

    /** The rows of one stretch of time; {@code first} is -1 if there are none. */
    private static final class Chain {
        private final long stretch;
        private int first = -1;

        Chain(long stretch) {
            this.stretch = stretch;
        }
    }

    TimeChains(JoinRows rows) {
        this.rows = rows;
    }

    private Chain chain(int row) {
        long stretch = rows.time(row) >> SHIFT;
        if (last.first < 0 || last.stretch != stretch) {
            last = chains.computeIfAbsent(stretch, Chain::new);
        }
        return last;
    }

    void add(int row) {
        Chain chain = chain(row);
        int first = chain.first;
        rows.setTimeLink(row, first < 0 ? 0 : (first + 1L) << 32);
        if (first >= 0) {
            rows.setTimeLink(first, (rows.timeLink(first) & ~LOW_HALF) | (row + 1));
        }
        chain.first = row;
    }

    void remove(int row) {
        int next = next(row);
        int previous = (int) rows.timeLink(row) - 1;
        if (next >= 0) {
            rows.setTimeLink(next, (rows.timeLink(next) & ~LOW_HALF) | (previous + 1));
        }
        if (previous >= 0) {
            rows.setTimeLink(previous, (next + 1L) << 32 | (rows.timeLink(previous) & LOW_HALF));
            return;
        }
        Chain chain = chain(row);
        chain.first = next;
        if (next < 0) {
            chains.remove(chain.stretch);
        }
    }

    private int next(int row) {
        return (int) (rows.timeLink(row) >>> 32) - 1;
    }

    /** The rows whose time is at or below a bound. */
    RowList due(long bound) {
        RowList due = new RowList();
        for (Chain chain : chains.headMap(bound >> SHIFT, true).values()) {
            for (int row = chain.first; row >= 0; row = next(row)) {
                if (rows.time(row) <= bound) {
                    due.add(row);
                }
            }
        }
        return due;
    }

    void clear() {
        chains.clear();
        last = new Chain(0);
    }

    long sizeBytes() {
        return (long) chains.size() * CHAIN_BYTES;
    }
}
