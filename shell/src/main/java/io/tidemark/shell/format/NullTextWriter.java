package io.tidemark.shell.format;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Another layout, with a text of the user's choice for NULL. */
final class NullTextWriter implements RowWriter {

    private final RowWriter writer;
    private final String nullText;

    NullTextWriter(RowWriter writer, String nullText) {
        this.writer = writer;
        this.nullText = nullText;
    }

    @Override
    public void begin(List<List<@Nullable String>> firstRows) throws IOException {
        writer.begin(firstRows.stream().map(this::shown).toList());
    }

    @Override
    public void row(List<@Nullable String> values) throws IOException {
        writer.row(shown(values));
    }

    private List<@Nullable String> shown(List<@Nullable String> values) {
        return values.stream()
                .<@Nullable String>map(value -> value == null ? nullText : value)
                .toList();
    }
}
