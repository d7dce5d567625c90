package io.tidemark.runtime.translate.expression;

import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.translate.function.Decimals;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/** Functions of numbers. */
final class MathCalls {

    private MathCalls() {}

    /** A Java function of doubles. */
    static CallTable.CallGenerator ofDoubles(String function) {
        return (call, generator) -> {
            List<Value> operands = generator.operands(call);
            DataType type = ExpressionGenerator.typeOf(call);
            if (!NumberCode.isApproximate(type)
                    || !operands.stream().allMatch(operand -> NumberCode.isNumeric(operand.type()))) {
                return null;
            }
            return generator.strict(
                    type,
                    operands,
                    () -> operands.stream()
                            .map(ComparisonCalls::asDouble)
                            .collect(Collectors.joining(", ", function + "(", ")")));
        };
    }

    /** FLOOR and CEIL of a number. */
    static @Nullable Value integral(RexCall call, ExpressionGenerator generator, boolean up) {
        Value operand = generator.generate(call.getOperands().get(0));
        DataType type = ExpressionGenerator.typeOf(call);
        String method = up ? "ceil" : "floor";
        if (NumberCode.isApproximate(operand.type())) {
            return generator.pure(type, List.of(operand), () -> "Math." + method + "(" + operand.text() + ")");
        }
        if (!NumberCode.isExact(operand.type()) || !NumberCode.isExact(type)) {
            return null;
        }
        NumberCode number = NumberCode.of(operand);
        return generator.strict(type, List.of(operand), () -> {
            if (number.scale() == 0) {
                return number.to(type, generator);
            }
            if (!number.wide()) {
                String whole = "Decimals." + method + "(" + number.text() + ", " + number.scale() + ")";
                return new NumberCode(whole, false, number.digits() - number.scale() + 1, 0).to(type, generator);
            }
            String register = generator.registerOf(number.text());
            String mode = up ? "RoundingMode.CEILING" : "RoundingMode.FLOOR";
            generator.code().line(register + ".scaleDown(" + number.scale() + ", " + mode + ");");
            return new NumberCode(register, true, number.digits(), 0).to(type, generator);
        });
    }

    /** SIGN. */
    static @Nullable Value sign(RexCall call, ExpressionGenerator generator) {
        Value operand = generator.generate(call.getOperands().get(0));
        DataType type = ExpressionGenerator.typeOf(call);
        if (NumberCode.isApproximate(operand.type())) {
            return generator.pure(type, List.of(operand), () -> "Math.signum(" + operand.text() + ")");
        }
        if (!NumberCode.isExact(operand.type()) || !NumberCode.isExact(type)) {
            return null;
        }
        NumberCode number = NumberCode.of(operand);
        return generator.strict(type, List.of(operand), () -> {
            String sign = number.wide()
                    ? "Int128.signum(" + Value.halves(number.text()) + ")"
                    : "(long) Long.signum(" + number.text() + ")";
            return new NumberCode("(" + sign + ")", false, 1, 0).to(type, generator);
        });
    }

    /** ROUND or TRUNCATE with a number of digits that may differ from row to row. */
    private static @Nullable Value roundByRow(RexCall call, ExpressionGenerator generator, boolean truncate) {
        List<Value> operands = generator.operands(call);
        Value operand = operands.get(0);
        Value digits = operands.get(1);
        DataType type = ExpressionGenerator.typeOf(call);
        if (!NumberCode.isNumeric(operand.type()) || !NumberCode.isInteger(digits.type())) {
            return null;
        }
        String places = "Decimals.places(" + digits.text() + ")";
        String mode = truncate ? "RoundingMode.DOWN" : "RoundingMode.HALF_UP";
        return generator.strict(type, operands, () -> {
            if (NumberCode.isApproximate(operand.type())) {
                String rounded = "Doubles.round(" + operand.text() + ", " + places + ", " + mode + ")";
                return ArithmeticCalls.real(type, rounded);
            }
            String rounded =
                    "Decimals.round(" + NumberCode.of(operand).asBigDecimal() + ", " + places + ", " + mode + ")";
            return NumberCode.isInteger(type)
                    ? NumberCode.narrowed(type, "Decimals.toLong(" + rounded + ")")
                    : Conversions.fromBigDecimal(type, rounded, generator);
        });
    }

    /** ROUND (half away from zero) and TRUNCATE. */
    static @Nullable Value round(RexCall call, ExpressionGenerator generator, boolean truncate) {
        List<RexNode> operands = call.getOperands();
        Integer digits = operands.size() < 2 ? Integer.valueOf(0) : constant(operands.get(1));
        if (digits == null) {
            return roundByRow(call, generator, truncate);
        }
        Value operand = generator.generate(operands.get(0));
        DataType type = ExpressionGenerator.typeOf(call);
        if (Math.abs(digits) > 38 || !NumberCode.isNumeric(operand.type())) {
            return null;
        }
        if (NumberCode.isApproximate(operand.type())) {
            String mode = truncate ? "RoundingMode.DOWN" : "RoundingMode.HALF_UP";
            return generator.strict(
                    type,
                    List.of(operand),
                    () -> ArithmeticCalls.real(
                            type, "Doubles.round(" + operand.text() + ", " + digits + ", " + mode + ")"));
        }
        NumberCode number = NumberCode.of(operand);
        return generator.strict(type, List.of(operand), () -> exact(type, number, digits, truncate, generator));
    }

    private static String exact(
            DataType type, NumberCode number, int digits, boolean truncate, ExpressionGenerator generator) {
        int dropped = number.scale() - digits;
        if (dropped <= 0) {
            return number.to(type, generator);
        }
        if (!number.wide() && dropped <= 18) {
            String unit = Decimals.powerOfTen(dropped) + "L";
            String rounded = truncate
                    ? "(" + number.text() + " / " + unit + " * " + unit + ")"
                    : "Longs.round(" + number.text() + ", " + unit + ")";
            return new NumberCode(rounded, false, number.digits() + 1, number.scale()).to(type, generator);
        }
        String register = generator.registerOf(number.wideAt(number.scale(), generator));
        String mode = truncate ? "RoundingMode.DOWN" : "RoundingMode.HALF_UP";
        generator.code().line(register + ".scaleDown(" + dropped + ", " + mode + ");");
        generator.code().line(register + ".scaleUp(" + dropped + ");");
        return new NumberCode(register, true, number.digits() + 1, number.scale()).to(type, generator);
    }

    private static @Nullable Integer constant(RexNode node) {
        return node instanceof RexLiteral literal && !literal.isNull() ? literal.getValueAs(Integer.class) : null;
    }
}
