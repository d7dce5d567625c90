package io.tidemark.runtime.translate.expression;

import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.runtime.translate.function.Decimals;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.avatica.util.TimeUnitRange;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/** Fields of times, rounding to units, and the epoch's clock. Fields of a TIMESTAMP_LTZ are those of its local time. */
final class TimeCalls {

    private static final int MICRO_DIGITS = 6;

    private TimeCalls() {}

    static @Nullable Value extract(RexCall call, ExpressionGenerator generator) {
        TimeUnitRange unit = unit(call.getOperands().get(0));
        if (unit == null) {
            return null;
        }
        Value time = generator.generate(call.getOperands().get(1));
        DataType type = ExpressionGenerator.typeOf(call);
        if (!NumberCode.isExact(type) || !TimeCode.isTemporal(time.type())) {
            return null;
        }
        String text = generatedField(unit, time, generator);
        if (text == null) {
            return null;
        }
        return generator.strict(type, List.of(time), () -> new NumberCode(text, false, 19, 0).to(type, generator));
    }

    private static @Nullable TimeUnitRange unit(RexNode flag) {
        return flag instanceof RexLiteral literal && literal.getValue() instanceof TimeUnitRange range ? range : null;
    }

    private static @Nullable String generatedField(TimeUnitRange unit, Value time, ExpressionGenerator generator) {
        return switch (time.type().kind()) {
            case INTERVAL_MONTHS -> monthsField(unit, time.text());
            case INTERVAL_MICROS -> intervalField(unit, time.text());
            case TIME -> timeField(unit, time.text());
            case DATE, TIMESTAMP, TIMESTAMP_LTZ -> {
                if (unit == TimeUnitRange.EPOCH) {
                    String micros =
                            time.type().kind() == TypeKind.DATE ? "Times.micros(" + time.text() + ")" : time.text();
                    yield "Math.floorDiv(" + micros + ", Times.SECOND)";
                }
                String day = dayField(unit, time, generator);
                yield day != null
                        ? day
                        : timeField(unit, "Times.timeOf(" + TimeCode.localMicros(time, generator) + ")");
            }
            default -> null;
        };
    }

    private static @Nullable String dayField(TimeUnitRange unit, Value time, ExpressionGenerator generator) {
        String function = switch (unit) {
            case YEAR -> "year";
            case QUARTER -> "quarter";
            case MONTH -> "month";
            case DAY -> "dayOfMonth";
            case DOY -> "dayOfYear";
            case DOW -> "dayOfWeek";
            case ISODOW -> "isoDayOfWeek";
            case ISOYEAR -> "isoYear";
            case WEEK -> "isoWeek";
            case DECADE -> "decade";
            case CENTURY -> "century";
            case MILLENNIUM -> "millennium";
            default -> null;
        };
        return function == null ? null : "Times." + function + "(" + TimeCode.localDay(time, generator) + ")";
    }

    private static @Nullable String timeField(TimeUnitRange unit, String micros) {
        return switch (unit) {
            case HOUR -> micros + " / Times.HOUR";
            case MINUTE -> micros + " / Times.MINUTE % 60L";
            case SECOND -> micros + " / Times.SECOND % 60L";
            case MILLISECOND -> micros + " % Times.MINUTE / 1000L";
            case MICROSECOND -> micros + " % Times.MINUTE";
            case EPOCH -> micros + " / Times.SECOND";
            default -> null;
        };
    }

    private static @Nullable String monthsField(TimeUnitRange unit, String months) {
        return switch (unit) {
            case YEAR -> months + " / 12L";
            case MONTH -> months + " % 12L";
            default -> null;
        };
    }

    private static @Nullable String intervalField(TimeUnitRange unit, String micros) {
        return switch (unit) {
            case DAY -> micros + " / Times.DAY";
            case HOUR -> micros + " / Times.HOUR % 24L";
            default -> timeField(unit, micros);
        };
    }

    /** FLOOR or CEIL of a time to a unit, or of a number to an integer. */
    static @Nullable Value round(RexCall call, ExpressionGenerator generator, boolean up) {
        if (call.getOperands().size() == 1) {
            return MathCalls.integral(call, generator, up);
        }
        TimeUnitRange unit = unit(call.getOperands().get(1));
        Value time = generator.generate(call.getOperands().get(0));
        DataType type = ExpressionGenerator.typeOf(call);
        if (unit == null || !isPoint(time.type()) || type.kind() != time.type().kind()) {
            return null;
        }
        String suffix = up ? "ceil" : "floor";
        String text = roundedText(unit, time, suffix, generator);
        return text == null ? null : generator.strict(type, List.of(time), () -> text);
    }

    /** A function of the local date of a date or timestamp. */
    static CallTable.CallGenerator ofDay(String function) {
        return (call, generator) -> {
            Value time = generator.generate(call.getOperands().get(0));
            DataType type = ExpressionGenerator.typeOf(call);
            if (!TimeCode.isDateOrTimestamp(time.type())) {
                return null;
            }
            return generator.strict(type, List.of(time), () -> {
                String day = TimeCode.localDay(time, generator);
                if (type.kind() != TypeKind.VARCHAR) {
                    return function + "(" + day + ")";
                }
                String register = generator.register(type);
                generator.code().line(function + "(" + day + ", " + register + ");");
                return register;
            });
        };
    }

    /** The Monday of a time's week. */
    static @Nullable Value weekBeginning(RexCall call, ExpressionGenerator generator) {
        Value time = generator.generate(call.getOperands().get(0));
        DataType type = ExpressionGenerator.typeOf(call);
        if (!TimeCode.isDateOrTimestamp(time.type())) {
            return null;
        }
        return generator.strict(type, List.of(time), () -> {
            String day = "Times.floor(" + TimeCode.localDay(time, generator) + ", 7L, -3L)";
            return type.kind() == TypeKind.DATE ? day : back(time, "Times.micros(" + day + ")", generator);
        });
    }

    /** TO_CHAR(time, format). */
    static @Nullable Value toChar(RexCall call, ExpressionGenerator generator) {
        List<Value> operands = generator.operands(call);
        Value time = operands.get(0);
        if (!isPoint(time.type()) || operands.get(1).type().kind() != TypeKind.VARCHAR) {
            return null;
        }
        DataType type = ExpressionGenerator.typeOf(call);
        String cache = generator.target().register("TimeFormatCache");
        return generator.strict(type, operands, () -> {
            String register = generator.register(type);
            String micros = TimeCode.localMicros(time, generator);
            generator
                    .code()
                    .line(cache + ".write(" + micros + ", " + operands.get(1).text() + ", " + register + ");");
            return register;
        });
    }

    /** TO_DATE(text [, format]). */
    static @Nullable Value toDate(RexCall call, ExpressionGenerator generator) {
        if (call.getOperands().size() > 1) {
            return TextCalls.calling("TimeFormatCache:readDate", "tt").generate(call, generator);
        }
        Value text = generator.generate(call.getOperands().get(0));
        return Conversions.cast(ExpressionGenerator.typeOf(call), text, generator);
    }

    /** {@code AT TIME ZONE}: a local time as an instant, or the other way around. */
    static @Nullable Value atZone(RexCall call, ExpressionGenerator generator) {
        List<Value> operands = generator.operands(call);
        DataType type = ExpressionGenerator.typeOf(call);
        if (!TimeCode.isTimestamp(operands.get(0).type()) || !TimeCode.isTimestamp(type)) {
            return null;
        }
        String cache = generator.target().register("ZoneCache");
        String method = type.kind() == TypeKind.TIMESTAMP ? ".toLocal(" : ".toInstant(";
        return generator.strict(
                type,
                operands,
                () -> cache + method + operands.get(0).text() + ", "
                        + operands.get(1).text() + ")");
    }

    private static boolean isPoint(DataType type) {
        return TimeCode.isDateOrTimestamp(type) || type.kind() == TypeKind.TIME;
    }

    private static @Nullable String roundedText(
            TimeUnitRange unit, Value time, String direction, ExpressionGenerator generator) {
        boolean isDate = time.type().kind() == TypeKind.DATE;
        String local = TimeCode.localMicros(time, generator);
        String fixed = fixedUnit(unit);
        if (fixed != null) {
            return isDate
                    ? time.text()
                    : back(time, "Times." + direction + "(" + local + ", " + fixed + ", 0L)", generator);
        }
        if (time.type().kind() == TypeKind.TIME) {
            return null;
        }
        if (unit == TimeUnitRange.WEEK) {
            long origin = -4;
            return isDate
                    ? "Times." + direction + "(" + time.text() + ", 7L, " + origin + "L)"
                    : back(
                            time,
                            "Times." + direction + "(" + local + ", 7L * Times.DAY, " + origin + "L * Times.DAY)",
                            generator);
        }
        String period = monthPeriod(unit);
        if (period == null) {
            return null;
        }
        if (isDate) {
            return "Times." + direction + "Months(" + time.text() + ", " + period + ")";
        }
        return back(
                time,
                direction.equals("floor")
                        ? "Times.micros(Times.floorMonths(Times.dayOf(" + local + "), " + period + "))"
                        : "Times.ceilMonthsMicros(" + local + ", " + period + ")",
                generator);
    }

    private static String back(Value time, String local, ExpressionGenerator generator) {
        return TimeCode.fromLocalMicros(time.type(), local, generator);
    }

    private static @Nullable String fixedUnit(TimeUnitRange unit) {
        return switch (unit) {
            case MICROSECOND -> "1L";
            case MILLISECOND -> "1000L";
            case SECOND -> "Times.SECOND";
            case MINUTE -> "Times.MINUTE";
            case HOUR -> "Times.HOUR";
            case DAY -> "Times.DAY";
            default -> null;
        };
    }

    /** The months of a period, and the month from which periods are counted. */
    private static @Nullable String monthPeriod(TimeUnitRange unit) {
        return switch (unit) {
            case MONTH -> "1L, 0L";
            case QUARTER -> "3L, 0L";
            case YEAR -> "12L, 0L";
            case DECADE -> "120L, 0L";
            case CENTURY -> "1200L, 12L";
            case MILLENNIUM -> "12000L, 12L";
            default -> null;
        };
    }

    /** CURRENT_TIMESTAMP and its kin: the epoch's logged clock in the form of the call's type. */
    static @Nullable Value now(RexCall call, ExpressionGenerator generator) {
        DataType type = ExpressionGenerator.typeOf(call);
        String now = "clock.nowMicros()";
        String local = TimeCode.zone(generator) + ".toLocal(" + now + ")";
        String text = switch (type.kind()) {
            case TIMESTAMP_LTZ -> TimeCode.truncated(type, now);
            case TIMESTAMP -> TimeCode.truncated(type, local);
            case DATE -> "Times.dayOf(" + local + ")";
            case TIME -> TimeCode.truncated(type, "Times.timeOf(" + local + ")");
            default -> null;
        };
        return text == null ? null : Value.of(type, generator.declare("long", "v", text));
    }

    /** TO_TIMESTAMP(number, digits), the number counting units of 10^-digits seconds since the epoch, or TO_TIMESTAMP(text). */
    static @Nullable Value toTimestamp(RexCall call, ExpressionGenerator generator) {
        List<RexNode> operands = call.getOperands();
        Value value = generator.generate(operands.get(0));
        DataType type = ExpressionGenerator.typeOf(call);
        if (!TimeCode.isTimestamp(type) || value.alwaysNull()) {
            return value.alwaysNull() ? ExpressionGenerator.nullOf(type) : null;
        }
        if (operands.size() == 1) {
            return Conversions.cast(type, value, generator);
        }
        if (value.type().kind() == TypeKind.VARCHAR) {
            return TextCalls.calling("TimeFormatCache:readTimestamp", "tt").generate(call, generator);
        }
        Integer digits = operands.get(1) instanceof RexLiteral literal ? literal.getValueAs(Integer.class) : null;
        if (digits == null || digits < 0 || digits > MICRO_DIGITS || !NumberCode.isNumeric(value.type())) {
            return null;
        }
        long unit = Decimals.powerOfTen(MICRO_DIGITS - digits);
        return generator.strict(type, List.of(value), () -> TimeCode.truncated(type, micros(value, unit, generator)));
    }

    private static String micros(Value value, long unit, ExpressionGenerator generator) {
        if (NumberCode.isApproximate(value.type())) {
            return "Longs.fromDouble(" + value.text() + " * " + unit + "D, \"TIMESTAMP\")";
        }
        NumberCode number = NumberCode.of(value);
        if (number.scale() == 0 && !number.wide()) {
            return "Longs.multiply(" + number.text() + ", " + unit + "L)";
        }
        String register = generator.target().register("Int128");
        generator.code().line(register + ".setLong(" + unit + "L);");
        generator
                .code()
                .line(register + ".multiply(" + register + ", " + number.registerAt(number.scale(), generator) + ");");
        return new NumberCode(register, true, 38, number.scale()).to(DataType.of(TypeKind.BIGINT), generator);
    }

    /** Reinterprets an interval as Calcite's count of milliseconds or months, or such a count as an interval. */
    static @Nullable Value reinterpret(RexCall call, ExpressionGenerator generator) {
        Value value = generator.generate(call.getOperands().get(0));
        DataType type = ExpressionGenerator.typeOf(call);
        boolean from = value.type().kind() == TypeKind.INTERVAL_MICROS;
        boolean to = type.kind() == TypeKind.INTERVAL_MICROS;
        if (!from && !NumberCode.isExact(value.type()) && !TimeCode.isInterval(value.type())) {
            return null;
        }
        return generator.strict(type, List.of(value), () -> {
            if (TimeCode.isInterval(value.type()) && TimeCode.isInterval(type)) {
                return value.text();
            }
            if (from) {
                String millis = "(" + Objects.requireNonNull(value.text()) + " / 1000L)";
                return new NumberCode(millis, false, 17, 0).to(type, generator);
            }
            DataType bigint = DataType.of(TypeKind.BIGINT);
            String number =
                    NumberCode.isExact(value.type()) ? NumberCode.of(value).to(bigint, generator) : value.text();
            if (to) {
                return "Longs.multiply(" + number + ", 1000L)";
            }
            return NumberCode.isExact(type) ? new NumberCode(number, false, 19, 0).to(type, generator) : number;
        });
    }
}
