package io.tidemark.planner.syntax;

import java.util.Set;
import org.apache.calcite.sql.SqlNode;

/**
 * Rows that are versions of their keys.
 *
 * @param rows what gives them, for FROM
 * @param time the column that tells from when on a row holds, until that of the next one with its key
 * @param key the columns that tell what it is a version of, in lower case
 */
record Versions(SqlNode rows, String time, Set<String> key) {
    Versions {
        key = Set.copyOf(key);
    }
}
