package io.tidemark.shell.format;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table of GitHub Flavored Markdown. Widths come from the first rows.
 *
 * <p>What would end a cell or begin markup of its own is escaped: bars, backslashes and {@code <}; the end of a line is
 * {@code <br>}.
 */
final class MarkdownWriter implements RowWriter {

    private static final int RULE = 3;

    private final List<Column> columns;
    private final Appendable out;
    private final int[] widths;

    MarkdownWriter(List<Column> columns, Appendable out) {
        this.columns = columns;
        this.out = out;
        this.widths = columns.stream()
                .mapToInt(column -> Math.max(RULE, Cell.width(cell(column.label()))))
                .toArray();
    }

    @Override
    public void begin(List<List<@Nullable String>> firstRows) throws IOException {
        for (List<@Nullable String> row : firstRows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], Cell.width(cell(row.get(i))));
            }
        }
        row(columns.stream().<@Nullable String>map(Column::label).toList());
        for (int i = 0; i < widths.length; i++) {
            boolean right = columns.get(i).kind() == Column.Kind.NUMBER;
            out.append("| ").append("-".repeat(widths[i] - (right ? 1 : 0))).append(right ? ": " : " ");
        }
        out.append("|\n");
    }

    @Override
    public void row(List<@Nullable String> values) throws IOException {
        for (int i = 0; i < widths.length; i++) {
            String text = cell(values.get(i));
            boolean right = columns.get(i).kind() == Column.Kind.NUMBER;
            out.append("| ").append(right ? Cell.padLeft(text, widths[i]) : Cell.padRight(text, widths[i]));
            out.append(' ');
        }
        out.append("|\n");
    }

    private static String cell(@Nullable String value) {
        String oneLine = value == null ? Cell.text(null) : value.replaceAll("\r\n?|\n", "\u2028");
        return Cell.text(oneLine)
                .replace("\\", "\\\\")
                .replace("|", "\\|")
                .replace("<", "\\<")
                .replace("\u2028", "<br>");
    }
}
