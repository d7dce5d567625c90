package io.tidemark.planner.validate;

import io.tidemark.planner.catalog.ColumnDefinition;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;

/** Brings a query's rows to given columns. */
final class Casts {
    private Casts() {}

    /** The rows with the columns' names and types; no operator is added where nothing changes. */
    static RelNode toColumns(RelNode rel, List<ColumnDefinition> columns) {
        RexBuilder builder = rel.getCluster().getRexBuilder();
        List<RexNode> expressions = new ArrayList<>();
        List<String> names = new ArrayList<>();
        boolean changed = false;
        for (int i = 0; i < columns.size(); i++) {
            ColumnDefinition column = columns.get(i);
            RexNode field = builder.makeInputRef(rel, i);
            RelDataType type = rel.getCluster()
                    .getTypeFactory()
                    .createTypeWithNullability(column.type(), field.getType().isNullable());
            RexNode cast = type.equals(field.getType()) ? field : builder.makeCast(type, field);
            changed |= !cast.equals(field)
                    || !column.name().equals(rel.getRowType().getFieldNames().get(i));
            expressions.add(cast);
            names.add(column.name());
        }
        return changed ? LogicalProject.create(rel, List.of(), expressions, names, java.util.Set.of()) : rel;
    }
}
