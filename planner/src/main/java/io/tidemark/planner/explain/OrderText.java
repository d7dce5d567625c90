package io.tidemark.planner.explain;

import io.tidemark.planner.incremental.IncrementalOver;
import io.tidemark.planner.incremental.IncrementalTopN;
import io.tidemark.planner.incremental.trait.Changelog;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.calcite.rel.RelFieldCollation;

/** What nodes that put rows in order do and keep, in words. */
final class OrderText {
    private OrderText() {}

    /** What a top-n does, in one line. */
    static String of(IncrementalTopN top) {
        List<String> input = NodeText.columns(top.input());
        List<String> parts = new ArrayList<>();
        parts.add("Top " + ranks(top));
        if (!top.partitionColumns().isEmpty()) {
            parts.add("of each " + names(top.partitionColumns(), input));
        }
        parts.add("by " + order(top.collation(), input));
        if (top.ranking() != IncrementalTopN.Ranking.ROW_NUMBER) {
            parts.add("ranked by " + top.ranking());
        }
        return String.join(" ", parts)
                + (top.numbered()
                        ? ", with the rank as " + top.rowType().getFieldNames().get(input.size())
                        : "");
    }

    /** What OVER does, in one line. */
    static String of(IncrementalOver over) {
        List<String> input = NodeText.columns(over.input());
        String partitions =
                over.partitionColumns().isEmpty() ? "" : "PARTITION BY " + names(over.partitionColumns(), input) + " ";
        String calls = over.calls().stream().map(call -> call(over, call)).collect(Collectors.joining(", "));
        return "Over " + partitions
                + (over.collation().isEmpty() ? "" : "ORDER BY " + order(over.collation(), input) + " ") + "of "
                + calls;
    }

    /** A function, with its frame where that has a meaning. */
    static String call(IncrementalOver over, IncrementalOver.Call call) {
        List<String> input = NodeText.columns(over.input());
        if (call.aggregate().isPresent()) {
            return NodeText.call(call.aggregate().get(), input) + " " + call.frame();
        }
        List<String> arguments = new ArrayList<>();
        call.argument().ifPresent(column -> arguments.add(input.get(column)));
        String frame = "";
        switch (call.function()) {
            case NTILE -> arguments.add(String.valueOf(call.number()));
            case LAG, LEAD -> arguments.add(String.valueOf(call.number()));
            case NTH_VALUE -> {
                arguments.add(String.valueOf(call.number()));
                frame = " " + call.frame();
            }
            case FIRST_VALUE, LAST_VALUE -> frame = " " + call.frame();
            default -> {
                // Ranks have neither arguments nor a frame.
            }
        }
        call.otherwise().ifPresent(column -> arguments.add(input.get(column)));
        return call.function() + "(" + String.join(", ", arguments) + ")" + frame;
    }

    /** Which rows OVER keeps. */
    static String kept(IncrementalOver over) {
        if (over.time().isPresent() && over.calls().stream().noneMatch(IncrementalOver.Call::keepsPartition)) {
            boolean sums = over.calls().stream().anyMatch(IncrementalOver.Call::keepsSum);
            String each = over.partitionColumns().isEmpty() ? "" : " of each partition";
            return "the rows that wait or are in reach of a frame" + (sums ? ", and sums" + each : "");
        }
        return "each different row" + (over.partitionColumns().isEmpty() ? "" : " of each partition");
    }

    /** When a partition is dropped; empty if never. */
    static String closing(IncrementalOver over) {
        if (over.time().isPresent()) {
            int time = over.collation().get(0).getFieldIndex();
            return WatermarkText.passed(
                    over.input().rowType().getFieldNames().get(time),
                    over.time().get());
        }
        List<String> names = over.input().rowType().getFieldNames();
        return over.closing().stream()
                .map(w -> WatermarkText.passed(names.get(over.partitionColumns().get(w.column())), w.transform()))
                .collect(Collectors.joining(" or "));
    }

    private static String ranks(IncrementalTopN top) {
        if (top.last() == Long.MAX_VALUE) {
            return "from " + top.first() + " on";
        }
        return top.first() == 1 ? String.valueOf(top.last()) : top.first() + " to " + top.last();
    }

    private static String order(List<RelFieldCollation> collation, List<String> input) {
        return collation.isEmpty()
                ? "all columns"
                : collation.stream()
                        .map(field -> NodeText.ordered(input.get(field.getFieldIndex()), field))
                        .collect(Collectors.joining(", "));
    }

    private static String names(List<Integer> columns, List<String> input) {
        return columns.stream().map(input::get).collect(Collectors.joining(", "));
    }

    /** Which rows a top-n keeps. */
    static String kept(IncrementalTopN top) {
        boolean few = top.input().traits().changelog() == Changelog.APPEND && top.last() != Long.MAX_VALUE;
        String each = top.partitionColumns().isEmpty() ? "" : " of each partition";
        if (!few) {
            return "each different row" + each;
        }
        return top.isOneRow() && top.last() == 1 ? "one row" + each : "the first " + top.last() + " rows" + each;
    }

    /** When a partition is dropped; empty if never. */
    static String closing(IncrementalTopN top) {
        List<String> names = top.input().rowType().getFieldNames();
        return top.closing().stream()
                .map(w -> WatermarkText.passed(names.get(top.partitionColumns().get(w.column())), w.transform()))
                .collect(Collectors.joining(" or "));
    }
}
