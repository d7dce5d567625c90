package io.tidemark.runtime.operator;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The event-time watermark of each partition of one source, and the source's own: the least over the partitions that are not idle.
 *
 * <p>A partition's effective watermark is the greatest value of the watermark expression over its rows so far, or its last floor if that is
 * greater. A partition newly found, or back from idle, has the source's watermark as its floor. The source's watermark never falls; while every
 * partition is idle, or none is known, it stays.
 *
 * <p><b>Units</b>: micros; {@link Long#MIN_VALUE} before the first row. Layout written: partition count, then for each partition its number,
 * greatest value, floor and idle flag; then the source's watermark and the ended flag.
 */
public final class PartitionWatermarks implements OperatorState {

    private static final int PARTITION_BYTES = 96;

    private final TreeMap<Integer, Partition> partitions = new TreeMap<>();
    private long sourceWatermark = Long.MIN_VALUE;
    private boolean ended;

    private static final class Partition {
        private long greatest = Long.MIN_VALUE;
        private long floor = Long.MIN_VALUE;
        private boolean idle;

        long effective() {
            return Math.max(greatest, floor);
        }
    }

    /** What one partition stands at. */
    public record Reading(int partition, long watermark, boolean idle) {}

    /**
     * Takes the plan log's word on which partitions there are and which of them are idle in the epoch that begins.
     *
     * @param known every partition known; the set only grows
     * @param idle those of them that hold nobody back
     */
    public void beginEpoch(Set<Integer> known, Set<Integer> idle) {
        for (int number : known) {
            Partition partition = partitions.get(number);
            if (partition == null) {
                partition = new Partition();
                partition.floor = sourceWatermark;
                partitions.put(number, partition);
            } else if (partition.idle && !idle.contains(number)) {
                partition.floor = Math.max(partition.floor, sourceWatermark);
            }
            partition.idle = idle.contains(number);
        }
    }

    /** Raises every partition's floor to at least {@code micros}, of idle ones too: ADVANCE WATERMARK, or a heartbeat. */
    public void raiseFloor(long micros) {
        partitions.values().forEach(partition -> partition.floor = Math.max(partition.floor, micros));
        sourceWatermark = Math.max(sourceWatermark, micros);
    }

    /** Says that the source has ended: its watermark passes everything. */
    public void end() {
        ended = true;
    }

    /** The effective watermark of a partition; a partition not yet known starts at the source's watermark. */
    public long effective(int partition) {
        Partition found = partitions.get(partition);
        return found == null ? sourceWatermark : found.effective();
    }

    /** Takes the greatest value of the watermark expression over rows of a partition that have now been read. */
    public void advance(int partition, long micros) {
        Partition found = partitions.computeIfAbsent(partition, number -> {
            Partition added = new Partition();
            added.floor = sourceWatermark;
            return added;
        });
        found.greatest = Math.max(found.greatest, micros);
    }

    /** The source's watermark now; called at the end of an epoch, when all its rows have been read. */
    public long sourceWatermark() {
        if (ended) {
            return Long.MAX_VALUE;
        }
        partitions.values().stream()
                .filter(partition -> !partition.idle)
                .mapToLong(Partition::effective)
                .min()
                .ifPresent(least -> sourceWatermark = Math.max(sourceWatermark, least));
        return sourceWatermark;
    }

    /** What each partition stands at, by rising number. */
    public List<Reading> readings() {
        return partitions.entrySet().stream()
                .map(entry -> new Reading(entry.getKey(), entry.getValue().effective(), entry.getValue().idle))
                .toList();
    }

    /** The numbers of the partitions known. */
    public Set<Integer> known() {
        return new TreeSet<>(partitions.keySet());
    }

    @Override
    public String layout() {
        return "watermarks/1";
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeInt(partitions.size());
        for (var entry : partitions.entrySet()) {
            out.writeInt(entry.getKey());
            out.writeLong(entry.getValue().greatest);
            out.writeLong(entry.getValue().floor);
            out.writeBoolean(entry.getValue().idle);
        }
        out.writeLong(sourceWatermark);
        out.writeBoolean(ended);
    }

    @Override
    public void load(DataInput in) throws IOException {
        partitions.clear();
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
            Partition partition = new Partition();
            partitions.put(in.readInt(), partition);
            partition.greatest = in.readLong();
            partition.floor = in.readLong();
            partition.idle = in.readBoolean();
        }
        sourceWatermark = in.readLong();
        ended = in.readBoolean();
    }

    @Override
    public long rows() {
        return partitions.size();
    }

    @Override
    public long sizeBytes() {
        return (long) partitions.size() * PARTITION_BYTES;
    }
}
