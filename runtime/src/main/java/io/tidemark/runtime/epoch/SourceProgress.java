package io.tidemark.runtime.epoch;

import io.tidemark.runtime.checkpoint.SourcePlan;
import io.tidemark.runtime.connector.RangeLimits;
import io.tidemark.runtime.connector.Source;
import io.tidemark.runtime.connector.SourcePosition;
import io.tidemark.runtime.connector.SourceRange;
import io.tidemark.runtime.operator.OperatorState;
import io.tidemark.runtime.operator.PartitionWatermarks;
import io.tidemark.sql.error.CodedException;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;

/**
 * How far a query has read one source, and which of its partitions have been silent for how long.
 *
 * <p>Layout written: position length:4 and bytes, ended:1, partition count:4 and numbers, description as UTF. When rows last came is not kept:
 * after a restart every partition gets its whole time again.
 */
final class SourceProgress implements OperatorState {

    private final SourceBinding binding;
    private final List<Integer> scans = new ArrayList<>();
    private final Set<Integer> partitions = new TreeSet<>();
    private SourcePosition position;
    private boolean ended;
    private String description = "";

    private List<PartitionWatermarks> watermarks = List.of();
    private Set<Integer> idle = Set.of();
    private final Map<Integer, Long> lastRowMicros = new HashMap<>();
    private long lastSignMicros;
    private long heartbeatFrom = Long.MIN_VALUE;
    private long requestedFloor = Long.MIN_VALUE;

    SourceProgress(SourceBinding binding) {
        this.binding = binding;
        this.position = new SourcePosition(new byte[0]);
    }

    String name() {
        return binding.name();
    }

    Source source() {
        return binding.source();
    }

    /** The scans that the source feeds, by rising index. */
    List<Integer> scans() {
        return scans;
    }

    SourcePosition position() {
        return position;
    }

    boolean ended() {
        return ended;
    }

    String description() {
        return description;
    }

    /** The watermarks of its scans, of those that have one. */
    List<PartitionWatermarks> watermarks() {
        return watermarks;
    }

    Set<Integer> idle() {
        return idle;
    }

    /** The clock of the epoch that read the last row of a partition; {@link Long#MIN_VALUE} if none has since the query was opened. */
    long lastRowMicros(int partition) {
        return lastRowMicros.getOrDefault(partition, Long.MIN_VALUE);
    }

    /** Begins where the source's options say. */
    void begin() {
        position = binding.source().initialPosition();
    }

    /** Goes live, behind everything that was replayed: silence is counted from now. */
    void goLive(long nowMicros) {
        lastRowMicros.clear();
        lastSignMicros = nowMicros;
        heartbeatFrom = greatestWatermark();
    }

    /** Binds the watermarks of a fresh dataflow. */
    void bind(Map<Integer, PartitionWatermarks> byScan) {
        watermarks = scans.stream().filter(byScan::containsKey).map(byScan::get).toList();
        idle = Set.of();
    }

    /** Asks for a floor for the watermarks of the next epoch planned. */
    void requestFloor(long micros) {
        if (watermarks.isEmpty()) {
            throw CodedException.validation("\"" + name() + "\" has no watermark to advance")
                    .hint("declare WATERMARK FOR a column of it");
        }
        requestedFloor = Math.max(requestedFloor, micros);
    }

    /** What the next epoch does with the source, if it starts now. */
    SourcePlan plan(RangeLimits limits, long nowMicros) {
        Optional<SourceRange> range =
                ended ? Optional.empty() : binding.source().plan(position, limits);
        SourcePosition after = range.map(SourceRange::to).orElse(position);
        boolean ends = ended || binding.source().endedAt(after);
        return new SourcePlan(range, List.copyOf(silent(nowMicros)), floor(nowMicros), ends);
    }

    /** Whether a plan does anything that the last epoch has not done yet. */
    boolean isNews(SourcePlan plan) {
        boolean becomesIdle = !watermarks.isEmpty()
                && !ended
                && !idle.containsAll(plan.idle())
                && !plan.idle().containsAll(partitions);
        return plan.range().isPresent()
                || (plan.ended() && !ended)
                || plan.floorMicros() > leastWatermark()
                || becomesIdle;
    }

    private Set<Integer> silent(long nowMicros) {
        Set<Integer> silent = new TreeSet<>();
        if (binding.idleTimeout().isPresent() && !watermarks.isEmpty()) {
            long timeout = binding.idleTimeout().get().toNanos() / 1000;
            for (int partition : partitions) {
                if (nowMicros - lastRowMicros.computeIfAbsent(partition, number -> nowMicros) >= timeout) {
                    silent.add(partition);
                }
            }
        }
        return silent;
    }

    private long floor(long nowMicros) {
        if (binding.heartbeat().isEmpty() || heartbeatFrom == Long.MIN_VALUE || ended) {
            return requestedFloor;
        }
        long silence = nowMicros - lastSignMicros;
        boolean due = silence >= binding.heartbeat().get().toNanos() / 1000;
        return due ? Math.max(requestedFloor, heartbeatFrom + silence) : requestedFloor;
    }

    private long leastWatermark() {
        return effectiveWatermarks().min().orElse(Long.MIN_VALUE);
    }

    private long greatestWatermark() {
        return effectiveWatermarks().max().orElse(Long.MIN_VALUE);
    }

    private LongStream effectiveWatermarks() {
        return watermarks.stream()
                .flatMap(watermark -> watermark.readings().stream())
                .mapToLong(PartitionWatermarks.Reading::watermark);
    }

    /** Applies a plan at the beginning of its epoch. */
    void beginEpoch(SourcePlan plan, long nowMicros) {
        plan.range().ifPresent(range -> {
            if (!range.from().equals(position)) {
                throw CodedException.internal("the plan reads \"" + name() + "\" from " + range.from()
                        + ", but it has been read up to " + position);
            }
            partitions.addAll(range.partitions());
        });
        idle = new TreeSet<>(plan.idle());
        for (PartitionWatermarks watermark : watermarks) {
            watermark.beginEpoch(partitions, idle);
            if (plan.floorMicros() != Long.MIN_VALUE) {
                watermark.raiseFloor(plan.floorMicros());
            }
            if (plan.ended()) {
                watermark.end();
            }
        }
        if (requestedFloor <= plan.floorMicros()) {
            requestedFloor = Long.MIN_VALUE;
        }
        if (heartbeatFrom != Long.MIN_VALUE && plan.floorMicros() > heartbeatFrom) {
            heartbeatFrom = plan.floorMicros();
            lastSignMicros = nowMicros;
        }
    }

    /** Takes note of rows of a partition about to be processed: it is not idle, whatever the plan thought. */
    void rowsOf(int partition, long nowMicros) {
        lastRowMicros.put(partition, nowMicros);
        lastSignMicros = nowMicros;
        partitions.add(partition);
        if (idle.contains(partition)) {
            idle.remove(partition);
            watermarks.forEach(watermark -> watermark.beginEpoch(partitions, idle));
        }
    }

    /** Moves on behind what the epoch read. */
    void endEpoch(SourcePlan plan, long nowMicros) {
        plan.range().ifPresent(range -> {
            position = range.to();
            description = range.description();
        });
        ended = plan.ended();
        if (lastSignMicros == nowMicros) {
            heartbeatFrom = greatestWatermark();
        }
    }

    @Override
    public String layout() {
        return "source/1";
    }

    @Override
    public void write(DataOutput out) throws IOException {
        byte[] encoded = position.encoded();
        out.writeInt(encoded.length);
        out.write(encoded);
        out.writeBoolean(ended);
        out.writeInt(partitions.size());
        for (int partition : partitions) {
            out.writeInt(partition);
        }
        out.writeUTF(description.length() > 10_000 ? description.substring(0, 10_000) : description);
    }

    @Override
    public void load(DataInput in) throws IOException {
        byte[] encoded = new byte[in.readInt()];
        in.readFully(encoded);
        position = new SourcePosition(encoded);
        ended = in.readBoolean();
        partitions.clear();
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
            partitions.add(in.readInt());
        }
        description = in.readUTF();
    }

    @Override
    public long rows() {
        return 1;
    }

    @Override
    public long sizeBytes() {
        return position.encoded().length;
    }
}
