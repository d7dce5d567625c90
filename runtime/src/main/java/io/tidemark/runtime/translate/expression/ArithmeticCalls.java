package io.tidemark.runtime.translate.expression;

import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.TypeKind;
import java.util.List;
import org.apache.calcite.rex.RexCall;
import org.jspecify.annotations.Nullable;

/**
 * Arithmetic on numbers and intervals. Exact numbers are computed in longs where the types prove that they fit, else in 128 bits; the result is
 * rounded half away from zero to the call's scale and checked against its type where it may not fit.
 */
final class ArithmeticCalls {

    private ArithmeticCalls() {}

    /** Plus and minus of numbers, intervals and times. */
    static @Nullable Value addition(String operator, RexCall call, ExpressionGenerator generator) {
        List<Value> operands = generator.operands(call);
        Value left = operands.get(0);
        Value right = operands.get(1);
        DataType type = ExpressionGenerator.typeOf(call);
        if (TimeCode.isTemporal(left.type()) || TimeCode.isTemporal(right.type())) {
            return TimeArithmetic.generate(operator, type, left, right, generator);
        }
        if (!NumberCode.isNumeric(type)) {
            return null;
        }
        if (NumberCode.isApproximate(type)) {
            return doubles(operator, type, left, right, generator);
        }
        NumberCode a = NumberCode.of(left);
        NumberCode b = NumberCode.of(right);
        return generator.strict(type, operands, () -> sum(operator, type, a, b, generator));
    }

    private static Value doubles(
            String operator, DataType type, Value left, Value right, ExpressionGenerator generator) {
        return generator.pure(
                type,
                List.of(left, right),
                () -> real(
                        type, ComparisonCalls.asDouble(left) + " " + operator + " " + ComparisonCalls.asDouble(right)));
    }

    /** A Java expression rounded to a float where the type is REAL. */
    static String real(DataType type, String expression) {
        return type.kind() == TypeKind.REAL ? "(double) (float) (" + expression + ")" : "(" + expression + ")";
    }

    private static String sum(
            String operator, DataType type, NumberCode a, NumberCode b, ExpressionGenerator generator) {
        int scale = Math.max(a.scale(), b.scale());
        int digits = NumberCode.sumDigits(a, b);
        if (type.kind() == TypeKind.BIGINT && scale == 0 && !a.wide() && !b.wide()) {
            return "Longs." + (operator.equals("+") ? "add" : "subtract") + "(" + a.text() + ", " + b.text() + ")";
        }
        if (NumberCode.fitsLong(digits) && !a.wide() && !b.wide()) {
            String sum = "(" + a.longAt(scale) + " " + operator + " " + b.longAt(scale) + ")";
            return new NumberCode(sum, false, digits, scale).to(type, generator);
        }
        String left = a.wideAt(scale, generator);
        String right = b.wideAt(scale, generator);
        String method = operator.equals("+") ? "addHigh" : "subtractHigh";
        String low = generator.declare("long", "v", Value.low(left) + " " + operator + " " + Value.low(right));
        String high = generator.declare(
                "long", "v", "Int128." + method + "(" + Value.halves(left) + ", " + Value.halves(right) + ")");
        return new NumberCode(Value.pair(high, low), true, digits, scale).to(type, generator);
    }

    static @Nullable Value multiply(RexCall call, ExpressionGenerator generator) {
        List<Value> operands = generator.operands(call);
        Value left = operands.get(0);
        Value right = operands.get(1);
        DataType type = ExpressionGenerator.typeOf(call);
        if (TimeCode.isInterval(type)) {
            return TimeArithmetic.scaled(type, left, right, generator);
        }
        if (!NumberCode.isNumeric(type)) {
            return null;
        }
        if (NumberCode.isApproximate(type)) {
            return doubles("*", type, left, right, generator);
        }
        NumberCode a = NumberCode.of(left);
        NumberCode b = NumberCode.of(right);
        if (cannotFail(type, a, b)) {
            return generator.pure(type, operands, () -> product(type, a, b, generator));
        }
        return generator.strict(type, operands, () -> product(type, a, b, generator));
    }

    /** Whether a product keeps all its digits and the type has room for them. */
    private static boolean cannotFail(DataType type, NumberCode a, NumberCode b) {
        return type.kind() == TypeKind.DECIMAL
                && !a.wide()
                && !b.wide()
                && type.scale() == a.scale() + b.scale()
                && type.precision() >= a.digits() + b.digits();
    }

    private static String product(DataType type, NumberCode a, NumberCode b, ExpressionGenerator generator) {
        int scale = a.scale() + b.scale();
        int digits = a.digits() + b.digits();
        boolean shortOperands = !a.wide() && !b.wide();
        if (type.kind() == TypeKind.BIGINT && scale == 0 && shortOperands) {
            return "Longs.multiply(" + a.text() + ", " + b.text() + ")";
        }
        if (NumberCode.fitsLong(digits) && shortOperands) {
            return new NumberCode("(" + a.text() + " * " + b.text() + ")", false, digits, scale).to(type, generator);
        }
        if (shortOperands) {
            String low = generator.declare("long", "v", a.text() + " * " + b.text());
            String high = generator.declare("long", "v", "Math.multiplyHigh(" + a.text() + ", " + b.text() + ")");
            return new NumberCode(Value.pair(high, low), true, digits, scale).to(type, generator);
        }
        String result = generator.target().register("Int128");
        String left = a.registerAt(a.scale(), generator);
        String right = b.registerAt(b.scale(), generator);
        if (scale > type.scale()) {
            generator
                    .code()
                    .line(result + ".multiplyAndDrop(" + left + ", " + right + ", " + (scale - type.scale()) + ");");
            return new NumberCode(result, true, digits, type.scale()).to(type, generator);
        }
        generator.code().line(result + ".multiply(" + left + ", " + right + ");");
        return new NumberCode(result, true, digits, scale).to(type, generator);
    }

    static @Nullable Value divide(RexCall call, ExpressionGenerator generator) {
        List<Value> operands = generator.operands(call);
        Value left = operands.get(0);
        Value right = operands.get(1);
        DataType type = ExpressionGenerator.typeOf(call);
        if (TimeCode.isInterval(type)) {
            return TimeArithmetic.divided(type, left, right, generator);
        }
        if (!NumberCode.isNumeric(type)) {
            return null;
        }
        if (NumberCode.isApproximate(type)) {
            return doubles("/", type, left, right, generator);
        }
        NumberCode a = NumberCode.of(left);
        NumberCode b = NumberCode.of(right);
        return generator.strict(type, operands, () -> quotient(type, a, b, generator));
    }

    private static String quotient(DataType type, NumberCode a, NumberCode b, ExpressionGenerator generator) {
        if (type.kind() != TypeKind.DECIMAL && a.scale() == 0 && b.scale() == 0 && !a.wide() && !b.wide()) {
            String quotient = "Longs.divide(" + a.text() + ", " + b.text() + ")";
            return new NumberCode(quotient, false, a.digits(), 0).to(type, generator);
        }
        int shift = type.scale() - a.scale() + b.scale();
        boolean shortOperands = !a.wide() && !b.wide();
        if (shift >= 0 && shortOperands && NumberCode.fitsLong(a.digits() + shift)) {
            String quotient = "Decimals.divide(" + a.longAt(a.scale() + shift) + ", " + b.text() + ", " + a.scale()
                    + ", " + shift + ")";
            int digits = a.digits() + shift;
            return new NumberCode(quotient, false, digits, type.scale()).to(type, generator);
        }
        String left = a.registerAt(a.scale(), generator);
        String right = b.registerAt(b.scale(), generator);
        String result = generator.target().register("Int128");
        generator.code().line(result + ".divide(" + left + ", " + right + ", " + shift + ", " + a.scale() + ");");
        return new NumberCode(result, true, a.digits() + Math.max(shift, 0), type.scale()).to(type, generator);
    }

    /** The remainder of a division, with the sign of the dividend. */
    static @Nullable Value remainder(RexCall call, ExpressionGenerator generator) {
        List<Value> operands = generator.operands(call);
        DataType type = ExpressionGenerator.typeOf(call);
        if (!NumberCode.isNumeric(type)) {
            return null;
        }
        if (operands.stream().anyMatch(operand -> NumberCode.isApproximate(operand.type()))) {
            return doubles("%", type, operands.get(0), operands.get(1), generator);
        }
        NumberCode a = NumberCode.of(operands.get(0));
        NumberCode b = NumberCode.of(operands.get(1));
        int scale = Math.max(a.scale(), b.scale());
        int digits = Math.max(a.digitsAt(scale), b.digitsAt(scale));
        return generator.strict(type, operands, () -> {
            boolean sameScale = a.scale() == b.scale() || NumberCode.fitsLong(digits);
            if (!a.wide() && !b.wide() && sameScale) {
                String values = a.longAt(scale) + ", " + b.longAt(scale);
                String rest = scale == 0
                        ? "Longs.remainder(" + values + ")"
                        : "Decimals.remainder(" + values + ", " + a.scale() + ", " + (scale - a.scale()) + ")";
                return new NumberCode(rest, false, digits, scale).to(type, generator);
            }
            String left = a.registerAt(scale, generator);
            String right = b.registerAt(scale, generator);
            String result = generator.target().register("Int128");
            generator
                    .code()
                    .line(result + ".remainder(" + left + ", " + right + ", " + a.scale() + ", " + (scale - a.scale())
                            + ");");
            return new NumberCode(result, true, digits, scale).to(type, generator);
        });
    }

    static @Nullable Value negate(RexCall call, ExpressionGenerator generator) {
        return unary(call, generator, "negate", "-");
    }

    static @Nullable Value abs(RexCall call, ExpressionGenerator generator) {
        return unary(call, generator, "abs", "Math.abs");
    }

    private static @Nullable Value unary(
            RexCall call, ExpressionGenerator generator, String method, String forDoubles) {
        Value operand = generator.generate(call.getOperands().get(0));
        DataType type = ExpressionGenerator.typeOf(call);
        if (NumberCode.isApproximate(operand.type())) {
            return generator.pure(type, List.of(operand), () -> forDoubles + "(" + operand.text() + ")");
        }
        if (!NumberCode.isExact(operand.type()) && !TimeCode.isInterval(operand.type())) {
            return null;
        }
        NumberCode number = NumberCode.of(operand);
        return generator.strict(type, List.of(operand), () -> {
            if (!number.wide()) {
                String result = "Longs." + method + "(" + number.text() + ")";
                return NumberCode.isInteger(operand.type()) ? NumberCode.narrowed(type, result) : result;
            }
            String result = generator.target().register("Int128");
            generator.code().line(result + "." + method + "(" + generator.registerOf(number.text()) + ");");
            return result;
        });
    }

    /** A Java operator between the bits of two integers. */
    static CallTable.CallGenerator bits(String operator) {
        return (call, generator) -> {
            List<Value> operands = generator.operands(call);
            DataType type = ExpressionGenerator.typeOf(call);
            if (!NumberCode.isInteger(type) || !operands.stream().allMatch(v -> NumberCode.isInteger(v.type()))) {
                return null;
            }
            String text = operands.size() == 1
                    ? "(" + operator + operands.get(0).text() + ")"
                    : "(" + operands.get(0).text() + " " + operator + " "
                            + operands.get(1).text() + ")";
            return generator.pure(type, operands, () -> text);
        };
    }

    /** The number of bits that are set in an integer of its type's size. */
    static @Nullable Value bitCount(RexCall call, ExpressionGenerator generator) {
        Value operand = generator.generate(call.getOperands().get(0));
        String mask = switch (operand.type().kind()) {
            case TINYINT -> " & 0xFFL";
            case SMALLINT -> " & 0xFFFFL";
            case INT -> " & 0xFFFFFFFFL";
            default -> "";
        };
        if (!NumberCode.isInteger(operand.type())) {
            return null;
        }
        DataType type = ExpressionGenerator.typeOf(call);
        return generator.pure(type, List.of(operand), () -> "(long) Long.bitCount(" + operand.text() + mask + ")");
    }
}
