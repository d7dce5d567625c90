package io.tidemark.planner.incremental;

import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.sql.error.SourcePosition;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;

/**
 * Reads a relation: Δout = the new rows of the source, or the changes of a table or materialized view.
 *
 * @param relation what is read
 * @param columns the indexes, in {@code relation.storedColumns()}, of the columns read, in output order
 */
public record IncrementalScan(
        RelationDefinition relation, List<Integer> columns, RelDataType rowType, Traits traits, SourcePosition position)
        implements IncrementalNode {

    public IncrementalScan {
        columns = List.copyOf(columns);
    }

    @Override
    public List<IncrementalNode> inputs() {
        return List.of();
    }
}
