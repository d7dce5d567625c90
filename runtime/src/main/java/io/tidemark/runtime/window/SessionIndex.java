package io.tidemark.runtime.window;

import io.tidemark.runtime.measure.KeyedProgress;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The open sessions of each partition by their starts, and all of them by their ends.
 *
 * <p>Sessions of one partition never overlap or touch inside: a time that comes within one, or less than the gap away from it, lengthens it,
 * and what it then reaches becomes part of it. <b>Cost</b>: O(1) for a time in or after the partition's newest session, else
 * O(log sessions); some 200 bytes a session. <b>Source</b>: interval merging as in SQL:2016 dialects' session windows, with half-open windows.
 */
final class SessionIndex {

    private static final long SESSION_BYTES = 200;
    private static final int FEW = 64;

    private final long gap;
    private final BiConsumer<Session, Session> merge;
    private final List<@Nullable Partition> partitions = new ArrayList<>();
    private final PriorityQueue<Session> byEnd =
            new PriorityQueue<>((one, other) -> Long.compare(one.queuedEnd, other.queuedEnd));
    private long count;

    /** The sessions of one partition. */
    private static final class Partition {
        private final TreeMap<Long, Session> byStart = new TreeMap<>();
        private @Nullable Session newest;
    }

    /**
     * Makes an empty one.
     *
     * @param gap the time from which on two rows are apart, micros
     * @param merge told that the second session's rows belong to the first from now on
     */
    SessionIndex(long gap, BiConsumer<Session, Session> merge) {
        this.gap = gap;
        this.merge = merge;
    }

    /** The session that a time is in, made, lengthened or merged as needed. */
    Session place(int partitionRow, long time) {
        Partition partition = partition(partitionRow);
        Session newest = partition.newest;
        if (newest != null && time >= newest.start && time < newest.end) {
            newest.end = Math.max(newest.end, time + gap);
            return newest;
        }
        var below = partition.byStart.floorEntry(time);
        Session found = below == null ? null : below.getValue();
        if (found == null || time >= found.end) {
            found = addOrGrowLeft(partition, partitionRow, time);
        }
        found.end = Math.max(found.end, time + gap);
        absorb(partition, found);
        return found;
    }

    private Session addOrGrowLeft(Partition partition, int partitionRow, long time) {
        var above = partition.byStart.higherEntry(time);
        if (above != null && above.getKey() < time + gap) {
            Session session = above.getValue();
            partition.byStart.remove(session.start);
            session.start = time;
            partition.byStart.put(time, session);
            return session;
        }
        Session added = new Session(partitionRow, time, time + gap);
        partition.byStart.put(time, added);
        if (partition.newest == null || partition.newest.start < time) {
            partition.newest = added;
        }
        byEnd.add(added);
        count++;
        return added;
    }

    private void absorb(Partition partition, Session session) {
        var next = partition.byStart.higherEntry(session.start);
        while (next != null && next.getKey() < session.end) {
            Session other = next.getValue();
            partition.byStart.remove(other.start);
            session.end = Math.max(session.end, other.end);
            if (partition.newest == other) {
                partition.newest = session;
            }
            merge.accept(session, other);
            forget(other);
            next = partition.byStart.higherEntry(session.start);
        }
    }

    private Partition partition(int row) {
        while (partitions.size() <= row) {
            partitions.add(null);
        }
        Partition found = partitions.get(row);
        if (found == null) {
            found = new Partition();
            partitions.set(row, found);
        }
        return found;
    }

    /** Takes a session out; returns whether its partition has none left. */
    boolean remove(Session session) {
        Partition partition = partition(session.partition);
        partition.byStart.remove(session.start);
        forget(session);
        if (partition.byStart.isEmpty()) {
            partitions.set(session.partition, null);
            return true;
        }
        if (partition.newest == session) {
            partition.newest = partition.byStart.lastEntry().getValue();
        }
        return false;
    }

    private void forget(Session session) {
        session.gone = true;
        count--;
        if (byEnd.size() > 2 * count + FEW) {
            byEnd.removeIf(queued -> queued.gone);
        }
    }

    /** The next open session that ends at or before {@code end}, or null; it stays until it is removed. */
    @Nullable
    Session nextEnding(long end) {
        while (!byEnd.isEmpty() && (byEnd.peek().gone || byEnd.peek().queuedEnd <= end)) {
            Session session = byEnd.poll();
            if (session.gone) {
                continue;
            }
            if (session.end <= end) {
                return session;
            }
            session.queuedEnd = session.end;
            byEnd.add(session);
        }
        return null;
    }

    /** The end of the open session that ends first; {@link KeyedProgress#NONE} without one. */
    long earliestEnd() {
        while (!byEnd.isEmpty()) {
            Session first = byEnd.peek();
            if (!first.gone && first.queuedEnd == first.end) {
                return first.end;
            }
            byEnd.poll();
            if (!first.gone) {
                first.queuedEnd = first.end;
                byEnd.add(first);
            }
        }
        return KeyedProgress.NONE;
    }

    /** Takes all sessions out. */
    void clear() {
        partitions.clear();
        byEnd.clear();
        count = 0;
    }

    /** The memory held, in bytes. */
    long sizeBytes() {
        return Math.max(count, byEnd.size()) * SESSION_BYTES;
    }
}
