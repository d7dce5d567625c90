package io.tidemark.server.catalog;

import java.util.List;

/**
 * An index as the catalog keeps it.
 *
 * @param relationId the relation that it is on, with which it goes
 * @param name unique among the indexes of the relation's schema, without regard to case
 * @param columns the names of its columns, in its order
 */
public record StoredIndex(String relationId, String name, List<String> columns) {

    public StoredIndex {
        columns = List.copyOf(columns);
    }
}
