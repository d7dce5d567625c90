package io.tidemark.runtime.translate.expression;

import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.TypeKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Casts to strings and bytes. */
final class TextConversions {

    private TextConversions() {}

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
