package io.tidemark.planner.calendar;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;

/**
 * The instants at which a calendar's periods of whole days or months begin: edge 0 is at 1970-01-01 00:00 local time plus the offset, edge
 * {@code k} is {@code k} periods later by the calendar. A day has 23 or 25 hours where the clock is put forward or back; a local time that the
 * clock skips is taken as if it had not been put forward, one that it shows twice is the first.
 *
 * <p><b>Units</b>: micros since the epoch. Edges never fall while the index rises. Immutable.
 *
 * @param zone whose calendar
 * @param period of months or of whole days, positive
 * @param offsetMicros added to the local time
 */
public record CalendarEdges(ZoneId zone, WindowLength period, long offsetMicros) {
    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final int NANOS_PER_MICRO = 1_000;
    private static final int MONTHS_PER_YEAR = 12;
    private static final int FIRST_YEAR = 1970;
    private static final LocalDateTime ORIGIN = LocalDateTime.of(FIRST_YEAR, 1, 1, 0, 0);

    public CalendarEdges {
        if (period.isEmpty() || !period.isDays()) {
            throw new IllegalArgumentException("a calendar counts whole days or months: " + period);
        }
    }

    /** The greatest index whose edge is not after {@code time}. */
    public long index(long time) {
        LocalDateTime local = LocalDateTime.ofInstant(instant(time), zone).minus(offsetMicros, ChronoUnit.MICROS);
        long index = period.isMonths()
                ? Math.floorDiv(
                        (long) (local.getYear() - FIRST_YEAR) * MONTHS_PER_YEAR + local.getMonthValue() - 1,
                        period.months())
                : Math.floorDiv(local.toLocalDate().toEpochDay(), period.days());
        while (edge(index) > time) {
            index--;
        }
        while (edge(index + 1) <= time) {
            index++;
        }
        return index;
    }

    /** The instant of an edge. */
    public long edge(long index) {
        return micros(local(index));
    }

    /** The instant that is {@code count} times {@code step}, of days or months, after an edge, by the calendar. */
    public long after(long index, long count, WindowLength step) {
        LocalDateTime from = local(index);
        return micros(step.isMonths() ? from.plusMonths(count * step.months()) : from.plusDays(count * step.days()));
    }

    private LocalDateTime local(long index) {
        LocalDateTime start =
                period.isMonths() ? ORIGIN.plusMonths(index * period.months()) : ORIGIN.plusDays(index * period.days());
        return start.plus(offsetMicros, ChronoUnit.MICROS);
    }

    /** A local time that the clock skips counts from the offset before, one that it shows twice is the first. */
    private long micros(LocalDateTime local) {
        Instant instant = local.atZone(zone).toInstant();
        return Math.addExact(
                Math.multiplyExact(instant.getEpochSecond(), MICROS_PER_SECOND), instant.getNano() / NANOS_PER_MICRO);
    }

    private static Instant instant(long micros) {
        return Instant.ofEpochSecond(
                Math.floorDiv(micros, MICROS_PER_SECOND),
                Math.floorMod(micros, MICROS_PER_SECOND) * (long) NANOS_PER_MICRO);
    }
}
