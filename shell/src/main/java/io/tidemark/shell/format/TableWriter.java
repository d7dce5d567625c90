package io.tidemark.shell.format;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table with a header. Widths come from the first rows; a later value that is wider makes its own line wider, and the
 * lines after it too, so that a result without an end stays readable.
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
        for (int i = 0; i < values.size(); i++) {
            String text = Cell.text(values.get(i));
            boolean last = i == values.size() - 1;
            out.append(i == 0 ? " " : "| ");
            if (columns.get(i).kind() == Column.Kind.NUMBER) {
                out.append(Cell.padLeft(text, widths[i]));
            } else {
                out.append(last ? text : Cell.padRight(text, widths[i]));
            }
            out.append(last ? "\n" : " ");
        }
    }

    private void widen(List<@Nullable String> values) {
        for (int i = 0; i < values.size(); i++) {
            widths[i] = Math.max(widths[i], Cell.width(Cell.text(values.get(i))));
        }
    }
}
