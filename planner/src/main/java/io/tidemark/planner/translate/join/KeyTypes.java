package io.tidemark.planner.translate.join;

import io.tidemark.planner.validate.SafeExpressions;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** Makes two expressions comparable by their bits: equal values are kept alike, and different ones differently. */
final class KeyTypes {
    private KeyTypes() {}

    /** The two expressions, converted if that is needed and can't fail; nothing if there is no type for both. */
    static Optional<List<RexNode>> common(RexNode left, RexNode right, RexBuilder builder) {
        RelDataType leftType = left.getType();
        RelDataType rightType = right.getType();
        if (keptAlike(leftType, rightType)) {
            return Optional.of(List.of(left, right));
        }
        boolean exact = SqlTypeUtil.isExactNumeric(leftType) && SqlTypeUtil.isExactNumeric(rightType);
        RelDataType type = exact ? builder.getTypeFactory().leastRestrictive(List.of(leftType, rightType)) : null;
        if (type == null) {
            return Optional.empty();
        }
        RexNode newLeft = cast(left, type, builder);
        RexNode newRight = cast(right, type, builder);
        boolean safe = isSafe(left, newLeft) && isSafe(right, newRight);
        return safe && keptAlike(newLeft.getType(), newRight.getType())
                ? Optional.of(List.of(newLeft, newRight))
                : Optional.empty();
    }

    private static boolean isSafe(RexNode node, RexNode converted) {
        return converted.equals(node) || SafeExpressions.isDistinctCast(converted);
    }

    private static RexNode cast(RexNode node, RelDataType type, RexBuilder builder) {
        RelDataType wanted = builder.getTypeFactory()
                .createTypeWithNullability(type, node.getType().isNullable());
        return wanted.equals(node.getType()) ? node : builder.makeAbstractCast(wanted, node, false);
    }

    private static boolean keptAlike(RelDataType left, RelDataType right) {
        SqlTypeName leftName = left.getSqlTypeName();
        SqlTypeName rightName = right.getSqlTypeName();
        if (SqlTypeName.INT_TYPES.contains(leftName) && SqlTypeName.INT_TYPES.contains(rightName)) {
            return true;
        }
        boolean approximate = SqlTypeUtil.isApproximateNumeric(left) && SqlTypeUtil.isApproximateNumeric(right);
        if (approximate) {
            return true;
        }
        return leftName == rightName
                && switch (leftName) {
                    case BOOLEAN, DATE, TIME, TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE, VARCHAR, VARBINARY -> true;
                    case DECIMAL -> left.getPrecision() == right.getPrecision() && left.getScale() == right.getScale();
                    default ->
                        SqlTypeName.DAY_INTERVAL_TYPES.contains(leftName)
                                || SqlTypeName.YEAR_INTERVAL_TYPES.contains(leftName);
                };
    }
}
