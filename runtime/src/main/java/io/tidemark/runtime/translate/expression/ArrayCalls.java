package io.tidemark.runtime.translate.expression;

import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.sql.error.CodedException;
import java.util.List;
import org.apache.calcite.rex.RexCall;
import org.jspecify.annotations.Nullable;

/** Functions of arrays, and conversions of all their elements. */
final class ArrayCalls {

    private static final int MAX_DECIMAL_DIGITS = 38;

    private ArrayCalls() {}

    /** ARRAY[…]. */
    static Value construct(RexCall call, ExpressionGenerator generator) {
        DataType type = ExpressionGenerator.typeOf(call);
        List<Value> elements = generator.operands(call).stream()
                .map(element -> Conversions.to(type.arrayElement(), element, generator))
                .toList();
        String writer = generator.target().register("ArrayWriter");
        generator.writePlace();
        generator.code().line(writer + ".clear();");
        elements.forEach(element -> add(element, writer, generator));
        return Value.of(type, taken(type, writer, generator));
    }

    /** {@code array[index]}, from 1: NULL where there is no such element. */
    static @Nullable Value item(RexCall call, ExpressionGenerator generator) {
        List<Value> operands = generator.operands(call);
        Value array = operands.get(0);
        Value index = operands.get(1);
        DataType type = ExpressionGenerator.typeOf(call);
        String isNull = generator.anyNull(operands);
        if (isNull.equals(Value.ALWAYS)) {
            return ExpressionGenerator.nullOf(type);
        }
        if (array.type().kind() != TypeKind.ARRAY || !NumberCode.isInteger(index.type())) {
            return null;
        }
        String reader = generator.target().register("ArrayReader");
        String arguments = array.text() + ", " + index.text() + ", " + reader;
        String found = generator.declare(
                "boolean",
                "v",
                (isNull.equals(Value.NEVER) ? "" : "!" + isNull + " && ") + "ArrayFunctions.find(" + arguments + ")");
        String result = generator.variableOf(type);
        generator.block("if (" + found + ")", () -> {
            Value element = loaded(array.type().arrayElement(), reader, generator);
            generator.assign(
                    type, result, Conversions.to(type, element, generator).text());
        });
        return new Value(type, result, generator.declare("boolean", "n", "!" + found));
    }

    /** CARDINALITY, ARRAY_LENGTH. */
    static @Nullable Value count(RexCall call, ExpressionGenerator generator) {
        List<Value> operands = generator.operands(call);
        if (operands.size() != 1 || operands.get(0).type().kind() != TypeKind.ARRAY) {
            return null;
        }
        return generator.strict(
                ExpressionGenerator.typeOf(call),
                operands,
                () -> "ArrayFunctions.count(" + operands.get(0).text() + ")");
    }

    /** A comparison of arrays: of their bytes, where elements are numbers of one type or are brought to one. */
    static Value compare(String operator, Value left, Value right, ExpressionGenerator generator) {
        DataType one = left.type();
        DataType other = right.type();
        if (Conversions.sameForm(one, other) || Conversions.sameForm(other, one)) {
            return ComparisonCalls.bytes(operator, left, right, generator);
        }
        if (one.kind() != other.kind()
                || !NumberCode.isNumeric(one.arrayElement())
                || !NumberCode.isNumeric(other.arrayElement())) {
            throw CodedException.unsupported("comparing " + one + " with " + other);
        }
        DataType common = DataType.array(common(one.arrayElement(), other.arrayElement()));
        return ComparisonCalls.bytes(
                operator, Conversions.to(common, left, generator), Conversions.to(common, right, generator), generator);
    }

    private static DataType common(DataType one, DataType other) {
        return NumberCode.isApproximate(one) || NumberCode.isApproximate(other)
                ? DataType.of(TypeKind.DOUBLE)
                : DataType.decimal(MAX_DECIMAL_DIGITS, Math.max(one.scale(), other.scale()));
    }

    /** ARRAY_CONTAINS(array, element): NULL if either is, else whether an element is equal. */
    static @Nullable Value contains(RexCall call, ExpressionGenerator generator) {
        List<Value> operands = generator.operands(call);
        if (generator.anyNull(operands).equals(Value.ALWAYS)) {
            return ExpressionGenerator.nullOf(LogicCalls.BOOLEAN);
        }
        Value array = operands.get(0);
        DataType looked = operands.get(1).type();
        if (array.type().kind() != TypeKind.ARRAY || !isComparable(array.type().arrayElement(), looked)) {
            throw CodedException.unsupported("ARRAY_CONTAINS of " + looked + " in " + array.type());
        }
        String writer = generator.target().register("ArrayWriter");
        return generator.strict(LogicCalls.BOOLEAN, operands, () -> {
            Value element = wanted(array.type().arrayElement(), operands.get(1), generator);
            generator.code().line(writer + ".clear();");
            add(element, writer, generator);
            return "ArrayFunctions.contains(" + array.text() + ", " + writer + ")";
        });
    }

    /** Whether a value can be looked for among elements without being rounded or cut. */
    private static boolean isComparable(DataType element, DataType wanted) {
        if (element.kind() == wanted.kind()) {
            boolean decimals = element.kind() == TypeKind.DECIMAL;
            return decimals
                    ? element.scale() >= wanted.scale()
                    : element.kind() != TypeKind.ARRAY || element.equals(wanted);
        }
        boolean exact = NumberCode.isExact(element) || NumberCode.isApproximate(element);
        return (exact && NumberCode.isInteger(wanted))
                || (NumberCode.isApproximate(element) && NumberCode.isApproximate(wanted))
                || (TimeCode.isDateOrTimestamp(element) && wanted.kind() == TypeKind.DATE);
    }

    /** The value as the elements lie; where integers of different width look the same, as it is. */
    private static Value wanted(DataType element, Value value, ExpressionGenerator generator) {
        DataType type = value.type();
        boolean sameForm = element.kind() == type.kind() && element.kind() != TypeKind.DECIMAL;
        boolean integers = NumberCode.isInteger(element) && NumberCode.isInteger(type);
        if (sameForm || integers || (NumberCode.isApproximate(element) && NumberCode.isApproximate(type))) {
            return value;
        }
        DataType whole =
                element.kind() == TypeKind.DECIMAL ? DataType.decimal(MAX_DECIMAL_DIGITS, element.scale()) : element;
        return Conversions.to(whole, value, generator);
    }

    /** An array with each element cast; null if there is no cast between the elements. */
    static @Nullable Value cast(DataType type, Value array, ExpressionGenerator generator) {
        return mapped(type, array, element -> Conversions.cast(type.arrayElement(), element, generator), generator);
    }

    /** What becomes of an element, or null if there is no such conversion. */
    @FunctionalInterface
    interface ElementConversion {
        @Nullable
        Value of(Value element);
    }

    /** An array with each element converted, NULL staying NULL; null if it is no array, or there is no conversion. */
    static @Nullable Value mapped(
            DataType type, Value array, ElementConversion conversion, ExpressionGenerator generator) {
        if (array.type().kind() != TypeKind.ARRAY) {
            return null;
        }
        String reader = generator.target().register("ArrayReader");
        String writer = generator.target().register("ArrayWriter");
        boolean[] done = new boolean[1];
        Value cast = generator.strict(type, List.of(array), () -> {
            generator.code().line(reader + ".start(" + bytes(array.text()) + ");");
            generator.code().line(writer + ".clear();");
            generator.block("while (" + reader + ".next())", () -> {
                String isNull = generator.declare("boolean", "n", reader + ".isNull()");
                generator.branch(isNull, () -> generator.code().line(writer + ".addNull();"), () -> {
                    Value element = loaded(array.type().arrayElement(), reader, generator);
                    Value converted = conversion.of(element);
                    done[0] = converted != null;
                    if (converted != null) {
                        add(converted, writer, generator);
                    }
                });
            });
            return taken(type, writer, generator);
        });
        return done[0] ? cast : null;
    }

    /** The element that a reader has gone to, which is not NULL. */
    private static Value loaded(DataType type, String reader, ExpressionGenerator generator) {
        return switch (Value.javaType(type)) {
            case "boolean" -> Value.of(type, generator.declare("boolean", "v", reader + ".longValue() != 0L"));
            case "long" -> Value.of(type, generator.declare("long", "v", reader + ".longValue()"));
            case "double" -> Value.of(type, generator.declare("double", "v", reader + ".doubleValue()"));
            case "Int128" -> {
                String high = generator.declare("long", "v", reader + ".highValue()");
                yield Value.of(type, Value.pair(high, generator.declare("long", "v", reader + ".longValue()")));
            }
            default -> {
                String register = generator.register(type);
                generator
                        .code()
                        .line(register + ".point(" + reader + ".valueBytes(), " + reader + ".valueOffset(), " + reader
                                + ".valueLength());");
                yield Value.of(type, register);
            }
        };
    }

    private static void add(Value element, String writer, ExpressionGenerator generator) {
        String nothing = writer + ".addNull();";
        if (element.alwaysNull()) {
            generator.code().line(nothing);
            return;
        }
        String something = writer + "." + adding(element) + ";";
        generator
                .code()
                .line(
                        element.neverNull()
                                ? something
                                : "if (" + element.isNull() + ") " + nothing + " else " + something);
    }

    private static String adding(Value element) {
        String text = element.text();
        return switch (Value.javaType(element.type())) {
            case "boolean" -> "addBoolean(" + text + ")";
            case "long" -> "addLong(" + text + ")";
            case "double" -> "addDouble(" + text + ")";
            case "Int128" -> "addInt128(" + Value.halves(text) + ")";
            default -> (element.type().kind() == TypeKind.ARRAY ? "addArray(" : "addBytes(") + bytes(text) + ")";
        };
    }

    private static String bytes(String slice) {
        return slice + ".bytes, " + slice + ".offset, " + slice + ".length";
    }

    private static String taken(DataType type, String writer, ExpressionGenerator generator) {
        String register = generator.register(type);
        generator.code().line("ArrayFunctions.take(" + writer + ", " + register + ");");
        return register;
    }
}
