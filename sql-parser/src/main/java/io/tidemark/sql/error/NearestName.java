package io.tidemark.sql.error;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Finds what a misspelt name was probably meant to be.
 *
 * <p>Names are compared without case by optimal string alignment: an inserted, left out, replaced or swapped pair of letters
 * counts as one. A candidate is near if it needs at most one change per three letters, and at least one is always allowed.
 */
public final class NearestName {
    private static final int MAX_LISTED = 20;

    private NearestName() {}

    /** Returns the nearest candidate that is near enough; of equally near ones the first. */
    public static Optional<String> of(String wanted, Collection<String> candidates) {
        String needle = wanted.toLowerCase(Locale.ROOT);
        String best = null;
        int bestDistance = Integer.MAX_VALUE;
        for (String candidate : candidates) {
            int limit = Math.max(1, Math.max(needle.length(), candidate.length()) / 3);
            int distance = distance(needle, candidate.toLowerCase(Locale.ROOT));
            if (distance <= limit && distance < bestDistance) {
                best = candidate;
                bestDistance = distance;
            }
        }
        return Optional.ofNullable(best);
    }

    /**
     * Returns a hint: {@code did you mean "amount"?} if a candidate is near, else the list of candidates introduced by
     * {@code known}, as in {@code known options are "path", "topic"}, else (no candidates) nothing.
     */
    public static Optional<String> hint(String wanted, Collection<String> candidates, String known) {
        Optional<String> nearest = of(wanted, candidates);
        if (nearest.isPresent()) {
            return Optional.of("did you mean \"" + nearest.get() + "\"?");
        }
        return candidates.isEmpty() ? Optional.empty() : Optional.of(known + " " + list(candidates));
    }

    /** Returns the names in double quotes, separated by commas, at most 20 of them. */
    public static String list(Collection<String> names) {
        return enumerate(names.stream().map(name -> "\"" + name + "\"").toList());
    }

    /** Returns phrases as they are, separated by commas, at most 20 of them. */
    static String enumerate(Collection<String> phrases) {
        List<String> listed = new ArrayList<>();
        for (String phrase : phrases) {
            if (listed.size() == MAX_LISTED) {
                listed.add("… (" + (phrases.size() - MAX_LISTED) + " more)");
                break;
            }
            listed.add(phrase);
        }
        return String.join(", ", listed);
    }

    /** Returns how many single changes turn one text into the other. <b>Cost</b>: product of the lengths. */
    static int distance(String left, String right) {
        int[] beforeLast = new int[right.length() + 1];
        int[] last = new int[right.length() + 1];
        int[] current = new int[right.length() + 1];
        for (int j = 0; j <= right.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= left.length(); i++) {
            current[0] = i;
            for (int j = 1; j <= right.length(); j++) {
                int replaced = last[j - 1] + (left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
                int best = Math.min(replaced, Math.min(last[j], current[j - 1]) + 1);
                if (i > 1
                        && j > 1
                        && left.charAt(i - 1) == right.charAt(j - 2)
                        && left.charAt(i - 2) == right.charAt(j - 1)) {
                    best = Math.min(best, beforeLast[j - 2] + 1);
                }
                current[j] = best;
            }
            int[] spare = beforeLast;
            beforeLast = last;
            last = current;
            current = spare;
        }
        return last[right.length()];
    }
}
