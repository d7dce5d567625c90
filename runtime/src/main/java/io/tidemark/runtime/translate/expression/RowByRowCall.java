package io.tidemark.runtime.translate.expression;

import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.runtime.translate.function.CalciteFunction;
import io.tidemark.runtime.translate.type.TypeMapper;
import io.tidemark.sql.error.CodedException;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexSubQuery;

/**
 * A call of a function without code of its own: its operands are computed as always, boxed, and given to Calcite's compiled form of the call.
 *
 * <p>Calcite computes times in milliseconds: a call that takes or makes finer ones is refused. <b>Errors</b>: {@code FEAT-01} for functions that
 * Calcite can't compile, that aren't deterministic, or that touch types the engine doesn't store. <b>Cost</b>: about 100 ns per row.
 */
final class RowByRowCall {

    private static final int MILLI_PRECISION = 3;

    private RowByRowCall() {}

    static Value generate(RexCall call, ExpressionGenerator generator) {
        if (call instanceof RexOver || call instanceof RexSubQuery) {
            throw CodedException.unsupported("\"" + call.getOperator() + "\" within an expression");
        }
        if (!call.getOperator().isDeterministic()) {
            throw CodedException.unsupported("function \"" + call.getOperator() + "\"")
                    .hint("its value is different each time, so that a replay would give another result");
        }
        requireMillis(call, call.getType());
        RelDataTypeFactory.Builder rowType =
                generator.context().rexBuilder().getTypeFactory().builder();
        List<RexNode> operands = new ArrayList<>();
        List<Value> arguments = new ArrayList<>();
        for (RexNode operand : call.getOperands()) {
            if (operand instanceof RexLiteral) {
                operands.add(operand);
                continue;
            }
            requireMillis(call, operand.getType());
            operands.add(generator.context().rexBuilder().makeInputRef(operand.getType(), arguments.size()));
            rowType.add("a" + arguments.size(), operand.getType());
            arguments.add(generator.generate(operand));
        }
        RexCall onRow = call.clone(call.getType(), operands);
        CalciteFunction function = CalciteFunction.compile(
                onRow,
                rowType.build(),
                generator.context().rexBuilder(),
                generator.context().zone());
        generator.target().markSlow();
        return invoke(function, call, arguments, generator);
    }

    private static void requireMillis(RexCall call, RelDataType type) {
        if (!TypeMapper.isScalar(type)) {
            throw CodedException.unsupported("function \"" + call.getOperator() + "\" with type \"" + type + "\"");
        }
        DataType mapped = TypeMapper.dataType(type);
        boolean clock = TimeCode.isTimestamp(mapped) || mapped.kind() == TypeKind.TIME;
        if (clock && mapped.precision() > MILLI_PRECISION) {
            throw CodedException.unsupported("function \"" + call.getOperator() + "\" with type " + mapped)
                    .hint("cast to a precision of at most 3");
        }
    }

    private static Value invoke(
            CalciteFunction function, RexCall call, List<Value> arguments, ExpressionGenerator generator) {
        String name = generator.target().constant(function, "RowFunction");
        String array = generator.declare("Object[]", "a", "new Object[" + arguments.size() + "]");
        for (int i = 0; i < arguments.size(); i++) {
            Value argument = arguments.get(i);
            if (argument.alwaysNull()) {
                continue;
            }
            String guard = argument.neverNull() ? "" : "if (!" + argument.isNull() + ") ";
            generator.code().line(guard + array + "[" + i + "] = " + box(argument) + ";");
        }
        String comment = " // slow: " + call.getOperator().getName() + ", row by row";
        String result = generator.target().fresh("o");
        generator.writePlace();
        generator
                .code()
                .line("final Object " + result + " = " + name + ".evaluate(" + array + ", clock.nowMicros());"
                        + comment);
        DataType type = ExpressionGenerator.typeOf(call);
        String isNull = generator.declare("boolean", "n", result + " == null");
        String value = generator.variableOf(type);
        generator.block("if (!" + isNull + ")", () -> generator.assign(type, value, unbox(type, result, generator)));
        return new Value(type, value, isNull);
    }

    private static String box(Value value) {
        String text = value.text();
        return switch (value.type().kind()) {
            case BOOLEAN -> "Boolean.valueOf(" + text + ")";
            case TINYINT -> "Boxes.byteValue(" + text + ")";
            case SMALLINT -> "Boxes.shortValue(" + text + ")";
            case INT, DATE, INTERVAL_MONTHS -> "Boxes.intValue(" + text + ")";
            case BIGINT -> "Long.valueOf(" + text + ")";
            case REAL -> "Float.valueOf((float) " + text + ")";
            case DOUBLE -> "Double.valueOf(" + text + ")";
            case DECIMAL -> NumberCode.of(value).asBigDecimal();
            case VARCHAR -> text + ".string()";
            case VARBINARY -> text + ".copy()";
            case TIME -> "Boxes.intMillis(" + text + ")";
            case TIMESTAMP, TIMESTAMP_LTZ, INTERVAL_MICROS -> "Boxes.millis(" + text + ")";
            case ARRAY -> throw notBoxed(value.type());
        };
    }

    private static String unbox(DataType type, String object, ExpressionGenerator generator) {
        return switch (type.kind()) {
            case BOOLEAN -> "Boxes.toBoolean(" + object + ")";
            case TINYINT, SMALLINT, INT, BIGINT -> NumberCode.narrowed(type, "Boxes.toLong(" + object + ")");
            case DATE, INTERVAL_MONTHS -> "Boxes.toLong(" + object + ")";
            case REAL, DOUBLE -> ArithmeticCalls.real(type, "Boxes.toDouble(" + object + ")");
            case DECIMAL -> Conversions.fromBigDecimal(type, "Boxes.toDecimal(" + object + ")", generator);
            case TIME, TIMESTAMP, TIMESTAMP_LTZ, INTERVAL_MICROS -> "Boxes.toMicros(" + object + ")";
            case VARCHAR -> write("Boxes.toText(" + object + ", ", type, generator);
            case VARBINARY -> write("Boxes.toBytes((byte[]) " + object + ", ", type, generator);
            case ARRAY -> throw notBoxed(type);
        };
    }

    private static CodedException notBoxed(DataType type) {
        return CodedException.internal(type + " was to be given to a row-by-row function");
    }

    private static String write(String call, DataType type, ExpressionGenerator generator) {
        String register = generator.register(type);
        generator.code().line(call + register + ");");
        return register;
    }
}
