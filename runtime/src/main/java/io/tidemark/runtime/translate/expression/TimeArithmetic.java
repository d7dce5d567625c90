package io.tidemark.runtime.translate.expression;

import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.TypeKind;
import java.util.List;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.avatica.util.TimeUnitRange;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.jspecify.annotations.Nullable;

/** Sums and differences of times and intervals, and intervals scaled by numbers. */
final class TimeArithmetic {

    private TimeArithmetic() {}

    static @Nullable Value generate(
            String operator, DataType type, Value left, Value right, ExpressionGenerator generator) {
        boolean minus = operator.equals("-");
        if (TimeCode.isInterval(left.type()) && TimeCode.isInterval(right.type())) {
            if (left.type().kind() != right.type().kind()) {
                return null;
            }
            String method = minus ? "subtract" : "add";
            return generator.strict(
                    type,
                    List.of(left, right),
                    () -> "Longs." + method + "(" + left.text() + ", " + right.text() + ")");
        }
        if (TimeCode.isInterval(right.type())) {
            return shifted(type, left, right, minus, generator);
        }
        if (TimeCode.isInterval(left.type()) && !minus) {
            return shifted(type, right, left, false, generator);
        }
        return minus ? difference(type, left, right, generator) : null;
    }

    private static @Nullable Value shifted(
            DataType type, Value time, Value interval, boolean minus, ExpressionGenerator generator) {
        List<Value> both = List.of(time, interval);
        boolean months = interval.type().kind() == TypeKind.INTERVAL_MONTHS;
        return switch (time.type().kind()) {
            case DATE, TIMESTAMP, TIMESTAMP_LTZ ->
                generator.strict(type, both, () -> {
                    String amount = minus ? "Longs.negate(" + interval.text() + ")" : interval.text();
                    return months
                            ? plusMonths(type, time, amount, generator)
                            : plusMicros(type, time, amount, generator);
                });
            case TIME ->
                months
                        ? null
                        : generator.strict(
                                type,
                                both,
                                () -> "Times.timeOf(" + time.text() + (minus ? " - " : " + ") + "Times.timeOf("
                                        + interval.text() + "))");
            default -> null;
        };
    }

    private static String plusMonths(DataType type, Value time, String months, ExpressionGenerator generator) {
        if (time.type().kind() == TypeKind.DATE && type.kind() == TypeKind.DATE) {
            return "Times.plusMonths(" + time.text() + ", " + months + ")";
        }
        String micros = TimeCode.localMicros(time, generator);
        return TimeCode.fromLocalMicros(type, "Times.plusMonthsMicros(" + micros + ", " + months + ")", generator);
    }

    private static String plusMicros(DataType type, Value time, String interval, ExpressionGenerator generator) {
        if (time.type().kind() == type.kind() && type.kind() != TypeKind.DATE) {
            return "Times.plus(" + time.text() + ", " + interval + ")";
        }
        String sum = "Times.plus(" + TimeCode.localMicros(time, generator) + ", " + interval + ")";
        return TimeCode.fromLocalMicros(type, sum, generator);
    }

    private static @Nullable Value difference(DataType type, Value left, Value right, ExpressionGenerator generator) {
        List<Value> both = List.of(left, right);
        if (left.type().kind() == TypeKind.TIME && right.type().kind() == TypeKind.TIME) {
            return generator.strict(type, both, () -> left.text() + " - " + right.text());
        }
        if (!TimeCode.isDateOrTimestamp(left.type()) || !TimeCode.isDateOrTimestamp(right.type())) {
            return null;
        }
        boolean instants =
                left.type().kind() == TypeKind.TIMESTAMP_LTZ && right.type().kind() == TypeKind.TIMESTAMP_LTZ;
        boolean months = type.kind() == TypeKind.INTERVAL_MONTHS;
        String method = months ? "monthsBetween" : "minus";
        return generator.strict(type, both, () -> {
            String a = instants && !months ? left.text() : TimeCode.localMicros(left, generator);
            String b = instants && !months ? right.text() : TimeCode.localMicros(right, generator);
            return "Times." + method + "(" + a + ", " + b + ")";
        });
    }

    /** An interval times a number, in either order. */
    static @Nullable Value scaled(DataType type, Value left, Value right, ExpressionGenerator generator) {
        Value interval = TimeCode.isInterval(left.type()) ? left : right;
        Value factor = TimeCode.isInterval(left.type()) ? right : left;
        if (!NumberCode.isNumeric(factor.type())) {
            return null;
        }
        return generator.strict(type, List.of(left, right), () -> {
            if (NumberCode.isInteger(factor.type())) {
                return "Longs.multiply(" + interval.text() + ", " + factor.text() + ")";
            }
            return "Decimals.scaleInterval(" + interval.text() + ", " + bigDecimal(factor) + ")";
        });
    }

    /** An interval divided by a number. */
    static @Nullable Value divided(DataType type, Value interval, Value divisor, ExpressionGenerator generator) {
        if (!TimeCode.isInterval(interval.type()) || !NumberCode.isNumeric(divisor.type())) {
            return null;
        }
        return generator.strict(type, List.of(interval, divisor), () -> {
            if (NumberCode.isInteger(divisor.type())) {
                return "Longs.divide(" + interval.text() + ", " + divisor.text() + ")";
            }
            return "Decimals.divideInterval(" + interval.text() + ", " + bigDecimal(divisor) + ")";
        });
    }

    /** TIMESTAMPDIFF(unit, a, b): the whole units from a to b. */
    static @Nullable Value timestampDiff(RexCall call, ExpressionGenerator generator) {
        TimeUnit unit = unit(call.getOperands().get(0));
        Value from = generator.generate(call.getOperands().get(1));
        Value to = generator.generate(call.getOperands().get(2));
        if (unit == null) {
            return null;
        }
        DataType type = ExpressionGenerator.typeOf(call);
        boolean months = unit.yearMonth;
        DataType interval = DataType.of(months ? TypeKind.INTERVAL_MONTHS : TypeKind.INTERVAL_MICROS);
        Value difference = difference(interval, to, from, generator);
        if (difference == null) {
            return null;
        }
        long length = months ? unit.multiplier.longValueExact() : micros(unit);
        return generator.strict(type, List.of(difference), () -> {
            String count = length == 0
                    ? "Longs.multiply(" + difference.text() + ", 1000L)"
                    : difference.text() + " / " + length + "L";
            return new NumberCode("(" + count + ")", false, 19, 0).to(type, generator);
        });
    }

    private static @Nullable TimeUnit unit(RexNode flag) {
        if (!(flag instanceof RexLiteral literal)) {
            return null;
        }
        Object value = literal.getValue();
        return value instanceof TimeUnitRange range ? range.startUnit : value instanceof TimeUnit unit ? unit : null;
    }

    /** The micros in a unit of a day or less; 0 for nanoseconds. */
    private static long micros(TimeUnit unit) {
        return unit.multiplier.movePointRight(3).longValue();
    }

    /** CAST of a number to an interval of one unit. */
    static @Nullable Value fromNumber(RexCall call, Value number, ExpressionGenerator generator) {
        SqlIntervalQualifier qualifier = call.getType().getIntervalQualifier();
        if (qualifier == null || !qualifier.isSingleDatetimeField() || !NumberCode.isInteger(number.type())) {
            return null;
        }
        TimeUnit unit = qualifier.getStartUnit();
        long length = unit.yearMonth ? unit.multiplier.longValueExact() : micros(unit);
        return generator.strict(
                ExpressionGenerator.typeOf(call),
                List.of(number),
                () -> "Longs.multiply(" + number.text() + ", " + length + "L)");
    }

    private static String bigDecimal(Value number) {
        return NumberCode.isApproximate(number.type())
                ? "Decimals.fromDouble(" + number.text() + ", \"DECIMAL\")"
                : NumberCode.of(number).asBigDecimal();
    }
}
