package io.tidemark.server.explain;

import io.tidemark.planner.explain.ClosingColumn;
import io.tidemark.planner.explain.EventTimeText;
import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.runtime.epoch.QueryExecution;
import io.tidemark.runtime.epoch.QueryState;
import io.tidemark.runtime.epoch.SourceBinding;
import io.tidemark.runtime.epoch.WatermarkStatus;
import io.tidemark.runtime.measure.NodeMeasure;
import io.tidemark.server.query.RunningQuery;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Rows that are given out when they are final, and wait for a watermark: which, for what, and who holds it back. */
public final class WindowFindings {

    private static final String HEARTBEAT = "'scan.watermark.heartbeat'";

    private final RunningQuery query;
    private final QueryExecution execution;
    private final long nowMicros;
    private final Map<String, NodeMeasure> measures = new HashMap<>();

    /**
     * What waits.
     *
     * @param column what closes it
     * @param value its value of that column
     * @param watermark where the watermark stands
     */
    private record Waiting(ClosingColumn column, long value, long watermark) {
        long closedAt() {
            return column.closedAt(value);
        }
    }

    /** The findings on one execution, which is running. */
    public WindowFindings(RunningQuery query, QueryExecution execution, Clock clock) {
        this.query = query;
        this.execution = execution;
        this.nowMicros = ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant());
        execution.measures().forEach(measure -> measures.put(measure.path(), measure));
    }

    /** What waits, and who holds it back, one a line. */
    List<String> findings() {
        Optional<Waiting> waiting = longestWaiting();
        if (waiting.isEmpty()) {
            return List.of();
        }
        List<String> findings = new ArrayList<>();
        Waiting next = waiting.get();
        findings.add("rows wait until they are final: those of " + next.column().text(next.value())
                + " are given out when the watermark reaches " + EventTimeText.of(next.closedAt()) + "; it "
                + (next.watermark() == NodeMeasure.NONE
                        ? "has not begun"
                        : "stands at " + EventTimeText.of(next.watermark())));
        List<WatermarkStatus> all = execution.status().watermarks();
        execution.status().sources().stream()
                .filter(source -> source.read() == 0)
                .map(source -> "\"" + source.source() + "\" holds it back: no row of it has come")
                .forEach(findings::add);
        all.stream()
                .filter(partition -> partition.holdsBack() && partition.watermark() < next.closedAt())
                .map(partition -> holder(partition, all, next.closedAt()))
                .forEach(findings::add);
        String idle = all.stream()
                .filter(WatermarkStatus::idle)
                .map(partition -> partition.partition() + " of \"" + partition.source() + "\"")
                .collect(Collectors.joining(", "));
        if (!idle.isEmpty()) {
            findings.add("idle, so that they hold nobody back: partition " + idle);
        }
        silentSources().forEach(source -> findings.add(silence(source, next.closedAt())));
        return findings;
    }

    private Optional<Waiting> longestWaiting() {
        List<Waiting> waiting = new ArrayList<>();
        collect(query.plan().root(), "0", waiting);
        return waiting.stream().min(Comparator.comparingLong(Waiting::closedAt));
    }

    private void collect(IncrementalNode node, String path, List<Waiting> waiting) {
        NodeMeasure measure = measures.get(path);
        if (measure != null && measure.state().earliestOpen() != NodeMeasure.NONE) {
            ClosingColumn.of(node)
                    .ifPresent(column ->
                            waiting.add(new Waiting(column, measure.state().earliestOpen(), measure.watermark())));
        }
        for (int i = 0; i < node.inputs().size(); i++) {
            collect(node.inputs().get(i), path + "." + i, waiting);
        }
    }

    private static String holder(WatermarkStatus held, List<WatermarkStatus> all, long closedAt) {
        String who = "partition " + held.partition() + " of \"" + held.source() + "\"";
        long ahead = all.stream()
                .filter(other -> !other.idle() && other.watermark() != Long.MAX_VALUE)
                .mapToLong(WatermarkStatus::watermark)
                .max()
                .orElse(held.watermark());
        if (held.watermark() == Long.MIN_VALUE) {
            return who + " holds it back: no row of it has had an event time yet";
        }
        return who + " holds it back: it is at " + EventTimeText.of(held.watermark()) + ", "
                + Periods.about(closedAt - held.watermark()) + " before that"
                + (ahead > held.watermark() ? "; the furthest one is at " + EventTimeText.of(ahead) : "");
    }

    /**
     * The sources whose silence keeps windows of this query open, if any do: rows wait to be final, and no partition of the source, of which some
     * are not that far, has had a row for longer than its idle timeout.
     */
    public List<String> silentSources() {
        Optional<Waiting> waiting = execution.state() == QueryState.RUNNING ? longestWaiting() : Optional.empty();
        if (waiting.isEmpty()) {
            return List.of();
        }
        long closedAt = waiting.get().closedAt();
        List<WatermarkStatus> all = execution.status().watermarks();
        return all.stream()
                .filter(partition -> partition.watermark() < closedAt)
                .map(WatermarkStatus::source)
                .distinct()
                .filter(source -> binding(source)
                        .filter(found -> found.heartbeat().isEmpty())
                        .isPresent())
                .filter(source -> silentMicros(source, all)
                        >= binding(source)
                                        .flatMap(SourceBinding::idleTimeout)
                                        .orElse(SourceBinding.DEFAULT_IDLE_TIMEOUT)
                                        .toMillis()
                                * 1000)
                .toList();
    }

    private long silentMicros(String source, List<WatermarkStatus> all) {
        long last = all.stream()
                .filter(partition -> partition.source().equals(source))
                .mapToLong(WatermarkStatus::lastRowMicros)
                .max()
                .orElse(Long.MIN_VALUE);
        return nowMicros - Math.max(last, execution.status().startedAtMicros());
    }

    private String silence(String source, long closedAt) {
        Duration silent = Duration.of(silentMicros(source, execution.status().watermarks()), ChronoUnit.MICROS);
        return "no row of \"" + source + "\" has come for " + Periods.about(silent.toNanos() / 1000)
                + ", and while it is silent its watermark stays; "
                + HEARTBEAT + " on it lets the watermark follow the clock, and ADVANCE WATERMARK FOR " + source
                + " TO TIMESTAMP '" + EventTimeText.of(closedAt) + "' closes the window by hand";
    }

    /** What {@code sys.watermarks} says of a source whose silence keeps windows open. */
    public static String note() {
        return "windows wait for rows of this source, which is silent; " + HEARTBEAT
                + " lets its watermark follow the clock";
    }

    private Optional<SourceBinding> binding(String source) {
        return execution.sources().stream()
                .filter(binding -> binding.name().equals(source))
                .findFirst();
    }
}
