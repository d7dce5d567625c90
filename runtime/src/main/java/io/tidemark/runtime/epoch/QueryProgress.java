package io.tidemark.runtime.epoch;

import io.tidemark.runtime.checkpoint.PlanRecord;
import io.tidemark.runtime.checkpoint.SourcePlan;
import io.tidemark.runtime.connector.RangeLimits;
import io.tidemark.runtime.connector.Source;
import io.tidemark.runtime.connector.SourcePosition;
import io.tidemark.runtime.operator.Dataflow;
import io.tidemark.runtime.operator.OperatorState;
import io.tidemark.sql.error.CodedException;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Lock;

/**
 * How far a query has come. Layout written: epoch, clock in micros, last epoch that gave the sink anything, rows delivered, rows that failed
 * behind state, each 8 bytes; the sources have sections of their own.
 */
final class QueryProgress implements OperatorState {

    private static final String LAYOUT = "progress/1";

    private final List<SourceProgress> sources = new ArrayList<>();
    private final List<Integer> sourceOfScan = new ArrayList<>();

    private int presentScans;
    private long epoch;
    private long nowMicros = Long.MIN_VALUE;
    private long lastDelivered;
    private long rowsOut;
    private long laterBad;

    QueryProgress(List<SourceBinding> bindings) {
        IdentityHashMap<Source, Integer> known = new IdentityHashMap<>();
        for (int scan = 0; scan < bindings.size(); scan++) {
            SourceBinding binding = bindings.get(scan);
            Integer index = known.get(binding.source());
            if (index == null) {
                index = sources.size();
                known.put(binding.source(), index);
                sources.add(new SourceProgress(binding));
            }
            sources.get(index).scans().add(scan);
            sourceOfScan.add(index);
        }
    }

    /** The sources, each once. */
    List<SourceProgress> sources() {
        return sources;
    }

    int scanCount() {
        return sourceOfScan.size();
    }

    int sourceOfScan(int scan) {
        return sourceOfScan.get(scan);
    }

    /** The source of a name. */
    SourceProgress source(String name) {
        return sources.stream()
                .filter(source -> source.name().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> CodedException.unknownObject(
                        "source",
                        name,
                        sources.stream().map(SourceProgress::name).toList()));
    }

    /** The last epoch ended. */
    long epoch() {
        return epoch;
    }

    long lastDelivered() {
        return lastDelivered;
    }

    long rowsOut() {
        return rowsOut;
    }

    long laterBad() {
        return laterBad;
    }

    /** The clock of an epoch planned now: it never goes back. */
    long clock(long wallMicros) {
        return Math.max(wallMicros, nowMicros);
    }

    List<SourcePosition> positions() {
        return sources.stream().map(SourceProgress::position).toList();
    }

    /** Whether nothing will ever come from any source, and the last epoch knew it. */
    boolean ended() {
        return epoch > 0 && sources.stream().allMatch(SourceProgress::ended);
    }

    void bind(Dataflow dataflow) {
        sources.forEach(source -> source.bind(dataflow.watermarks()));
        presentScans = dataflow.presentScans();
    }

    /**
     * What the next epoch does with each source, if it starts now. Sources that share commits with others are read up to the same commit, which is the
     * last one, so without limits. So are tables that the rows of others meet as they are.
     */
    List<SourcePlan> plan(RangeLimits limits, long clockMicros) {
        Optional<Lock> visibility = sources.stream()
                .flatMap(source -> source.source().visibility().stream())
                .findFirst();
        visibility.ifPresent(Lock::lock);
        try {
            long spanned = sources.stream()
                    .filter(source -> source.source().hasSpanningCommits())
                    .count();
            return sources.stream()
                    .map(source -> source.plan(
                            (spanned > 1 && source.source().hasSpanningCommits()) || isPresent(source)
                                    ? RangeLimits.NONE
                                    : limits,
                            clockMicros))
                    .toList();
        } finally {
            visibility.ifPresent(Lock::unlock);
        }
    }

    private boolean isPresent(SourceProgress source) {
        return source.scans().get(0) < presentScans;
    }

    /** Whether a plan does anything that the last epoch has not done yet. */
    boolean isNews(PlanRecord.Plan plan) {
        boolean news = plan.epoch() == 1;
        for (int i = 0; i < sources.size(); i++) {
            news |= sources.get(i).isNews(plan.sources().get(i));
        }
        return news;
    }

    void beginEpoch(PlanRecord.Plan plan) {
        if (plan.sources().size() != sources.size()) {
            throw CodedException.internal("the plan of epoch " + plan.epoch() + " is for "
                    + plan.sources().size() + " sources, but the query has " + sources.size());
        }
        for (int i = 0; i < sources.size(); i++) {
            sources.get(i).beginEpoch(plan.sources().get(i), plan.nowMicros());
        }
    }

    void endEpoch(PlanRecord.Plan plan, long laterBadRows) {
        List<SourcePlan> plans = plan.sources();
        for (int i = 0; i < sources.size(); i++) {
            sources.get(i).endEpoch(plans.get(i), plan.nowMicros());
        }
        epoch = plan.epoch();
        nowMicros = plan.nowMicros();
        laterBad = laterBadRows;
    }

    void delivered(boolean anything, long rows) {
        rowsOut += rows;
        if (anything) {
            lastDelivered = epoch;
        }
    }

    @Override
    public String layout() {
        return LAYOUT;
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeLong(epoch);
        out.writeLong(nowMicros);
        out.writeLong(lastDelivered);
        out.writeLong(rowsOut);
        out.writeLong(laterBad);
    }

    @Override
    public void load(DataInput in) throws IOException {
        epoch = in.readLong();
        nowMicros = in.readLong();
        lastDelivered = in.readLong();
        rowsOut = in.readLong();
        laterBad = in.readLong();
    }

    @Override
    public long rows() {
        return 1;
    }

    @Override
    public long sizeBytes() {
        return 5L * Long.BYTES;
    }
}
