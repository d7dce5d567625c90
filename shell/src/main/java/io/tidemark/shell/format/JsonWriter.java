package io.tidemark.shell.format;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One JSON object per line. Numbers and truth values are bare; NaN and the infinities, which JSON lacks, are texts. */
final class JsonWriter implements RowWriter {

    private final List<Column> columns;
    private final Appendable out;

    JsonWriter(List<Column> columns, Appendable out) {
        this.columns = columns;
        this.out = out;
    }

    @Override
    public void begin(List<List<@Nullable String>> firstRows) {}

    @Override
    public void row(List<@Nullable String> values) throws IOException {
        String separator = "{";
        for (int i = 0; i < values.size(); i++) {
            out.append(separator);
            text(columns.get(i).label());
            out.append(':');
            value(columns.get(i), values.get(i));
            separator = ",";
        }
        out.append("}\n");
    }

    private void value(Column column, @Nullable String value) throws IOException {
        if (value == null) {
            out.append("null");
        } else if (column.kind() == Column.Kind.BOOLEAN) {
            out.append(value.equalsIgnoreCase("true") ? "true" : "false");
        } else if (column.kind() == Column.Kind.NUMBER && isJsonNumber(value)) {
            out.append(value);
        } else {
            text(value);
        }
    }

    private static boolean isJsonNumber(String value) {
        return value.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?");
    }

    private void text(String value) throws IOException {
        out.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '"', '\\' -> out.append('\\').append(c);
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (c < ' ' || c == '\u2028' || c == '\u2029') {
                        out.append(String.format("\\u%04x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }
}
