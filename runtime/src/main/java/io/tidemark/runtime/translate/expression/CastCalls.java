package io.tidemark.runtime.translate.expression;

import io.tidemark.planner.type.TypeNames;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.TypeKind;
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
        Value cast = Conversions.cast(type, operand, generator);
        boolean padded = call.getType().getSqlTypeName() == SqlTypeName.CHAR && type.precision() >= 0;
        if (cast == null || !padded || isChar(call, type)) {
            return cast;
        }
        return cast.alwaysNull() ? cast : TextConversions.padded(cast, generator);
    }

    private static boolean isChar(RexCall call, DataType type) {
        var source = call.getOperands().get(0).getType();
        return source.getSqlTypeName() == SqlTypeName.CHAR && source.getPrecision() == type.precision();
    }

    /** The value as a column takes it, which fails where a cast would cut off more than blanks. */
    static @Nullable Value assign(RexCall call, ExpressionGenerator generator) {
        DataType type = ExpressionGenerator.typeOf(call);
        Value operand = generator.generate(call.getOperands().get(0));
        Value whole = Conversions.cast(DataType.of(type.kind()), operand, generator);
        if (whole == null || whole.alwaysNull()) {
            return whole == null ? null : ExpressionGenerator.nullOf(type);
        }
        Value fitted = TextConversions.fitted(type, whole, TypeNames.of(call.getType()), generator);
        return call.getType().getSqlTypeName() == SqlTypeName.CHAR ? TextConversions.padded(fitted, generator) : fitted;
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
            Value cast = Conversions.cast(type, operand, generator);
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
