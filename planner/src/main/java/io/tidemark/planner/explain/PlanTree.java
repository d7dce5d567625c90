package io.tidemark.planner.explain;

import io.tidemark.planner.StateBounds;
import io.tidemark.planner.incremental.IncrementalAggregate;
import io.tidemark.planner.incremental.IncrementalAsofJoin;
import io.tidemark.planner.incremental.IncrementalJoin;
import io.tidemark.planner.incremental.IncrementalMatch;
import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.planner.incremental.IncrementalOver;
import io.tidemark.planner.incremental.IncrementalScan;
import io.tidemark.planner.incremental.IncrementalSession;
import io.tidemark.planner.incremental.IncrementalSetOperation;
import io.tidemark.planner.incremental.IncrementalTopN;
import io.tidemark.planner.incremental.IncrementalUnion;
import io.tidemark.planner.incremental.trait.ColumnWatermark;
import io.tidemark.planner.incremental.trait.Traits;
import io.tidemark.planner.type.TypeNames;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.calcite.rel.type.RelDataType;

/** The incremental plan as a tree, the result on top. */
final class PlanTree {
    private final boolean allTraits;
    private final boolean snapshot;
    private final StringBuilder text = new StringBuilder();

    private PlanTree(boolean allTraits, boolean snapshot) {
        this.allTraits = allTraits;
        this.snapshot = snapshot;
    }

    /** The tree; with {@code allTraits} each node says everything that is known of its rows, else only what it decides. */
    static String of(IncrementalNode root, boolean allTraits, boolean snapshot) {
        PlanTree tree = new PlanTree(allTraits, snapshot);
        tree.add(root, "", "");
        return tree.text.toString();
    }

    private void add(IncrementalNode node, String firstPrefix, String innerPrefix) {
        text.append(firstPrefix).append(NodeText.of(node)).append('\n');
        String bar = node.inputs().isEmpty() ? "    " : "│   ";
        for (String detail : details(node)) {
            text.append(innerPrefix).append(bar).append(detail).append('\n');
        }
        for (int i = 0; i < node.inputs().size(); i++) {
            boolean last = i == node.inputs().size() - 1;
            add(node.inputs().get(i), innerPrefix + (last ? "└ " : "├ "), innerPrefix + (last ? "  " : "│ "));
        }
    }

    private List<String> details(IncrementalNode node) {
        List<String> details = new ArrayList<>();
        Traits traits = node.traits();
        boolean decides = node instanceof IncrementalAggregate
                || node instanceof IncrementalScan
                || node instanceof IncrementalMatch
                || node instanceof IncrementalSession
                || node instanceof IncrementalJoin
                || node instanceof IncrementalAsofJoin
                || node instanceof IncrementalSetOperation
                || node instanceof IncrementalOver
                || node instanceof IncrementalTopN
                || node instanceof IncrementalUnion;
        if (allTraits || (decides && !snapshot)) {
            details.add("changelog " + traits.changelog() + ", emission " + traits.emission());
        }
        if (allTraits) {
            details.addAll(everything(node));
        }
        if (node instanceof IncrementalAggregate aggregate) {
            details.add("state     " + state(aggregate));
        } else if (node instanceof IncrementalSession session) {
            details.add("state     the rows of open sessions, " + dropped(session));
        } else if (node instanceof IncrementalJoin join) {
            details.add("state     " + JoinText.state(join, snapshot));
        } else if (node instanceof IncrementalAsofJoin join) {
            details.add("state     " + AsofText.state(join, snapshot));
        } else if (node instanceof IncrementalSetOperation operation) {
            details.add("state     one row for each different row, " + dropped(operation));
        } else if (node instanceof IncrementalTopN top) {
            details.add("state     " + OrderText.kept(top) + dropped(top, OrderText.closing(top)));
        } else if (node instanceof IncrementalOver over) {
            details.add("state     " + OrderText.kept(over) + dropped(over, OrderText.closing(over)));
            if (over.time().isEmpty()) {
                details.add("cost      that of a partition, for each that changes");
            }
        } else if (node instanceof IncrementalMatch match) {
            details.add("state     " + matchState(match));
        }
        return details;
    }

    private static List<String> everything(IncrementalNode node) {
        Traits traits = node.traits();
        List<String> names = node.rowType().getFieldNames();
        List<String> details = new ArrayList<>();
        if (!traits.watermarks().isEmpty()) {
            details.add("final     "
                    + traits.watermarks().stream()
                            .map(w -> WatermarkText.passed(names.get(w.column()), w.transform()))
                            .collect(Collectors.joining("; ")));
        }
        traits.watermarkLoss().ifPresent(loss -> details.add("watermark lost: " + loss));
        if (!traits.keys().isEmpty()) {
            details.add("key       "
                    + traits.keys().stream().map(key -> key(key, names)).collect(Collectors.joining(" or ")));
        }
        details.add("columns   " + columns(node.rowType()));
        return details;
    }

    private static String key(List<Integer> key, List<String> names) {
        return key.isEmpty() ? "one row" : key.stream().map(names::get).collect(Collectors.joining(", ", "(", ")"));
    }

    private static String columns(RelDataType type) {
        return type.getFieldList().stream()
                .map(field -> field.getName() + " " + TypeNames.of(field.getType())
                        + (field.getType().isNullable() ? "" : " not null"))
                .collect(Collectors.joining(", "));
    }

    private String state(IncrementalAggregate aggregate) {
        String rows = StateText.rows(aggregate);
        if (StateBounds.isOneRow(aggregate)) {
            return rows;
        }
        if (snapshot) {
            return rows + ", while the query runs";
        }
        String closing = closing(aggregate);
        if (!closing.isEmpty()) {
            return rows + ", dropped when " + closing
                    + StateBounds.unbounded(aggregate)
                            .map(reason -> "; NOT ALL: " + reason)
                            .orElse("");
        }
        return StateBounds.unbounded(aggregate)
                .map(reason -> rows + ", NEVER DROPPED: " + reason)
                .orElse(rows + ", as many as its tables have");
    }

    private String matchState(IncrementalMatch match) {
        String rows = match.closing().isPresent() ? "rows that wait, and those of open matches" : "all rows";
        return snapshot
                ? rows + ", while the query runs"
                : StateBounds.unbounded(match)
                        .map(reason -> rows + "; NOT ALL ARE DROPPED: " + reason)
                        .orElse(rows + ", " + StateText.bound(match));
    }

    /** What a session's rows, or those of a set operation, wait for. */
    private String dropped(IncrementalNode node) {
        if (snapshot) {
            return "while the query runs";
        }
        String closing = closing(node);
        return closing.isEmpty()
                ? StateBounds.unbounded(node)
                        .map(reason -> "NEVER DROPPED: " + reason)
                        .orElse("as many as its tables have")
                : "dropped when " + closing;
    }

    private String dropped(IncrementalNode node, String closing) {
        if (snapshot) {
            return ", while the query runs";
        }
        if (!closing.isEmpty()) {
            return ", dropped when " + closing
                    + StateBounds.unbounded(node)
                            .map(reason -> "; NOT ALL: " + reason)
                            .orElse("");
        }
        return StateBounds.unbounded(node)
                .map(reason -> ", NEVER DROPPED: " + reason)
                .orElse("");
    }

    /** When what a node keeps is final; empty if never. */
    static String closing(IncrementalNode node) {
        if (node instanceof IncrementalAggregate aggregate) {
            return closing(aggregate.rowType(), aggregate.closingKeys());
        }
        if (node instanceof IncrementalSetOperation operation) {
            return closing(operation.rowType(), operation.closingKeys());
        }
        if (node instanceof IncrementalJoin join) {
            return JoinText.dropped(join);
        }
        if (node instanceof IncrementalAsofJoin join) {
            return AsofText.dropped(join);
        }
        if (node instanceof IncrementalTopN top) {
            return OrderText.closing(top);
        }
        if (node instanceof IncrementalOver over) {
            return OrderText.closing(over);
        }
        return node instanceof IncrementalSession session ? closing(session) : "";
    }

    private static String closing(IncrementalSession session) {
        int end = session.rowType().getFieldCount() - 2;
        return session.traits()
                .watermark(end)
                .map(w -> WatermarkText.passed(session.rowType().getFieldNames().get(end), w.transform()))
                .orElse("");
    }

    private static String closing(RelDataType type, List<ColumnWatermark> keys) {
        List<String> names = type.getFieldNames();
        return keys.stream()
                .map(w -> WatermarkText.passed(names.get(w.column()), w.transform()))
                .collect(Collectors.joining(" or "));
    }
}
