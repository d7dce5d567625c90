package io.tidemark.planner;

import io.tidemark.planner.catalog.RelationKind;
import io.tidemark.planner.incremental.EmitMode;
import io.tidemark.planner.incremental.IncrementalAggregate;
import io.tidemark.planner.incremental.IncrementalAsofJoin;
import io.tidemark.planner.incremental.IncrementalCalc;
import io.tidemark.planner.incremental.IncrementalExpand;
import io.tidemark.planner.incremental.IncrementalJoin;
import io.tidemark.planner.incremental.IncrementalLimit;
import io.tidemark.planner.incremental.IncrementalMatch;
import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.planner.incremental.IncrementalOver;
import io.tidemark.planner.incremental.IncrementalScan;
import io.tidemark.planner.incremental.IncrementalSession;
import io.tidemark.planner.incremental.IncrementalSetOperation;
import io.tidemark.planner.incremental.IncrementalTopN;
import io.tidemark.planner.incremental.IncrementalWindow;
import io.tidemark.planner.incremental.WindowSpec;
import io.tidemark.planner.incremental.trait.Changelog;
import io.tidemark.planner.incremental.trait.Traits;
import io.tidemark.sql.error.ErrorCode;
import io.tidemark.sql.error.NearestName;
import io.tidemark.sql.error.SourcePosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Which state of a plan has no bound. */
public final class StateBounds {
    private StateBounds() {}

    /** What 'state.unbounded' is called where it is set. */
    public static final String SETTING = "state.unbounded";

    /**
     * STATE-W1 for each node whose state is never dropped, and for a result that is kept as a whole.
     *
     * @param emit where the mode was asked for
     */
    static List<PlanWarning> warnings(IncrementalNode root, EmitMode mode, Optional<SourcePosition> emit) {
        List<PlanWarning> warnings = new ArrayList<>();
        collect(root, warnings);
        if (mode == EmitMode.COMPLETE && warnings.isEmpty()) {
            growingResult(root)
                    .ifPresent(reason ->
                            warnings.add(new PlanWarning(ErrorCode.STATE_W1, reason, emit, resultRemedy(root))));
        }
        return warnings;
    }

    /** Why the whole result, which COMPLETE keeps, has no bound; nothing if it has one. */
    public static Optional<String> growingResult(IncrementalNode root) {
        if (!readsWithoutEnd(root) || givesOneRow(root) || isLimited(root)) {
            return Optional.empty();
        }
        return Optional.of("the whole result is kept, and grows"
                + (closesGroups(root) ? ": EMIT COMPLETE gives out closed windows too" : " with the rows read"));
    }

    /** What could be done about a whole result that grows. */
    public static String resultRemedy(IncrementalNode root) {
        return closesGroups(root)
                ? "use EMIT UPDATE or EMIT APPEND, which keep open windows only"
                : "use EMIT UPDATE, which keeps no result";
    }

    private static boolean isLimited(IncrementalNode node) {
        return node instanceof IncrementalLimit
                || (node instanceof IncrementalTopN top
                        && top.partitionColumns().isEmpty())
                || (node instanceof IncrementalCalc calc && isLimited(calc.input()));
    }

    private static boolean closesGroups(IncrementalNode node) {
        return (node instanceof IncrementalAggregate aggregate
                        && !aggregate.closingKeys().isEmpty())
                || (node instanceof IncrementalSession session
                        && session.closing().isPresent())
                || (node instanceof IncrementalSetOperation operation
                        && !operation.closingKeys().isEmpty())
                || (node instanceof IncrementalJoin join
                        && (join.bounds().dropLeft().isPresent()
                                || join.bounds().dropRight().isPresent()))
                || (node instanceof IncrementalAsofJoin join
                        && join.match().bounds().isPresent())
                || (node instanceof IncrementalTopN top && !top.closing().isEmpty())
                || (node instanceof IncrementalOver over && !over.closing().isEmpty())
                || node.inputs().stream().anyMatch(StateBounds::closesGroups);
    }

    private static void collect(IncrementalNode node, List<PlanWarning> warnings) {
        node.inputs().forEach(input -> collect(input, warnings));
        unbounded(node)
                .ifPresent(reason -> warnings.add(new PlanWarning(
                        ErrorCode.STATE_W1,
                        "the state of " + name(node) + " is never dropped: " + reason,
                        Optional.of(node.position()),
                        remedy(node))));
    }

    /** What would bound the state of a node that has no bound. */
    public static String remedy(IncrementalNode node) {
        Optional<IncrementalSession> session = sessionWithWatermark(node);
        if (session.isPresent() && node instanceof IncrementalAggregate) {
            return "group by the window_end of SESSION too";
        }
        if (node instanceof IncrementalJoin) {
            return "bound the time between the WATERMARK columns of both sides: r.ts BETWEEN l.ts AND l.ts + INTERVAL"
                    + " '1' HOUR, or windows that are equal";
        }
        if (node instanceof IncrementalAsofJoin) {
            return "compare columns with a WATERMARK in MATCH_CONDITION, left >= right, of streams whose rows are only added";
        }
        if (node instanceof IncrementalMatch match) {
            return MatchBounds.remedy(match);
        }
        if (node instanceof IncrementalSetOperation) {
            return "keep a column with a WATERMARK in every branch";
        }
        return timeColumn(node)
                .map(column -> "declare WATERMARK FOR " + column + " on the stream, or keep the one it has")
                .orElse("group by a window, or by FLOOR or CAST AS DATE, of a column with a WATERMARK");
    }

    private static Optional<IncrementalSession> sessionWithWatermark(IncrementalNode node) {
        if (node instanceof IncrementalSession session && session.closing().isPresent()) {
            return Optional.of(session);
        }
        return node.inputs().stream()
                .map(StateBounds::sessionWithWatermark)
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<String> timeColumn(IncrementalNode node) {
        if (node instanceof IncrementalWindow window) {
            return Optional.of(timeColumn(window.window(), window.input()));
        }
        if (node instanceof IncrementalSession session) {
            return Optional.of(timeColumn(session.window(), session.input()));
        }
        return node.inputs().stream()
                .map(StateBounds::timeColumn)
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static String timeColumn(WindowSpec window, IncrementalNode input) {
        return input.rowType().getFieldNames().get(window.timeColumn());
    }

    /** Whether a node keeps state whose size hangs on its input. */
    public static boolean isStateful(IncrementalNode node) {
        return node instanceof IncrementalAggregate
                || node instanceof IncrementalSession
                || node instanceof IncrementalJoin
                || node instanceof IncrementalAsofJoin
                || node instanceof IncrementalSetOperation
                || node instanceof IncrementalTopN
                || node instanceof IncrementalOver
                || node instanceof IncrementalMatch;
    }

    /** Why the state of a node has no bound; nothing if it has one, or if the node keeps none. */
    public static Optional<String> unbounded(IncrementalNode node) {
        if (node instanceof IncrementalSession session && session.closing().isEmpty() && readsWithoutEnd(node)) {
            return Optional.of(
                    "its time column has no watermark" + lost(session.input().traits()));
        }
        if (node instanceof IncrementalJoin join) {
            return unbounded(join);
        }
        if (node instanceof IncrementalAsofJoin join) {
            return unbounded(join);
        }
        if (node instanceof IncrementalMatch match) {
            return readsWithoutEnd(node) ? MatchBounds.unbounded(match) : Optional.empty();
        }
        if (node instanceof IncrementalSetOperation operation
                && operation.closingKeys().isEmpty()
                && readsWithoutEnd(node)) {
            return Optional.of(
                    "no column of it has a watermark" + lost(operation.input().traits()));
        }
        if (node instanceof IncrementalTopN top) {
            return unbounded(top);
        }
        if (node instanceof IncrementalOver over) {
            return unbounded(over);
        }
        return node instanceof IncrementalAggregate aggregate ? unbounded(aggregate) : Optional.empty();
    }

    /** A side that has an end is kept as a whole; the rows of the other may always meet new ones of it, if it changes. */
    private static Optional<String> unbounded(IncrementalJoin join) {
        boolean left = !join.kind().isTemporal() && join.bounds().dropLeft().isEmpty() && grows(join.left());
        boolean right = join.bounds().dropRight().isEmpty() && grows(join.right());
        if (!left && !right) {
            return Optional.empty();
        }
        String rows = left && right ? "any row" : left ? "a left row" : "a right row";
        String lost = lost(join.left().traits()) + lost(join.right().traits());
        return Optional.of(
                "a match of " + rows + " may come at any time, since no condition bounds it by a watermark" + lost);
    }

    /** Whether a side may give any number of rows in the end. */
    private static boolean grows(IncrementalNode side) {
        return readsWithoutEnd(side) && !hasFewRows(side);
    }

    /** Whether there are never more rows than a number that the statement says: groups of everything, the first ones of all rows. */
    private static boolean hasFewRows(IncrementalNode node) {
        if (node instanceof IncrementalCalc calc) {
            return hasFewRows(calc.input());
        }
        if (node instanceof IncrementalJoin join) {
            return hasFewRows(join.left()) && hasFewRows(join.right());
        }
        return node instanceof IncrementalTopN top
                ? top.partitionColumns().isEmpty() && top.last() != Long.MAX_VALUE
                : node instanceof IncrementalAggregate aggregate
                        && aggregate.groupColumns().isEmpty()
                        && aggregate.closingKeys().isEmpty();
    }

    private static Optional<String> unbounded(IncrementalAsofJoin join) {
        if (!readsWithoutEnd(join)) {
            return Optional.empty();
        }
        if (join.match().bounds().isPresent()) {
            return join.match().side().isLater()
                    ? Optional.of("a left row is kept until a right row comes that is later, which may be never")
                    : Optional.empty();
        }
        return Optional.of(
                "a closer match of a row may come at any time, since the columns compared have no watermark on both"
                        + " sides, or rows are taken back"
                        + lost(join.left().traits())
                        + lost(join.right().traits()));
    }

    private static Optional<String> unbounded(IncrementalTopN top) {
        if (!top.closing().isEmpty() || !readsWithoutEnd(top) || keepsFewRows(top)) {
            return Optional.empty();
        }
        return Optional.of(
                top.partitionColumns().isEmpty()
                        ? "all rows are kept, since those before them can go away"
                        : neverClosed(top.partitionColumns(), top.input()));
    }

    private static Optional<String> unbounded(IncrementalOver over) {
        if (!over.closing().isEmpty() || !readsWithoutEnd(over)) {
            return Optional.empty();
        }
        if (over.time().isEmpty()) {
            return Optional.of(neverClosed(over.partitionColumns(), over.input()));
        }
        if (over.calls().stream().anyMatch(IncrementalOver.Call::keepsPartition)) {
            return Optional.of("a frame begins with its partition, all of whose rows it needs");
        }
        boolean sums = over.calls().stream().anyMatch(IncrementalOver.Call::keepsSum);
        return sums && !over.partitionColumns().isEmpty()
                ? Optional.of("a frame begins with its partition, and no column of PARTITION BY has a watermark")
                : Optional.empty();
    }

    private static String neverClosed(List<Integer> partitions, IncrementalNode input) {
        return (partitions.isEmpty()
                        ? "without PARTITION BY nothing is ever closed"
                        : "no column of PARTITION BY has a watermark")
                + lost(input.traits());
    }

    /** Whether a top-n keeps no more rows than it gives out, of one partition. */
    public static boolean keepsFewRows(IncrementalTopN top) {
        return top.partitionColumns().isEmpty()
                && top.input().traits().changelog() == Changelog.APPEND
                && top.last() != Long.MAX_VALUE;
    }

    private static Optional<String> unbounded(IncrementalAggregate aggregate) {
        Optional<String> neverClosed = neverClosedSet(aggregate);
        if (neverClosed.isPresent()) {
            return neverClosed;
        }
        if (isOneRow(aggregate) || !aggregate.closingKeys().isEmpty() || !readsWithoutEnd(aggregate)) {
            return Optional.empty();
        }
        if (aggregate.groupColumns().isEmpty()) {
            return Optional.of("all different arguments are kept, and no key column has a watermark");
        }
        return Optional.of(
                "no key column has a watermark" + lost(aggregate.input().traits()));
    }

    /** A grouping set without the columns that close others; that of no columns has one group, which may keep arguments. */
    private static Optional<String> neverClosedSet(IncrementalAggregate aggregate) {
        if (!(aggregate.input() instanceof IncrementalExpand expand)
                || aggregate.closingKeys().isEmpty()
                || !readsWithoutEnd(aggregate)) {
            return Optional.empty();
        }
        return expand.sets().stream()
                .filter(set ->
                        !set.isEmpty() || !aggregate.callsKeepingArguments().isEmpty())
                .filter(set -> aggregate.closingKeys().stream().noneMatch(key -> set.contains(key.column())))
                .findFirst()
                .map(set -> "no column of the grouping set " + expand.name(set) + " has a watermark");
    }

    private static String lost(Traits traits) {
        return traits.watermarkLoss()
                .filter(loss -> !loss.contains("leaves out"))
                .map(loss -> " (it was lost: " + loss + ")")
                .orElse("");
    }

    /** A node that keeps state, in the words of messages. */
    public static String name(IncrementalNode node) {
        if (node instanceof IncrementalJoin join) {
            return join.kind().words();
        }
        if (node instanceof IncrementalAsofJoin join) {
            return join.words();
        }
        if (node instanceof IncrementalMatch) {
            return "MATCH_RECOGNIZE";
        }
        if (node instanceof IncrementalSetOperation operation) {
            return operation.spec().words();
        }
        if (node instanceof IncrementalTopN top) {
            return "the first rows" + by(top.partitionColumns(), top.input());
        }
        if (node instanceof IncrementalOver over) {
            return "OVER" + by(over.partitionColumns(), over.input());
        }
        return node instanceof IncrementalAggregate aggregate ? name(aggregate) : "the sessions";
    }

    private static String by(List<Integer> partitions, IncrementalNode input) {
        List<String> names = input.rowType().getFieldNames();
        return partitions.isEmpty()
                ? ""
                : " by " + NearestName.list(partitions.stream().map(names::get).toList());
    }

    private static String name(IncrementalAggregate aggregate) {
        int sets = aggregate.input() instanceof IncrementalExpand expand ? expand.setColumn() : -1;
        List<String> groups = aggregate.groupColumns().stream()
                .filter(c -> c != sets)
                .map(c -> aggregate.input().rowType().getFieldNames().get(c))
                .toList();
        String verb = aggregate.calls().isEmpty() ? "DISTINCT" : "the aggregate";
        return groups.isEmpty() ? verb + " over all rows" : verb + " by " + NearestName.list(groups);
    }

    /** Whether an aggregate keeps one row and nothing else. */
    public static boolean isOneRow(IncrementalAggregate aggregate) {
        return aggregate.groupColumns().isEmpty()
                && aggregate.callsKeepingArguments().isEmpty();
    }

    private static boolean givesOneRow(IncrementalNode root) {
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
