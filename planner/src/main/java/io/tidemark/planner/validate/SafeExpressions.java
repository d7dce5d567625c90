package io.tidemark.planner.validate;

import io.tidemark.planner.validate.constant.ConstantArithmetic;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** Tells which expressions give a value for every row. */
public final class SafeExpressions {
    private static final Set<SqlKind> SAFE = Set.of(
            SqlKind.EQUALS,
            SqlKind.NOT_EQUALS,
            SqlKind.LESS_THAN,
            SqlKind.LESS_THAN_OR_EQUAL,
            SqlKind.GREATER_THAN,
            SqlKind.GREATER_THAN_OR_EQUAL,
            SqlKind.AND,
            SqlKind.OR,
            SqlKind.NOT,
            SqlKind.IS_NULL,
            SqlKind.IS_NOT_NULL,
            SqlKind.IS_TRUE,
            SqlKind.IS_NOT_TRUE,
            SqlKind.IS_FALSE,
            SqlKind.IS_NOT_FALSE,
            SqlKind.IS_DISTINCT_FROM,
            SqlKind.IS_NOT_DISTINCT_FROM,
            SqlKind.CASE,
            SqlKind.COALESCE,
            SqlKind.SEARCH);

    private SafeExpressions() {}

    /** Whether evaluation can fail for some row, as far as can be told from the operators. */
    public static boolean canFail(RexNode node) {
        boolean[] found = {false};
        node.accept(new RexVisitorImpl<Void>(true) {
            @Override
            public Void visitCall(RexCall call) {
                found[0] |= !SAFE.contains(call.getKind())
                        && !isWideningCast(call)
                        && !isTextCall(call)
                        && !ConstantArithmetic.succeeds(call);
                return super.visitCall(call);
            }
        });
        return found[0];
    }

    /** Whether a call is a function of text, or a part of a time, that gives a value for every text and time. */
    private static boolean isTextCall(RexCall call) {
        return switch (call.getKind()) {
            case LIKE -> call.getOperands().size() == 2;
            case EXTRACT -> true;
            case OTHER_FUNCTION -> isSubstring(call);
            default -> false;
        };
    }

    /** A SUBSTRING whose length is not below zero. */
    private static boolean isSubstring(RexCall call) {
        List<RexNode> operands = call.getOperands();
        return call.getOperator().equals(SqlStdOperatorTable.SUBSTRING)
                && (operands.size() == 2
                        || (operands.get(2) instanceof RexLiteral length
                                && !RexLiteral.isNullLiteral(length)
                                && RexLiteral.intValue(length) >= 0));
    }

    /** Whether an expression is a cast that gives different values for different values of its operand, and fails for none. */
    public static boolean isDistinctCast(RexNode node) {
        return node instanceof RexCall call
                && isWideningCast(call)
                && !SqlTypeUtil.isApproximateNumeric(call.getType());
    }

    /**
     * Whether an expression is a conversion that gives different values for different values of its operand wherever it does not fail: a key stays
     * a key, because rows that fail are no rows of the result.
     */
    public static boolean tellsApart(RexNode node) {
        if (node.getKind() != SqlKind.CAST) {
            return false;
        }
        RelDataType from = ((RexCall) node).getOperands().get(0).getType();
        boolean checkedRange = SqlTypeUtil.isExactNumeric(from)
                && SqlTypeUtil.isExactNumeric(node.getType())
                && node.getType().getScale() >= from.getScale();
        return checkedRange || isDistinctCast(node);
    }

    /** Whether a call is a cast for which every value of the operand's type has its equal in the new type. */
    private static boolean isWideningCast(RexCall call) {
        if (call.getKind() != SqlKind.CAST) {
            return false;
        }
        RelDataType from = call.getOperands().get(0).getType();
        RelDataType to = call.getType();
        if (from.getSqlTypeName() == SqlTypeName.NULL) {
            return true;
        }
        if (SqlTypeUtil.inCharFamily(from) && SqlTypeUtil.inCharFamily(to)) {
            return to.getSqlTypeName() == SqlTypeName.VARCHAR
                    && (to.getPrecision() == RelDataType.PRECISION_NOT_SPECIFIED
                            || (from.getPrecision() != RelDataType.PRECISION_NOT_SPECIFIED
                                    && to.getPrecision() >= from.getPrecision()));
        }
        if (SqlTypeUtil.isExactNumeric(from) && SqlTypeUtil.isExactNumeric(to)) {
            return to.getScale() >= from.getScale()
                    && to.getPrecision() - to.getScale() >= from.getPrecision() - from.getScale();
        }
        boolean sameTime = from.getSqlTypeName() == to.getSqlTypeName()
                && (from.getSqlTypeName() == SqlTypeName.TIMESTAMP
                        || from.getSqlTypeName() == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE);
        return (sameTime && to.getPrecision() >= from.getPrecision())
                || (SqlTypeUtil.isNumeric(from) && to.getSqlTypeName() == SqlTypeName.DOUBLE);
    }
}
