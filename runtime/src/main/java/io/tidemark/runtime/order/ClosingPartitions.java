package io.tidemark.runtime.order;

import io.tidemark.runtime.operator.ClosingKey;
import io.tidemark.runtime.state.ClosingBuckets;
import io.tidemark.runtime.state.RowTable;
import io.tidemark.sql.error.CodedException;
import java.util.ArrayList;
import java.util.List;

/** Which partitions a watermark closes: those with a closing column at or below that column's watermark. */
public final class ClosingPartitions {

    private final List<ClosingKey> keys;
    private final ClosingBuckets buckets;
    private long lastWatermark = Long.MIN_VALUE;

    /**
     * Makes one that knows no partition.
     *
     * @param keys the closing columns; none: nothing is ever closed
     * @param linkPayload a payload slot of the partitions for its own use
     */
    public ClosingPartitions(List<ClosingKey> keys, RowTable partitions, int linkPayload) {
        this.keys = List.copyOf(keys);
        this.buckets = new ClosingBuckets(
                partitions, keys.stream().map(ClosingKey::groupIndex).toList(), linkPayload);
    }

    /**
     * Takes a partition in that has been made.
     *
     * @throws CodedException INTERNAL if the watermark has closed it already
     */
    public void open(int partition) {
        if (keys.isEmpty()) {
            return;
        }
        ClosingBuckets.Bucket added = buckets.add(partition);
        for (int key = 0; added != null && key < keys.size(); key++) {
            long bound = keys.get(key).watermark().applyAsLong(lastWatermark);
            if (!added.isNull(key) && added.value(key) <= bound) {
                throw CodedException.internal(
                        "a row came for partition \"" + keys.get(key).column() + "\" = " + added.value(key)
                                + ", which the watermark " + bound + " has closed");
            }
        }
    }

    /** Takes a partition in that has been loaded. */
    public void load(int partition) {
        if (!keys.isEmpty()) {
            buckets.add(partition);
        }
    }

    /** Forgets a partition that is about to be freed. */
    public void remove(int partition) {
        if (!keys.isEmpty()) {
            buckets.remove(partition);
        }
    }

    /**
     * Takes the partitions out that a watermark closes, in the order of their values; all of them, when it is the last watermark. From now on it is
     * the one that partitions are held against.
     */
    public List<Integer> close(long watermark) {
        boolean ended = watermark == Long.MAX_VALUE && lastWatermark != Long.MAX_VALUE;
        lastWatermark = Math.max(lastWatermark, watermark);
        List<Integer> closed = new ArrayList<>();
        if (keys.isEmpty()) {
            return closed;
        }
        long[] bounds = keys.stream()
                .mapToLong(key -> key.watermark().applyAsLong(watermark))
                .toArray();
        for (ClosingBuckets.Bucket bucket : ended ? buckets.takeAll() : buckets.takeClosed(bounds)) {
            for (int partition = bucket.first(); partition >= 0; partition = buckets.next(partition)) {
                closed.add(partition);
            }
        }
        return closed;
    }

    /** The greatest watermark so far. */
    public long lastWatermark() {
        return lastWatermark;
    }

    /** Forgets all partitions, and goes on from a watermark. */
    public void restart(long watermark) {
        buckets.clear();
        lastWatermark = watermark;
    }

    /** The least value of the first closing column; {@link io.tidemark.runtime.measure.KeyedProgress#NONE} without one. */
    public long earliest() {
        return keys.isEmpty() ? io.tidemark.runtime.measure.KeyedProgress.NONE : buckets.earliest();
    }

    /** The memory held beside the partitions, in bytes. */
    public long sizeBytes() {
        return buckets.sizeBytes();
    }
}
