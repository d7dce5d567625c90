package io.tidemark.shell.format;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table with a header. Widths come from the first rows; a later value that is wider makes its own line wider, and the
 * lines after it too, so that a result without an end stays readable. Of a value with several lines, each but the last ends
 * with a {@code +}.
 */
final class TableWriter implements RowWriter {

    private final List<Column> columns;
    private final Appendable out;
    private final int[] widths;

    TableWriter(List<Column> columns, Appendable out) {
        this.columns = columns;
        this.out = out;
        this.widths = columns.stream()
                .mapToInt(column -> Cell.width(Cell.text(column.label())))
                .toArray();
    }

    @Override
    public void begin(List<List<@Nullable String>> firstRows) throws IOException {
        firstRows.forEach(this::widen);
        line(columns.stream().<@Nullable String>map(Column::label).toList());
        String separator = "";
        for (int width : widths) {
            out.append(separator).append("-".repeat(width + 2));
            separator = "+";
        }
        out.append('\n');
    }

    @Override
    public void row(List<@Nullable String> values) throws IOException {
        widen(values);
        line(values);
    }

    private void line(List<@Nullable String> values) throws IOException {
        List<List<String>> cells = values.stream().map(Cell::lines).toList();
        int height = cells.stream().mapToInt(List::size).max().orElse(0);
        for (int line = 0; line < height; line++) {
            for (int i = 0; i < cells.size(); i++) {
                out.append(i == 0 ? " " : "| ");
                piece(cells.get(i), line, i);
            }
        }
    }

    private void piece(List<String> lines, int line, int column) throws IOException {
        String text = line < lines.size() ? lines.get(line) : "";
        boolean last = column == widths.length - 1;
        boolean goesOn = line < lines.size() - 1;
        if (last && !goesOn && (text.isEmpty() || columns.get(column).kind() != Column.Kind.NUMBER)) {
            out.append(text);
        } else if (columns.get(column).kind() == Column.Kind.NUMBER) {
            out.append(Cell.padLeft(text, widths[column]));
        } else {
            out.append(Cell.padRight(text, widths[column]));
        }
        out.append(goesOn ? "+" : last ? "" : " ").append(last ? "\n" : "");
    }

    private void widen(List<@Nullable String> values) {
        for (int i = 0; i < values.size(); i++) {
            for (String line : Cell.lines(values.get(i))) {
                widths[i] = Math.max(widths[i], Cell.width(line));
            }
        }
    }
}
