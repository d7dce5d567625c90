package io.tidemark.runtime.translate.expression;

import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.PhysicalKind;
import io.tidemark.runtime.batch.TypeKind;

/**
 * A value in generated code.
 *
 * @param type its SQL type; nullability has no meaning here
 * @param text a Java expression without side effects: a local, a literal or a register; of a 128-bit value the two halves, or a register that
 *     holds them
 * @param isNull a Java expression that says whether the value is NULL: {@link #NEVER}, {@link #ALWAYS} or a local. Where it is true, {@code
 *     text} is not to be relied on.
 */
record Value(DataType type, String text, String isNull) {

    static final String NEVER = "false";
    static final String ALWAYS = "true";

    private static final char PAIR = '#';

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

    /** Whether reading the value is harmless even where it is NULL: it is not in a register that may not exist. */
    boolean isPrimitive() {
        return isPrimitive(type);
    }

    static boolean isPrimitive(DataType type) {
        return type.physical() != PhysicalKind.BYTES;
    }

    /** Whether the value takes two longs. */
    static boolean isWide(DataType type) {
        return type.physical() == PhysicalKind.INT128;
    }

    /** The text of a 128-bit value whose halves are two expressions. */
    static String pair(String high, String low) {
        return high + PAIR + low;
    }

    /** The upper half of a 128-bit value, which is a pair or a register. */
    static String high(String wide) {
        int at = wide.indexOf(PAIR);
        return at < 0 ? wide + ".high" : wide.substring(0, at);
    }

    /** The lower half of a 128-bit value, which is a pair or a register. */
    static String low(String wide) {
        int at = wide.indexOf(PAIR);
        return at < 0 ? wide + ".low" : wide.substring(at + 1);
    }

    /** Both halves of a 128-bit value as arguments. */
    static String halves(String wide) {
        return high(wide) + ", " + low(wide);
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
            case "Int128" -> pair("0L", "0L");
            default -> "null";
        };
    }
}
