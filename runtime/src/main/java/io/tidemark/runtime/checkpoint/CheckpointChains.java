package io.tidemark.runtime.checkpoint;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The checkpoints of a query that are on disk, which of them follow which, and which are needed. A chain is one with all of the state and those
 * that follow it.
 *
 * <p>Needed are the two newest, the newest of the chain before (so that no single file, if it is damaged, takes all), and below them the newest from
 * which everything can be delivered again that the sink might still lose. The files of those that they follow are kept too.
 */
final class CheckpointChains {

    private static final int KEPT = 2;

    private final TreeMap<Long, Entry> entries = new TreeMap<>();
    private final TreeSet<Long> needed = new TreeSet<>();

    private record Entry(Optional<Long> base, long lastDelivered) {}

    /** Adds a checkpoint found on disk, unless it is known. */
    void found(long epoch, Optional<Long> base) {
        if (entries.putIfAbsent(epoch, new Entry(base, epoch)) == null) {
            needed.add(epoch);
        }
    }

    /**
     * Adds a checkpoint that has been written.
     *
     * @param lastDelivered the last epoch up to it that gave the sink anything
     * @param sinkEpoch the last epoch that the sink can't lose any more
     * @return the epochs of the checkpoints that can be deleted, the newest first
     */
    List<Long> wrote(long epoch, Optional<Long> base, long lastDelivered, long sinkEpoch) {
        entries.put(epoch, new Entry(base, lastDelivered));
        findNeeded(sinkEpoch);
        Set<Long> files = new HashSet<>();
        needed.forEach(one -> files.addAll(chain(one)));
        List<Long> unneeded = entries.descendingKeySet().stream()
                .filter(one -> !files.contains(one))
                .toList();
        unneeded.forEach(entries::remove);
        return unneeded;
    }

    private void findNeeded(long sinkEpoch) {
        needed.clear();
        long newestRoot = root(entries.lastKey());
        boolean otherChain = false;
        boolean redeliverable = false;
        for (long epoch : entries.descendingKeySet()) {
            boolean other = root(epoch) != newestRoot;
            if (needed.size() < KEPT || !redeliverable || (other && !otherChain)) {
                needed.add(epoch);
                otherChain |= other;
            }
            redeliverable |= entries.get(epoch).lastDelivered <= sinkEpoch;
        }
    }

    private long root(long epoch) {
        return chain(epoch).stream().mapToLong(Long::longValue).min().orElse(epoch);
    }

    /** A checkpoint and those that it follows. */
    private Set<Long> chain(long epoch) {
        Set<Long> chain = new HashSet<>();
        Optional<Long> next = Optional.of(epoch);
        while (next.isPresent()) {
            chain.add(next.get());
            Entry entry = entries.get(next.get());
            next = entry == null ? Optional.empty() : entry.base;
        }
        return chain;
    }

    /** The newest needed; 0 without one. */
    long newest() {
        return needed.isEmpty() ? 0 : needed.last();
    }

    /** The oldest needed: no plan up to its epoch will be asked for; 0 without one. */
    long oldest() {
        return needed.isEmpty() ? 0 : needed.first();
    }
}
