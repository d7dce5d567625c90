package io.tidemark.planner;

import java.util.OptionalInt;

/**
 * Output columns of a push query that tell of the change itself; the plan gives constants there, which are to be replaced.
 *
 * @param kind that of ROW_KIND(), text: {@code +I -U +U -D}; the plan gives {@code +I}
 * @param epoch that of EPOCH(), BIGINT: the epoch of the view, or the version of the table, that made the change; the plan gives 0
 */
public record ChangeColumns(OptionalInt kind, OptionalInt epoch) {

    /** No such columns. */
    public static final ChangeColumns NONE = new ChangeColumns(OptionalInt.empty(), OptionalInt.empty());
}
