package io.tidemark.runtime.translate.expression;

import io.tidemark.planner.validate.ExpressionPosition;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.translate.code.Code;
import io.tidemark.runtime.translate.code.GeneratedClass;
import io.tidemark.runtime.translate.type.TypeMapper;
import io.tidemark.sql.error.CodedException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;

/**
 * Writes the statements that compute expressions for the row at position {@code p} into one method body.
 *
 * <p>An expression is computed once in a scope; what stands in a branch is computed in the branch only. A subtree too big for one method goes
 * into a method of its own.
 *
 * <p>Before what can fail, the local {@code at} is set to the place of the call in the statement, and back after it: where an error comes out,
 * {@code at} tells the call, or one around it.
 */
final class ExpressionGenerator {

    private final GeneratedClass target;
    private final Code code;
    private final boolean nulls;
    private final TranslationContext context;
    private final Deque<Map<RexNode, Value>> scopes = new ArrayDeque<>();
    private final TreeSet<Integer> columnsUsed = new TreeSet<>();
    private int callsWritten;
    private int place;
    private int placesWritten;

    /**
     * Makes one for a method body.
     *
     * @param nulls whether columns may hold NULLs; without, their validity is not looked at
     */
    ExpressionGenerator(GeneratedClass target, Code code, boolean nulls, TranslationContext context) {
        this.target = target;
        this.code = code;
        this.nulls = nulls;
        this.context = context;
        scopes.push(new HashMap<>());
    }

    Code code() {
        return code;
    }

    GeneratedClass target() {
        return target;
    }

    TranslationContext context() {
        return context;
    }

    /** The columns that the statements written so far read directly. */
    SortedSet<Integer> columnsUsed() {
        return columnsUsed;
    }

    /** Writes what computes an expression, unless it has been computed in this scope. */
    Value generate(RexNode expression) {
        Optional<Value> known = known(expression);
        if (known.isPresent()) {
            return known.get();
        }
        Value value = compute(expression);
        scope().put(expression, value);
        return value;
    }

    /** The value of an expression that has been computed for each row that comes to this point. */
    Optional<Value> known(RexNode expression) {
        return scopes.stream()
                .map(scope -> scope.get(expression))
                .filter(Objects::nonNull)
                .findFirst();
    }

    /**
     * Whether computing an expression costs less than a branch that the processor guesses wrongly, and can't fail: comparisons between numbers
     * or times that are at hand.
     */
    boolean isCheap(RexNode expression) {
        if (expression instanceof RexLiteral
                || expression instanceof RexInputRef
                || known(expression).isPresent()) {
            return Value.isPrimitive(typeOf(expression));
        }
        boolean connects = expression.getKind() == SqlKind.AND || expression.getKind() == SqlKind.OR;
        if (!connects && !SqlKind.COMPARISON.contains(expression.getKind())) {
            return false;
        }
        List<RexNode> operands = ((RexCall) expression).getOperands();
        return operands.stream().allMatch(this::isCheap)
                && (connects
                        || isScaled(operands.get(0), operands.get(1))
                        || isScaled(operands.get(1), operands.get(0)));
    }

    /** Whether two operands can be compared as they are, or after scaling the second, a literal. */
    private static boolean isScaled(RexNode operand, RexNode other) {
        DataType type = typeOf(operand);
        DataType otherType = typeOf(other);
        return other instanceof RexLiteral
                ? type.scale() >= otherType.scale()
                : type.kind() == otherType.kind() && type.scale() == otherType.scale();
    }

    private Value compute(RexNode expression) {
        if (expression instanceof RexInputRef column) {
            return load(column.getIndex());
        }
        if (expression instanceof RexLiteral literal) {
            return LiteralCode.generate(literal, this);
        }
        if (expression instanceof RexCall call) {
            int nodes = context.size().nodes(call);
            if (callsWritten >= ExpressionSize.METHOD_NODES && nodes >= ExpressionSize.LEAST_NODES) {
                return outlined(call);
            }
            callsWritten++;
            return placed(call);
        }
        throw CodedException.unsupported("expression \"" + expression + "\"");
    }

    private Value placed(RexCall call) {
        int around = place;
        int before = placesWritten;
        place = ExpressionPosition.of(call).map(target::place).orElse(around);
        Value value = CallTable.generate(ExpressionSize.nested(call, context.rexBuilder()), this);
        boolean moved = placesWritten > before && place != around;
        place = around;
        if (moved) {
            writePlace();
        }
        return value;
    }

    /** Writes down where the call stands whose code follows, because it can fail. */
    void writePlace() {
        code.line("at = " + place + ";");
        placesWritten++;
    }

    /** Whether the statements written so far say where they stand, in a local that the method has to declare. */
    boolean hasPlaces() {
        return placesWritten > 0;
    }

    /** Puts a call into a method of its own: the value is returned, what else belongs to it is left in fields. */
    private Value outlined(RexCall call) {
        Code body = new Code(3);
        DataType type = typeOf(call);
        boolean wide = Value.isWide(type);
        String javaType = wide ? "long" : Value.javaType(type);
        String method = target.fresh("e");
        ExpressionGenerator inner = new ExpressionGenerator(target, body, nulls, context);
        inner.place = place;
        Value value = inner.generate(call);
        boolean sometimesNull = !value.neverNull() && !value.alwaysNull();
        String flag = sometimesNull ? target.field("boolean") : value.isNull();
        if (sometimesNull) {
            body.line(flag + " = " + value.isNull() + ";");
        }
        String low = wide ? target.field("long") : "";
        if (wide) {
            body.line(low + " = " + Value.low(value.text()) + ";");
        }
        body.line("return " + (wide ? Value.high(value.text()) : value.text()) + ";");
        target.method(method("private " + javaType + " " + method + "(int p)", body, inner.hasPlaces()));
        String result = declare(javaType, "v", method + "(p)");
        String text = wide ? Value.pair(result, declare("long", "v", low)) : result;
        return new Value(value.type(), text, sometimesNull ? declare("boolean", "n", flag) : flag);
    }

    private static Code method(String header, Code body, boolean places) {
        Code method = new Code(1);
        method.open(header);
        if (places) {
            method.line("int at = 0;");
            method.open("try");
        }
        method.append(body.toString());
        if (places) {
            method.closeAndOpen("catch (CodedException e)");
            method.line("throw RowSelection.placed(e, places[at]);");
            method.close();
        }
        method.close();
        return method;
    }

    private Map<RexNode, Value> scope() {
        return scopes.element();
    }

    private Value load(int index) {
        DataType type = target.input().type(index);
        String column = target.column(index);
        columnsUsed.add(index);
        String isNull = Value.NEVER;
        if (nulls) {
            isNull = declare(
                    "boolean", "n", column + "Valid != null && (" + column + "Valid[p >> 6] & (1L << p)) == 0L");
        }
        String read = column + "[p]";
        return switch (Value.javaType(type)) {
            case "boolean" -> new Value(type, declare("boolean", "v", read + " != 0L"), isNull);
            case "long" -> new Value(type, declare("long", "v", read), isNull);
            case "double" -> new Value(type, declare("double", "v", read), isNull);
            case "Int128" -> {
                String high = declare("long", "v", read);
                yield new Value(type, Value.pair(high, declare("long", "v", column + "Low[p]")), isNull);
            }
            default -> {
                String register = register(type);
                code.line(
                        (nulls ? "if (!" + isNull + ") " : "") + register + ".set(" + column + "Pool, " + read + ");");
                yield new Value(type, register, isNull);
            }
        };
    }

    /** The type of an expression as the engine has it. */
    static DataType typeOf(RexNode expression) {
        return TypeMapper.dataType(expression.getType());
    }

    /** Computes all operands of a call, in order. */
    List<Value> operands(RexCall call) {
        return call.getOperands().stream().map(this::generate).toList();
    }

    /** Declares a local that never changes and returns its name. */
    String declare(String javaType, String prefix, String expression) {
        String name = target.fresh(prefix);
        code.line("final " + javaType + " " + name + " = " + expression + ";");
        return name;
    }

    /** Declares a local with a first value and returns its name. */
    String variable(String javaType, String prefix, String first) {
        String name = target.fresh(prefix);
        code.line(javaType + " " + name + " = " + first + ";");
        return name;
    }

    /** A register for a result of a type that is no primitive. */
    String register(DataType type) {
        return target.register(Value.javaType(type));
    }

    /** Writes a block; what is computed within is not known after it. */
    void block(String header, Runnable body) {
        code.open(header);
        scopes.push(new HashMap<>());
        body.run();
        scopes.pop();
        code.close();
    }

    /** Writes {@code if … else …}. */
    void branch(String condition, Runnable then, Runnable otherwise) {
        code.open("if (" + condition + ")");
        scopes.push(new HashMap<>());
        then.run();
        scopes.pop();
        code.closeAndOpen("else");
        scopes.push(new HashMap<>());
        otherwise.run();
        scopes.pop();
        code.close();
    }

    /** A NULL of a type. */
    static Value nullOf(DataType type) {
        return new Value(type, Value.defaultText(type), Value.ALWAYS);
    }

    /** A Java expression that says whether any of the values is NULL. */
    String anyNull(Collection<Value> values) {
        if (values.stream().anyMatch(Value::alwaysNull)) {
            return Value.ALWAYS;
        }
        List<String> flags = values.stream()
                .filter(value -> !value.neverNull())
                .map(Value::isNull)
                .distinct()
                .toList();
        return switch (flags.size()) {
            case 0 -> Value.NEVER;
            case 1 -> flags.get(0);
            default -> declare("boolean", "n", flags.stream().collect(Collectors.joining(" || ")));
        };
    }

    /**
     * A call that is NULL if any argument is, and else what {@code body} says: it may write statements and returns a Java expression. The body
     * is not run for a row with a NULL argument.
     */
    Value strict(DataType type, Collection<Value> arguments, Supplier<String> body) {
        String isNull = anyNull(arguments);
        if (isNull.equals(Value.ALWAYS)) {
            return nullOf(type);
        }
        if (isNull.equals(Value.NEVER)) {
            writePlace();
            return Value.of(type, held(type, body.get()));
        }
        String name = variableOf(type);
        block("if (!" + isNull + ")", () -> {
            writePlace();
            assign(type, name, body.get());
        });
        return new Value(type, name, isNull);
    }

    /** A text that is a local or a register for what an expression says. */
    private String held(DataType type, String text) {
        return Value.isWide(type) || isName(text) ? text : declare(Value.javaType(type), "v", text);
    }

    /** Declares what can be assigned values of a type: one local, or two for a 128-bit value. */
    String variableOf(DataType type) {
        if (Value.isWide(type)) {
            String high = variable("long", "v", "0L");
            return Value.pair(high, variable("long", "v", "0L"));
        }
        return variable(Value.javaType(type), "v", Value.defaultText(type));
    }

    /** Assigns a value to what {@link #variableOf} has declared. */
    void assign(DataType type, String variable, String text) {
        if (Value.isWide(type)) {
            code.line(Value.high(variable) + " = " + Value.high(text) + ";");
            code.line(Value.low(variable) + " = " + Value.low(text) + ";");
        } else {
            code.line(variable + " = " + text + ";");
        }
    }

    /** A register that holds a 128-bit value. */
    String registerOf(String wide) {
        String register = target.register("Int128");
        code.line(register + ".set(" + Value.halves(wide) + ");");
        return register;
    }

    /** As {@link #strict}, of a Java expression that can't fail: where all are primitives, it is computed without a branch. */
    Value pure(DataType type, Collection<Value> arguments, Supplier<String> body) {
        if (!Value.isPrimitive(type) || !arguments.stream().allMatch(Value::isPrimitive)) {
            return strict(type, arguments, body);
        }
        String isNull = anyNull(arguments);
        if (isNull.equals(Value.ALWAYS)) {
            return nullOf(type);
        }
        return new Value(type, held(type, body.get()), isNull);
    }

    private static boolean isName(String text) {
        return text.chars().allMatch(Character::isJavaIdentifierPart) && !Character.isDigit(text.charAt(0));
    }
}
