package io.tidemark.runtime.match;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The search for the preferred match that begins at one row: the ways through the pattern that are still open, the preferred first. It takes row after
 * row; a way that reaches the end of the pattern is the match if all that are preferred to it come to nothing.
 *
 * <p><b>Cost</b>: O(ways) a row. Of ways that are in the same state, and whose conditions hang on nothing matched before, only the preferred one is
 * kept, so that there are no more of these than states. <b>Source</b>: Pike's simulation of backtracking; Cox, "Regular expression matching: the
 * virtual machine approach", 2009.
 */
final class Attempt {
    private static final int WAY_BYTES = 64;

    private final PatternStates states;
    private final boolean[] free;
    private final boolean atEnd;
    private final int[] seenAt;
    private int mark;
    private List<Way> ways = new ArrayList<>();
    private @Nullable Way found;

    /** Where the next row stands. */
    int next;

    /** Whether a way may take a row. */
    interface Condition {
        /** Whether the row fits the variable, after what the way has taken. */
        boolean holds(Way way, int variable);
    }

    /** A way: the states that have taken rows, the last first, and the one that will take the next. */
    record Way(@Nullable Taken taken, int state) {
        int length() {
            return taken == null ? 0 : taken.length();
        }
    }

    /** A row taken, and those before it. */
    record Taken(@Nullable Taken before, int state, int length) {}

    /**
     * Begins one.
     *
     * @param free the states from which on no condition hangs on what was matched before
     * @param atEnd whether a match has to end with the partition
     */
    Attempt(PatternStates states, boolean[] free, boolean atEnd, int start) {
        this.states = states;
        this.free = free;
        this.atEnd = atEnd;
        this.next = start;
        this.seenAt = new int[states.count()];
        mark++;
        List<Way> first = new ArrayList<>();
        follow(states.start(), null, first, new boolean[states.count()]);
        ways = first;
    }

    /** Whether it is still open. */
    boolean isOpen() {
        return !ways.isEmpty();
    }

    /** Whether it comes to a match if the partition ends here. */
    boolean mayEndHere() {
        return ways.stream().anyMatch(way -> way.state() == states.accepting());
    }

    int wayCount() {
        return ways.size();
    }

    /** Takes the next row. */
    void step(Condition condition) {
        List<Way> before = ways;
        List<Way> after = new ArrayList<>();
        mark++;
        for (Way way : before) {
            int variable = states.variable(way.state());
            if (variable >= 0 && condition.holds(way, variable)) {
                Taken taken = new Taken(way.taken(), way.state(), way.length() + 1);
                boolean accepted = follow(states.next(way.state()).get(0), taken, after, new boolean[states.count()]);
                if (accepted) {
                    break;
                }
            }
        }
        ways = after;
        next++;
    }

    /** Adds the states that can be reached without a row, the preferred first; returns whether one accepts, which cuts off all behind it. */
    private boolean follow(int state, @Nullable Taken taken, List<Way> into, boolean[] here) {
        if (here[state] || (free[state] && seenAt[state] == mark)) {
            return false;
        }
        here[state] = true;
        seenAt[state] = mark;
        if (state == states.accepting()) {
            if (atEnd) {
                into.add(new Way(taken, state));
                return false;
            }
            found = new Way(taken, state);
            return true;
        }
        if (states.variable(state) >= 0) {
            into.add(new Way(taken, state));
            return false;
        }
        for (int way : states.next(state)) {
            if (follow(way, taken, into, here)) {
                return true;
            }
        }
        return false;
    }

    /** Says that no row will come that could be taken. */
    void close(boolean partitionEnds) {
        for (Way way : ways) {
            if (partitionEnds && way.state() == states.accepting()) {
                found = way;
                break;
            }
        }
        ways = List.of();
    }

    /** The states that have taken the rows of the match; null if there is none. */
    int @Nullable [] match() {
        return found == null ? null : states(found.taken());
    }

    /** The states that have taken a way's rows, in order. */
    static int[] states(@Nullable Taken last) {
        int[] taken = new int[last == null ? 0 : last.length()];
        for (Taken at = last; at != null; at = at.before()) {
            taken[at.length() - 1] = at.state();
        }
        return taken;
    }

    long sizeBytes() {
        return (long) WAY_BYTES
                        * (ways.size()
                                + Math.max(0, ways.isEmpty() ? 0 : ways.get(0).length()))
                + Integer.BYTES * (long) seenAt.length;
    }
}
