package io.tidemark.planner.incremental;

import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.incremental.trait.Traits;
import io.tidemark.sql.error.SourcePosition;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;

/**
 * Reads a relation: Δout = the new rows of the source, or the changes of a table or materialized view. If its traits have watermarks, they follow
 * from that of the query that fills the view read.
 *
 * @param relation what is read
 * @param columns the indexes, in {@code relation.storedColumns()}, of the columns read, in output order
 * @param lookup in a snapshot query, the keys whose rows are read; without it all rows are
 */
public record IncrementalScan(
        RelationDefinition relation,
        List<Integer> columns,
        Optional<Lookup> lookup,
        RelDataType rowType,
        Traits traits,
        SourcePosition position)
        implements IncrementalNode {

    /**
     * Rows read by key: those that have the values of one of the keys in the columns.
     *
     * @param index the index used; the primary key where it is absent
     * @param columns the key's columns, by their indexes in {@code relation.storedColumns()}
     * @param keys a literal or parameter for each of the columns; a key with a NULL has no rows
     */
    public record Lookup(Optional<String> index, List<Integer> columns, List<List<RexNode>> keys) {

        public Lookup {
            columns = List.copyOf(columns);
            keys = keys.stream().map(List::copyOf).toList();
        }
    }

    public IncrementalScan {
        columns = List.copyOf(columns);
    }

    /** A scan of all rows. */
    public IncrementalScan(
            RelationDefinition relation,
            List<Integer> columns,
            RelDataType rowType,
            Traits traits,
            SourcePosition position) {
        this(relation, columns, Optional.empty(), rowType, traits, position);
    }

    /** Returns the scan that reads some rows only. */
    public IncrementalScan withLookup(Lookup rows) {
        return new IncrementalScan(relation, columns, Optional.of(rows), rowType, traits, position);
    }

    @Override
    public List<IncrementalNode> inputs() {
        return List.of();
    }
}
