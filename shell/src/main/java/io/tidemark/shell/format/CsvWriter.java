package io.tidemark.shell.format;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** RFC 4180: a header, then a line per row. NULL is empty, and the empty text is a pair of quotes. */
final class CsvWriter implements RowWriter {

    private final List<Column> columns;
    private final Appendable out;

    CsvWriter(List<Column> columns, Appendable out) {
        this.columns = columns;
        this.out = out;
    }

    @Override
    public void begin(List<List<@Nullable String>> firstRows) throws IOException {
        row(columns.stream().<@Nullable String>map(Column::label).toList());
    }

    @Override
    public void row(List<@Nullable String> values) throws IOException {
        String separator = "";
        for (String value : values) {
            out.append(separator).append(value == null ? "" : quoted(value));
            separator = ",";
        }
        out.append('\n');
    }

    private static String quoted(String value) {
        boolean plain =
                !value.isEmpty() && value.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return plain ? value : '"' + value.replace("\"", "\"\"") + '"';
    }
}
