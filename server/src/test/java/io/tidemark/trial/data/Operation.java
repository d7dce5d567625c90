package io.tidemark.trial.data;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One entry of a log: a row that comes, in place of the one with its id if the source changes; or an id that goes.
 *
 * @param id the row's {@code id}
 * @param values the values of all columns; null: the row goes
 */
public record Operation(long id, @Nullable List<@Nullable Object> values) {}
