package io.tidemark.runtime.match;

import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.LongColumn;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.state.RowTable;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds the matches in the rows of a partition, one after the other, each the preferred one of those that begin at its first row.
 *
 * <p><b>Errors</b>: what a condition fails with; RESOURCE_LIMIT where more than {@value #MOST_WAYS} ways through the pattern are open at a row;
 * ROW_ERROR_EVALUATION where AFTER MATCH SKIP names a variable without a row, or the match's first row. <b>Cost</b>: see {@link Attempt}; where a
 * search ends without a match, the next one looks at its rows again.
 */
final class PatternSearch {
    private static final int MOST_WAYS = 10_000;

    private final MatchSpec.Search search;
    private final RowTable rows;
    private final int timeSlot;
    private final List<Optional<ValueColumns>> conditions = new ArrayList<>();
    private final boolean[] local;
    private final boolean[] free;

    PatternSearch(MatchSpec.Search search, Schema input, RowTable rows, int timeColumn) {
        this.search = search;
        this.rows = rows;
        this.timeSlot = rows.layout().keySlot(timeColumn);
        this.local = new boolean[search.variables().size()];
        for (int i = 0; i < local.length; i++) {
            Optional<MatchExpressions> condition = search.conditions().get(i);
            local[i] =
                    condition.isEmpty() || MatchValue.areLocal(condition.get().values());
            conditions.add(condition.map(one -> new ValueColumns(one, search.variables(), input, rows)));
        }
        this.free = free(search.states(), local);
    }

    /** The states from which only those can be reached whose conditions are local. */
    private static boolean[] free(PatternStates states, boolean[] local) {
        boolean[] free = new boolean[states.count()];
        Arrays.fill(free, true);
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int state = 0; state < free.length; state++) {
                int variable = states.variable(state);
                boolean now = (variable < 0 || local[variable])
                        && states.next(state).stream().allMatch(next -> free[next]);
                changed |= now != free[state];
                free[state] &= now;
            }
        }
        return free;
    }

    /** What is known of the rows that are still to come. */
    record Horizon(boolean ended, long passed) {

        /** No row will come any more. */
        static final Horizon END = new Horizon(true, Long.MAX_VALUE);
    }

    /** Goes on with the search as far as the rows that are there say what will come of it. */
    void advance(RowSequence sequence, Horizon horizon, Consumer<FoundMatch> out) {
        int known =
                horizon.ended() ? sequence.size : sequence.size - search.reach().after();
        judge(sequence, known);
        while (true) {
            Attempt attempt = sequence.attempt;
            if (attempt == null) {
                if (sequence.start >= known) {
                    return;
                }
                if (search.ends().atStart() && (sequence.begun || sequence.start > 0)) {
                    sequence.start = known;
                    return;
                }
                attempt = new Attempt(search.states(), free, search.ends().atEnd(), sequence.start);
                sequence.attempt = attempt;
            }
            while (attempt.isOpen() && attempt.next < known) {
                step(sequence, attempt);
            }
            if (attempt.isOpen()) {
                boolean expired =
                        known == sequence.size && expiresAt(sequence) <= horizon.passed() && !attempt.mayEndHere();
                if (!horizon.ended() && !expired) {
                    return;
                }
                attempt.close(horizon.ended());
            }
            finish(sequence, attempt, out);
        }
    }

    /** The time that has to have passed for an open search to come to its end without another row. */
    long expiresAt(RowSequence sequence) {
        return search.ends().within().isEmpty() || sequence.attempt == null
                ? Long.MAX_VALUE
                : time(sequence, sequence.start) + search.ends().within().getAsLong() - 1;
    }

    private long time(RowSequence sequence, int position) {
        int row = sequence.rows[position];
        return rows.page(row)[rows.base(row) + timeSlot];
    }

    private void judge(RowSequence sequence, int known) {
        for (int from = sequence.judged; from < known; from += Batch.MAX_ROWS) {
            int to = Math.min(known, from + Batch.MAX_ROWS);
            Arrays.fill(sequence.holds, from, to, 0);
            for (int variable = 0; variable < local.length; variable++) {
                if (conditions.get(variable).isEmpty()) {
                    mark(sequence, variable, from, to, null);
                } else if (local[variable]) {
                    mark(
                            sequence,
                            variable,
                            from,
                            to,
                            conditions.get(variable).get().local(sequence, from, to));
                }
            }
        }
        sequence.judged = Math.max(sequence.judged, known);
    }

    private static void mark(RowSequence sequence, int variable, int from, int to, @Nullable LongColumn results) {
        for (int i = from; i < to; i++) {
            if (results == null || (!results.isNull(i - from) && results.values[i - from] != 0)) {
                sequence.holds[i] |= 1L << variable;
            }
        }
    }

    private void step(RowSequence sequence, Attempt attempt) {
        int at = attempt.next;
        boolean tooLate = search.ends().within().isPresent()
                && time(sequence, at) - time(sequence, sequence.start)
                        >= search.ends().within().getAsLong();
        if (tooLate) {
            attempt.close(false);
            return;
        }
        attempt.step((way, variable) ->
                local[variable] ? (sequence.holds[at] >>> variable & 1) != 0 : holds(sequence, way, variable));
        if (attempt.wayCount() > MOST_WAYS) {
            throw CodedException.of(
                            ErrorCode.RESOURCE_LIMIT,
                            "a match has more than " + MOST_WAYS + " ways through PATTERN open at a row")
                    .hint("make the conditions of DEFINE tell the variables apart, or add WITHIN");
        }
    }

    private boolean holds(RowSequence sequence, Attempt.Way way, int variable) {
        int[] taken = Attempt.states(way.taken());
        int[] labels = new int[taken.length + 1];
        for (int i = 0; i < taken.length; i++) {
            labels[i] = search.states().variable(taken[i]);
        }
        labels[taken.length] = variable;
        MatchView view = new MatchView(
                sequence.rows, sequence.size, sequence.start, labels, labels.length, sequence.matches + 1);
        LongColumn result = (LongColumn)
                conditions.get(variable).orElseThrow().of(List.of(view)).get(0);
        return !result.isNull(0) && result.values[0] != 0;
    }

    private void finish(RowSequence sequence, Attempt attempt, Consumer<FoundMatch> out) {
        int[] states = attempt.match();
        sequence.attempt = null;
        if (states == null) {
            sequence.start++;
            return;
        }
        sequence.matches++;
        int from = sequence.start;
        FoundMatch match = new FoundMatch(
                Arrays.copyOfRange(sequence.rows, from, from + states.length),
                states,
                sequence.rows[from],
                sequence.matches);
        out.accept(match);
        sequence.start = from + Math.max(1, rowsToSkip(match));
    }

    private int rowsToSkip(FoundMatch match) {
        int length = match.rows().length;
        return switch (search.skip().kind()) {
            case PAST_LAST_ROW -> length;
            case TO_NEXT_ROW -> 1;
            case TO_FIRST, TO_LAST -> length == 0 ? 1 : rowsTo(match);
        };
    }

    private int rowsTo(FoundMatch match) {
        MatchSpec.Skip skip = search.skip();
        RowPlace.Anchor anchor =
                skip.kind() == MatchSpec.Skip.Kind.TO_FIRST ? RowPlace.Anchor.FIRST : RowPlace.Anchor.LAST;
        int found = new RowPlace(anchor, skip.variables(), 0, 0).in(match.labels(search.states()), match.rows().length);
        if (found <= 0) {
            throw CodedException.rowError(
                            ErrorCode.ROW_ERROR_EVALUATION,
                            found < 0
                                    ? "AFTER MATCH SKIP goes to \"" + skip.name() + "\", of which a match has no row"
                                    : "AFTER MATCH SKIP goes to \"" + skip.name()
                                            + "\", which is the first row of a match, so that the search would never"
                                            + " end")
                    .at(skip.position())
                    .hint("skip PAST LAST ROW or TO NEXT ROW, or to a variable that is always there and never first");
        }
        return found;
    }
}
