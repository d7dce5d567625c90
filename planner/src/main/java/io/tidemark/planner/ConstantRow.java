package io.tidemark.planner;

import io.tidemark.planner.incremental.IncrementalCalc;
import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.planner.incremental.IncrementalValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * One row whose values are all known, as {@code VALUES (?, ?)} is once its parameters are bound: {@code Calc(5, 'x') ← Values(one row)} becomes
 * {@code Values(5, 'x')}.
 */
final class ConstantRow {

    private ConstantRow() {}

    /** The row that a plan gives, if it is such a plan. */
    static Optional<IncrementalNode> of(IncrementalNode root) {
        boolean oneRow = root instanceof IncrementalCalc calc
                && calc.condition().isEmpty()
                && calc.input() instanceof IncrementalValues values
                && values.rows().size() == 1;
        if (!oneRow) {
            return Optional.empty();
        }
        List<RexLiteral> row = new ArrayList<>();
        List<RelDataTypeField> fields = root.rowType().getFieldList();
        for (RexNode projection : ((IncrementalCalc) root).projections()) {
            Optional<RexLiteral> value =
                    literal(projection, fields.get(row.size()).getType());
            if (value.isEmpty()) {
                return Optional.empty();
            }
            row.add(value.get());
        }
        return Optional.of(new IncrementalValues(List.of(row), root.rowType(), root.traits(), root.position()));
    }

    /** The literal that an expression is, as a value of a type: a shorter text or byte string is one of the longer type. */
    private static Optional<RexLiteral> literal(RexNode expression, RelDataType type) {
        if (expression instanceof RexLiteral literal) {
            boolean same = SqlTypeUtil.equalSansNullability(literal.getType(), type);
            return same && (type.isNullable() || !literal.isNull()) ? Optional.of(literal) : Optional.empty();
        }
        boolean isText = expression.isA(SqlKind.CAST)
                && SqlTypeUtil.equalSansNullability(expression.getType(), type)
                && ((RexCall) expression).getOperands().get(0) instanceof RexLiteral text
                && !text.isNull()
                && text.getType().getSqlTypeName() == SqlTypeName.VARCHAR
                && type.getSqlTypeName() == SqlTypeName.VARCHAR
                && (type.getPrecision() == RelDataType.PRECISION_NOT_SPECIFIED
                        || text.getType().getPrecision() <= type.getPrecision());
        return isText
                ? Optional.of((RexLiteral) ((RexCall) expression).getOperands().get(0))
                : Optional.empty();
    }
}
