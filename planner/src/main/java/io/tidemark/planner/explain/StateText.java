package io.tidemark.planner.explain;

import io.tidemark.planner.PlannedQuery;
import io.tidemark.planner.StateBounds;
import io.tidemark.planner.incremental.IncrementalAggregate;
import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.planner.incremental.IncrementalWindow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a query keeps, and what bounds it. */
final class StateText {
    private StateText() {}

    static String of(PlannedQuery query) {
        List<IncrementalAggregate> stateful = stateful(query.root());
        if (stateful.isEmpty()) {
            return "This query keeps no state.\n";
        }
        StringBuilder text = new StringBuilder();
        boolean bounded = true;
        for (IncrementalAggregate aggregate : stateful) {
            Optional<String> unbounded = StateBounds.unbounded(aggregate);
            bounded &= unbounded.isEmpty();
            text.append(NodeText.of(aggregate))
                    .append("   (")
                    .append(aggregate.position())
                    .append(")\n");
            line(text, "keeps", keeps(aggregate));
            line(
                    text,
                    unbounded.isEmpty() ? "bounded" : "UNBOUNDED",
                    unbounded.orElseGet(() -> bound(query, aggregate)));
            if (unbounded.isPresent()) {
                line(text, "to bound it", remedy(aggregate));
            }
            text.append('\n');
        }
        return text.append(bounded ? "All state is bounded.\n" : "State grows without bound.\n")
                .toString();
    }

    private static void line(StringBuilder text, String name, String value) {
        text.append("  ").append(String.format("%-12s", name)).append(value).append('\n');
    }

    private static String keeps(IncrementalAggregate aggregate) {
        String per = aggregate.groupColumns().isEmpty() ? "one row" : "one row a group";
        return aggregate.calls().isEmpty() ? per : per + ": its key, a count of rows, " + NodeText.calls(aggregate);
    }

    private static String bound(PlannedQuery query, IncrementalAggregate aggregate) {
        if (query.kind() == PlannedQuery.Kind.SNAPSHOT) {
            return "it goes with the query";
        }
        if (aggregate.groupColumns().isEmpty()) {
            return "it is one row";
        }
        String closing = PlanTree.closing(aggregate);
        return closing.isEmpty() ? "by the rows of the tables read" : "a group is dropped when " + closing;
    }

    private static String remedy(IncrementalAggregate aggregate) {
        return window(aggregate)
                .map(window -> "declare WATERMARK FOR "
                        + window.input()
                                .rowType()
                                .getFieldNames()
                                .get(window.window().timeColumn())
                        + " on the stream, or keep the one it has")
                .orElse("group by a window, or by FLOOR or CAST AS DATE, of a column with a WATERMARK");
    }

    private static Optional<IncrementalWindow> window(IncrementalNode node) {
        if (node instanceof IncrementalWindow window) {
            return Optional.of(window);
        }
        return node.inputs().stream()
                .map(StateText::window)
                .flatMap(Optional::stream)
                .findFirst();
    }

    /** The nodes that keep state, the result's side first. */
    static List<IncrementalAggregate> stateful(IncrementalNode node) {
        List<IncrementalAggregate> found = new ArrayList<>();
        if (node instanceof IncrementalAggregate aggregate) {
            found.add(aggregate);
        }
        node.inputs().forEach(input -> found.addAll(stateful(input)));
        return found;
    }

    /** What bounds them, in one line. */
    static String bounds(List<IncrementalAggregate> stateful) {
        return stateful.stream().map(StateText::shortBound).distinct().collect(Collectors.joining("; "));
    }

    private static String shortBound(IncrementalAggregate aggregate) {
        if (aggregate.groupColumns().isEmpty()) {
            return "one row";
        }
        String closing = PlanTree.closing(aggregate);
        return closing.isEmpty() ? "one row for each group of the tables read" : "groups are dropped when " + closing;
    }
}
