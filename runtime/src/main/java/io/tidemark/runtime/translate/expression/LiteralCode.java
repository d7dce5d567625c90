package io.tidemark.runtime.translate.expression;

import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.translate.type.Literals;
import java.math.BigInteger;
import org.apache.calcite.rex.RexLiteral;

/** Literals in generated code: numbers stand in the source, longer values are constants of the class. */
final class LiteralCode {

    private LiteralCode() {}

    static Value generate(RexLiteral literal, ExpressionGenerator generator) {
        DataType type = ExpressionGenerator.typeOf(literal);
        Object value = Literals.value(literal, type);
        if (value == null) {
            return ExpressionGenerator.nullOf(type);
        }
        if (value instanceof Boolean truth) {
            return Value.of(type, truth.toString());
        }
        if (value instanceof Long number) {
            return Value.of(type, longText(number));
        }
        if (value instanceof Double number) {
            return Value.of(type, doubleText(number));
        }
        if (value instanceof BigInteger number) {
            return Value.of(type, wideText(number));
        }
        return text(type, (byte[]) value, generator);
    }

    /** A string or binary constant. */
    static Value text(DataType type, byte[] bytes, ExpressionGenerator generator) {
        return Value.of(type, generator.target().constant(bytes, "Slice", "Slice.constant((byte[]) $)"));
    }

    static String wideText(BigInteger number) {
        return Value.pair(longText(number.shiftRight(Long.SIZE).longValue()), longText(number.longValue()));
    }

    static String longText(long number) {
        return number == Long.MIN_VALUE ? "Long.MIN_VALUE" : number < 0 ? "(" + number + "L)" : number + "L";
    }

    private static String doubleText(double number) {
        return number < 0 || 1 / number < 0 ? "(" + number + "D)" : number + "D";
    }
}
