package io.tidemark.runtime.translate.expression;

import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.PhysicalKind;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.runtime.translate.function.DateFormat;
import io.tidemark.runtime.translate.function.LikePattern;
import io.tidemark.runtime.translate.function.RegularExpression;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
            DateFormat.check(pattern);
        }
        if (!TimeCode.isDateOrTimestamp(operands.get(0).type()) || !areText(operands.subList(1, 2))) {
            return null;
        }
        DataType type = ExpressionGenerator.typeOf(call);
        String format = generator.target().register("DateFormat");
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

    /**
     * A function of the runtime: {@code Class.method}, or {@code Class:method} of an object that each call has of its own. It writes text or bytes
     * into a register that comes last, or returns a value of another type.
     *
     * @param kinds a letter for each operand, of which the last may be missing: t text, v text or bytes, i an integer, d a number as a double
     */
    static CallTable.CallGenerator calling(String function, String kinds) {
        return (call, generator) -> {
            List<Value> operands = generator.operands(call);
            List<String> arguments = arguments(operands, kinds);
            if (arguments.isEmpty()) {
                return null;
            }
            String invoked = method(function, generator);
            DataType type = ExpressionGenerator.typeOf(call);
            if (type.physical() != PhysicalKind.BYTES) {
                return generator.strict(type, operands, () -> invoked + "(" + String.join(", ", arguments) + ")");
            }
            return generator.strict(type, operands, () -> {
                String register = generator.register(type);
                generator.code().line(invoked + "(" + String.join(", ", arguments) + ", " + register + ");");
                return register;
            });
        };
    }

    /** As {@link #calling}, of a function that returns whether its value is not NULL. */
    static CallTable.CallGenerator sometimes(String function, String kinds) {
        return (call, generator) -> {
            List<Value> operands = generator.operands(call);
            List<String> arguments = arguments(operands, kinds);
            DataType type = ExpressionGenerator.typeOf(call);
            return arguments.isEmpty()
                    ? null
                    : sometimes(type, operands, method(function, generator), String.join(", ", arguments), generator);
        };
    }

    /** The value that a method writes into a register if it returns true. */
    static Value sometimes(
            DataType type, List<Value> operands, String method, String arguments, ExpressionGenerator generator) {
        String anyNull = generator.anyNull(operands);
        if (anyNull.equals(Value.ALWAYS)) {
            return ExpressionGenerator.nullOf(type);
        }
        String register = generator.register(type);
        String isNull = generator.variable("boolean", "n", "true");
        generator.block("if (!" + anyNull + ")", () -> {
            generator.writePlace();
            generator.code().line(isNull + " = !" + method + "(" + arguments + ", " + register + ");");
        });
        return new Value(type, register, isNull);
    }

    private static String method(String function, ExpressionGenerator generator) {
        int colon = function.indexOf(':');
        return colon < 0
                ? function
                : generator.target().register(function.substring(0, colon)) + "." + function.substring(colon + 1);
    }

    /** The operands as arguments; none if there is one that a function does not take. */
    private static List<String> arguments(List<Value> operands, String kinds) {
        List<String> arguments = new ArrayList<>();
        for (int i = 0; i < operands.size(); i++) {
            Value operand = operands.get(i);
            DataType type = operand.type();
            boolean fits = switch (kinds.charAt(i)) {
                case 't' -> type.kind() == TypeKind.VARCHAR;
                case 'v' -> type.kind() == TypeKind.VARCHAR || type.kind() == TypeKind.VARBINARY;
                case 'i' -> NumberCode.isInteger(type);
                default -> NumberCode.isNumeric(type);
            };
            if (!fits && !operand.alwaysNull()) {
                return List.of();
            }
            boolean asDouble = kinds.charAt(i) == 'd' && fits;
            arguments.add(asDouble ? ComparisonCalls.asDouble(operand) : operand.text());
        }
        return arguments;
    }

    /** CONCAT, for which NULL is an empty text. */
    static @Nullable Value concatAll(RexCall call, ExpressionGenerator generator) {
        List<Value> texts = asText(call.getOperands(), generator);
        if (texts.isEmpty()) {
            return null;
        }
        DataType type = ExpressionGenerator.typeOf(call);
        String register = generator.register(type);
        generator.writePlace();
        generator.code().line(register + ".clear();");
        texts.stream()
                .filter(text -> !text.alwaysNull())
                .forEach(text -> generator.code().line(unlessNull(text) + register + ".append(" + text.text() + ");"));
        return Value.of(type, register);
    }

    /** CONCAT_WS, which leaves NULL out. */
    static @Nullable Value concatSeparated(RexCall call, ExpressionGenerator generator) {
        List<Value> texts = asText(call.getOperands(), generator);
        if (texts.isEmpty()) {
            return null;
        }
        DataType type = ExpressionGenerator.typeOf(call);
        Value separator = texts.get(0);
        return generator.strict(type, List.of(separator), () -> {
            String register = generator.register(type);
            String begun = generator.variable("boolean", "b", "false");
            generator.code().line(register + ".clear();");
            for (Value text : texts.subList(1, texts.size())) {
                if (!text.alwaysNull()) {
                    generator.code().open("if (!" + text.isNull() + ")");
                    generator.code().line("if (" + begun + ") " + register + ".append(" + separator.text() + ");");
                    generator.code().line(register + ".append(" + text.text() + ");");
                    generator.code().line(begun + " = true;");
                    generator.code().close();
                }
            }
            return register;
        });
    }

    private static String unlessNull(Value value) {
        return value.neverNull() ? "" : "if (!" + value.isNull() + ") ";
    }

    /** The values of expressions as text; none if there is one that can't be. */
    private static List<Value> asText(List<RexNode> expressions, ExpressionGenerator generator) {
        List<Value> texts = new ArrayList<>();
        for (RexNode expression : expressions) {
            Value text = Conversions.cast(DataType.of(TypeKind.VARCHAR), generator.generate(expression), generator);
            if (text == null) {
                return List.of();
            }
            texts.add(text);
        }
        return texts;
    }

    /** TO_HEX of bytes, text or an integer, whose type says how many digits a negative one has. */
    static @Nullable Value toHex(RexCall call, ExpressionGenerator generator) {
        DataType operand = ExpressionGenerator.typeOf(call.getOperands().get(0));
        if (!NumberCode.isInteger(operand)) {
            return calling("Encodings.toHex", "v").generate(call, generator);
        }
        boolean wide = operand.kind() == TypeKind.BIGINT;
        return calling(wide ? "Encodings.toHexLong" : "Encodings.toHexInt", "i").generate(call, generator);
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
        if (escape == null) {
            return null;
        }
        boolean lower = !operator.isCaseSensitive();
        Value text = small(lower, generator.generate(operands.get(0)), generator);
        String pattern = constantText(operands.get(1));
        String not = operator.isNegated() ? "!" : "";
        if (pattern != null && text.type().kind() == TypeKind.VARCHAR) {
            LikePattern compiled = LikePattern.of(lower ? pattern.toLowerCase(Locale.ROOT) : pattern, escape);
            String constant = generator.target().constant(compiled, "LikePattern");
            return generator.strict(
                    LogicCalls.BOOLEAN, List.of(text), () -> not + constant + ".matches(" + text.text() + ")");
        }
        List<Value> both = new ArrayList<>(List.of(text, small(lower, generator.generate(operands.get(1)), generator)));
        if (!areText(both)) {
            return null;
        }
        String cache = generator.target().register("LikeCache");
        String quoted = generator.target().constant(escape, "String");
        return generator.strict(
                LogicCalls.BOOLEAN, both, () -> not + cache + ".matches(" + arguments(both) + ", " + quoted + ")");
    }

    /** A text in small letters, if it has to be. */
    private static Value small(boolean lower, Value text, ExpressionGenerator generator) {
        if (!lower || text.type().kind() != TypeKind.VARCHAR) {
            return text;
        }
        DataType type = DataType.of(TypeKind.VARCHAR);
        return generator.strict(type, List.of(text), () -> {
            String register = generator.register(type);
            generator.code().line("Texts.lower(" + text.text() + ", " + register + ");");
            return register;
        });
    }

    /** SIMILAR TO, whose pattern is read as a regular expression. */
    static @Nullable Value similar(RexCall call, ExpressionGenerator generator) {
        boolean negated = ((SqlLikeOperator) call.getOperator()).isNegated();
        List<Value> operands = generator.operands(call);
        if (!areText(operands)) {
            return null;
        }
        String cache = generator.target().register("RegexCache");
        String not = negated ? "!" : "";
        return generator.strict(
                LogicCalls.BOOLEAN, operands, () -> not + cache + ".similar(" + arguments(operands) + ")");
    }

    /** {@code REGEXP_EXTRACT(text, expression [, group])}: NULL where the expression does not match. */
    static @Nullable Value regexpExtract(RexCall call, ExpressionGenerator generator) {
        String expression = constantText(call.getOperands().get(1));
        if (expression != null) {
            RegularExpression.check(expression);
        }
        return sometimes("RegularExpression:extract", "tti").generate(call, generator);
    }

    private static @Nullable String constantText(RexNode node) {
        return node instanceof RexLiteral literal && !literal.isNull() ? literal.getValueAs(String.class) : null;
    }
}
