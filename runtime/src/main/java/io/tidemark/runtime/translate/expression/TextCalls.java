package io.tidemark.runtime.translate.expression;

import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.PhysicalKind;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.runtime.translate.function.LikePattern;
import io.tidemark.runtime.translate.function.RegularExpression;
import io.tidemark.runtime.translate.function.TimeFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlLikeOperator;
import org.apache.calcite.sql.fun.SqlTrimFunction;
import org.jspecify.annotations.Nullable;

/** Functions of strings. */
final class TextCalls {

    private TextCalls() {}

    private static boolean areText(List<Value> values) {
        return values.stream().allMatch(value -> value.type().kind() == TypeKind.VARCHAR);
    }

    private static List<Value> text(RexCall call, ExpressionGenerator generator) {
        return generator.operands(call);
    }

    /** A function of the runtime that takes the operands, integers after the strings, and writes a string. */
    static CallTable.CallGenerator writing(String function, int strings) {
        return (call, generator) -> {
            List<Value> operands = text(call, generator);
            if (!areText(operands.subList(0, Math.min(strings, operands.size())))
                    || !operands.stream().skip(strings).allMatch(v -> NumberCode.isInteger(v.type()))) {
                return null;
            }
            return written(function, call, operands, generator);
        };
    }

    /** {@code DATE_FORMAT(time, pattern)}, of dates and timestamps. */
    static @Nullable Value dateFormat(RexCall call, ExpressionGenerator generator) {
        List<Value> operands = generator.operands(call);
        String pattern = constantText(call.getOperands().get(1));
        if (pattern != null) {
            TimeFormat.check(pattern);
        }
        if (!TimeCode.isDateOrTimestamp(operands.get(0).type()) || !areText(operands.subList(1, 2))) {
            return null;
        }
        DataType type = ExpressionGenerator.typeOf(call);
        String format = generator.target().register("TimeFormat");
        return generator.strict(type, operands, () -> {
            String register = generator.register(type);
            String local = TimeCode.localMicros(operands.get(0), generator);
            generator
                    .code()
                    .line(format + ".format(" + local + ", " + operands.get(1).text() + ", " + register + ");");
            return register;
        });
    }

    /** A function of the runtime that takes a string, a length and possibly another string, and writes a string. */
    static CallTable.CallGenerator padding(String function) {
        return (call, generator) -> {
            List<Value> operands = text(call, generator);
            boolean typed = areText(List.of(operands.get(0)))
                    && NumberCode.isInteger(operands.get(1).type())
                    && areText(operands.subList(2, operands.size()));
            return typed ? written(function, call, operands, generator) : null;
        };
    }

    private static Value written(String function, RexCall call, List<Value> operands, ExpressionGenerator generator) {
        DataType type = ExpressionGenerator.typeOf(call);
        return generator.strict(type, operands, () -> {
            String register = generator.register(type);
            generator.code().line(function + "(" + arguments(operands) + ", " + register + ");");
            return register;
        });
    }

    /** A function of the runtime that takes the operands, integers after the strings, and returns an integer. */
    static CallTable.CallGenerator counting(String function, int strings) {
        return (call, generator) -> {
            List<Value> operands = text(call, generator);
            if (!areText(operands.subList(0, Math.min(strings, operands.size())))
                    || !operands.stream().skip(strings).allMatch(v -> NumberCode.isInteger(v.type()))) {
                return null;
            }
            return generator.strict(
                    ExpressionGenerator.typeOf(call), operands, () -> function + "(" + arguments(operands) + ")");
        };
    }

    private static String arguments(List<Value> operands) {
        return operands.stream().map(Value::text).collect(Collectors.joining(", "));
    }

    /** {@code ||}, of strings, of bytes, or of arrays, whose elements lie one after the other too. */
    static @Nullable Value concat(RexCall call, ExpressionGenerator generator) {
        DataType type = ExpressionGenerator.typeOf(call);
        List<Value> operands = generator.operands(call).stream()
                .map(operand -> type.kind() == TypeKind.ARRAY ? Conversions.to(type, operand, generator) : operand)
                .toList();
        if (!operands.stream().allMatch(v -> v.alwaysNull() || v.type().physical() == PhysicalKind.BYTES)) {
            return null;
        }
        return generator.strict(type, operands, () -> {
            String whole = operands.get(0).text();
            for (Value next : operands.subList(1, operands.size())) {
                String register = generator.register(type);
                generator.code().line("Texts.concat(" + whole + ", " + next.text() + ", " + register + ");");
                whole = register;
            }
            return whole;
        });
    }

    /** TRIM(flag, characters, text). */
    static @Nullable Value trim(RexCall call, ExpressionGenerator generator) {
        RexNode flag = call.getOperands().get(0);
        List<Value> operands = List.of(
                generator.generate(call.getOperands().get(1)),
                generator.generate(call.getOperands().get(2)));
        if (!areText(operands) || !(flag instanceof RexLiteral side)) {
            return null;
        }
        SqlTrimFunction.Flag sides = Objects.requireNonNull(side.getValueAs(SqlTrimFunction.Flag.class));
        boolean leading = sides != SqlTrimFunction.Flag.TRAILING;
        boolean trailing = sides != SqlTrimFunction.Flag.LEADING;
        DataType type = ExpressionGenerator.typeOf(call);
        return generator.strict(type, operands, () -> {
            String register = generator.register(type);
            generator
                    .code()
                    .line("Texts.trim(" + leading + ", " + trailing + ", " + arguments(operands) + ", " + register
                            + ");");
            return register;
        });
    }

    /** LIKE, with a constant pattern compiled beforehand. */
    static @Nullable Value like(RexCall call, ExpressionGenerator generator) {
        SqlLikeOperator operator = (SqlLikeOperator) call.getOperator();
        List<RexNode> operands = call.getOperands();
        String escape = operands.size() < 3 ? "" : constantText(operands.get(2));
        if (!operator.isCaseSensitive() || escape == null) {
            return null;
        }
        Value text = generator.generate(operands.get(0));
        String pattern = constantText(operands.get(1));
        String not = operator.isNegated() ? "!" : "";
        if (pattern != null && text.type().kind() == TypeKind.VARCHAR) {
            LikePattern compiled = LikePattern.of(pattern, escape);
            String constant = generator.target().constant(compiled, "LikePattern");
            return generator.strict(
                    LogicCalls.BOOLEAN, List.of(text), () -> not + constant + ".matches(" + text.text() + ")");
        }
        List<Value> both = new ArrayList<>(List.of(text, generator.generate(operands.get(1))));
        if (!areText(both)) {
            return null;
        }
        String cache = generator.target().register("LikeCache");
        String quoted = generator.target().constant(escape, "String");
        return generator.strict(
                LogicCalls.BOOLEAN, both, () -> not + cache + ".matches(" + arguments(both) + ", " + quoted + ")");
    }

    /** {@code SPLIT_INDEX(text, delimiter, index)}: NULL where there are not so many parts. */
    static @Nullable Value splitIndex(RexCall call, ExpressionGenerator generator) {
        List<Value> operands = generator.operands(call);
        if (!areText(operands.subList(0, 2))
                || !NumberCode.isInteger(operands.get(2).type())) {
            return null;
        }
        return found("Texts.splitIndex", call, operands, generator);
    }

    /** {@code REGEXP_EXTRACT(text, expression [, group])}: NULL where the expression does not match. */
    static @Nullable Value regexpExtract(RexCall call, ExpressionGenerator generator) {
        List<Value> operands = generator.operands(call);
        String expression = constantText(call.getOperands().get(1));
        if (expression != null) {
            RegularExpression.check(expression);
        }
        if (!areText(operands.subList(0, 2))
                || !operands.stream().skip(2).allMatch(v -> NumberCode.isInteger(v.type()))) {
            return null;
        }
        return found(generator.target().register("RegularExpression") + ".extract", call, operands, generator);
    }

    /** A function of the runtime that takes the operands and writes a string, or says that there is none. */
    private static Value found(String function, RexCall call, List<Value> operands, ExpressionGenerator generator) {
        DataType type = ExpressionGenerator.typeOf(call);
        String isNull = generator.anyNull(operands);
        if (isNull.equals(Value.ALWAYS)) {
            return ExpressionGenerator.nullOf(type);
        }
        String register = generator.register(type);
        String missing = generator.variable("boolean", "n", "true");
        Runnable assignment = () -> {
            generator.writePlace();
            generator.code().line(missing + " = !" + function + "(" + arguments(operands) + ", " + register + ");");
        };
        if (isNull.equals(Value.NEVER)) {
            assignment.run();
        } else {
            generator.block("if (!" + isNull + ")", assignment);
        }
        return new Value(type, register, missing);
    }

    private static @Nullable String constantText(RexNode node) {
        return node instanceof RexLiteral literal && !literal.isNull() ? literal.getValueAs(String.class) : null;
    }
}
