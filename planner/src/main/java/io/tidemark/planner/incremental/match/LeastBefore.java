package io.tidemark.planner.incremental.match;

import java.util.Set;

/** How many rows come before a variable's first at least. */
final class LeastBefore {
    private static final int NEVER = Integer.MAX_VALUE;

    private LeastBefore() {}

    /** The least number of rows that a pattern matches before a row of one of the variables; 0 if it has none. */
    static int of(MatchPattern pattern, Set<Integer> variables) {
        int found = search(pattern, variables);
        return found == NEVER ? 0 : found;
    }

    private static int search(MatchPattern pattern, Set<Integer> variables) {
        if (pattern instanceof MatchPattern.Variable variable) {
            return variables.contains(variable.index()) ? 0 : NEVER;
        }
        if (pattern instanceof MatchPattern.Repetition repetition) {
            return search(repetition.part(), variables);
        }
        int least = NEVER;
        if (pattern instanceof MatchPattern.Alternation alternation) {
            for (MatchPattern part : alternation.parts()) {
                least = Math.min(least, search(part, variables));
            }
            return least;
        }
        int before = 0;
        for (MatchPattern part : ((MatchPattern.Sequence) pattern).parts()) {
            int inPart = search(part, variables);
            if (inPart != NEVER) {
                least = Math.min(least, before + inPart);
            }
            before += part.leastRows();
        }
        return least;
    }
}
