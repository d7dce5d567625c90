package io.tidemark.planner.type;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeSystemImpl;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * Limits and result types of the dialect: DECIMAL up to 38 digits, times to the microsecond, and the rule of Hive and Spark for the results of
 * decimal arithmetic (digits before the point are kept first, then at least six behind it).
 */
public final class DialectTypeSystem extends RelDataTypeSystemImpl {
    /** The only instance. */
    public static final DialectTypeSystem INSTANCE = new DialectTypeSystem();

    private static final int MAX_DECIMAL_DIGITS = 38;
    private static final int MAX_SECOND_DIGITS = 6;
    private static final int DEFAULT_SECOND_DIGITS = 3;
    private static final int LEAST_SCALE_KEPT = 6;
    private static final int AVERAGE_EXTRA_DIGITS = 4;

    private DialectTypeSystem() {}

    @Override
    public int getMaxPrecision(SqlTypeName type) {
        return switch (type) {
            case DECIMAL -> MAX_DECIMAL_DIGITS;
            case TIME, TIME_WITH_LOCAL_TIME_ZONE, TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> MAX_SECOND_DIGITS;
            default -> super.getMaxPrecision(type);
        };
    }

    @Override
    public int getMaxScale(SqlTypeName type) {
        return type == SqlTypeName.DECIMAL ? MAX_DECIMAL_DIGITS : super.getMaxScale(type);
    }

    @Override
    public int getDefaultPrecision(SqlTypeName type) {
        return switch (type) {
            case DECIMAL -> MAX_DECIMAL_DIGITS;
            case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> DEFAULT_SECOND_DIGITS;
            default -> super.getDefaultPrecision(type);
        };
    }

    @Override
    public boolean shouldConvertRaggedUnionTypesToVarying() {
        return true;
    }

    @Override
    public RelDataType deriveSumType(RelDataTypeFactory factory, RelDataType argument) {
        return switch (argument.getSqlTypeName()) {
            case TINYINT, SMALLINT, INTEGER, BIGINT ->
                like(argument, factory.createSqlType(SqlTypeName.BIGINT), factory);
            case REAL, FLOAT, DOUBLE -> like(argument, factory.createSqlType(SqlTypeName.DOUBLE), factory);
            case DECIMAL ->
                like(
                        argument,
                        factory.createSqlType(SqlTypeName.DECIMAL, MAX_DECIMAL_DIGITS, argument.getScale()),
                        factory);
            default -> argument;
        };
    }

    @Override
    public RelDataType deriveAvgAggType(RelDataTypeFactory factory, RelDataType argument) {
        return switch (argument.getSqlTypeName()) {
            case TINYINT, SMALLINT, INTEGER, BIGINT, REAL, FLOAT, DOUBLE ->
                like(argument, factory.createSqlType(SqlTypeName.DOUBLE), factory);
            case DECIMAL -> {
                int scale = Math.min(MAX_DECIMAL_DIGITS, argument.getScale() + AVERAGE_EXTRA_DIGITS);
                int precision = Math.min(MAX_DECIMAL_DIGITS, argument.getPrecision() + AVERAGE_EXTRA_DIGITS);
                yield like(argument, factory.createSqlType(SqlTypeName.DECIMAL, precision, scale), factory);
            }
            default -> argument;
        };
    }

    @Override
    public @Nullable RelDataType deriveDecimalPlusType(
            RelDataTypeFactory factory, RelDataType left, RelDataType right) {
        return decimal(factory, left, right, (p1, s1, p2, s2) -> {
            int scale = Math.max(s1, s2);
            return new Digits(Math.max(p1 - s1, p2 - s2) + scale + 1, scale);
        });
    }

    @Override
    public @Nullable RelDataType deriveDecimalMultiplyType(
            RelDataTypeFactory factory, RelDataType left, RelDataType right) {
        return decimal(factory, left, right, (p1, s1, p2, s2) -> new Digits(p1 + p2 + 1, s1 + s2));
    }

    @Override
    public @Nullable RelDataType deriveDecimalDivideType(
            RelDataTypeFactory factory, RelDataType left, RelDataType right) {
        return decimal(factory, left, right, (p1, s1, p2, s2) -> {
            int scale = Math.max(LEAST_SCALE_KEPT, s1 + p2 + 1);
            return new Digits(p1 - s1 + s2 + scale, scale);
        });
    }

    @Override
    public @Nullable RelDataType deriveDecimalModType(RelDataTypeFactory factory, RelDataType left, RelDataType right) {
        return decimal(factory, left, right, (p1, s1, p2, s2) -> {
            int scale = Math.max(s1, s2);
            return new Digits(Math.min(p1 - s1, p2 - s2) + scale, scale);
        });
    }

    private record Digits(int precision, int scale) {
        Digits bounded() {
            if (precision <= MAX_DECIMAL_DIGITS) {
                return this;
            }
            int before = precision - scale;
            int kept = Math.max(MAX_DECIMAL_DIGITS - before, Math.min(scale, LEAST_SCALE_KEPT));
            return new Digits(MAX_DECIMAL_DIGITS, kept);
        }
    }

    private interface DigitRule {
        Digits apply(int precision1, int scale1, int precision2, int scale2);
    }

    /** The result type where both sides are exact and at least one is a DECIMAL; else null, which leaves it to Calcite. */
    private static @Nullable RelDataType decimal(
            RelDataTypeFactory factory, RelDataType left, RelDataType right, DigitRule rule) {
        if (!SqlTypeUtil.isExactNumeric(left)
                || !SqlTypeUtil.isExactNumeric(right)
                || (!SqlTypeUtil.isDecimal(left) && !SqlTypeUtil.isDecimal(right))) {
            return null;
        }
        RelDataType first = exact(factory, left);
        RelDataType second = exact(factory, right);
        Digits digits = rule.apply(first.getPrecision(), first.getScale(), second.getPrecision(), second.getScale())
                .bounded();
        return factory.createSqlType(SqlTypeName.DECIMAL, digits.precision, digits.scale);
    }

    private static RelDataType exact(RelDataTypeFactory factory, RelDataType type) {
        RelDataType decimal = SqlTypeUtil.isDecimal(type) ? type : factory.decimalOf(type);
        return decimal == null ? type : decimal;
    }

    private static RelDataType like(RelDataType argument, RelDataType result, RelDataTypeFactory factory) {
        return factory.createTypeWithNullability(result, argument.isNullable());
    }
}
