package io.tidemark.shell.format;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A line per value, or as many as the value has, for rows that are wider than the terminal. */
final class VerticalWriter implements RowWriter {

    private static final int RULE = 40;

    private final List<Column> columns;
    private final Appendable out;
    private final int labelWidth;
    private long record;

    VerticalWriter(List<Column> columns, Appendable out) {
        this.columns = columns;
        this.out = out;
        this.labelWidth = columns.stream()
                .mapToInt(column -> Cell.width(Cell.text(column.label())))
                .max()
                .orElse(0);
    }

    @Override
    public void begin(List<List<@Nullable String>> firstRows) {}

    @Override
    public void row(List<@Nullable String> values) throws IOException {
        record++;
        String title = "-[ row " + record + " ]";
        out.append(title).append("-".repeat(Math.max(1, RULE - title.length()))).append('\n');
        for (int i = 0; i < values.size(); i++) {
            out.append(Cell.padRight(Cell.text(columns.get(i).label()), labelWidth));
            String margin = " | ";
            for (String line : Cell.lines(values.get(i))) {
                out.append(margin).append(line).append('\n');
                margin = " ".repeat(labelWidth) + " | ";
            }
        }
    }
}
