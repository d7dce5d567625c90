package io.tidemark.planner.explain;

import io.tidemark.planner.PlannedQuery;
import io.tidemark.planner.StateBounds;
import io.tidemark.planner.incremental.AggregateCall;
import io.tidemark.planner.incremental.EmitMode;
import io.tidemark.planner.incremental.IncrementalAggregate;
import io.tidemark.planner.incremental.IncrementalAsofJoin;
import io.tidemark.planner.incremental.IncrementalJoin;
import io.tidemark.planner.incremental.IncrementalMatch;
import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.planner.incremental.IncrementalOver;
import io.tidemark.planner.incremental.IncrementalSession;
import io.tidemark.planner.incremental.IncrementalSetOperation;
import io.tidemark.planner.incremental.IncrementalTopN;
import io.tidemark.planner.incremental.trait.Emission;
import io.tidemark.planner.incremental.window.WindowSlicing;
import io.tidemark.planner.text.DurationText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a query keeps, and what bounds it. */
final class StateText {
    private StateText() {}

    static String of(PlannedQuery query) {
        List<IncrementalNode> stateful = stateful(query.root());
        boolean wholeResult = query.kind() != PlannedQuery.Kind.SNAPSHOT && query.mode() == EmitMode.COMPLETE;
        if (stateful.isEmpty() && !wholeResult) {
            return "This query keeps no state.\n";
        }
        StringBuilder text = new StringBuilder();
        boolean bounded = !wholeResult || addResult(query, text);
        for (IncrementalNode node : stateful) {
            Optional<String> unbounded = StateBounds.unbounded(node);
            bounded &= unbounded.isEmpty();
            text.append(NodeText.of(node))
                    .append("   (")
                    .append(node.position())
                    .append(")\n");
            line(text, "keeps", keeps(node));
            slicing(node).ifPresent(how -> line(text, "slices", how));
            line(text, unbounded.isEmpty() ? "bounded" : "UNBOUNDED", unbounded.orElseGet(() -> bound(query, node)));
            if (unbounded.isPresent()) {
                line(text, "to bound it", StateBounds.remedy(node));
            }
            List<String> estimate = StateEstimate.of(node).lines();
            for (int i = 0; i < estimate.size(); i++) {
                line(text, i == 0 ? "estimate" : "", estimate.get(i));
            }
            text.append('\n');
        }
        return text.append(bounded ? "All state is bounded.\n" : "State grows without bound.\n")
                .toString();
    }

    /** Adds what COMPLETE keeps; returns whether that is bounded. */
    private static boolean addResult(PlannedQuery query, StringBuilder text) {
        Optional<String> grows = StateBounds.growingResult(query.root());
        text.append("Whole result, for EMIT COMPLETE\n");
        line(text, "keeps", "each different row of the result, with a count");
        line(text, grows.isEmpty() ? "bounded" : "UNBOUNDED", grows.orElse("by what the query keeps anyway"));
        if (grows.isPresent()) {
            line(text, "to bound it", StateBounds.resultRemedy(query.root()));
        }
        text.append('\n');
        return grows.isEmpty();
    }

    private static void line(StringBuilder text, String name, String value) {
        text.append("  ").append(String.format("%-12s", name)).append(value).append('\n');
    }

    /** How windows that overlap share the work; empty where there are none. */
    private static Optional<String> slicing(IncrementalNode node) {
        if (!(node instanceof IncrementalAggregate aggregate)) {
            return Optional.empty();
        }
        return WindowSlicing.of(aggregate)
                .map(slicing -> "of " + slice(slicing) + ": a row is added up once for all of its windows")
                .or(() -> WindowSlicing.obstacle(aggregate)
                        .map(reason -> "none, a row goes into each of its windows: " + reason));
    }

    private static String slice(WindowSlicing slicing) {
        return DurationText.of(slicing.window().window().slide());
    }

    private static String per(IncrementalAggregate aggregate) {
        if (aggregate.groupColumns().isEmpty()) {
            return "one row";
        }
        return WindowSlicing.of(aggregate)
                .filter(slicing -> aggregate.traits().emission() == Emission.FINAL)
                .map(slicing -> "one row a group and slice of " + slice(slicing))
                .orElse("one row a group");
    }

    private static String keeps(IncrementalNode node) {
        if (node instanceof IncrementalJoin join) {
            return JoinText.keeps(join);
        }
        if (node instanceof IncrementalAsofJoin) {
            return AsofText.keeps();
        }
        if (node instanceof IncrementalMatch match) {
            return match.closing().isPresent()
                    ? "rows that wait for their time to pass, those of matches that are open, and a count of matches"
                            + " for each partition"
                    : "each different row, with a count";
        }
        if (node instanceof IncrementalSetOperation) {
            return "each different row, with a count for each branch";
        }
        if (node instanceof IncrementalOver over) {
            return OrderText.kept(over) + ", with a count";
        }
        if (node instanceof IncrementalTopN top) {
            return OrderText.kept(top) + ", with a count";
        }
        if (!(node instanceof IncrementalAggregate aggregate)) {
            return "each different row of the open sessions, with a count";
        }
        String per = per(aggregate);
        List<AggregateCall> all = aggregate.callsKeepingArguments();
        return (aggregate.calls().isEmpty() ? per : per + ": its key, a count of rows, " + NodeText.calls(aggregate))
                + (all.isEmpty()
                        ? ""
                        : "; and one row for each different argument of " + NodeText.calls(aggregate, all));
    }

    /** How many rows of state an aggregate has. */
    static String rows(IncrementalAggregate aggregate) {
        String per = per(aggregate);
        boolean arguments = !aggregate.callsKeepingArguments().isEmpty();
        return arguments ? per + " and one for each different argument" : per;
    }

    private static String bound(PlannedQuery query, IncrementalNode node) {
        if (query.kind() == PlannedQuery.Kind.SNAPSHOT) {
            return "it goes with the query";
        }
        if (isOneRow(node)) {
            return "it is one row";
        }
        if (node instanceof IncrementalTopN top && StateBounds.keepsFewRows(top)) {
            return "by LIMIT";
        }
        if (node instanceof IncrementalMatch match) {
            return bound(match);
        }
        String closing = PlanTree.closing(node);
        return closing.isEmpty()
                ? "by the rows of the tables read"
                : node instanceof IncrementalJoin || node instanceof IncrementalAsofJoin
                        ? closing
                        : "a " + thing(node) + " is dropped when " + closing;
    }

    private static boolean isOneRow(IncrementalNode node) {
        return node instanceof IncrementalAggregate aggregate && StateBounds.isOneRow(aggregate);
    }

    /** What bounds the state of a MATCH_RECOGNIZE that is bounded. */
    static String bound(IncrementalMatch match) {
        if (match.closing().isEmpty()) {
            return "as many as its tables have";
        }
        String within = match.spec().search().withinMicros().isPresent()
                ? "when its first row is older than WITHIN"
                : "when it has as many rows as PATTERN";
        return "a match that is open is dropped " + within;
    }

    private static String thing(IncrementalNode node) {
        if (node instanceof IncrementalSession) {
            return "session";
        }
        if (node instanceof IncrementalTopN || node instanceof IncrementalOver) {
            return "partition";
        }
        return node instanceof IncrementalSetOperation ? "row" : "group";
    }

    /** The nodes that keep state, the result's side first. */
    static List<IncrementalNode> stateful(IncrementalNode node) {
        List<IncrementalNode> found = new ArrayList<>();
        if (StateBounds.isStateful(node)) {
            found.add(node);
        }
        node.inputs().forEach(input -> found.addAll(stateful(input)));
        return found;
    }

    /** What bounds them, in one line. */
    static String bounds(List<IncrementalNode> stateful) {
        return stateful.stream().map(StateText::shortBound).distinct().collect(Collectors.joining("; "));
    }

    private static String shortBound(IncrementalNode node) {
        if (isOneRow(node)) {
            return "one row";
        }
        if (node instanceof IncrementalAggregate aggregate
                && aggregate.groupColumns().isEmpty()) {
            return "one row for each different argument in the tables read";
        }
        if (node instanceof IncrementalTopN || node instanceof IncrementalOver) {
            String when = PlanTree.closing(node);
            return (node instanceof IncrementalTopN top ? OrderText.kept(top) : OrderText.kept((IncrementalOver) node))
                    + (when.isEmpty() ? "" : ", dropped when " + when);
        }
        if (node instanceof IncrementalMatch match) {
            return "matches: " + bound(match);
        }
        String closing = PlanTree.closing(node);
        if (closing.isEmpty()) {
            return (node instanceof IncrementalAggregate ? "one row for each group" : "the rows")
                    + " of the tables read";
        }
        return node instanceof IncrementalJoin || node instanceof IncrementalAsofJoin
                ? "rows that are joined: " + closing
                : thing(node) + "s are dropped when " + closing;
    }
}
