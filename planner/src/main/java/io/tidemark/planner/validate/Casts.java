package io.tidemark.planner.validate;

import io.tidemark.planner.catalog.ColumnDefinition;
import io.tidemark.planner.function.DialectOperators;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** Brings a query's rows to given columns. */
public final class Casts {
    private Casts() {}

    private interface Conversion {
        RexNode convert(RexBuilder builder, RelDataType type, RexNode value);
    }

    /** The rows with the columns' names and types; no operator is added where nothing changes. */
    static RelNode toColumns(RelNode rel, List<ColumnDefinition> columns) {
        return converted(rel, columns, (builder, type, value) -> builder.makeCast(type, value));
    }

    /** The rows as they are stored in the columns: a value that is too long fails. */
    static RelNode assigned(RelNode rel, List<ColumnDefinition> columns) {
        return converted(rel, columns, Casts::assignment);
    }

    private static RelNode converted(RelNode rel, List<ColumnDefinition> columns, Conversion conversion) {
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
            RexNode cast = type.equals(field.getType()) ? field : conversion.convert(builder, type, field);
            changed |= !cast.equals(field)
                    || !column.name().equals(rel.getRowType().getFieldNames().get(i));
            expressions.add(cast);
            names.add(column.name());
        }
        return changed ? LogicalProject.create(rel, List.of(), expressions, names, java.util.Set.of()) : rel;
    }

    /** A value as a column of a type takes it, the type's nullability being the value's. */
    public static RexNode assignment(RexBuilder builder, RelDataType type, RexNode value) {
        return hasLimit(type) && !fits(value.getType(), type)
                ? builder.makeCall(type, DialectOperators.ASSIGN, List.of(value))
                : builder.makeAbstractCast(type, value, false);
    }

    /** Whether a type limits the length of text or bytes, of its own or of elements. */
    static boolean hasLimit(RelDataType type) {
        RelDataType element = type.getComponentType();
        return element == null ? isLimited(type) : hasLimit(element);
    }

    /** Whether a type is of text or bytes of at most some length. */
    static boolean isLimited(RelDataType type) {
        boolean text = SqlTypeUtil.inCharFamily(type) || SqlTypeUtil.isBinary(type);
        return text && type.getPrecision() != RelDataType.PRECISION_NOT_SPECIFIED;
    }

    /** Text or bytes of any length for a type that limits it, also as elements; else the type. */
    static RelDataType unlimited(RelDataType type, RelDataTypeFactory factory) {
        RelDataType element = type.getComponentType();
        if (element != null && hasLimit(element)) {
            RelDataType array = factory.createArrayType(unlimited(element, factory), -1);
            return factory.createTypeWithNullability(array, type.isNullable());
        }
        if (!isLimited(type)) {
            return type;
        }
        SqlTypeName name = SqlTypeUtil.inCharFamily(type) ? SqlTypeName.VARCHAR : SqlTypeName.VARBINARY;
        return factory.createTypeWithNullability(factory.createSqlType(name), type.isNullable());
    }

    private static boolean fits(RelDataType source, RelDataType target) {
        RelDataType element = target.getComponentType();
        RelDataType sourceElement = source.getComponentType();
        if (element != null) {
            return sourceElement != null && fits(sourceElement, element);
        }
        boolean sameFamily =
                SqlTypeUtil.inCharFamily(target) ? SqlTypeUtil.inCharFamily(source) : SqlTypeUtil.isBinary(source);
        return sameFamily && isLimited(source) && source.getPrecision() <= target.getPrecision();
    }
}
