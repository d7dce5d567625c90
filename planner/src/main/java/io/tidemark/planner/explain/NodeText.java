package io.tidemark.planner.explain;

import io.tidemark.planner.catalog.FunctionDefinition;
import io.tidemark.planner.incremental.AggregateCall;
import io.tidemark.planner.incremental.IncrementalAggregate;
import io.tidemark.planner.incremental.IncrementalAsofJoin;
import io.tidemark.planner.incremental.IncrementalCalc;
import io.tidemark.planner.incremental.IncrementalExpand;
import io.tidemark.planner.incremental.IncrementalJoin;
import io.tidemark.planner.incremental.IncrementalLimit;
import io.tidemark.planner.incremental.IncrementalLookupJoin;
import io.tidemark.planner.incremental.IncrementalMatch;
import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.planner.incremental.IncrementalOver;
import io.tidemark.planner.incremental.IncrementalScan;
import io.tidemark.planner.incremental.IncrementalSession;
import io.tidemark.planner.incremental.IncrementalSetOperation;
import io.tidemark.planner.incremental.IncrementalSort;
import io.tidemark.planner.incremental.IncrementalTopN;
import io.tidemark.planner.incremental.IncrementalUnion;
import io.tidemark.planner.incremental.IncrementalUnnest;
import io.tidemark.planner.incremental.IncrementalValues;
import io.tidemark.planner.incremental.IncrementalWatermark;
import io.tidemark.planner.incremental.IncrementalWindow;
import io.tidemark.planner.incremental.WindowSpec;
import io.tidemark.planner.text.DurationText;
import io.tidemark.planner.text.ExpressionText;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;

/** What a node does, in one line. */
final class NodeText {
    private NodeText() {}

    static String of(IncrementalNode node) {
        if (node instanceof IncrementalScan scan) {
            return "Scan " + scan.relation().kind().word() + " "
                    + scan.relation().name() + " (" + names(scan.rowType()) + ")"
                    + scan.lookup()
                            .map(lookup -> ": " + LookupText.of(scan, lookup))
                            .orElse("")
                    + (scan.traits().watermarks().isEmpty() ? "" : " with the watermark W of its query");
        }
        if (node instanceof IncrementalCalc calc) {
            return calc(calc);
        }
        if (node instanceof IncrementalWatermark watermark) {
            return "Watermark W = max(" + ExpressionText.of(watermark.expression(), watermark.rowType()) + ")";
        }
        if (node instanceof IncrementalWindow window) {
            return window(window.window(), window.input());
        }
        if (node instanceof IncrementalSession session) {
            return window(session.window(), session.input());
        }
        if (node instanceof IncrementalAggregate aggregate) {
            return aggregate(aggregate);
        }
        if (node instanceof IncrementalExpand expand) {
            return "Expand into grouping sets "
                    + expand.sets().stream().map(set -> set(expand, set)).collect(Collectors.joining(", "));
        }
        if (node instanceof IncrementalUnnest unnest) {
            return unnest(unnest);
        }
        if (node instanceof IncrementalJoin join) {
            return JoinText.of(join);
        }
        if (node instanceof IncrementalAsofJoin join) {
            return AsofText.of(join);
        }
        if (node instanceof IncrementalLookupJoin join) {
            return LookupText.of(join);
        }
        if (node instanceof IncrementalMatch match) {
            return MatchText.of(match);
        }
        if (node instanceof IncrementalSetOperation operation) {
            return operation.spec().kind() == IncrementalSetOperation.Kind.INTERSECT
                    ? "Intersect " + (operation.spec().all() ? "all" : "distinct")
                    : "Except " + (operation.spec().all() ? "all" : "distinct");
        }
        if (node instanceof IncrementalUnion) {
            return "Union all";
        }
        if (node instanceof IncrementalValues values) {
            return "Values " + values.rows().size() + (values.rows().size() == 1 ? " row" : " rows");
        }
        if (node instanceof IncrementalOver over) {
            return OrderText.of(over);
        }
        if (node instanceof IncrementalTopN top) {
            return OrderText.of(top);
        }
        if (node instanceof IncrementalLimit limit) {
            return "Limit " + limit.fetch() + (limit.offset() > 0 ? " after " + limit.offset() : "");
        }
        return sort((IncrementalSort) node);
    }

    private static String set(IncrementalExpand expand, List<Integer> set) {
        List<String> columns = columns(expand);
        return set.stream().map(columns::get).collect(Collectors.joining(", ", "(", ")"));
    }

    private static String unnest(IncrementalUnnest node) {
        List<String> columns = columns(node);
        int added = node.ordinality() ? 2 : 1;
        return "Unnest " + columns(node.input()).get(node.arrayColumn()) + " as "
                + String.join(", ", columns.subList(columns.size() - added, columns.size()))
                + (node.outer() ? ", rows without elements too" : "");
    }

    private static String names(RelDataType type) {
        return String.join(", ", type.getFieldNames());
    }

    /** The columns of a node; one without a name of its own goes by what it is. */
    static List<String> columns(IncrementalNode node) {
        List<String> columns = new ArrayList<>(node.rowType().getFieldNames());
        for (int i = 0; i < columns.size(); i++) {
            if (isMadeUp(columns.get(i))) {
                columns.set(i, madeOf(node, i, columns.get(i)));
            }
        }
        return columns;
    }

    private static boolean isMadeUp(String name) {
        return name.startsWith("EXPR$") || name.startsWith("$f") || name.startsWith("$w");
    }

    private static String madeOf(IncrementalNode node, int column, String name) {
        if (node instanceof IncrementalCalc calc) {
            return ExpressionText.of(calc.projections().get(column), columns(calc.input()));
        }
        if (node instanceof IncrementalExpand expand && column != expand.setColumn()) {
            boolean isGroup = column < expand.setColumn();
            int from = isGroup
                    ? expand.groupColumns().get(column)
                    : expand.passed().get(column - expand.setColumn() - 1);
            return columns(expand.input()).get(from);
        }
        if (node instanceof IncrementalJoin join
                && column < join.left().rowType().getFieldCount()) {
            return columns(join.left()).get(column);
        }
        if (node instanceof IncrementalJoin join && join.kind().givesRight()) {
            return columns(join.right()).get(column - join.left().rowType().getFieldCount());
        }
        if (node instanceof IncrementalAsofJoin join) {
            int leftCount = join.left().rowType().getFieldCount();
            return column < leftCount
                    ? columns(join.left()).get(column)
                    : columns(join.right()).get(column - leftCount);
        }
        if (node instanceof IncrementalLookupJoin join
                && column < join.input().rowType().getFieldCount()) {
            return columns(join.input()).get(column);
        }
        if (node instanceof IncrementalOver over
                && column < over.input().rowType().getFieldCount()) {
            return columns(over.input()).get(column);
        }
        if (node instanceof IncrementalTopN top
                && column < top.input().rowType().getFieldCount()) {
            return columns(top.input()).get(column);
        }
        if (node instanceof IncrementalOver over) {
            return OrderText.call(
                    over, over.calls().get(column - over.input().rowType().getFieldCount()));
        }
        if (node instanceof IncrementalAggregate aggregate) {
            int call = column - aggregate.groupColumns().size();
            return call < 0
                    ? columns(aggregate.input()).get(aggregate.groupColumns().get(column))
                    : call(aggregate.calls().get(call), columns(aggregate.input()));
        }
        return name;
    }

    private static String calc(IncrementalCalc calc) {
        List<String> input = columns(calc.input());
        List<String> columns = new ArrayList<>();
        for (int i = 0; i < calc.projections().size(); i++) {
            RexNode projection = calc.projections().get(i);
            String name = calc.rowType().getFieldNames().get(i);
            String text = ExpressionText.of(projection, input);
            boolean same = projection instanceof RexInputRef && text.equals(name);
            columns.add(same || isMadeUp(name) ? text : name + " = " + text);
        }
        String where = calc.condition()
                .map(condition -> " where " + ExpressionText.of(condition, input))
                .orElse("");
        return "Calc " + String.join(", ", columns) + where;
    }

    private static String window(WindowSpec spec, IncrementalNode input) {
        List<String> names = input.rowType().getFieldNames();
        String column = names.get(spec.timeColumn());
        if (spec.kind() == WindowSpec.Kind.SESSION) {
            String by = spec.partitionColumns().stream().map(names::get).collect(Collectors.joining(", "));
            return "Window SESSION with gaps of " + DurationText.of(spec.size()) + " over " + column
                    + (by.isEmpty() ? "" : " by " + by);
        }
        String slide = switch (spec.kind()) {
            case HOP -> " every " + DurationText.of(spec.slide());
            case CUMULATE -> " in steps of " + DurationText.of(spec.slide());
            case TUMBLE, SESSION -> "";
        };
        String offset = spec.offsetMicros() == 0 ? "" : ", offset " + DurationText.of(spec.offsetMicros());
        String calendar = spec.calendar()
                .filter(zone -> !zone.equals(ZoneOffset.UTC))
                .map(zone -> ", by the calendar of " + zone)
                .orElse("");
        return "Window " + spec.kind() + " of " + DurationText.of(spec.size()) + slide + " over " + column + offset
                + calendar;
    }

    private static String aggregate(IncrementalAggregate aggregate) {
        String groups = aggregate.groupColumns().stream()
                .map(columns(aggregate.input())::get)
                .collect(Collectors.joining(", "));
        if (aggregate.calls().isEmpty()) {
            return "Aggregate distinct " + groups;
        }
        return (groups.isEmpty() ? "Aggregate" : "Aggregate by " + groups) + ": " + calls(aggregate);
    }

    /** The aggregates with their names. */
    static String calls(IncrementalAggregate aggregate) {
        List<String> texts = new ArrayList<>();
        int column = aggregate.groupColumns().size();
        for (AggregateCall call : aggregate.calls()) {
            String name = aggregate.rowType().getFieldNames().get(column++);
            String text = call(call, columns(aggregate.input()));
            texts.add(isMadeUp(name) ? text : name + " = " + text);
        }
        return String.join(", ", texts);
    }

    /** Some of the aggregates. */
    static String calls(IncrementalAggregate aggregate, List<AggregateCall> some) {
        List<String> input = columns(aggregate.input());
        return some.stream().map(call -> call(call, input)).distinct().collect(Collectors.joining(", "));
    }

    /** An aggregate over columns of these names. */
    static String call(AggregateCall call, List<String> input) {
        List<String> arguments = new ArrayList<>();
        call.arguments().forEach(argument -> arguments.add(input.get(argument)));
        boolean isText = call.function() == AggregateCall.Function.LISTAGG;
        call.constant().ifPresent(constant -> arguments.add(isText ? "'" + constant + "'" : constant));
        String order = call.order().isEmpty()
                ? ""
                : " WITHIN GROUP (ORDER BY "
                        + call.order().stream()
                                .map(field -> ordered(input.get(field.getFieldIndex()), field))
                                .collect(Collectors.joining(", "))
                        + ")";
        String filter = call.filter().isPresent()
                ? " FILTER (" + input.get(call.filter().getAsInt()) + ")"
                : "";
        return call.user().map(FunctionDefinition::name).orElse(call.function().name()) + "("
                + (call.distinct() ? "DISTINCT " : "") + (arguments.isEmpty() ? "*" : String.join(", ", arguments))
                + ")" + order + filter;
    }

    /** A column of an order. */
    static String ordered(String name, RelFieldCollation field) {
        return name + (field.direction == RelFieldCollation.Direction.DESCENDING ? " desc" : "");
    }

    private static String sort(IncrementalSort sort) {
        List<String> names = sort.rowType().getFieldNames();
        String order = sort.collation().stream()
                .map(c -> ordered(names.get(c.getFieldIndex()), c))
                .collect(Collectors.joining(", "));
        return Stream.of(
                        order.isEmpty() ? "Sort" : "Sort by " + order,
                        sort.fetch() >= 0 ? "first " + sort.fetch() : "",
                        sort.offset() > 0 ? "after " + sort.offset() : "")
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(" "));
    }
}
