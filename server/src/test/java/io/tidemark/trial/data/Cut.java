package io.tidemark.trial.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * How far each lane has been read after each epoch.
 *
 * @param ends by epoch and lane; the last is the end of the data
 */
public record Cut(List<List<Integer>> ends) {

    public Cut {
        ends = List.copyOf(ends);
    }

    /** The ways in which logs are cut. */
    public enum Style {
        /** All in one epoch. */
        ONE,
        /** An epoch to each check. */
        CHECKS,
        /** One operation an epoch, of any lane. */
        SINGLE,
        /** Anything. */
        RANDOM
    }

    /** Cuts data; the checks are ends of epochs, unless all is to be one. */
    public static Cut of(TrialData data, Style style, Random random) {
        List<List<Integer>> ends = new ArrayList<>();
        if (style == Style.ONE) {
            return new Cut(List.of(data.end()));
        }
        List<Integer> at = new ArrayList<>(data.end().stream().map(end -> 0).toList());
        int most = 1 + random.nextInt(Math.max(1, data.size() / 3));
        for (List<Integer> check : data.checks()) {
            if (style == Style.CHECKS) {
                ends.add(check);
                continue;
            }
            while (!at.equals(check)) {
                step(at, check, style == Style.SINGLE ? 1 : 1 + random.nextInt(most), random);
                ends.add(List.copyOf(at));
            }
        }
        if (ends.isEmpty()) {
            ends.add(data.end());
        }
        return new Cut(ends);
    }

    private static void step(List<Integer> at, List<Integer> target, int operations, Random random) {
        for (int left = operations; left > 0 && !at.equals(target); ) {
            int lane = random.nextInt(at.size());
            int there = Math.min(left, target.get(lane) - at.get(lane));
            if (there > 0) {
                int count = 1 + random.nextInt(there);
                at.set(lane, at.get(lane) + count);
                left -= count;
            }
        }
    }

    /** The same after some operations of a lane have been left out of the data. */
    public Cut without(int lane, int from, int to) {
        return new Cut(ends.stream()
                .map(end -> TrialData.moved(end, lane, from, to))
                .distinct()
                .toList());
    }

    /** The same with one epoch going on into the next. */
    public Cut joined(int epoch) {
        List<List<Integer>> fewer = new ArrayList<>(ends);
        fewer.remove(epoch);
        return new Cut(fewer);
    }
}
