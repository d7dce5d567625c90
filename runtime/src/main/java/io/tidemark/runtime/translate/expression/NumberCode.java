package io.tidemark.runtime.translate.expression;

import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.Int128Column;
import io.tidemark.runtime.batch.PhysicalKind;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.runtime.translate.function.Decimals;
import java.math.BigInteger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An exact number in generated code, and its way from and to SQL types.
 *
 * @param text a Java expression: a {@code long}, or if {@code wide} a 128-bit value
 * @param wide whether it takes 128 bits
 * @param digits the most digits that its unscaled value can have
 * @param scale how many of them are behind the point
 */
record NumberCode(String text, boolean wide, int digits, int scale) {

    private static final int BIGINT_DIGITS = 19;
    private static final int MAX_DIGITS = 38;
    private static final Pattern LONG_LITERAL = Pattern.compile("\\d+L|\\(-\\d+L\\)");

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

    /** Whether bringing it to a scale can't fail. */
    boolean isAt(int newScale) {
        return newScale == scale || constant() != null;
    }

    /** A 128-bit value, a pair or a register, at a scale not less than its own. */
    String wideAt(int newScale, ExpressionGenerator generator) {
        BigInteger constant = constant();
        if (constant != null) {
            BigInteger scaled = constant.multiply(BigInteger.TEN.pow(newScale - scale));
            if (scaled.bitLength() < Long.SIZE * 2) {
                return LiteralCode.wideText(scaled);
            }
        }
        String whole = wide ? text : Value.pair("(" + text + " >> 63)", text);
        if (newScale == scale) {
            return whole;
        }
        String register = generator.registerOf(whole);
        generator.code().line(register + ".scaleUp(" + (newScale - scale) + ");");
        return register;
    }

    /** The literal for the unscaled value at a scale not less than its own; null unless it is known and fits a long. */
    @Nullable
    String literalAt(int newScale) {
        BigInteger constant = constant();
        BigInteger scaled = constant == null ? null : constant.multiply(BigInteger.TEN.pow(newScale - scale));
        return scaled == null || scaled.bitLength() >= Long.SIZE ? null : LiteralCode.longText(scaled.longValue());
    }

    /** A register with the unscaled value at a scale not less than its own, which may be written to. */
    String registerAt(int newScale, ExpressionGenerator generator) {
        return generator.registerOf(wideAt(newScale, generator));
    }

    /** The value of a literal; null of anything else. */
    private @Nullable BigInteger constant() {
        if (!wide) {
            return LONG_LITERAL.matcher(text).matches() ? new BigInteger(text.replaceAll("[L()]", "")) : null;
        }
        String high = Value.high(text);
        String low = Value.low(text);
        if (!LONG_LITERAL.matcher(high).matches() || !LONG_LITERAL.matcher(low).matches()) {
            return null;
        }
        return Int128Column.toBigInteger(
                Long.parseLong(high.replaceAll("[L()]", "")), Long.parseLong(low.replaceAll("[L()]", "")));
    }

    /** A Java expression for the nearest double. */
    String asDouble() {
        if (wide) {
            return "Int128.toDouble(" + Value.halves(text) + ", " + scale + ")";
        }
        return scale == 0 ? "((double) " + text + ")" : "Decimals.toDouble(" + text + ", " + scale + ")";
    }

    /** A Java expression for the number as a BigDecimal. */
    String asBigDecimal() {
        return wide
                ? "Int128.decimal(" + Value.halves(text) + ", " + scale + ")"
                : "BigDecimal.valueOf(" + text + ", " + scale + ")";
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
            String number = text;
            if (scale > 0) {
                number = generator.registerOf(text);
                generator.code().line(number + ".scaleDown(" + scale + ", RoundingMode.DOWN);");
            }
            return narrowed(type, "Int128.toLong(" + Value.halves(number) + ", \"" + type.kind() + "\")");
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

    private String toShort(DataType type, ExpressionGenerator generator) {
        int integerDigits = digits - scale;
        boolean fits = integerDigits + (type.scale() < scale ? 1 : 0) <= type.precision() - type.scale();
        if (wide || !fitsLong(type.scale() > scale ? digitsAt(type.scale()) : digits)) {
            String number = rescaled(type.scale(), generator);
            checkFit(number, type, generator);
            return Value.low(number);
        }
        String number = type.scale() >= scale
                ? longAt(type.scale())
                : "Decimals.dropDigits(" + text + ", " + (scale - type.scale()) + ")";
        return fits ? number : "Decimals.fit(" + number + ", " + type.precision() + ", " + type.scale() + ")";
    }

    private String toWide(DataType type, ExpressionGenerator generator) {
        String number = rescaled(type.scale(), generator);
        boolean fits = digits - scale + (type.scale() < scale ? 1 : 0) <= type.precision() - type.scale();
        if (!fits) {
            checkFit(number, type, generator);
        }
        return number;
    }

    private static void checkFit(String wide, DataType type, ExpressionGenerator generator) {
        generator
                .code()
                .line("Int128.fit(" + Value.halves(wide) + ", " + type.precision() + ", " + type.scale() + ");");
    }

    private String rescaled(int newScale, ExpressionGenerator generator) {
        if (newScale >= scale) {
            return wideAt(newScale, generator);
        }
        String register = registerAt(scale, generator);
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
