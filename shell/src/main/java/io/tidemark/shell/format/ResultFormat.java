package io.tidemark.shell.format;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The layouts of a result, by the names of {@code --output}. */
public enum ResultFormat {
    /** Aligned columns. */
    TABLE,
    /** RFC 4180. */
    CSV,
    /** An object per line. */
    JSON,
    /** A line per value. */
    VERTICAL,
    /** A table of GitHub Flavored Markdown. */
    MARKDOWN;

    /** The layout of a name, in any case. */
    public static Optional<ResultFormat> of(String name) {
        return Arrays.stream(values())
                .filter(format -> format.name().equalsIgnoreCase(name))
                .findFirst();
    }

    /** All names, for messages. */
    public static String names() {
        return Arrays.stream(values()).map(ResultFormat::lowerName).collect(Collectors.joining(", "));
    }

    /** The name as it is written on a command line. */
    public String lowerName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Makes a writer in this layout.
     *
     * @param nullText what is written for NULL, except in JSON, which has its own; null for what the layout has
     */
    public RowWriter writer(List<Column> columns, Appendable out, @Nullable String nullText) {
        RowWriter writer = writer(columns, out);
        return nullText == null || this == JSON ? writer : new NullTextWriter(writer, nullText);
    }

    /** Makes a writer in this layout, with its own text for NULL. */
    public RowWriter writer(List<Column> columns, Appendable out) {
        return switch (this) {
            case TABLE -> new TableWriter(columns, out);
            case CSV -> new CsvWriter(columns, out);
            case JSON -> new JsonWriter(columns, out);
            case VERTICAL -> new VerticalWriter(columns, out);
            case MARKDOWN -> new MarkdownWriter(columns, out);
        };
    }

    /** Whether a person reads it, who wants row counts and pages. */
    public boolean isForPeople() {
        return this != CSV && this != JSON;
    }
}
