package io.tidemark.runtime.match;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Matches row patterns by trying everything in the order of preference, as the standard defines it: the first way that leads to the end is the match.
 *
 * @param variables the conditions of the variables A, B, C
 */
record NaiveMatcher(
        Pattern pattern,
        List<Variable> variables,
        boolean atStart,
        boolean atEnd,
        OptionalLong within,
        MatchSpec.Skip.Kind skip) {

    /** A condition over v, PREV(v), FIRST(v) and COUNT(*); NULL is the least long. */
    interface Condition {
        boolean holds(long[] values);
    }

    /** A condition, and whether it reads only the first two. */
    record Variable(String text, boolean local, Condition condition) {
        @Override
        public String toString() {
            return text;
        }
    }

    /** A pattern; {@code from} calls {@code then} with each position that it can end at, the preferred first, until that is true. */
    sealed interface Pattern {
        boolean from(int at, Walk walk, Predicate<Integer> then);

        int state(int next, PatternStates states);
    }

    record One(int variable) implements Pattern {
        @Override
        public boolean from(int at, Walk walk, Predicate<Integer> then) {
            if (!walk.takes(at, variable)) {
                return false;
            }
            walk.labels.add(variable);
            if (then.test(at + 1)) {
                return true;
            }
            walk.labels.remove(walk.labels.size() - 1);
            return false;
        }

        @Override
        public int state(int next, PatternStates states) {
            return states.row(variable, false, next);
        }
    }

    record Two(Pattern first, Pattern second) implements Pattern {
        @Override
        public boolean from(int at, Walk walk, Predicate<Integer> then) {
            return first.from(at, walk, middle -> second.from(middle, walk, then));
        }

        @Override
        public int state(int next, PatternStates states) {
            return first.state(second.state(next, states), states);
        }
    }

    record Either(Pattern first, Pattern second) implements Pattern {
        @Override
        public boolean from(int at, Walk walk, Predicate<Integer> then) {
            return first.from(at, walk, then) || second.from(at, walk, then);
        }

        @Override
        public int state(int next, PatternStates states) {
            return states.choice(List.of(first.state(next, states), second.state(next, states)));
        }
    }

    /** Of one row each time; {@code most} is -1 without end. */
    record Often(One part, int least, int most, boolean reluctant) implements Pattern {
        @Override
        public boolean from(int at, Walk walk, Predicate<Integer> then) {
            return from(at, 0, walk, then);
        }

        private boolean from(int at, int times, Walk walk, Predicate<Integer> then) {
            boolean enough = times >= least;
            if (enough && reluctant && then.test(at)) {
                return true;
            }
            if ((most < 0 || times < most) && part.from(at, walk, next -> from(next, times + 1, walk, then))) {
                return true;
            }
            return enough && !reluctant && then.test(at);
        }

        @Override
        public int state(int next, PatternStates states) {
            int at = next;
            if (most < 0) {
                at = states.openChoice();
                int again = part.state(at, states);
                states.choose(at, reluctant ? List.of(next, again) : List.of(again, next));
            }
            for (int i = least; i < most; i++) {
                int again = part.state(at, states);
                at = states.choice(reluctant ? List.of(next, again) : List.of(again, next));
            }
            for (int i = 0; i < least; i++) {
                at = part.state(at, states);
            }
            return at;
        }
    }

    /** One search. */
    static final class Walk {
        private final List<long[]> rows;
        private final NaiveMatcher matcher;
        private final int start;
        private final List<Integer> labels = new ArrayList<>();

        Walk(List<long[]> rows, NaiveMatcher matcher, int start) {
            this.rows = rows;
            this.matcher = matcher;
            this.start = start;
        }

        boolean takes(int at, int variable) {
            if (at >= rows.size()) {
                return false;
            }
            boolean early =
                    matcher.within.isEmpty() || rows.get(at)[0] - rows.get(start)[0] < matcher.within.getAsLong();
            long[] values = {
                rows.get(at)[2], at == 0 ? Long.MIN_VALUE : rows.get(at - 1)[2], rows.get(start)[2], at - start + 1
            };
            return early && matcher.variables.get(variable).condition.holds(values);
        }
    }

    /** The matches of rows in order: number, first and last time, count and last variable. */
    List<String> matches(List<long[]> rows) {
        List<String> found = new ArrayList<>();
        int start = 0;
        while (start < rows.size() && !(atStart && start > 0)) {
            Walk walk = new Walk(rows, this, start);
            int[] end = {-1};
            pattern.from(start, walk, at -> {
                end[0] = at;
                return !atEnd || at == rows.size();
            });
            boolean matched = end[0] >= 0 && (!atEnd || end[0] == rows.size());
            if (!matched) {
                start++;
                continue;
            }
            int length = end[0] - start;
            found.add((found.size() + 1) + " "
                    + (length == 0
                            ? ". . 0 ."
                            : rows.get(start)[0] + " " + rows.get(end[0] - 1)[0] + " " + length + " "
                                    + "ABC".charAt(walk.labels.get(length - 1))));
            start += skip == MatchSpec.Skip.Kind.TO_NEXT_ROW ? 1 : Math.max(1, length);
        }
        return found;
    }

    /** Some pattern. */
    static NaiveMatcher random(Random random) {
        List<Variable> variables =
                IntStream.range(0, 3).mapToObj(i -> variable(random)).toList();
        return new NaiveMatcher(
                pattern(random, 3),
                variables,
                random.nextInt(8) == 0,
                random.nextInt(8) == 0,
                random.nextInt(3) == 0 ? OptionalLong.of(1 + random.nextInt(8)) : OptionalLong.empty(),
                random.nextBoolean() ? MatchSpec.Skip.Kind.PAST_LAST_ROW : MatchSpec.Skip.Kind.TO_NEXT_ROW);
    }

    private static Variable variable(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> new Variable("true", true, values -> true);
            case 1 -> new Variable("v > PREV(v)", true, values -> values[0] > values[1] && values[1] != Long.MIN_VALUE);
            case 2 -> new Variable("v < PREV(v)", true, values -> values[0] < values[1]);
            case 3 -> new Variable("v >= FIRST(v)", false, values -> values[0] >= values[2]);
            case 4 -> new Variable("COUNT(*) <= 3", false, values -> values[3] <= 3);
            default -> {
                long least = random.nextInt(4);
                yield new Variable("v >= " + least, true, values -> values[0] >= least);
            }
        };
    }

    private static Pattern pattern(Random random, int depth) {
        if (depth == 0 || random.nextInt(4) == 0) {
            One one = new One(random.nextInt(3));
            return switch (random.nextInt(4)) {
                case 0 -> one;
                case 1 -> new Often(one, 0, -1, random.nextBoolean());
                case 2 -> new Often(one, 1, -1, random.nextBoolean());
                default -> {
                    int least = random.nextInt(3);
                    yield new Often(one, least, least + 1 + random.nextInt(2), random.nextBoolean());
                }
            };
        }
        Pattern first = pattern(random, depth - 1);
        Pattern second = pattern(random, depth - 1);
        return random.nextInt(3) == 0 ? new Either(first, second) : new Two(first, second);
    }
}
