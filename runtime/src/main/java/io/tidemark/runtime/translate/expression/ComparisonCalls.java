package io.tidemark.runtime.translate.expression;

import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.PhysicalKind;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.sql.error.CodedException;
import java.util.List;
import java.util.function.Supplier;
import org.apache.calcite.rex.RexCall;

/** Comparisons: numbers by value whatever their types, times on their axis, strings by code points, without regard to a CHAR's padding type. */
final class ComparisonCalls {

    private ComparisonCalls() {}

    /** A comparison by a Java operator. */
    static Value generate(String operator, RexCall call, ExpressionGenerator generator) {
        List<Value> operands = generator.operands(call);
        return compare(operator, operands.get(0), operands.get(1), generator);
    }

    static Value compare(String operator, Value left, Value right, ExpressionGenerator generator) {
        if (left.alwaysNull() || right.alwaysNull()) {
            return ExpressionGenerator.nullOf(LogicCalls.BOOLEAN);
        }
        List<Value> both = List.of(left, right);
        if (NumberCode.isNumeric(left.type()) && NumberCode.isNumeric(right.type())) {
            return numbers(operator, left, right, generator);
        }
        if (left.type().kind() == TypeKind.ARRAY || right.type().kind() == TypeKind.ARRAY) {
            return ArrayCalls.compare(operator, left, right, generator);
        }
        if (left.type().physical() == PhysicalKind.BYTES && right.type().physical() == PhysicalKind.BYTES) {
            return bytes(operator, left, right, generator);
        }
        if (left.type().kind() == TypeKind.BOOLEAN && right.type().kind() == TypeKind.BOOLEAN) {
            return generator.pure(LogicCalls.BOOLEAN, both, () -> booleans(operator, left.text(), right.text()));
        }
        if (left.type().kind() == right.type().kind()) {
            return generator.pure(
                    LogicCalls.BOOLEAN, both, () -> "(" + left.text() + " " + operator + " " + right.text() + ")");
        }
        if (TimeCode.isDateOrTimestamp(left.type()) && TimeCode.isDateOrTimestamp(right.type())) {
            DataType common = TimeCode.common(left.type(), right.type());
            return compare(
                    operator,
                    Conversions.to(common, left, generator),
                    Conversions.to(common, right, generator),
                    generator);
        }
        throw CodedException.unsupported("comparing " + left.type() + " with " + right.type());
    }

    /** A comparison byte by byte. */
    static Value bytes(String operator, Value left, Value right, ExpressionGenerator generator) {
        String both = left.text() + ", " + right.text() + ")";
        String comparison = switch (operator) {
            case "==" -> "Slice.equal(" + both;
            case "!=" -> "!Slice.equal(" + both;
            default -> "Slice.compare(" + both + " " + operator + " 0";
        };
        return generator.strict(LogicCalls.BOOLEAN, List.of(left, right), () -> comparison);
    }

    private static String booleans(String operator, String left, String right) {
        return switch (operator) {
            case "==", "!=" -> "(" + left + " " + operator + " " + right + ")";
            default -> "((" + left + " ? 1 : 0) " + operator + " (" + right + " ? 1 : 0))";
        };
    }

    private static Value numbers(String operator, Value left, Value right, ExpressionGenerator generator) {
        List<Value> both = List.of(left, right);
        if (NumberCode.isApproximate(left.type()) || NumberCode.isApproximate(right.type())) {
            return generator.pure(
                    LogicCalls.BOOLEAN,
                    both,
                    () -> "(" + asDouble(left) + " " + operator + " " + asDouble(right) + ")");
        }
        NumberCode a = NumberCode.of(left);
        NumberCode b = NumberCode.of(right);
        int scale = Math.max(a.scale(), b.scale());
        boolean sameScale = a.scale() == b.scale() && !a.wide() && !b.wide();
        int digits = Math.max(a.digitsAt(scale), b.digitsAt(scale));
        if (sameScale || (!a.wide() && !b.wide() && NumberCode.fitsLong(digits))) {
            return generator.pure(
                    LogicCalls.BOOLEAN,
                    both,
                    () -> "(" + a.longAt(scale) + " " + operator + " " + b.longAt(scale) + ")");
        }
        if (NumberCode.exceedsRegister(digits)) {
            return generator.strict(
                    LogicCalls.BOOLEAN,
                    both,
                    () -> a.asBigDecimal() + ".compareTo(" + b.asBigDecimal() + ") " + operator + " 0");
        }
        boolean scaled = !a.isAt(scale) || !b.isAt(scale);
        Supplier<String> comparison = () -> wide(operator, a, b, scale, generator);
        return scaled
                ? generator.strict(LogicCalls.BOOLEAN, both, comparison)
                : generator.pure(LogicCalls.BOOLEAN, both, comparison);
    }

    private static String wide(String operator, NumberCode a, NumberCode b, int scale, ExpressionGenerator generator) {
        String right = b.literalAt(scale);
        if (right != null) {
            return wide(operator, Value.halves(a.wideAt(scale, generator)), right);
        }
        String left = a.literalAt(scale);
        if (left != null) {
            return wide(mirrored(operator), Value.halves(b.wideAt(scale, generator)), left);
        }
        return wide(operator, Value.halves(a.wideAt(scale, generator)), Value.halves(b.wideAt(scale, generator)));
    }

    private static String wide(String operator, String left, String right) {
        String arguments = "(" + left + ", " + right + ")";
        return switch (operator) {
            case "<" -> "Int128.isLess" + arguments;
            case ">" -> "Int128.isGreater" + arguments;
            case "<=" -> "!Int128.isGreater" + arguments;
            case ">=" -> "!Int128.isLess" + arguments;
            case "==" -> "Int128.isEqual" + arguments;
            default -> "!Int128.isEqual" + arguments;
        };
    }

    private static String mirrored(String operator) {
        return switch (operator) {
            case "<" -> ">";
            case ">" -> "<";
            case "<=" -> ">=";
            case ">=" -> "<=";
            default -> operator;
        };
    }

    static String asDouble(Value value) {
        return NumberCode.isApproximate(value.type())
                ? value.text()
                : NumberCode.of(value).asDouble();
    }

    /** IS DISTINCT FROM, or its negation: NULL is a value like others. */
    static Value distinct(RexCall call, ExpressionGenerator generator, boolean negated) {
        List<Value> operands = generator.operands(call);
        Value left = operands.get(0);
        Value right = operands.get(1);
        Value equal = compare("==", left, right, generator);
        String same;
        if (left.neverNull() && right.neverNull()) {
            same = equal.text();
        } else if (left.alwaysNull() || right.alwaysNull()) {
            same = left.isNull() + " && " + right.isNull();
        } else {
            same = left.isNull() + " ? " + right.isNull() + " : !" + right.isNull() + " && " + equal.text();
        }
        return Value.of(LogicCalls.BOOLEAN, generator.declare("boolean", "v", negated ? same : "!(" + same + ")"));
    }

    /** GREATEST or LEAST, by a Java operator, of the operands that are not NULL. */
    static Value extreme(String operator, RexCall call, ExpressionGenerator generator) {
        DataType type = ExpressionGenerator.typeOf(call);
        List<Value> operands = generator.operands(call).stream()
                .map(operand -> Conversions.to(type, operand, generator))
                .filter(operand -> !operand.alwaysNull())
                .toList();
        String best = generator.variableOf(type);
        String isNull = generator.variable("boolean", "n", "true");
        for (Value operand : operands) {
            generator.block(operand.neverNull() ? "" : "if (!" + operand.isNull() + ")", () -> {
                String taken = generator.variable("boolean", "b", "true");
                generator.block("if (!" + isNull + ")", () -> {
                    Value better = goesBeyond(operator, type, operand.text(), best, generator);
                    generator.code().line(taken + " = " + better.text() + ";");
                });
                generator.code().open("if (" + taken + ")");
                generator.assign(type, best, operand.text());
                generator.code().line(isNull + " = false;");
                generator.code().close();
            });
        }
        return new Value(type, best, isNull);
    }

    /** Whether a value goes beyond the best one so far; NaN is greater than all other numbers. */
    private static Value goesBeyond(
            String operator, DataType type, String value, String best, ExpressionGenerator generator) {
        if (NumberCode.isApproximate(type)) {
            return Value.of(LogicCalls.BOOLEAN, "Double.compare(" + value + ", " + best + ") " + operator + " 0");
        }
        return compare(operator, Value.of(type, value), Value.of(type, best), generator);
    }
}
