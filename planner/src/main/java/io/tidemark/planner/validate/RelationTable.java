package io.tidemark.planner.validate;

import io.tidemark.planner.catalog.ColumnDefinition;
import io.tidemark.planner.catalog.RelationDefinition;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.Statistic;
import org.apache.calcite.schema.Statistics;
import org.apache.calcite.schema.impl.AbstractTable;
import org.apache.calcite.util.ImmutableBitSet;

/** A relation of the catalog as Calcite sees it: a name with some of its columns. */
public final class RelationTable extends AbstractTable {
    /** Calcite's own assumption of a table of which nothing is known. */
    private static final double ASSUMED_ROWS = 100;

    private final RelationDefinition definition;
    private final List<ColumnDefinition> columns;

    RelationTable(RelationDefinition definition, List<ColumnDefinition> columns) {
        this.definition = definition;
        this.columns = List.copyOf(columns);
    }

    /** The relation. */
    public RelationDefinition definition() {
        return definition;
    }

    @Override
    public RelDataType getRowType(RelDataTypeFactory factory) {
        RelDataTypeFactory.Builder builder = factory.builder();
        columns.forEach(column -> builder.add(column.name(), column.type()));
        return builder.build();
    }

    /** What is known of the rows: the keys that the engine sees to. */
    @Override
    public Statistic getStatistic() {
        if (!definition.isServed() || definition.primaryKey().isEmpty()) {
            return Statistics.UNKNOWN;
        }
        List<String> names = columns.stream().map(ColumnDefinition::name).toList();
        List<Integer> key = definition.primaryKey().stream().map(names::indexOf).toList();
        return key.contains(-1) ? Statistics.UNKNOWN : Statistics.of(ASSUMED_ROWS, List.of(ImmutableBitSet.of(key)));
    }
}
