package io.tidemark.runtime.translate.expression;

import io.tidemark.planner.type.TypeNames;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.runtime.translate.type.TypeMapper;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/** CAST, which fails for a value that can't be cast, and TRY_CAST, which is NULL then. */
final class CastCalls {

    private CastCalls() {}

    static @Nullable Value cast(RexCall call, ExpressionGenerator generator) {
        Value operand = generator.generate(call.getOperands().get(0));
        DataType type = ExpressionGenerator.typeOf(call);
        if (TimeCode.isInterval(type) && !TimeCode.isInterval(operand.type()) && !operand.alwaysNull()) {
            return TimeArithmetic.fromNumber(call, operand, generator);
        }
        return cast(call.getType(), call.getOperands().get(0).getType(), operand, generator);
    }

    private static @Nullable Value cast(
            RelDataType target, RelDataType source, Value operand, ExpressionGenerator generator) {
        DataType type = TypeMapper.dataType(target);
        RelDataType element = target.getComponentType();
        RelDataType sourceElement = source.getComponentType();
        if (element != null && sourceElement != null && !operand.alwaysNull()) {
            return Conversions.sameForm(type, operand.type()) && !isPadded(element, sourceElement)
                    ? Conversions.cast(type, operand, generator)
                    : ArrayCalls.mapped(
                            type, operand, value -> cast(element, sourceElement, value, generator), generator);
        }
        Value cast = Conversions.cast(type, operand, generator);
        if (cast == null || cast.alwaysNull() || !isPadded(target, source)) {
            return cast;
        }
        return Conversions.padded(cast, generator);
    }

    /** Whether what is cast gets blanks at its end, or elements of it. */
    private static boolean isPadded(RelDataType target, RelDataType source) {
        RelDataType element = target.getComponentType();
        RelDataType sourceElement = source.getComponentType();
        if (element != null && sourceElement != null) {
            return isPadded(element, sourceElement);
        }
        boolean same = source.getSqlTypeName() == SqlTypeName.CHAR && source.getPrecision() == target.getPrecision();
        return target.getSqlTypeName() == SqlTypeName.CHAR && target.getPrecision() >= 0 && !same;
    }

    /** The value as a column takes it, which fails where a cast would cut off more than blanks. */
    static @Nullable Value assign(RexCall call, ExpressionGenerator generator) {
        return assigned(call.getType(), generator.generate(call.getOperands().get(0)), generator);
    }

    private static @Nullable Value assigned(RelDataType target, Value operand, ExpressionGenerator generator) {
        DataType type = TypeMapper.dataType(target);
        RelDataType element = target.getComponentType();
        if (element != null && !operand.alwaysNull()) {
            return ArrayCalls.mapped(type, operand, value -> assigned(element, value, generator), generator);
        }
        Value whole = operand.alwaysNull()
                ? ExpressionGenerator.nullOf(type)
                : Conversions.cast(DataType.of(type.kind()), operand, generator);
        if (whole == null || whole.alwaysNull()) {
            return whole;
        }
        Value fitted = Conversions.fitted(type, whole, TypeNames.of(target), generator);
        return target.getSqlTypeName() == SqlTypeName.CHAR ? Conversions.padded(fitted, generator) : fitted;
    }

    static @Nullable Value tryCast(RexCall call, ExpressionGenerator generator) {
        DataType type = ExpressionGenerator.typeOf(call);
        if (type.kind() == TypeKind.BOOLEAN
                && call.getOperands().get(0).getType().getSqlTypeName() == SqlTypeName.NULL) {
            return ExpressionGenerator.nullOf(type);
        }
        Value operand = generator.generate(call.getOperands().get(0));
        String result = generator.variableOf(type);
        String isNull = generator.variable("boolean", "n", "true");
        boolean[] done = new boolean[1];
        generator.block("try", () -> {
            Value cast = cast(call.getType(), call.getOperands().get(0).getType(), operand, generator);
            done[0] = cast != null;
            if (cast != null && !cast.alwaysNull()) {
                generator.assign(type, result, cast.text());
                generator.code().line(isNull + " = " + cast.isNull() + ";");
            }
        });
        generator.block(
                "catch (CodedException notCastable)", () -> generator.code().line(isNull + " = true;"));
        return done[0] ? new Value(type, result, isNull) : null;
    }
}
