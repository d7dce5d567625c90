package io.tidemark.planner.translate;

import io.tidemark.planner.calendar.CalendarEdges;
import io.tidemark.planner.calendar.CalendarFloor;
import io.tidemark.planner.calendar.WindowLength;
import io.tidemark.planner.incremental.trait.WatermarkTransform;
import java.math.BigDecimal;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.function.Function;
import org.apache.calcite.avatica.util.TimeUnitRange;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Derives an expression's watermark from those of the columns it uses, where it never falls while they rise: a column itself, plus or minus a
 * constant interval, FLOOR to any unit but weeks, CEIL, casts between timestamps and to DATE.
 *
 * <p>A watermark may be lower than the best one: it then promises less, and is still true.
 */
final class EventTimeBounds {
    static final long MICROS_PER_MILLI = 1_000;
    static final long MICROS_PER_SECOND = 1_000_000;
    static final long MICROS_PER_DAY = 86_400 * MICROS_PER_SECOND;
    private static final int MICRO_DIGITS = 6;
    private static final int MONTHS_PER_QUARTER = 3;
    private static final int MONTHS_PER_YEAR = 12;

    private final ZoneId zone;
    private final Function<RexNode, Optional<WatermarkTransform>> known;

    /** Makes a derivation; {@code known} gives the watermark of a column or of an expression that is known as a whole. */
    EventTimeBounds(ZoneId zone, Function<RexNode, Optional<WatermarkTransform>> known) {
        this.zone = zone;
        this.known = known;
    }

    /** The watermark of an expression, if one follows. */
    Optional<WatermarkTransform> of(RexNode expression) {
        Optional<WatermarkTransform> direct = known.apply(expression);
        if (direct.isPresent() || expression instanceof RexInputRef || !(expression instanceof RexCall call)) {
            return direct;
        }
        return switch (call.getKind()) {
            case PLUS -> shifted(call, 1);
            case MINUS -> shifted(call, -1);
            case CAST -> plain(call.operands.get(0)).flatMap(bound -> cast(call, bound));
            case FLOOR -> floored(call);
            case CEIL -> raised(call);
            default -> Optional.empty();
        };
    }

    /** The watermark of an operand that is computed with: without a calendar. */
    private Optional<WatermarkTransform> plain(RexNode operand) {
        return of(operand).map(WatermarkTransform::withoutCalendar);
    }

    private Optional<WatermarkTransform> shifted(RexCall call, int sign) {
        RexNode left = call.operands.get(0);
        RexNode right = call.operands.get(1);
        if (sign > 0 && micros(left).isPresent()) {
            return micros(left).flatMap(m -> plain(right).flatMap(bound -> shift(bound, m, right.getType())));
        }
        return micros(right).flatMap(m -> plain(left).flatMap(bound -> shift(bound, sign * m, left.getType())));
    }

    private static Optional<WatermarkTransform> shift(WatermarkTransform bound, long micros, RelDataType type) {
        boolean wholeDays = Math.floorMod(micros, MICROS_PER_DAY) == 0;
        if (bound.unitMicros() != 1 && !wholeDays) {
            return Optional.empty();
        }
        if (SqlTypeName.DATE == type.getSqlTypeName() && !wholeDays) {
            return Optional.empty();
        }
        return Optional.of(new WatermarkTransform(
                bound.bucketMicros(),
                bound.bucketOffsetMicros(),
                Math.addExact(bound.plusMicros(), micros),
                bound.unitMicros()));
    }

    /** The microseconds of a literal day-time interval. */
    static Optional<Long> micros(RexNode node) {
        if (node instanceof RexLiteral literal
                && SqlTypeName.DAY_INTERVAL_TYPES.contains(literal.getType().getSqlTypeName())
                && literal.getValueAs(BigDecimal.class) != null) {
            BigDecimal millis = literal.getValueAs(BigDecimal.class);
            return Optional.of(
                    millis.multiply(BigDecimal.valueOf(MICROS_PER_MILLI)).longValueExact());
        }
        return Optional.empty();
    }

    private Optional<WatermarkTransform> cast(RexCall call, WatermarkTransform bound) {
        RelDataType from = call.operands.get(0).getType();
        RelDataType to = call.getType();
        Optional<Long> shift = zoneShift(from, to);
        if (shift.isEmpty() || bound.unitMicros() != 1) {
            boolean sameDate = from.getSqlTypeName() == to.getSqlTypeName() && bound.unitMicros() != 1;
            return sameDate ? Optional.of(bound) : Optional.empty();
        }
        WatermarkTransform local = plus(bound, shift.get());
        return switch (to.getSqlTypeName()) {
            case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
                to.getPrecision() >= Math.min(from.getPrecision(), MICRO_DIGITS)
                        ? Optional.of(local)
                        : Optional.of(floor(local, unitOf(to.getPrecision()), 0));
            case DATE -> Optional.of(date(local));
            default -> Optional.empty();
        };
    }

    private static long unitOf(int digits) {
        long unit = MICROS_PER_SECOND;
        for (int i = 0; i < digits; i++) {
            unit /= 10;
        }
        return unit;
    }

    /** By how much a cast moves the time: by the zone's offset if it leads from or to an instant. Nothing if the offset varies. */
    private Optional<Long> zoneShift(RelDataType from, RelDataType to) {
        boolean instantBefore = from.getSqlTypeName() == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE;
        boolean instantAfter = to.getSqlTypeName() == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE;
        if (instantBefore == instantAfter) {
            return Optional.of(0L);
        }
        return offsetMicros(zone).map(offset -> instantBefore ? offset : -offset);
    }

    /** The zone's offset from UTC if it is always the same. */
    static Optional<Long> offsetMicros(ZoneId zone) {
        return zone.normalized() instanceof ZoneOffset offset
                ? Optional.of(offset.getTotalSeconds() * MICROS_PER_SECOND)
                : Optional.empty();
    }

    private Optional<WatermarkTransform> floored(RexCall call) {
        if (call.operands.size() != 2 || !(call.operands.get(1) instanceof RexLiteral unit)) {
            return Optional.empty();
        }
        RelDataType type = call.operands.get(0).getType();
        Optional<Long> bucket = fixedUnit(unit.getValueAs(TimeUnitRange.class));
        Optional<Long> zoneOffset = type.getSqlTypeName() == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE
                ? offsetMicros(zone)
                : Optional.of(0L);
        Optional<WatermarkTransform> bound = plain(call.operands.get(0));
        if (zoneOffset.isEmpty() || bound.isEmpty() || bound.get().unitMicros() != 1) {
            return Optional.empty();
        }
        if (bucket.isEmpty()) {
            return months(unit.getValueAs(TimeUnitRange.class))
                    .map(months -> floor(withoutBucket(bound.get()), months, zoneOffset.get()));
        }
        return Optional.of(floor(bound.get(), bucket.get(), Math.floorMod(-zoneOffset.get(), bucket.get())));
    }

    /** What CEIL gives is never below its operand, so the operand's watermark is true of it. */
    private Optional<WatermarkTransform> raised(RexCall call) {
        return call.operands.size() == 2
                ? plain(call.operands.get(0)).filter(b -> b.unitMicros() == 1)
                : Optional.empty();
    }

    /** With values above v still to come, none at or below the beginning of the month of v + 1, less one, comes. */
    private static WatermarkTransform floor(WatermarkTransform bound, int months, long zoneOffsetMicros) {
        ZoneOffset zone = ZoneOffset.ofTotalSeconds((int) (zoneOffsetMicros / MICROS_PER_SECOND));
        CalendarEdges edges = new CalendarEdges(zone, new WindowLength(months, 0), 0);
        return WatermarkTransform.floor(new CalendarFloor(Math.addExact(bound.plusMicros(), 1), edges, 0), -1);
    }

    private static Optional<Integer> months(@Nullable TimeUnitRange unit) {
        if (unit == null) {
            return Optional.empty();
        }
        return switch (unit) {
            case MONTH -> Optional.of(1);
            case QUARTER -> Optional.of(MONTHS_PER_QUARTER);
            case YEAR -> Optional.of(MONTHS_PER_YEAR);
            default -> Optional.empty();
        };
    }

    private static Optional<Long> fixedUnit(@Nullable TimeUnitRange unit) {
        if (unit == null) {
            return Optional.empty();
        }
        return switch (unit) {
            case MILLISECOND -> Optional.of(MICROS_PER_MILLI);
            case SECOND -> Optional.of(MICROS_PER_SECOND);
            case MINUTE -> Optional.of(60 * MICROS_PER_SECOND);
            case HOUR -> Optional.of(3_600 * MICROS_PER_SECOND);
            case DAY -> Optional.of(MICROS_PER_DAY);
            default -> Optional.empty();
        };
    }

    /**
     * What is known of a column brought down to a multiple of {@code bucket} (plus {@code begin}): with values above v still to come, none at
     * or below floor(v + 1) - 1.
     */
    static WatermarkTransform floor(WatermarkTransform bound, long bucket, long begin) {
        WatermarkTransform plain = withoutBucket(bound);
        long next = Math.addExact(plain.plusMicros(), 1);
        long offset = Math.floorMod(begin - next, bucket);
        return new WatermarkTransform(bucket, offset, next - 1, 1);
    }

    /** A DATE is above d while times above the end of day d are still to come. */
    private static WatermarkTransform date(WatermarkTransform bound) {
        return new WatermarkTransform(
                bound.bucketMicros(),
                bound.bucketOffsetMicros(),
                Math.subtractExact(Math.addExact(bound.plusMicros(), 1), MICROS_PER_DAY),
                MICROS_PER_DAY);
    }

    /** v without its bucket: at most bucket - 1 lower, and so still true. */
    private static WatermarkTransform withoutBucket(WatermarkTransform bound) {
        return bound.bucketMicros() == 0
                ? bound
                : WatermarkTransform.plus(Math.subtractExact(bound.plusMicros(), bound.bucketMicros() - 1));
    }

    private static WatermarkTransform plus(WatermarkTransform bound, long micros) {
        return new WatermarkTransform(
                bound.bucketMicros(),
                bound.bucketOffsetMicros(),
                Math.addExact(bound.plusMicros(), micros),
                bound.unitMicros());
    }
}
