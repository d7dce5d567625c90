package io.tidemark.shell;

import java.util.List;

/** The layouts of a result, by the names of {@code --output}. */
enum ResultFormat {
    TABLE,
    CSV,
    JSON,
    VERTICAL;

    RowWriter writer(List<Column> columns, Appendable out) {
        return switch (this) {
            case TABLE -> new TableWriter(columns, out);
            case CSV -> new CsvWriter(columns, out);
            case JSON -> new JsonWriter(columns, out);
            case VERTICAL -> new VerticalWriter(columns, out);
        };
    }

    /** Whether a person reads it, who wants row counts and pages. */
    boolean isForPeople() {
        return this == TABLE || this == VERTICAL;
    }
}
