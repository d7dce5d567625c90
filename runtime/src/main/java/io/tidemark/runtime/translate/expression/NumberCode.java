package io.tidemark.runtime.translate.expression;

import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.PhysicalKind;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.runtime.translate.function.Decimals;

/**
 * An exact number in generated code, and its way from and to SQL types.
 *
 * @param text a Java expression: a {@code long}, or an {@code Int128} register if {@code wide}
 * @param wide whether it is a register
 * @param digits the most digits that its unscaled value can have
 * @param scale how many of them are behind the point
 */
record NumberCode(String text, boolean wide, int digits, int scale) {

    private static final int BIGINT_DIGITS = 19;
    private static final int MAX_DIGITS = 38;

    static boolean isExact(DataType type) {
        return switch (type.kind()) {
            case TINYINT, SMALLINT, INT, BIGINT, DECIMAL -> true;
            default -> false;
        };
    }

    static boolean isInteger(DataType type) {
        return isExact(type) && type.kind() != TypeKind.DECIMAL;
    }

    static boolean isApproximate(DataType type) {
        return type.physical() == PhysicalKind.FLOAT64;
    }

    static boolean isNumeric(DataType type) {
        return isExact(type) || isApproximate(type);
    }

    /** The number that a value of an exact type, or an interval's count of micros or months, is. */
    static NumberCode of(Value value) {
        DataType type = value.type();
        boolean wide = type.physical() == PhysicalKind.INT128;
        return new NumberCode(value.text(), wide, digits(type), type.scale());
    }

    static int digits(DataType type) {
        return switch (type.kind()) {
            case TINYINT -> 3;
            case SMALLINT -> 5;
            case INT -> 10;
            case DECIMAL -> type.precision();
            default -> BIGINT_DIGITS;
        };
    }

    /** Whether numbers of so many digits are sure to fit a long. */
    static boolean fitsLong(int digits) {
        return digits <= DataType.MAX_LONG_PRECISION;
    }

    /** The digits it has at a greater or equal scale. */
    int digitsAt(int newScale) {
        return digits + newScale - scale;
    }

    /** The unscaled value at a scale at which it fits a long. */
    String longAt(int newScale) {
        return newScale == scale ? text : "(" + text + " * " + Decimals.powerOfTen(newScale - scale) + "L)";
    }

    /** A register with the unscaled value at a scale not less than its own. */
    String registerAt(int newScale, ExpressionGenerator generator) {
        if (wide && newScale == scale) {
            return text;
        }
        String register = generator.target().register("Int128");
        generator
                .code()
                .line(register + (wide ? ".set(" + text + ".high, " + text + ".low);" : ".setLong(" + text + ");"));
        if (newScale > scale) {
            generator.code().line(register + ".scaleUp(" + (newScale - scale) + ");");
        }
        return register;
    }

    /** A Java expression for the nearest double. */
    String asDouble() {
        if (wide) {
            return text + ".toDouble(" + scale + ")";
        }
        return scale == 0 ? "((double) " + text + ")" : "Decimals.toDouble(" + text + ", " + scale + ")";
    }

    /** A Java expression for the number as a BigDecimal. */
    String asBigDecimal() {
        return wide ? text + ".decimal(" + scale + ")" : "BigDecimal.valueOf(" + text + ", " + scale + ")";
    }

    /** The number brought to a type: rounded half away from zero to a DECIMAL, cut off to an integer, checked where it may not fit. */
    String to(DataType type, ExpressionGenerator generator) {
        return switch (type.kind()) {
            case DECIMAL -> type.physical() == PhysicalKind.INT128 ? toWide(type, generator) : toShort(type, generator);
            case REAL, DOUBLE -> asDouble();
            default -> toInteger(type, generator);
        };
    }

    private String toInteger(DataType type, ExpressionGenerator generator) {
        if (wide) {
            String register = text;
            if (scale > 0) {
                register = copy(generator);
                generator.code().line(register + ".scaleDown(" + scale + ", RoundingMode.DOWN);");
            }
            return narrowed(type, register + ".toLong(\"" + type.kind() + "\")");
        }
        String whole = scale > 0 ? "(" + text + " / " + Decimals.powerOfTen(scale) + "L)" : text;
        return digits - scale < digits(type) ? whole : narrowed(type, whole);
    }

    /** A Java expression that checks a long against an integer type's range. */
    static String narrowed(DataType type, String number) {
        return switch (type.kind()) {
            case TINYINT -> "Longs.toTinyint(" + number + ")";
            case SMALLINT -> "Longs.toSmallint(" + number + ")";
            case INT -> "Longs.toInt(" + number + ")";
            default -> number;
        };
    }

    private String copy(ExpressionGenerator generator) {
        String register = generator.target().register("Int128");
        generator.code().line(register + ".set(" + text + ".high, " + text + ".low);");
        return register;
    }

    private String toShort(DataType type, ExpressionGenerator generator) {
        int integerDigits = digits - scale;
        boolean fits = integerDigits + (type.scale() < scale ? 1 : 0) <= type.precision() - type.scale();
        if (wide || !fitsLong(type.scale() > scale ? digitsAt(type.scale()) : digits)) {
            String register = rescaled(type.scale(), generator);
            generator.code().line(register + ".fit(" + type.precision() + ", " + type.scale() + ");");
            return register + ".low";
        }
        String number = type.scale() >= scale
                ? longAt(type.scale())
                : "Decimals.dropDigits(" + text + ", " + (scale - type.scale()) + ")";
        return fits ? number : "Decimals.fit(" + number + ", " + type.precision() + ", " + type.scale() + ")";
    }

    private String toWide(DataType type, ExpressionGenerator generator) {
        String register = rescaled(type.scale(), generator);
        boolean fits = digits - scale + (type.scale() < scale ? 1 : 0) <= type.precision() - type.scale();
        if (!fits) {
            generator.code().line(register + ".fit(" + type.precision() + ", " + type.scale() + ");");
        }
        return register;
    }

    private String rescaled(int newScale, ExpressionGenerator generator) {
        if (newScale >= scale) {
            return registerAt(newScale, generator);
        }
        String register = wide ? copy(generator) : registerAt(scale, generator);
        generator.code().line(register + ".scaleDown(" + (scale - newScale) + ");");
        return register;
    }

    /** How many digits at most the sum of two numbers has at their common scale. */
    static int sumDigits(NumberCode a, NumberCode b) {
        int common = Math.max(a.scale, b.scale);
        return Math.max(a.digitsAt(common), b.digitsAt(common)) + 1;
    }

    /** Whether a number at a scale may have more digits than a register holds. */
    static boolean exceedsRegister(int digits) {
        return digits > MAX_DIGITS;
    }
}
