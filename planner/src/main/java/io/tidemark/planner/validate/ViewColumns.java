package io.tidemark.planner.validate;

import io.tidemark.planner.catalog.ColumnDefinition;
import io.tidemark.planner.syntax.Places;
import io.tidemark.planner.type.TypeNames;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.type.SqlTypeName;

/** The columns of views. */
public final class ViewColumns {
    private ViewColumns() {}

    /** The columns of a view with the query given; {@code names} rename them where there are any. */
    public static List<ColumnDefinition> of(LogicalPlan logical, List<SqlIdentifier> names, SqlNode query, String sql) {
        RelDataType rowType = logical.rel().getRowType();
        if (!names.isEmpty() && names.size() != rowType.getFieldCount()) {
            throw Places.at(
                    CodedException.of(
                            ErrorCode.INVALID_DEFINITION,
                            "the view names " + names.size() + " columns, but its query has "
                                    + rowType.getFieldCount()),
                    names.get(0),
                    sql);
        }
        List<ColumnDefinition> columns = new ArrayList<>();
        Map<String, Integer> seen = new HashMap<>();
        for (RelDataTypeField field : rowType.getFieldList()) {
            SqlNode place = names.isEmpty() ? query : names.get(field.getIndex());
            String name = names.isEmpty()
                    ? logical.labels().get(field.getIndex())
                    : names.get(field.getIndex()).getSimple();
            Integer same = seen.put(name.toLowerCase(Locale.ROOT), field.getIndex() + 1);
            if (same != null) {
                throw Places.at(
                        CodedException.of(
                                        ErrorCode.DUPLICATE_COLUMN,
                                        "columns " + same + " and " + (field.getIndex() + 1)
                                                + " of the view are both named \"" + name + "\"")
                                .hint("name one of them with AS"),
                        place,
                        sql);
            }
            columns.add(ColumnDefinition.physical(name, storable(name, field.getType(), place, sql)));
        }
        return columns;
    }

    /** Whether a query can return values of a type. */
    public static boolean isResult(RelDataType type) {
        return type.getSqlTypeName() == SqlTypeName.NULL || ColumnTypes.isStorable(type);
    }

    private static RelDataType storable(String name, RelDataType type, SqlNode place, String sql) {
        if (type.getSqlTypeName() == SqlTypeName.NULL) {
            throw Places.at(
                    CodedException.typeMismatch("column \"" + name + "\"", "NULL without a type", "a type")
                            .hint("write CAST(NULL AS type)"),
                    place,
                    sql);
        }
        if (!ColumnTypes.isStorable(type)) {
            throw Places.at(CodedException.unsupported("a column of type " + TypeNames.of(type)), place, sql);
        }
        return type;
    }

    /** The plan with what is stored in the columns, under their names; a value that is too long for its column fails. */
    public static LogicalPlan assigned(LogicalPlan plan, List<ColumnDefinition> columns) {
        return plan.withRel(Casts.assigned(plan.rel(), columns));
    }

    /** The plan with the columns' names and types. */
    public static LogicalPlan named(LogicalPlan plan, List<ColumnDefinition> columns) {
        return plan.withRel(Casts.toColumns(plan.rel(), columns));
    }
}
