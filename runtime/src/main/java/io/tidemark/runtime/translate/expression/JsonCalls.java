package io.tidemark.runtime.translate.expression;

import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.runtime.translate.library.JsonPath;
import io.tidemark.sql.error.CodedException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * Functions of JSON text with a path, and those that make JSON of values. Paths are read when the plan is translated.
 *
 * <p>Behind JSON and path, a call has what is to be given on empty and on error: the name of a behavior, a default value if the behavior is
 * DEFAULT, and EMPTY or ERROR. <b>Errors</b>: {@code FEAT-01} for a path that is no literal, and for types that JSON has no form for.
 */
final class JsonCalls {

    private static final DataType TEXT = DataType.of(TypeKind.VARCHAR);
    private static final String FOUND = "0";
    private static final String EMPTY = "2";
    private static final String ERROR = "3";

    /** Functions whose value is JSON already, so that it stands in other JSON as it is. */
    private static final Set<String> JSON_VALUES =
            Set.of("JSON_OBJECT", "JSON_ARRAY", "JSON_QUERY", "->", "JSON_VALUE_EXPRESSION");

    private JsonCalls() {}

    /** A step into JSON by a name or by an index, each a method of its own. */
    static CallTable.CallGenerator step(String byName, String byIndex) {
        return (call, generator) -> {
            RexNode step = call.getOperands().get(1);
            boolean index = NumberCode.isInteger(ExpressionGenerator.typeOf(step));
            return TextCalls.sometimes("JsonFunctions:" + (index ? byIndex : byName), index ? "ti" : "tt")
                    .generate(call, generator);
        };
    }

    /** IS JSON and its kin; NULL is no JSON. */
    static CallTable.CallGenerator is(String method, boolean negated) {
        return (call, generator) -> {
            Value text = generator.generate(call.getOperands().get(0));
            if (text.type().kind() != TypeKind.VARCHAR || text.alwaysNull()) {
                return Value.of(LogicCalls.BOOLEAN, Boolean.toString(negated));
            }
            String json = generator.target().register("JsonFunctions");
            String holds = (text.neverNull() ? "" : "!" + text.isNull() + " && ") + json + "." + method + "("
                    + text.text() + ")";
            return Value.of(
                    LogicCalls.BOOLEAN, generator.declare("boolean", "v", negated ? "!(" + holds + ")" : holds));
        };
    }

    static Value exists(RexCall call, ExpressionGenerator generator) {
        String behavior = call.getOperands().size() < 3
                ? "FALSE"
                : symbol(call.getOperands().get(2));
        Outcome outcome = new Outcome(call, LogicCalls.BOOLEAN, generator);
        return outcome.of("exists(", () -> {
            outcome.on(FOUND, () -> outcome.give(Value.of(LogicCalls.BOOLEAN, "true")));
            outcome.on(EMPTY, () -> outcome.give(Value.of(LogicCalls.BOOLEAN, "false")));
            if (behavior.equals("ERROR")) {
                outcome.on(ERROR, outcome::fail);
            } else if (!behavior.equals("UNKNOWN")) {
                String value = behavior.toLowerCase(Locale.ROOT);
                outcome.on(ERROR, () -> outcome.give(Value.of(LogicCalls.BOOLEAN, value)));
            }
        });
    }

    static Value value(RexCall call, ExpressionGenerator generator) {
        Outcome outcome = new Outcome(call, ExpressionGenerator.typeOf(call), generator);
        Behavior onEmpty = behavior(call.getOperands(), "EMPTY");
        Behavior onError = behavior(call.getOperands(), "ERROR");
        return outcome.of("value(", () -> {
            outcome.on(FOUND, () -> outcome.read(!onError.name.equals("ERROR")));
            outcome.on(EMPTY, () -> give(onEmpty, outcome, generator));
            outcome.on(ERROR, () -> give(onError, outcome, generator));
        });
    }

    static Value query(RexCall call, ExpressionGenerator generator) {
        List<RexNode> operands = call.getOperands();
        DataType type = ExpressionGenerator.typeOf(call);
        if (type.kind() != TypeKind.VARCHAR) {
            throw CodedException.unsupported("JSON_QUERY RETURNING " + type);
        }
        Outcome outcome = new Outcome(call, type, generator);
        int wrapper = switch (symbol(operands.get(2))) {
            case "WITHOUT_ARRAY" -> 0;
            case "WITH_CONDITIONAL_ARRAY" -> 1;
            default -> 2;
        };
        return outcome.of("query(" + wrapper + ", ", () -> {
            outcome.on(FOUND, () -> outcome.read(false));
            outcome.on(EMPTY, () -> give(new Behavior(symbol(operands.get(3)), null), outcome, generator));
            outcome.on(ERROR, () -> give(new Behavior(symbol(operands.get(4)), null), outcome, generator));
        });
    }

    private record Behavior(String name, @Nullable RexNode otherwise) {}

    private static Behavior behavior(List<RexNode> operands, String when) {
        for (int i = 2; i < operands.size(); i++) {
            String name = symbol(operands.get(i));
            RexNode otherwise = name.equals("DEFAULT") ? operands.get(++i) : null;
            if (symbol(operands.get(++i)).equals(when)) {
                return new Behavior(name, otherwise);
            }
        }
        return new Behavior("NULL", null);
    }

    private static void give(Behavior behavior, Outcome outcome, ExpressionGenerator generator) {
        if (behavior.otherwise != null) {
            outcome.give(Conversions.to(outcome.type, generator.generate(behavior.otherwise), generator));
            return;
        }
        switch (behavior.name) {
            case "ERROR" -> outcome.fail();
            case "EMPTY_ARRAY" -> outcome.give(constant("[]", generator));
            case "EMPTY_OBJECT" -> outcome.give(constant("{}", generator));
            default -> {}
        }
    }

    private static Value constant(String text, ExpressionGenerator generator) {
        return LiteralCode.text(TEXT, text.getBytes(StandardCharsets.UTF_8), generator);
    }

    private static String symbol(RexNode node) {
        return node instanceof RexLiteral literal && literal.getValue() instanceof Enum<?> symbol ? symbol.name() : "";
    }

    /** What a method found at a path, in generated code: a value, NULL, nothing, or an error. */
    private static final class Outcome {
        private final DataType type;
        private final ExpressionGenerator generator;
        private final Value document;
        private final String path;
        private final String functions;
        private final String register;
        private final String result;
        private final String isNull;
        private final String found;

        Outcome(RexCall call, DataType type, ExpressionGenerator generator) {
            this.type = type;
            this.generator = generator;
            RexNode pathNode = call.getOperands().get(1);
            String text = pathNode instanceof RexLiteral literal ? literal.getValueAs(String.class) : null;
            document = generator.generate(call.getOperands().get(0));
            if (text == null || (document.type().kind() != TypeKind.VARCHAR && !document.alwaysNull())) {
                throw CodedException.unsupported(call.getOperator().getName() + " of these operands")
                        .hint("it takes text, and a path that is a literal");
            }
            path = generator.target().constant(JsonPath.of(text), "JsonPath");
            functions = generator.target().register("JsonFunctions");
            register = generator.register(TEXT);
            result = generator.variableOf(type);
            isNull = generator.variable("boolean", "n", "true");
            found = generator.variable("int", "c", "1");
        }

        /** Calls the method and writes what follows from what it found. */
        Value of(String method, Runnable then) {
            if (document.alwaysNull()) {
                return ExpressionGenerator.nullOf(type);
            }
            generator.block("if (!" + document.isNull() + ")", () -> {
                generator.writePlace();
                generator
                        .code()
                        .line(found + " = " + functions + "." + method + document.text() + ", " + path + ", " + register
                                + ");");
                then.run();
            });
            return new Value(type, result, isNull);
        }

        void on(String outcome, Runnable then) {
            generator.block("if (" + found + " == " + outcome + ")", then);
        }

        void give(Value value) {
            if (!value.alwaysNull()) {
                generator.assign(type, result, value.text());
            }
            generator.code().line(isNull + " = " + value.isNull() + ";");
        }

        void fail() {
            generator.code().line(functions + ".fail();");
        }

        /** Takes the text as a value of the type; what can't be is another outcome if {@code caught}. */
        void read(boolean caught) {
            Runnable read = () -> {
                Value cast = Conversions.cast(type, Value.of(TEXT, register), generator);
                if (cast == null) {
                    throw CodedException.unsupported("JSON_VALUE RETURNING " + type);
                }
                give(cast);
            };
            if (!caught || type.kind() == TypeKind.VARCHAR) {
                read.run();
                return;
            }
            generator.block("try", read);
            generator.block(
                    "catch (CodedException notCastable)", () -> generator.code().line(found + " = " + ERROR + ";"));
        }
    }

    /** JSON_OBJECT(null clause, name, value, …) or JSON_ARRAY(null clause, value, …). */
    static Value construct(RexCall call, ExpressionGenerator generator, boolean object) {
        List<RexNode> operands = call.getOperands();
        boolean keepsNulls = symbol(operands.get(0)).equals("NULL_ON_NULL");
        String builder = generator.target().register("JsonBuilder");
        DataType type = ExpressionGenerator.typeOf(call);
        generator.code().line(builder + ".begin(" + object + ");");
        for (int i = 1; i < operands.size(); i++) {
            Value name = object ? generator.generate(operands.get(i++)) : constant("", generator);
            if (name.type().kind() != TypeKind.VARCHAR) {
                throw CodedException.unsupported("a JSON name of type " + name.type());
            }
            RexNode node = operands.get(i);
            Value value = generator.generate(node);
            String key = object ? builder + ".name(" + name.text() + ", " + name.isNull() + "); " : "";
            generator.writePlace();
            if (!value.alwaysNull()) {
                String guard = value.neverNull() ? "" : "if (!" + value.isNull() + ") ";
                generator.code().line(guard + "{ " + key + builder + "." + written(node, value) + "; }");
            }
            if (keepsNulls && !value.neverNull()) {
                generator.code().line("if (" + value.isNull() + ") { " + key + builder + ".nothing(); }");
            }
        }
        String register = generator.register(type);
        generator.writePlace();
        generator.code().line(builder + ".end(" + register + ");");
        return Value.of(type, register);
    }

    private static String written(RexNode node, Value value) {
        boolean json = node instanceof RexCall call
                && JSON_VALUES.contains(call.getOperator().getName());
        String text = value.text();
        return switch (value.type().kind()) {
            case BOOLEAN -> "truth(" + text + ")";
            case TINYINT, SMALLINT, INT, BIGINT -> "whole(" + text + ")";
            case REAL, DOUBLE -> "number(" + text + ")";
            case DECIMAL -> "decimal(" + NumberCode.of(value).asBigDecimal() + ")";
            case VARCHAR -> (json ? "json(" : "text(") + text + ")";
            case DATE -> "date(" + text + ")";
            case TIME -> "time(" + text + ")";
            case TIMESTAMP -> "timestamp(" + text + ")";
            case TIMESTAMP_LTZ -> "instant(" + text + ")";
            default -> throw CodedException.unsupported("JSON of a value of type " + value.type());
        };
    }
}
