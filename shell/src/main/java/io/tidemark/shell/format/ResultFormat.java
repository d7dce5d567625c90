package io.tidemark.shell.format;

import java.util.List;

/** The layouts of a result, by the names of {@code --output}. */
public enum ResultFormat {
    /** Aligned columns. */
    TABLE,
    /** RFC 4180. */
    CSV,
    /** An object per line. */
    JSON,
    /** A line per value. */
    VERTICAL;

    /** Makes a writer in this layout. */
    public RowWriter writer(List<Column> columns, Appendable out) {
        return switch (this) {
            case TABLE -> new TableWriter(columns, out);
            case CSV -> new CsvWriter(columns, out);
            case JSON -> new JsonWriter(columns, out);
            case VERTICAL -> new VerticalWriter(columns, out);
        };
    }

    /** Whether a person reads it, who wants row counts and pages. */
    public boolean isForPeople() {
        return this == TABLE || this == VERTICAL;
    }
}
