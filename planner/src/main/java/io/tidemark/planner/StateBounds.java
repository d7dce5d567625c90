package io.tidemark.planner;

import io.tidemark.planner.catalog.RelationKind;
import io.tidemark.planner.incremental.EmitMode;
import io.tidemark.planner.incremental.IncrementalAggregate;
import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.planner.incremental.IncrementalScan;
import io.tidemark.planner.incremental.Traits;
import io.tidemark.sql.error.ErrorCode;
import io.tidemark.sql.error.NearestName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Which state of a plan has no bound. */
public final class StateBounds {
    private StateBounds() {}

    /** STATE-W1 for each node whose state is never dropped, and for a result that is kept as a whole. */
    static List<PlanWarning> warnings(IncrementalNode root, EmitMode mode) {
        List<PlanWarning> warnings = new ArrayList<>();
        collect(root, warnings);
        if (mode == EmitMode.COMPLETE && warnings.isEmpty() && readsWithoutEnd(root) && !isOneRow(root)) {
            warnings.add(new PlanWarning(
                    ErrorCode.STATE_W1,
                    "the whole result is kept, and grows: EMIT COMPLETE gives out closed windows too",
                    Optional.empty()));
        }
        return warnings;
    }

    private static void collect(IncrementalNode node, List<PlanWarning> warnings) {
        node.inputs().forEach(input -> collect(input, warnings));
        if (node instanceof IncrementalAggregate aggregate) {
            unbounded(aggregate)
                    .ifPresent(reason -> warnings.add(new PlanWarning(
                            ErrorCode.STATE_W1,
                            "the state of " + name(aggregate) + " is never dropped: " + reason,
                            Optional.of(aggregate.position()))));
        }
    }

    /** Why the state of an aggregate has no bound; nothing if it has one. */
    public static Optional<String> unbounded(IncrementalAggregate aggregate) {
        if (aggregate.groupColumns().isEmpty() || !aggregate.closingKeys().isEmpty() || !readsWithoutEnd(aggregate)) {
            return Optional.empty();
        }
        return Optional.of(
                "no key column has a watermark" + lost(aggregate.input().traits()));
    }

    private static String lost(Traits traits) {
        return traits.watermarkLoss()
                .filter(loss -> !loss.contains("leaves out"))
                .map(loss -> " (it was lost: " + loss + ")")
                .orElse("");
    }

    /** An aggregate in the words of messages. */
    public static String name(IncrementalAggregate aggregate) {
        List<String> groups = aggregate.groupColumns().stream()
                .map(c -> aggregate.input().rowType().getFieldNames().get(c))
                .toList();
        String verb = aggregate.calls().isEmpty() ? "DISTINCT" : "the aggregate";
        return groups.isEmpty() ? verb + " over all rows" : verb + " by " + NearestName.list(groups);
    }

    private static boolean isOneRow(IncrementalNode root) {
        return root.traits().keys().contains(List.<Integer>of());
    }

    /** Whether a node reads a stream or a view, which has no end. */
    private static boolean readsWithoutEnd(IncrementalNode node) {
        if (node instanceof IncrementalScan scan) {
            RelationKind kind = scan.relation().kind();
            return kind == RelationKind.STREAM || kind == RelationKind.MATERIALIZED_VIEW;
        }
        return node.inputs().stream().anyMatch(StateBounds::readsWithoutEnd);
    }
}
