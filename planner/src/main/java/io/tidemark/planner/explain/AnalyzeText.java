package io.tidemark.planner.explain;

import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.planner.incremental.IncrementalWatermark;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A plan as a tree, with the figures of a run in columns beside it. */
public final class AnalyzeText {
    private static final int WIDEST_NODE = 56;
    private static final List<String> HEADS = List.of(
            "node",
            "rows in",
            "rows out",
            "ns/row",
            "state rows",
            "state",
            "estimate",
            "changed",
            "visited",
            "watermark");

    private final Map<String, NodeFigures> figures;
    private final List<List<String>> lines = new ArrayList<>(List.of(HEADS));

    private AnalyzeText(Map<String, NodeFigures> figures) {
        this.figures = figures;
    }

    /**
     * The tree with its columns, one node a line; columns that say nothing are left out.
     *
     * @param figures by the path of a node: {@code 0} is the root, {@code 0.1} its second input
     */
    public static String of(IncrementalNode root, Map<String, NodeFigures> figures) {
        AnalyzeText text = new AnalyzeText(figures);
        text.add(root, "0", "", "");
        return text.table();
    }

    private void add(IncrementalNode node, String path, String firstPrefix, String innerPrefix) {
        List<String> line = new ArrayList<>();
        line.add(shortened(firstPrefix + NodeText.of(node)));
        line.addAll(cells(node, figures.get(path)));
        lines.add(line);
        for (int i = 0; i < node.inputs().size(); i++) {
            boolean last = i == node.inputs().size() - 1;
            add(
                    node.inputs().get(i),
                    path + "." + i,
                    innerPrefix + (last ? "└ " : "├ "),
                    innerPrefix + (last ? "  " : "│ "));
        }
    }

    private static String shortened(String text) {
        return text.length() <= WIDEST_NODE ? text : text.substring(0, WIDEST_NODE - 1) + "…";
    }

    private static List<String> cells(IncrementalNode node, @Nullable NodeFigures of) {
        if (of == null) {
            return List.of("", "", "", "", "", "", "", "", "");
        }
        boolean scan = node.inputs().isEmpty();
        boolean state = of.stateRows() != NodeFigures.NONE;
        boolean watermark = node instanceof IncrementalWatermark || (state && of.watermarkMicros() != NodeFigures.NONE);
        return List.of(
                scan ? "" : count(of.rowsIn()),
                count(of.rowsOut()),
                of.rowsIn() == 0 ? "" : String.format(Locale.ROOT, "%.1f", (double) of.nanos() / of.rowsIn()),
                state ? count(of.stateRows()) : "",
                state ? StateEstimate.size(of.stateBytes()) : "",
                estimate(node, of).map(bytes -> "~" + StateEstimate.size(bytes)).orElse(""),
                known(of.changedKeys()),
                known(of.visitedRows()),
                watermark ? EventTimeText.watermark(of.watermarkMicros()) : "");
    }

    private static Optional<Long> estimate(IncrementalNode node, NodeFigures of) {
        return of.stateRows() == NodeFigures.NONE
                        || StateText.stateful(node).stream().noneMatch(found -> found == node)
                ? Optional.empty()
                : Optional.of(StateEstimate.of(node).bytes(of.stateRows()));
    }

    private static String known(long number) {
        return number == NodeFigures.NONE ? "" : count(number);
    }

    private static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private String table() {
        List<Integer> shown = IntStream.range(0, HEADS.size())
                .filter(column -> lines.stream()
                        .skip(1)
                        .anyMatch(line -> !line.get(column).isEmpty()))
                .boxed()
                .toList();
        StringBuilder text = new StringBuilder();
        for (List<String> line : lines) {
            StringBuilder row = new StringBuilder();
            for (int column : shown) {
                row.append(column == 0 ? "" : "  ").append(padded(line.get(column), column));
            }
            text.append(row.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    private String padded(String cell, int column) {
        int width =
                lines.stream().mapToInt(line -> line.get(column).length()).max().orElse(0);
        String blanks = " ".repeat(width - cell.length());
        return column == 0 || column == HEADS.size() - 1 ? cell + blanks : blanks + cell;
    }
}
