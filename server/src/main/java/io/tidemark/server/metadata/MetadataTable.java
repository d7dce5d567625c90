package io.tidemark.server.metadata;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A result of metadata: columns as JDBC spells them, and rows of values, which are text, Short, Integer, Long or Boolean by their column. */
public final class MetadataTable {

    private final List<Column> columns;
    private final List<@Nullable Object[]> rows = new ArrayList<>();

    /** The types of columns. */
    public enum Type {
        /** Text. */
        TEXT,
        /** 16 bits. */
        SHORT,
        /** 32 bits. */
        INT,
        /** 64 bits. */
        LONG,
        /** True or false. */
        BOOLEAN
    }

    /** A column. */
    public record Column(String name, Type type) {

        /** Reads {@code NAME} for a text, or {@code NAME:short} and the like. */
        static Column of(String text) {
            int colon = text.indexOf(':');
            return colon < 0
                    ? new Column(text, Type.TEXT)
                    : new Column(
                            text.substring(0, colon),
                            Type.valueOf(text.substring(colon + 1).toUpperCase(Locale.ROOT)));
        }
    }

    /** A table without rows; columns other than texts as {@code NAME:short} and the like. */
    MetadataTable(String... columns) {
        this.columns = Arrays.stream(columns).map(Column::of).toList();
    }

    /** Adds a row. */
    MetadataTable add(@Nullable Object... values) {
        Object[] row = values.clone();
        for (int i = 0; i < row.length; i++) {
            if (columns.get(i).type() == Type.SHORT && row[i] instanceof Integer number) {
                row[i] = number.shortValue();
            }
        }
        rows.add(row);
        return this;
    }

    /** Orders the rows by the texts of columns, counted from 0. */
    MetadataTable sortedBy(int... keys) {
        rows.sort(Comparator.comparing(row ->
                Arrays.stream(keys).mapToObj(key -> String.valueOf(row[key])).collect(Collectors.joining("\0"))));
        return this;
    }

    /** The columns. */
    public List<Column> columns() {
        return columns;
    }

    /** The rows, in order. */
    public List<@Nullable Object[]> rows() {
        return rows;
    }
}
