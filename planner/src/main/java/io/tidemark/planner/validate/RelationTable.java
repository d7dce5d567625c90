package io.tidemark.planner.validate;

import io.tidemark.planner.catalog.ColumnDefinition;
import io.tidemark.planner.catalog.RelationDefinition;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.impl.AbstractTable;

/** A relation of the catalog as Calcite sees it: a name with some of its columns. */
public final class RelationTable extends AbstractTable {
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
}
