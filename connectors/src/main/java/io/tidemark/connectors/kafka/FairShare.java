package io.tidemark.connectors.kafka;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Divides a limit between partitions: the same for each, and what one does not need goes to the others. */
final class FairShare {

    private FairShare() {}

    /**
     * What each may have.
     *
     * @param wanted by partition, each at least 1
     * @param limit how much there is in all, at least 1
     */
    static Map<Integer, Long> of(Map<Integer, Long> wanted, long limit) {
        List<Map.Entry<Integer, Long>> leastFirst = wanted.entrySet().stream()
                .sorted(Comparator.<Map.Entry<Integer, Long>>comparingLong(Map.Entry::getValue)
                        .thenComparing(Map.Entry::getKey))
                .toList();
        Map<Integer, Long> shares = new TreeMap<>();
        long left = limit;
        int waiting = leastFirst.size();
        for (Map.Entry<Integer, Long> entry : leastFirst) {
            long share = Math.min(entry.getValue(), left / waiting);
            shares.put(entry.getKey(), share);
            left -= share;
            waiting--;
        }
        return shares;
    }
}
