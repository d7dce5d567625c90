package io.tidemark.planner.catalog;

import java.util.List;

/**
 * An index on a table or materialized view.
 *
 * @param name unique among the indexes of the relation's schema, without regard to case
 * @param columns the names of its columns, in its order
 */
public record IndexDefinition(String name, List<String> columns) {

    public IndexDefinition {
        columns = List.copyOf(columns);
    }
}
