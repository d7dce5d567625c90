package io.tidemark.planner.translate;

import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.catalog.RelationKind;
import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.planner.incremental.IncrementalScan;
import io.tidemark.planner.incremental.IncrementalSession;
import io.tidemark.planner.incremental.IncrementalWindow;
import io.tidemark.planner.incremental.WindowSpec;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import io.tidemark.sql.error.NearestName;
import io.tidemark.sql.error.SourcePosition;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Says why the groups of an aggregate never become final. */
final class Finality {
    private final String sql;

    Finality(String sql) {
        this.sql = sql;
    }

    CodedException neverFinal(Part input, List<Integer> groups, SourcePosition position) {
        boolean windowed = groups.stream().anyMatch(input::isWindowEdge);
        if (windowed && find(input.node(), IncrementalSession.class::isInstance).isPresent()) {
            return CodedException.of(
                            ErrorCode.MODE_01,
                            "EMIT APPEND is not possible: when no more sessions will have a start is not known")
                    .at(position, sql)
                    .hint("group by window_end too");
        }
        Optional<IncrementalNode> window = find(input.node(), IncrementalWindow.class::isInstance);
        if (windowed && window.isPresent()) {
            IncrementalWindow found = (IncrementalWindow) window.get();
            return withoutWatermark(found.input(), found.window(), found.position());
        }
        List<String> names = groups.stream()
                .map(g -> input.node().rowType().getFieldNames().get(g))
                .toList();
        String what = names.isEmpty()
                ? "the aggregate over all rows changes the row it already wrote, because without GROUP BY it is never final"
                : "the aggregate by " + NearestName.list(names)
                        + " changes rows it already wrote, because no key column has a watermark";
        String lost = input.node()
                .traits()
                .watermarkLoss()
                .filter(l -> !l.contains("leaves out"))
                .map(l -> " (it was lost: " + l + ")")
                .orElse("");
        boolean sessions = find(
                        input.node(),
                        node -> node instanceof IncrementalSession session
                                && session.closing().isPresent())
                .isPresent();
        return CodedException.of(ErrorCode.MODE_01, "EMIT APPEND is not possible: " + what + lost)
                .at(position, sql)
                .hint((sessions
                                ? "group by the window_end of SESSION too"
                                : "group by a window over a WATERMARK column")
                        + ", or use EMIT UPDATE or EMIT COMPLETE");
    }

    /** Requires a column with a watermark in each grouping set, whose groups are final when it has passed. */
    void requireFinalSets(Part input, List<Integer> groups, List<List<Integer>> sets, SourcePosition position) {
        List<String> names = input.node().rowType().getFieldNames();
        if (groups.stream().noneMatch(column -> isWatermarked(input, column))) {
            throw neverFinal(input, groups, position);
        }
        for (List<Integer> set : sets) {
            if (set.stream().noneMatch(column -> isWatermarked(input, groups.get(column)))) {
                String what = set.stream()
                        .map(column -> names.get(groups.get(column)))
                        .collect(Collectors.joining(", ", "(", ")"));
                throw CodedException.of(
                                ErrorCode.MODE_01,
                                "EMIT APPEND is not possible: the groups of the grouping set " + what
                                        + " change rows they already wrote, because no column of it has a watermark")
                        .at(position, sql)
                        .hint("leave that grouping set out, or use EMIT UPDATE or EMIT COMPLETE");
            }
        }
    }

    private static boolean isWatermarked(Part input, int column) {
        return input.node().traits().watermark(column).isPresent();
    }

    /** Says why a window function that {@code input} goes into has no watermark to close its windows by. */
    CodedException withoutWatermark(IncrementalNode input, WindowSpec spec, SourcePosition position) {
        String column = input.rowType().getFieldNames().get(spec.timeColumn());
        String what = spec.kind() + " over \"" + column + "\" needs a watermark to close its windows";
        Optional<String> loss = input.traits().watermarkLoss();
        boolean had = loss.isPresent() || !input.traits().watermarks().isEmpty();
        if (had) {
            String reason = loss.filter(known -> !known.contains("leaves out"))
                    .orElse("\"" + column + "\" is not the event time, nor computed from it in a way that keeps order");
            return CodedException.of(ErrorCode.WM_02, what + ", and the watermark was lost: " + reason)
                    .at(position, sql)
                    .hint(
                            reason.contains("late.rows")
                                    ? "leave 'late.rows' = 'accept' out, or use EMIT UPDATE"
                                    : "keep the column of the watermark, or a time computed from it by FLOOR, CAST or an interval; or use EMIT UPDATE");
        }
        Optional<RelationDefinition> relation =
                find(input, IncrementalScan.class::isInstance).map(scan -> ((IncrementalScan) scan).relation());
        if (relation.filter(read -> read.kind() == RelationKind.MATERIALIZED_VIEW)
                .isPresent()) {
            return CodedException.of(
                            ErrorCode.WM_01,
                            what + ", and materialized view \"" + relation.get().name() + "\" passes none on")
                    .at(position, sql)
                    .hint("group the view by a window over a WATERMARK column, or use EMIT UPDATE");
        }
        if (relation.filter(read -> read.kind() != RelationKind.STREAM).isPresent()) {
            String read = relation.get().kind().word() + " \"" + relation.get().name() + "\"";
            return CodedException.of(ErrorCode.WM_01, what + ", and " + read + " cannot have one")
                    .at(position, sql)
                    .hint("use EMIT UPDATE");
        }
        String source = relation.map(read -> "stream \"" + read.name() + "\"").orElse("its source");
        return CodedException.of(ErrorCode.WM_01, what)
                .at(position, sql)
                .hint("add WATERMARK FOR " + column + " AS " + column + " - INTERVAL '5' SECOND to " + source
                        + ", or use EMIT UPDATE");
    }

    private static Optional<IncrementalNode> find(IncrementalNode node, Predicate<IncrementalNode> wanted) {
        if (wanted.test(node)) {
            return Optional.of(node);
        }
        return node.inputs().stream()
                .map(input -> find(input, wanted))
                .flatMap(Optional::stream)
                .findFirst();
    }
}
