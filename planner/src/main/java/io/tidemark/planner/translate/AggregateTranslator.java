package io.tidemark.planner.translate;

import io.tidemark.planner.incremental.AggregateCall;
import io.tidemark.planner.incremental.IncrementalAggregate;
import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.planner.incremental.trait.Changelog;
import io.tidemark.planner.incremental.trait.ColumnWatermark;
import io.tidemark.planner.incremental.trait.Emission;
import io.tidemark.planner.incremental.trait.Traits;
import io.tidemark.planner.validate.LogicalPlan;
import io.tidemark.sql.error.SourcePosition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.type.RelDataType;

/** GROUP BY, aggregates and DISTINCT. */
final class AggregateTranslator {
    private final LogicalPlan plan;
    private final Purpose purpose;
    private final List<Integer> groups;
    private final List<org.apache.calcite.rel.core.AggregateCall> calls;
    private final RelDataType rowType;
    private final SourcePosition position;

    AggregateTranslator(LogicalPlan plan, Purpose purpose, Aggregate aggregate, SourcePosition position) {
        this(
                plan,
                purpose,
                aggregate.getGroupSet().asList(),
                aggregate.getAggCallList(),
                new Shape(aggregate.getRowType(), position));
    }

    /** One that groups by columns and computes the calls given. */
    static AggregateTranslator of(
            LogicalPlan plan,
            Purpose purpose,
            List<Integer> groups,
            List<org.apache.calcite.rel.core.AggregateCall> calls,
            RelDataType rowType,
            SourcePosition position) {
        return new AggregateTranslator(plan, purpose, groups, calls, new Shape(rowType, position));
    }

    private record Shape(RelDataType rowType, SourcePosition position) {}

    private AggregateTranslator(
            LogicalPlan plan,
            Purpose purpose,
            List<Integer> groups,
            List<org.apache.calcite.rel.core.AggregateCall> calls,
            Shape shape) {
        this.plan = plan;
        this.purpose = purpose;
        this.groups = groups;
        this.calls = calls;
        this.rowType = shape.rowType;
        this.position = shape.position;
    }

    /** The different rows of a part. */
    static Part distinct(LogicalPlan plan, Purpose purpose, Part input, SourcePosition position) {
        RelDataType type = input.node().rowType();
        List<Integer> all = IntStream.range(0, type.getFieldCount()).boxed().toList();
        return new AggregateTranslator(plan, purpose, all, List.of(), new Shape(type, position)).translate(input);
    }

    Part translate(Part input) {
        IncrementalNode node = input.node();
        boolean retracting = node.traits().changelog() == Changelog.RETRACT;
        List<AggregateCall> translated = new ArrayList<>();
        AggregateCalls ofInput = new AggregateCalls(plan.sql(), node, position);
        for (org.apache.calcite.rel.core.AggregateCall call : calls) {
            translated.add(ofInput.call(call));
        }
        List<ColumnWatermark> grouped = groupWatermarks(node.traits());
        List<ColumnWatermark> closing = closingKeys(input, grouped);
        boolean growsOnly = calls.isEmpty() && !groups.isEmpty() && !retracting;
        if (purpose == Purpose.FINAL && closing.isEmpty() && !growsOnly) {
            throw new Finality(plan.sql()).neverFinal(input, groups, position);
        }
        boolean finalRows = purpose == Purpose.FINAL && !closing.isEmpty() && !growsOnly;
        boolean appends = purpose == Purpose.SNAPSHOT || finalRows || growsOnly;
        Optional<String> loss = grouped.isEmpty() ? loss(node) : Optional.empty();
        Traits traits = new Traits(
                appends ? Changelog.APPEND : Changelog.RETRACT,
                finalRows ? Emission.FINAL : Emission.EARLY,
                grouped,
                loss,
                keys(input));
        return new Part(
                new IncrementalAggregate(node, groups, translated, closing, rowType, traits, position), windows(input));
    }

    private Optional<String> loss(IncrementalNode node) {
        if (node.traits().watermarkLoss().isPresent()
                || node.traits().watermarks().isEmpty()) {
            return node.traits().watermarkLoss();
        }
        return Optional.of("GROUP BY (" + position + ") leaves out every column that has one");
    }

    /** Which group columns have a watermark, as indexes of the output. */
    private List<ColumnWatermark> groupWatermarks(Traits input) {
        List<ColumnWatermark> found = new ArrayList<>();
        for (int i = 0; i < groups.size(); i++) {
            int column = i;
            input.watermark(groups.get(i)).ifPresent(w -> found.add(new ColumnWatermark(column, w.transform())));
        }
        return found;
    }

    /**
     * One column is enough for each window: its end, else its time, which passes with the end, else its start, which waits for the last of the windows
     * that begin there.
     */
    private List<ColumnWatermark> closingKeys(Part input, List<ColumnWatermark> grouped) {
        List<ColumnWatermark> closing = new ArrayList<>();
        Set<WindowEdges> taken = new LinkedHashSet<>();
        List<ColumnWatermark> earliestFirst = new ArrayList<>(grouped);
        earliestFirst.sort(Comparator.comparingInt(candidate -> rank(input, groups.get(candidate.column()))));
        for (ColumnWatermark candidate : earliestFirst) {
            Optional<WindowEdges> window = window(input, groups.get(candidate.column()));
            if (window.isEmpty() || taken.add(window.get())) {
                closing.add(candidate);
            }
        }
        closing.sort(Comparator.comparingInt(ColumnWatermark::column));
        return closing;
    }

    private static Optional<WindowEdges> window(Part input, int column) {
        return input.windows().stream().filter(edges -> edges.contains(column)).findFirst();
    }

    private static int rank(Part input, int column) {
        return window(input, column)
                .map(edges -> List.copyOf(edges.ends()).indexOf(column))
                .map(place -> place < 0 ? Integer.MAX_VALUE : place)
                .orElse(0);
    }

    /** All group columns, but of the edges of one window one is enough. */
    private List<List<Integer>> keys(Part input) {
        List<List<Integer>> keys = new ArrayList<>();
        keys.add(new ArrayList<>(IntStream.range(0, groups.size()).boxed().toList()));
        for (WindowEdges edges : windows(input)) {
            List<List<Integer>> reduced = new ArrayList<>();
            for (List<Integer> key : keys) {
                for (int edge : edges.telling()) {
                    reduced.add(key.stream()
                            .filter(c -> c == edge || !edges.contains(c))
                            .toList());
                }
            }
            keys = reduced;
        }
        return keys;
    }

    private List<WindowEdges> windows(Part input) {
        return input.movedWindows(column -> IntStream.range(0, groups.size())
                .filter(i -> groups.get(i) == column)
                .boxed()
                .toList());
    }
}
