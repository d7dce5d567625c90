package io.tidemark.runtime.translate.expression;

import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.sql.error.CodedException;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Casts between types. A value that can't be cast is a row's error. */
final class Conversions {

    private Conversions() {}

    /** A value as one of another type that the planner takes to be compatible. */
    static Value to(DataType type, Value value, ExpressionGenerator generator) {
        if (value.alwaysNull()) {
            return ExpressionGenerator.nullOf(type);
        }
        if (sameForm(type, value.type())) {
            return new Value(type, value.text(), value.isNull());
        }
        Value cast = cast(type, value, generator);
        if (cast == null) {
            throw CodedException.unsupported("converting " + value.type() + " to " + type);
        }
        return cast;
    }

    /** Whether values of both types look the same and mean the same; a shorter string is one of a longer type. */
    static boolean sameForm(DataType target, DataType source) {
        if (target.kind() != source.kind()) {
            return false;
        }
        return switch (target.kind()) {
            case DECIMAL ->
                target.scale() == source.scale()
                        && target.physical() == source.physical()
                        && target.precision() >= source.precision();
            case VARCHAR, VARBINARY ->
                target.precision() < 0 || (source.precision() >= 0 && source.precision() <= target.precision());
            case TIME, TIMESTAMP, TIMESTAMP_LTZ -> target.precision() >= source.precision();
            case ARRAY -> sameElements(target.arrayElement(), source.arrayElement());
            default -> true;
        };
    }

    /** As {@link #sameForm}, of elements of arrays, where integers look the same whatever their type, as decimals of a scale do. */
    private static boolean sameElements(DataType target, DataType source) {
        if (NumberCode.isInteger(target) && NumberCode.isInteger(source)) {
            return target.kind().compareTo(source.kind()) >= 0;
        }
        if (target.kind() == TypeKind.DECIMAL && source.kind() == TypeKind.DECIMAL) {
            return target.scale() == source.scale() && target.precision() >= source.precision();
        }
        return sameForm(target, source);
    }

    /** CAST: null if there is none between these types. */
    static @Nullable Value cast(DataType type, Value value, ExpressionGenerator generator) {
        if (value.alwaysNull()) {
            return ExpressionGenerator.nullOf(type);
        }
        if (sameForm(type, value.type())) {
            return new Value(type, value.text(), value.isNull());
        }
        return switch (type.kind()) {
            case BOOLEAN -> toBoolean(type, value, generator);
            case TINYINT, SMALLINT, INT, BIGINT -> toInteger(type, value, generator);
            case REAL, DOUBLE -> toApproximate(type, value, generator);
            case DECIMAL -> toDecimal(type, value, generator);
            case VARCHAR -> toText(type, value, generator);
            case VARBINARY -> toBytes(type, value, generator);
            case DATE, TIME, TIMESTAMP, TIMESTAMP_LTZ -> toTime(type, value, generator);
            case ARRAY -> ArrayCalls.cast(type, value, generator);
            case INTERVAL_MONTHS, INTERVAL_MICROS -> null;
        };
    }

    private static @Nullable Value toBoolean(DataType type, Value value, ExpressionGenerator generator) {
        if (value.type().kind() == TypeKind.VARCHAR) {
            return strict(type, value, generator, text -> "NumberText.readBoolean(" + text + ")");
        }
        if (NumberCode.isInteger(value.type())) {
            return strict(type, value, generator, text -> "(" + text + " != 0L)");
        }
        return null;
    }

    private static @Nullable Value toInteger(DataType type, Value value, ExpressionGenerator generator) {
        DataType source = value.type();
        if (NumberCode.isExact(source)) {
            return strict(type, value, generator, text -> NumberCode.of(value).to(type, generator));
        }
        if (NumberCode.isApproximate(source)) {
            return strict(
                    type,
                    value,
                    generator,
                    text -> NumberCode.narrowed(type, "Longs.fromDouble(" + text + ", \"" + type.kind() + "\")"));
        }
        return switch (source.kind()) {
            case VARCHAR ->
                strict(
                        type,
                        value,
                        generator,
                        text -> NumberCode.narrowed(
                                type, "NumberText.readLong(" + text + ", \"" + type.kind() + "\")"));
            case BOOLEAN -> strict(type, value, generator, text -> "(" + text + " ? 1L : 0L)");
            default -> null;
        };
    }

    private static @Nullable Value toApproximate(DataType type, Value value, ExpressionGenerator generator) {
        if (NumberCode.isNumeric(value.type())) {
            return strict(type, value, generator, text -> ArithmeticCalls.real(type, ComparisonCalls.asDouble(value)));
        }
        if (value.type().kind() == TypeKind.VARCHAR) {
            return strict(
                    type,
                    value,
                    generator,
                    text -> ArithmeticCalls.real(type, "NumberText.readDouble(" + text + ", \"" + type.kind() + "\")"));
        }
        return null;
    }

    private static @Nullable Value toDecimal(DataType type, Value value, ExpressionGenerator generator) {
        DataType source = value.type();
        if (NumberCode.isExact(source)) {
            return strict(type, value, generator, text -> NumberCode.of(value).to(type, generator));
        }
        if (NumberCode.isApproximate(source)) {
            return strict(
                    type,
                    value,
                    generator,
                    text -> fromBigDecimal(type, "Decimals.fromDouble(" + text + ", \"" + type + "\")", generator));
        }
        if (source.kind() == TypeKind.VARCHAR) {
            return strict(
                    type,
                    value,
                    generator,
                    text -> fromBigDecimal(type, "NumberText.readDecimal(" + text + ", \"" + type + "\")", generator));
        }
        return null;
    }

    /** A BigDecimal rounded to a DECIMAL type. */
    static String fromBigDecimal(DataType type, String decimal, ExpressionGenerator generator) {
        String arguments = decimal + ", " + type.precision() + ", " + type.scale();
        if (!Value.isWide(type)) {
            return "Decimals.unscaled(" + arguments + ")";
        }
        String register = generator.register(type);
        generator.code().line("Decimals.unscaled(" + arguments + ", " + register + ");");
        return register;
    }

    private static @Nullable Value toTime(DataType type, Value value, ExpressionGenerator generator) {
        DataType source = value.type();
        if (source.kind() == TypeKind.VARCHAR) {
            return strict(type, value, generator, text -> read(type, text, generator));
        }
        if (type.kind() == TypeKind.TIME) {
            if (TimeCode.isTimestamp(source)) {
                return strict(
                        type,
                        value,
                        generator,
                        text -> TimeCode.truncated(
                                type, "Times.timeOf(" + TimeCode.localMicros(value, generator) + ")"));
            }
            boolean time = source.kind() == TypeKind.TIME;
            return time ? strict(type, value, generator, text -> TimeCode.truncated(type, text)) : null;
        }
        if (!TimeCode.isDateOrTimestamp(source)) {
            return null;
        }
        if (type.kind() == source.kind()) {
            return strict(type, value, generator, text -> TimeCode.truncated(type, text));
        }
        return strict(type, value, generator, text -> {
            String local = TimeCode.localMicros(value, generator);
            return type.kind() == TypeKind.DATE
                    ? "Times.dayOf(" + local + ")"
                    : TimeCode.fromLocalMicros(type, TimeCode.truncated(type, local), generator);
        });
    }

    private static String read(DataType type, String text, ExpressionGenerator generator) {
        return switch (type.kind()) {
            case DATE -> "TimeText.readDate(" + text + ")";
            case TIME -> "TimeText.readTime(" + text + ", " + type.precision() + ")";
            case TIMESTAMP -> "TimeText.readTimestamp(" + text + ", " + type.precision() + ")";
            default -> "TimeText.readInstant(" + text + ", " + type.precision() + ", " + TimeCode.zone(generator) + ")";
        };
    }

    private static Value strict(
            DataType type, Value value, ExpressionGenerator generator, Function<String, String> body) {
        return generator.strict(type, List.of(value), () -> body.apply(value.text()));
    }

    static @Nullable Value toText(DataType type, Value value, ExpressionGenerator generator) {
        DataType source = value.type();
        String text = value.text();
        String writer = switch (source.kind()) {
            case VARCHAR -> "";
            case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, DOUBLE -> "NumberText.write(" + text + ", ";
            case REAL -> "NumberText.writeReal(" + text + ", ";
            case DECIMAL -> "NumberText.write(" + NumberCode.of(value).asBigDecimal() + ", ";
            case DATE -> "TimeText.writeDate(" + text + ", ";
            case TIME -> "TimeText.writeTime(" + text + ", " + source.precision() + ", ";
            case TIMESTAMP, TIMESTAMP_LTZ ->
                "TimeText.writeTimestamp(" + TimeCode.localMicros(value, generator) + ", " + source.precision() + ", ";
            case VARBINARY -> "Texts.fromBytes(" + text + ", ";
            case ARRAY, INTERVAL_MONTHS, INTERVAL_MICROS -> null;
        };
        if (writer == null) {
            return null;
        }
        return generator.strict(type, List.of(value), () -> {
            String whole = writer.isEmpty() ? text : write(type, writer, generator);
            return type.precision() < 0
                    ? whole
                    : write(type, "Texts.truncate(" + whole + ", " + type.precision() + "L, ", generator);
        });
    }

    private static String write(DataType type, String call, ExpressionGenerator generator) {
        String register = generator.register(type);
        generator.code().line(call + register + ");");
        return register;
    }

    static @Nullable Value toBytes(DataType type, Value value, ExpressionGenerator generator) {
        if (value.type().kind() != TypeKind.VARCHAR && value.type().kind() != TypeKind.VARBINARY) {
            return null;
        }
        return generator.strict(
                type,
                List.of(value),
                () -> type.precision() < 0
                        ? value.text()
                        : write(
                                type,
                                "Texts.truncateBytes(" + value.text() + ", " + type.precision() + "L, ",
                                generator));
    }

    /** Text or bytes that a column of the type has room for; the name of the type is for the error where it has not. */
    static Value fitted(DataType type, Value whole, String name, ExpressionGenerator generator) {
        String function = type.kind() == TypeKind.VARCHAR ? "Texts.fit(" : "Texts.fitBytes(";
        String limit = ", " + type.precision() + "L, \"" + name + "\", ";
        return generator.strict(type, List.of(whole), () -> write(type, function + whole.text() + limit, generator));
    }

    /** Text of exactly the type's length, as CHAR has it. */
    static Value padded(Value text, ExpressionGenerator generator) {
        DataType type = text.type();
        return generator.strict(
                type,
                List.of(text),
                () -> write(type, "Texts.pad(" + text.text() + ", " + type.precision() + "L, ", generator));
    }
}
