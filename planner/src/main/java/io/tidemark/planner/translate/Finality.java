package io.tidemark.planner.translate;

import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.planner.incremental.IncrementalScan;
import io.tidemark.planner.incremental.IncrementalWindow;
import io.tidemark.planner.incremental.WindowSpec;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import io.tidemark.sql.error.NearestName;
import io.tidemark.sql.error.SourcePosition;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Says why the groups of an aggregate never become final. */
final class Finality {
    private final String sql;

    Finality(String sql) {
        this.sql = sql;
    }

    CodedException neverFinal(Part input, List<Integer> groups, SourcePosition position) {
        boolean windowed = groups.stream().anyMatch(input::isWindowEdge);
        Optional<IncrementalNode> window = find(input.node(), IncrementalWindow.class::isInstance);
        if (windowed && window.isPresent()) {
            return withoutWatermark((IncrementalWindow) window.get());
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
        return CodedException.of(ErrorCode.MODE_01, "EMIT APPEND is not possible: " + what + lost)
                .at(position, sql)
                .hint("group by a window over a WATERMARK column, or use EMIT UPDATE or EMIT COMPLETE");
    }

    private CodedException withoutWatermark(IncrementalWindow window) {
        WindowSpec spec = window.window();
        String column = window.input().rowType().getFieldNames().get(spec.timeColumn());
        String what = spec.kind() + " over \"" + column + "\" needs a watermark to close its windows";
        Optional<String> loss = window.input().traits().watermarkLoss();
        boolean had = loss.isPresent() || !window.input().traits().watermarks().isEmpty();
        if (had) {
            String reason = loss.orElse(
                    "\"" + column + "\" is not the event time, nor computed from it in a way that keeps order");
            return CodedException.of(ErrorCode.WM_02, what + ", and the watermark was lost: " + reason)
                    .at(window.position(), sql)
                    .hint(
                            "keep the column of the watermark, or a time computed from it by FLOOR, CAST or an interval; or use EMIT UPDATE");
        }
        String source = find(window, IncrementalScan.class::isInstance)
                .map(scan -> ((IncrementalScan) scan).relation())
                .map(relation -> relation.kind().word() + " \"" + relation.name() + "\"")
                .orElse("its source");
        return CodedException.of(ErrorCode.WM_01, what)
                .at(window.position(), sql)
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
