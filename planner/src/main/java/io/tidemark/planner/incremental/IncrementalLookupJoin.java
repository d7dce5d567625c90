package io.tidemark.planner.incremental;

import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.incremental.trait.Traits;
import io.tidemark.sql.error.SourcePosition;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;

/**
 * Joins each row that comes with the rows that a table of the outside world has for its key at that time: Δout = ΔL ⋈ R. What has come out does not change
 * when the table does.
 *
 * <p><b>Shape</b>: rows are only added; out has the input's columns, then those of the table.
 *
 * @param table what is looked up
 * @param outer whether rows without a match come out
 * @param keys the input's columns, and those of the table that have to equal them
 */
public record IncrementalLookupJoin(
        IncrementalNode input,
        RelationDefinition table,
        boolean outer,
        List<IncrementalJoin.Key> keys,
        RelDataType rowType,
        Traits traits,
        SourcePosition position)
        implements IncrementalNode {

    public IncrementalLookupJoin {
        keys = List.copyOf(keys);
    }

    @Override
    public List<IncrementalNode> inputs() {
        return List.of(input);
    }

    /** The same node over another input, or with other names. */
    public IncrementalLookupJoin with(IncrementalNode newInput, RelDataType newType) {
        return new IncrementalLookupJoin(newInput, table, outer, keys, newType, traits, position);
    }
}
