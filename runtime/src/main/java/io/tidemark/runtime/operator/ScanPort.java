package io.tidemark.runtime.operator;

import io.tidemark.runtime.batch.Schema;
import java.util.List;

/**
 * A relation that a dataflow reads.
 *
 * @param index from 0
 * @param relationSchema the schema (namespace) the relation is in
 * @param relationName the relation's name
 * @param columns the indexes, among the relation's stored columns, of those read
 * @param schema the columns read, in the order of {@code columns}
 */
public record ScanPort(int index, String relationSchema, String relationName, List<Integer> columns, Schema schema) {

    public ScanPort {
        columns = List.copyOf(columns);
    }
}
