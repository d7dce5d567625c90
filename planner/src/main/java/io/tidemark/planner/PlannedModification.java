package io.tidemark.planner;

import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.sql.error.SourcePosition;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.type.RelDataType;

/**
 * A statement that changes a relation once: INSERT of values or from tables, UPDATE, DELETE.
 *
 * <p><b>Shape</b> of the rows of {@code rows}: INSERT, the new row (all writable columns); DELETE, the old row; UPDATE, the old row's columns
 * followed by the new row's.
 *
 * @param kind what is done
 * @param target the relation changed
 * @param rows the snapshot query that gives the rows
 * @param assigned of UPDATE, the columns of SET as the target names them, and where they are written; else empty
 */
public record PlannedModification(
        Kind kind, RelationDefinition target, PlannedQuery rows, Map<String, SourcePosition> assigned) {

    public PlannedModification {
        assigned = Collections.unmodifiableMap(new LinkedHashMap<>(assigned));
    }

    /** What is done to the target. */
    public enum Kind {
        INSERT,
        UPDATE,
        DELETE
    }

    /** The root of the query's incremental plan. */
    public IncrementalNode root() {
        return rows.root();
    }

    /** The types of the parameters, in the order of their question marks. */
    public List<RelDataType> parameterTypes() {
        return rows.parameterTypes();
    }

    /** Returns the statement with values in place of its parameters; see {@link PlannedQuery#bind}. */
    public PlannedModification bind(List<?> values) {
        PlannedQuery bound = rows.bind(values);
        return new PlannedModification(kind, target, values.isEmpty() ? bound : bound.withConstantRows(), assigned);
    }
}
