package io.tidemark.planner.explain;

import io.tidemark.planner.incremental.IncrementalLookupJoin;
import io.tidemark.planner.incremental.IncrementalScan;
import io.tidemark.planner.text.ExpressionText;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.calcite.rex.RexNode;

/** How a scan finds its rows by key: {@code lookup by primary key (id = 5)}. */
final class LookupText {

    private static final int MAX_SHOWN = 5;

    private LookupText() {}

    static String of(IncrementalScan scan, IncrementalScan.Lookup lookup) {
        List<String> columns = lookup.columns().stream()
                .map(column -> scan.relation().storedColumns().get(column).name())
                .toList();
        String by = lookup.index().map(index -> "index " + index).orElse("primary key");
        return "lookup by " + by + " (" + keys(columns, lookup.keys()) + ")";
    }

    /** What a join with what is looked up does, in one line. */
    static String of(IncrementalLookupJoin join) {
        List<String> left = NodeText.columns(join.input());
        String on = join.keys().stream()
                .map(key -> join.table().storedColumns().get(key.right()).name() + " = " + left.get(key.left()))
                .collect(Collectors.joining(" and "));
        return (join.outer() ? "Left lookup join" : "Lookup join") + " with table "
                + join.table().name() + " on " + on;
    }

    private static String keys(List<String> columns, List<List<RexNode>> keys) {
        if (keys.size() > MAX_SHOWN) {
            return String.join(", ", columns) + ": " + keys.size() + " keys";
        }
        return keys.stream().map(key -> key(columns, key)).collect(Collectors.joining(" or "));
    }

    private static String key(List<String> columns, List<RexNode> key) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < columns.size(); i++) {
            text.append(i == 0 ? "" : " and ")
                    .append(columns.get(i))
                    .append(" = ")
                    .append(ExpressionText.of(key.get(i), List.of()));
        }
        return text.toString();
    }
}
