package io.tidemark.planner.incremental.match;

import java.util.List;
import java.util.OptionalInt;

/**
 * A row pattern, in the order of preference: what stands earlier in an alternative is preferred, and more repetitions to fewer unless they are
 * reluctant.
 */
public sealed interface MatchPattern {

    /** The least number of rows that match it. */
    int leastRows();

    /** The greatest number of rows that match it; empty if there is none. */
    OptionalInt mostRows();

    /**
     * A row for which the variable's condition holds.
     *
     * @param index which of the pattern's variables
     * @param excluded whether it stands in {@code {- -}}, so that ALL ROWS leaves the row out
     */
    record Variable(int index, boolean excluded) implements MatchPattern {
        @Override
        public int leastRows() {
            return 1;
        }

        @Override
        public OptionalInt mostRows() {
            return OptionalInt.of(1);
        }
    }

    /** One after the other. */
    record Sequence(List<MatchPattern> parts) implements MatchPattern {
        public Sequence {
            parts = List.copyOf(parts);
        }

        @Override
        public int leastRows() {
            return parts.stream().mapToInt(MatchPattern::leastRows).sum();
        }

        @Override
        public OptionalInt mostRows() {
            boolean bounded = parts.stream().allMatch(part -> part.mostRows().isPresent());
            return bounded
                    ? OptionalInt.of(parts.stream()
                            .mapToInt(part -> part.mostRows().getAsInt())
                            .sum())
                    : OptionalInt.empty();
        }
    }

    /** One of several, the first of them rather. */
    record Alternation(List<MatchPattern> parts) implements MatchPattern {
        public Alternation {
            parts = List.copyOf(parts);
        }

        @Override
        public int leastRows() {
            return parts.stream().mapToInt(MatchPattern::leastRows).min().orElse(0);
        }

        @Override
        public OptionalInt mostRows() {
            boolean bounded = parts.stream().allMatch(part -> part.mostRows().isPresent());
            return bounded
                    ? parts.stream()
                            .mapToInt(part -> part.mostRows().getAsInt())
                            .max()
                    : OptionalInt.empty();
        }
    }

    /**
     * The same several times.
     *
     * @param least how often at least
     * @param most how often at most; empty: without end
     * @param reluctant whether rather less often
     */
    record Repetition(MatchPattern part, int least, OptionalInt most, boolean reluctant) implements MatchPattern {
        @Override
        public int leastRows() {
            return least * part.leastRows();
        }

        @Override
        public OptionalInt mostRows() {
            OptionalInt of = part.mostRows();
            return of.isPresent() && most.isPresent()
                    ? OptionalInt.of(of.getAsInt() * most.getAsInt())
                    : OptionalInt.empty();
        }
    }
}
