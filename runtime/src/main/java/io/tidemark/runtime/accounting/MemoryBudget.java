package io.tidemark.runtime.accounting;

import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/**
 * The memory that the states of all queries may take together, so that a query that grows without end fails before the heap is full. Safe for use
 * by several threads.
 *
 * <p>Over the budget, the query that holds the most has to stop; another one too if the budget is exceeded by a quarter, since the greatest may
 * have nothing to do and not be asked.
 */
public final class MemoryBudget {

    private final long bytes;
    private final Map<String, Long> held = new HashMap<>();
    private long total;

    /** A budget of so many bytes. */
    public MemoryBudget(long bytes) {
        this.bytes = bytes;
    }

    /** A budget that nothing exceeds. */
    public static MemoryBudget unlimited() {
        return new MemoryBudget(Long.MAX_VALUE);
    }

    /** The part of one query, which holds nothing yet. */
    public Share share(String query) {
        return new Share(query);
    }

    /** What one query holds. */
    public final class Share {

        private final String query;

        private Share(String query) {
            this.query = query;
        }

        /**
         * Says how much the query holds now.
         *
         * @throws CodedException RESOURCE_MEMORY if the query has to stop
         */
        public void hold(long newBytes) {
            check(query, newBytes);
        }

        /** Says that the query holds nothing any more. */
        public void release() {
            forget(query);
        }
    }

    private synchronized void forget(String query) {
        Long before = held.remove(query);
        total -= before == null ? 0 : before;
    }

    private synchronized void check(String query, long newBytes) {
        Long before = held.put(query, newBytes);
        total += newBytes - (before == null ? 0 : before);
        if (total <= bytes) {
            return;
        }
        boolean greatest = newBytes >= Collections.max(held.values());
        if (greatest || total - bytes > bytes / 4) {
            throw CodedException.of(
                            ErrorCode.RESOURCE_MEMORY,
                            "the states of all queries take " + total + " bytes, " + newBytes
                                    + " of them this one's, and may take " + bytes)
                    .hint("EXPLAIN STATE shows what bounds a query's state; raise the heap (TIDEMARK_HEAP) or"
                            + " memory.states, or stop a query");
        }
    }
}
