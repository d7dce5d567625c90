package io.tidemark.shell.format;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes one result in one layout.
 *
 * <p>{@link #begin} is called once, with the rows that came at first, from which a layout may take its widths; then
 * {@link #row} for every row, those of {@code begin} included. A value is null or its text.
 */
public interface RowWriter {

    /** Writes what comes before the rows. */
    void begin(List<List<@Nullable String>> firstRows) throws IOException;

    /** Writes one row. */
    void row(List<@Nullable String> values) throws IOException;
}
