package io.tidemark.runtime.translate;

import io.tidemark.planner.calendar.CalendarEdges;
import io.tidemark.planner.incremental.IncrementalSession;
import io.tidemark.planner.incremental.IncrementalWindow;
import io.tidemark.planner.incremental.WindowSpec;
import io.tidemark.planner.incremental.trait.Emission;
import io.tidemark.planner.incremental.window.WindowSlicing;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.operator.AggregateSpec;
import io.tidemark.runtime.parallel.PartitionedOperator;
import io.tidemark.runtime.parallel.PartitionedOperator.Spread;
import io.tidemark.runtime.parallel.Workers;
import io.tidemark.runtime.slicing.SliceJudge;
import io.tidemark.runtime.slicing.SlicedAggregateOperator;
import io.tidemark.runtime.slicing.SlicedUpdatesOperator;
import io.tidemark.runtime.slicing.Slices;
import io.tidemark.runtime.slicing.Slices.Part;
import io.tidemark.runtime.translate.type.TypeMapper;
import io.tidemark.runtime.window.SessionOperator;
import io.tidemark.runtime.window.SessionSpec;
import io.tidemark.runtime.window.TimedRows;
import io.tidemark.runtime.window.WindowAssigner;
import io.tidemark.runtime.window.WindowOperator;
import io.tidemark.sql.error.CodedException;
import java.util.List;

/** The operators of windows: their specifications in the engine's own types. */
final class WindowStages {

    private static final List<Part> PARTS = List.of(Part.PLAIN, Part.START, Part.END, Part.TIME);

    private WindowStages() {}

    static Stage.Maker window(IncrementalWindow node, boolean sliced) {
        WindowSpec window = node.window();
        Schema output = TypeMapper.schema(node.rowType());
        return (handlers, clock) ->
                new WindowOperator(window.timeColumn(), sliced ? earliest(window) : assigner(window), output, handlers);
    }

    static Stage.Maker session(IncrementalSession node, Workers workers) {
        WindowSpec window = node.window();
        SessionSpec spec = new SessionSpec(
                TypeMapper.schema(node.input().rowType()),
                window.partitionColumns(),
                window.timeColumn(),
                window.size().micros(),
                node.closing().map(closing -> closing::apply),
                node.traits().emission() == Emission.FINAL,
                TypeMapper.schema(node.rowType()));
        Spread spread = new Spread(window.partitionColumns());
        return (handlers, clock) -> new TimedRows(
                spec,
                handlers.errors(),
                new PartitionedOperator(
                        workers,
                        spread,
                        spec.judge(handlers.late())::taken,
                        partitionHandlers -> new SessionOperator(spec, partitionHandlers)));
    }

    private static WindowAssigner assigner(WindowSpec window) {
        long offset = window.offsetMicros();
        if (window.calendar().isPresent()) {
            boolean cumulates = window.kind() == WindowSpec.Kind.CUMULATE;
            CalendarEdges edges =
                    new CalendarEdges(window.calendar().get(), cumulates ? window.size() : window.slide(), offset);
            return cumulates
                    ? WindowAssigner.cumulatingByCalendar(edges, window.slide())
                    : WindowAssigner.byCalendar(edges, (int) window.size().dividedBy(window.slide()));
        }
        long size = window.size().micros();
        long slide = window.slide().micros();
        return switch (window.kind()) {
            case TUMBLE -> WindowAssigner.tumbling(size, offset);
            case HOP -> WindowAssigner.hopping(size, slide, offset);
            case CUMULATE -> WindowAssigner.cumulating(size, slide, offset);
            case SESSION -> throw CodedException.internal("a session is not known from one row");
        };
    }

    /** Below an aggregate that is sliced, a row comes once, with the earliest of its windows. */
    private static WindowAssigner earliest(WindowSpec window) {
        long size = window.size().micros();
        long slide = window.slide().micros();
        return window.kind() == WindowSpec.Kind.CUMULATE
                ? WindowAssigner.earliestCumulating(size, slide, window.offsetMicros())
                : WindowAssigner.earliestHopping(size, slide, window.offsetMicros());
    }

    /** How an aggregate is sliced. */
    static Slices slices(WindowSlicing slicing, AggregateSpec spec) {
        WindowSpec window = slicing.window().window();
        return new Slices(
                window.size().micros(),
                window.slide().micros(),
                window.offsetMicros(),
                window.kind() == WindowSpec.Kind.CUMULATE,
                spec,
                slicing.columns().stream().map(column -> PARTS.get(column + 1)).toList());
    }

    static Stage.Maker sliced(Slices slices, Workers workers) {
        Spread spread = new Spread(slices.plainColumns());
        boolean once = slices.spec().finalEmission();
        return (handlers, clock) -> new PartitionedOperator(
                workers,
                spread,
                new SliceJudge(slices, handlers.late())::taken,
                partitionHandlers -> once
                        ? new SlicedAggregateOperator(slices)
                        : new SlicedUpdatesOperator(slices, partitionHandlers));
    }
}
