package io.tidemark.runtime.translate.expression;

import io.tidemark.planner.catalog.FunctionDefinition;
import io.tidemark.planner.function.UserScalarFunction;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.runtime.translate.function.CalciteFunction;
import io.tidemark.runtime.translate.function.RowFunction;
import io.tidemark.runtime.translate.type.TypeMapper;
import io.tidemark.sql.error.CodedException;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * A call of a function without code of its own: its operands are computed as always, boxed, and given to Calcite's compiled form of the call; or to
 * the Java method of a user's function.
 *
 * <p>Calcite computes times in milliseconds: a call that takes or makes finer ones is refused. <b>Errors</b>: {@code FEAT-01} for functions that
 * Calcite can't compile, that aren't deterministic unless a user's, or that touch types the engine doesn't store. <b>Cost</b>: about 100 ns per row.
 */
final class RowByRowCall {

    private static final int MILLI_PRECISION = 3;

    private static final int BIGINT_DIGITS = 19;

    /** What dates and times are boxed and unboxed by: for Calcite in days and milliseconds, for functions of users as values of java.time. */
    private enum Form {
        MILLIS(
                "Boxes.intValue",
                "Boxes.intMillis",
                "Boxes.millis",
                "Boxes.millis",
                "Boxes.toLong",
                "Boxes.toMicros",
                "Boxes.toMicros"),
        JAVA(
                "JavaValues.date",
                "JavaValues.time",
                "JavaValues.timestamp",
                "JavaValues.instant",
                "JavaValues.toDays",
                "JavaValues.toTimeMicros",
                "JavaValues.toMicros");

        private final String date;
        private final String time;
        private final String timestamp;
        private final String instant;
        private final String toDays;
        private final String toTimeMicros;
        private final String toMicros;

        Form(String... names) {
            date = names[0];
            time = names[1];
            timestamp = names[2];
            instant = names[3];
            toDays = names[4];
            toTimeMicros = names[5];
            toMicros = names[6];
        }
    }

    private RowByRowCall() {}

    static Value generate(RexCall call, ExpressionGenerator generator) {
        if (call.getOperator() instanceof UserScalarFunction user) {
            return user(user.definition(), call, generator);
        }
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

    /** A user's function is not called where a parameter that is never NULL would be. */
    private static Value user(FunctionDefinition function, RexCall call, ExpressionGenerator generator) {
        if (!(function.body() instanceof RowFunction body)) {
            throw CodedException.internal("function \"" + function.name() + "\" is none of a row's values");
        }
        List<Value> arguments = new ArrayList<>();
        List<String> strict = new ArrayList<>();
        for (int i = 0; i < call.getOperands().size(); i++) {
            RelDataType parameter = function.parameters().get(i);
            Value argument = generator.generate(passed(call.getOperands().get(i), parameter, generator));
            arguments.add(argument);
            if (!parameter.isNullable() && !argument.neverNull()) {
                strict.add(argument.isNull());
            }
        }
        DataType type = ExpressionGenerator.typeOf(call);
        if (strict.contains(Value.ALWAYS)) {
            return new Value(type, Value.defaultText(type), Value.ALWAYS);
        }
        String isNull = strict.isEmpty() && !function.result().isNullable()
                ? Value.NEVER
                : generator.variable("boolean", "n", strict.isEmpty() ? "false" : String.join(" || ", strict));
        String value = generator.variableOf(type);
        generator.block("if (!" + isNull + ")", () -> {
            String result = called(body, arguments, generator, Form.JAVA, "");
            if (function.result().isNullable()) {
                generator.code().line(isNull + " = " + result + " == null;");
                generator.block(
                        "if (!" + isNull + ")",
                        () -> generator.assign(type, value, unbox(type, result, generator, Form.JAVA)));
            } else {
                generator.assign(type, value, unbox(type, result, generator, Form.JAVA));
            }
        });
        return new Value(type, value, isNull);
    }

    /** An operand as a value of its parameter's type; decimals and times keep their digits, which Java's types hold whatever they are. */
    private static RexNode passed(RexNode operand, RelDataType parameter, ExpressionGenerator generator) {
        SqlTypeName given = operand.getType().getSqlTypeName();
        SqlTypeName wanted = parameter.getSqlTypeName();
        if (given == wanted
                || TypeMapper.dataType(operand.getType()).kind()
                        == TypeMapper.dataType(parameter).kind()) {
            return operand;
        }
        RexBuilder builder = generator.context().rexBuilder();
        RelDataType type = wanted == SqlTypeName.DECIMAL && given != SqlTypeName.NULL
                ? builder.getTypeFactory().createSqlType(SqlTypeName.DECIMAL, BIGINT_DIGITS, 0)
                : parameter;
        return builder.makeCast(
                builder.getTypeFactory()
                        .createTypeWithNullability(type, operand.getType().isNullable()),
                operand,
                true,
                false);
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
        String comment = " // slow: " + call.getOperator().getName() + ", row by row";
        String result = called(function, arguments, generator, Form.MILLIS, comment);
        DataType type = ExpressionGenerator.typeOf(call);
        String isNull = generator.declare("boolean", "n", result + " == null");
        String value = generator.variableOf(type);
        generator.block(
                "if (!" + isNull + ")",
                () -> generator.assign(type, value, unbox(type, result, generator, Form.MILLIS)));
        return new Value(type, value, isNull);
    }

    /** Writes the call itself, and returns the local that its result is in. */
    private static String called(
            RowFunction function, List<Value> arguments, ExpressionGenerator generator, Form form, String comment) {
        String name = generator.target().constant(function, "RowFunction");
        String array = generator.declare("Object[]", "a", "new Object[" + arguments.size() + "]");
        for (int i = 0; i < arguments.size(); i++) {
            Value argument = arguments.get(i);
            if (argument.alwaysNull()) {
                continue;
            }
            String guard = argument.neverNull() ? "" : "if (!" + argument.isNull() + ") ";
            generator.code().line(guard + array + "[" + i + "] = " + box(argument, form) + ";");
        }
        String result = generator.target().fresh("o");
        generator.writePlace();
        generator
                .code()
                .line("final Object " + result + " = " + name + ".evaluate(" + array + ", clock.nowMicros());"
                        + comment);
        return result;
    }

    private static String box(Value value, Form form) {
        String text = value.text();
        return switch (value.type().kind()) {
            case BOOLEAN -> "Boolean.valueOf(" + text + ")";
            case TINYINT -> "Boxes.byteValue(" + text + ")";
            case SMALLINT -> "Boxes.shortValue(" + text + ")";
            case INT, INTERVAL_MONTHS -> "Boxes.intValue(" + text + ")";
            case DATE -> form.date + "(" + text + ")";
            case BIGINT -> "Long.valueOf(" + text + ")";
            case REAL -> "Float.valueOf((float) " + text + ")";
            case DOUBLE -> "Double.valueOf(" + text + ")";
            case DECIMAL -> NumberCode.of(value).asBigDecimal();
            case VARCHAR -> text + ".string()";
            case VARBINARY -> text + ".copy()";
            case TIME -> form.time + "(" + text + ")";
            case TIMESTAMP -> form.timestamp + "(" + text + ")";
            case TIMESTAMP_LTZ -> form.instant + "(" + text + ")";
            case INTERVAL_MICROS -> "Boxes.millis(" + text + ")";
            case ARRAY -> throw notBoxed(value.type());
        };
    }

    private static String unbox(DataType type, String object, ExpressionGenerator generator, Form form) {
        return switch (type.kind()) {
            case BOOLEAN -> "Boxes.toBoolean(" + object + ")";
            case TINYINT, SMALLINT, INT, BIGINT -> NumberCode.narrowed(type, "Boxes.toLong(" + object + ")");
            case DATE -> form.toDays + "(" + object + ")";
            case INTERVAL_MONTHS -> "Boxes.toLong(" + object + ")";
            case REAL, DOUBLE -> ArithmeticCalls.real(type, "Boxes.toDouble(" + object + ")");
            case DECIMAL -> Conversions.fromBigDecimal(type, "Boxes.toDecimal(" + object + ")", generator);
            case TIME -> form.toTimeMicros + "(" + object + ")";
            case TIMESTAMP, TIMESTAMP_LTZ -> form.toMicros + "(" + object + ")";
            case INTERVAL_MICROS -> "Boxes.toMicros(" + object + ")";
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
