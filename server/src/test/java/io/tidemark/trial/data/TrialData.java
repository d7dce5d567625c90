package io.tidemark.trial.data;

import java.util.ArrayList;
import java.util.List;

/**
 * The rows of a trial.
 *
 * @param lanes the partitions of all sources read
 * @param checks how far each lane has been read where the result is compared: by lane, rising; the last is the end
 */
public record TrialData(List<Lane> lanes, List<List<Integer>> checks) {

    public TrialData {
        lanes = List.copyOf(lanes);
        checks = List.copyOf(checks);
    }

    /** The number of operations of all lanes. */
    public int size() {
        return lanes.stream().mapToInt(lane -> lane.operations().size()).sum();
    }

    /** How far each lane goes. */
    public List<Integer> end() {
        return lanes.stream().map(lane -> lane.operations().size()).toList();
    }

    /** The index of the first check by which an operation of a lane has been read; the number of checks if there is none. */
    public int firstCheckAfter(int lane, int operation) {
        for (int check = 0; check < checks.size(); check++) {
            if (checks.get(check).get(lane) > operation) {
                return check;
            }
        }
        return checks.size();
    }

    /** The same without some operations of a lane. */
    public TrialData without(int lane, int from, int to) {
        List<Lane> fewer = new ArrayList<>(lanes);
        fewer.set(lane, lanes.get(lane).without(from, to));
        List<List<Integer>> moved = new ArrayList<>();
        for (List<Integer> check : checks) {
            moved.add(moved(check, lane, from, to));
        }
        return new TrialData(fewer, moved);
    }

    /** A position after some operations of a lane have been left out. */
    static List<Integer> moved(List<Integer> position, int lane, int from, int to) {
        List<Integer> moved = new ArrayList<>(position);
        int at = position.get(lane);
        moved.set(lane, at - Math.max(0, Math.min(at, to) - from));
        return moved;
    }
}
