package io.tidemark.runtime.translate.expression;

import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.PhysicalKind;
import io.tidemark.runtime.batch.TypeKind;

/**
 * A value in generated code.
 *
 * @param type its SQL type; nullability has no meaning here
 * @param text a Java expression without side effects: a local, a literal or a register
 * @param isNull a Java expression that says whether the value is NULL: {@link #NEVER}, {@link #ALWAYS} or a local. Where it is true, {@code
 *     text} is not to be relied on.
 */
record Value(DataType type, String text, String isNull) {

    static final String NEVER = "false";
    static final String ALWAYS = "true";

    /** A value that is not NULL. */
    static Value of(DataType type, String text) {
        return new Value(type, text, NEVER);
    }

    boolean neverNull() {
        return isNull.equals(NEVER);
    }

    boolean alwaysNull() {
        return isNull.equals(ALWAYS);
    }

    /** Whether the value is a primitive in generated code, not a register. */
    boolean isPrimitive() {
        return isPrimitive(type);
    }

    static boolean isPrimitive(DataType type) {
        return type.physical() == PhysicalKind.INT64 || type.physical() == PhysicalKind.FLOAT64;
    }

    /** The Java type of values of a type. */
    static String javaType(DataType type) {
        if (type.kind() == TypeKind.BOOLEAN) {
            return "boolean";
        }
        return switch (type.physical()) {
            case INT64 -> "long";
            case FLOAT64 -> "double";
            case INT128 -> "Int128";
            case BYTES -> "Slice";
        };
    }

    /** A Java literal for a value that is not looked at. */
    static String defaultText(DataType type) {
        return switch (javaType(type)) {
            case "boolean" -> "false";
            case "long" -> "0L";
            case "double" -> "0D";
            default -> "null";
        };
    }
}
