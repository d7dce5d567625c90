package io.tidemark.shell.session;

import io.tidemark.shell.format.Column;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A result that has been read.
 *
 * @param columns its columns; none if the statement gives no rows
 * @param rows its rows, each value null or its text
 * @param complete whether these are all of its rows
 */
public record Rows(List<Column> columns, List<List<@Nullable String>> rows, boolean complete) {

    /** No result. */
    public static final Rows NONE = new Rows(List.of(), List.of(), true);
}
