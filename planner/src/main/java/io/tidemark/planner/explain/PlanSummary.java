package io.tidemark.planner.explain;

import io.tidemark.planner.PlanWarning;
import io.tidemark.planner.PlannedQuery;
import io.tidemark.planner.StateBounds;
import io.tidemark.planner.incremental.EmitMode;
import io.tidemark.planner.incremental.IncrementalCalc;
import io.tidemark.planner.incremental.IncrementalJoin;
import io.tidemark.planner.incremental.IncrementalLookupJoin;
import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.planner.incremental.IncrementalScan;
import io.tidemark.planner.incremental.IncrementalWatermark;
import io.tidemark.planner.incremental.TriggerSpec;
import io.tidemark.planner.text.DurationText;
import io.tidemark.planner.text.ExpressionText;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexVisitorImpl;

/** What a person wants to know of a plan before reading it. */
final class PlanSummary {
    private static final long NANOS_PER_MICRO = 1_000;
    private final PlannedQuery query;
    private final StringBuilder text = new StringBuilder();

    private PlanSummary(PlannedQuery query) {
        this.query = query;
    }

    static String of(PlannedQuery query) {
        PlanSummary summary = new PlanSummary(query);
        if (query.kind() != PlannedQuery.Kind.SNAPSHOT) {
            summary.line("mode", summary.mode());
            summary.line("trigger", summary.trigger());
        } else {
            summary.line("mode", "snapshot: one epoch over what is there, then the end");
        }
        summary.line("key", summary.key());
        summary.line("watermark", summary.watermarks());
        summary.line("state", summary.state());
        summary.line("warnings", summary.warnings());
        summary.line("varies", summary.nondeterminism());
        return summary.text.toString();
    }

    private void line(String name, List<String> values) {
        for (int i = 0; i < values.size(); i++) {
            text.append(String.format("%-11s", i == 0 ? name : ""))
                    .append(values.get(i))
                    .append('\n');
        }
    }

    private void line(String name, String value) {
        line(name, List.of(value));
    }

    private String mode() {
        return switch (query.mode()) {
            case APPEND -> "APPEND: each row once, when it can change no more";
            case UPDATE ->
                query.deletesPossible()
                        ? "UPDATE: what changed in each epoch; rows may also go away"
                        : "UPDATE: what changed in each epoch";
            case COMPLETE -> "COMPLETE: the whole result in each epoch, in place of the one before";
        };
    }

    private String trigger() {
        TriggerSpec trigger = query.trigger();
        return switch (trigger.kind()) {
            case AVAILABLE -> "as soon as there is input";
            case EVERY ->
                "every "
                        + DurationText.of(trigger.interval().toNanos()
                                / ChronoUnit.MICROS.getDuration().toNanos());
            case ONCE -> "once: everything available now, then stop";
        };
    }

    private String key() {
        List<String> names = query.root().rowType().getFieldNames();
        return query.key()
                .map(key -> key.isEmpty()
                        ? "none needed: one row"
                        : key.stream().map(names::get).collect(Collectors.joining(", ")))
                .orElse("none known");
    }

    private List<String> watermarks() {
        Set<String> found = new LinkedHashSet<>();
        each(query.root(), node -> {
            if (node instanceof IncrementalWatermark watermark) {
                String column = watermark.rowType().getFieldNames().get(watermark.timeColumn());
                found.add("of " + source(watermark) + ": event time " + column + ", W = the greatest "
                        + ExpressionText.of(watermark.expression(), watermark.rowType())
                        + " of each partition, the least of all" + skew(watermark));
            } else if (node instanceof IncrementalScan scan
                    && !scan.traits().watermarks().isEmpty()) {
                found.add("of " + source(scan) + ": W = that of its own query");
            }
        });
        return found.isEmpty() ? List.of("none") : List.copyOf(found);
    }

    private static String skew(IncrementalWatermark watermark) {
        return watermark
                .maxFutureSkew()
                .map(skew -> "; a row more than " + DurationText.of(skew.toNanos() / NANOS_PER_MICRO)
                        + " ahead of the wall clock is bad")
                .orElse("");
    }

    private static String source(IncrementalNode node) {
        return node instanceof IncrementalScan scan
                ? scan.relation().kind().word() + " " + scan.relation().name()
                : source(node.inputs().get(0));
    }

    private List<String> state() {
        List<IncrementalNode> stateful = StateText.stateful(query.root());
        if (stateful.isEmpty()) {
            return List.of("none");
        }
        if (query.kind() == PlannedQuery.Kind.SNAPSHOT) {
            return List.of("only while the query runs");
        }
        List<String> unbounded = new ArrayList<>();
        for (IncrementalNode node : stateful) {
            StateBounds.unbounded(node)
                    .ifPresent(reason -> unbounded.add("UNBOUNDED: " + StateBounds.name(node) + ": " + reason));
        }
        if (query.mode() == EmitMode.COMPLETE && unbounded.isEmpty()) {
            StateBounds.growingResult(query.root()).ifPresent(reason -> unbounded.add("UNBOUNDED: " + reason));
        }
        return unbounded.isEmpty() ? List.of("bounded: " + StateText.bounds(stateful)) : unbounded;
    }

    private List<String> warnings() {
        return query.warnings().isEmpty()
                ? List.of("none")
                : query.warnings().stream().map(PlanWarning::render).toList();
    }

    private String nondeterminism() {
        Set<String> clocks = new LinkedHashSet<>();
        Set<String> random = new LinkedHashSet<>();
        Set<String> tables = new LinkedHashSet<>();
        each(query.root(), node -> {
            if (node instanceof IncrementalCalc calc) {
                List<RexNode> expressions = new ArrayList<>(calc.projections());
                calc.condition().ifPresent(expressions::add);
                expressions.forEach(e -> e.accept(new Finder(clocks, random)));
            } else if (node instanceof IncrementalLookupJoin join) {
                tables.add("the rows of " + join.table().name());
            } else if (node instanceof IncrementalJoin join && join.kind().isTemporal()) {
                each(join.right(), below -> {
                    if (below instanceof IncrementalScan scan) {
                        tables.add("the rows of " + scan.relation().name());
                    }
                });
            }
        });
        List<String> parts = new ArrayList<>();
        if (!clocks.isEmpty()) {
            parts.add(String.join(", ", clocks) + ": the epoch's logged clock, the same in a replay");
        }
        if (!tables.isEmpty()) {
            parts.add(String.join(", ", tables) + ": as they are when other rows come, the same in a replay");
        }
        if (!random.isEmpty()) {
            parts.add(String.join(", ", random) + ": another value each time");
        }
        return parts.isEmpty() ? "nothing: the same input gives the same result" : String.join("; ", parts);
    }

    private static void each(IncrementalNode node, java.util.function.Consumer<IncrementalNode> action) {
        action.accept(node);
        node.inputs().forEach(input -> each(input, action));
    }

    private static final class Finder extends RexVisitorImpl<Void> {
        private final Set<String> clocks;
        private final Set<String> random;

        Finder(Set<String> clocks, Set<String> random) {
            super(true);
            this.clocks = clocks;
            this.random = random;
        }

        @Override
        public Void visitCall(RexCall call) {
            if (call.getOperator().isDynamicFunction()) {
                clocks.add(call.getOperator().getName());
            } else if (!call.getOperator().isDeterministic()) {
                random.add(call.getOperator().getName());
            }
            return super.visitCall(call);
        }
    }
}
