package io.tidemark.trial.oracle;

import io.tidemark.trial.data.DataShape;
import io.tidemark.trial.grammar.WindowCall;
import io.tidemark.trial.grammar.WindowCall.Kind;
import io.tidemark.trial.grammar.WindowCall.Length;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * Every window of a call that a row might be in, from the definition. Windows of days and months are those of a calendar, from 1970-01-01 on; all
 * others are equally long, counted from 1970-01-01 00:00 on the local clock.
 */
final class WindowCalendar {

    private static final long DAY = 86_400_000_000L;

    private final WindowCall call;
    private final ZoneId zone;
    private final long from;
    private final long to;
    private final List<Window> windows = new ArrayList<>();

    /** A window, micros. */
    record Window(long start, long end) {}

    private WindowCalendar(WindowCall call, ZoneId zone, DataShape shape) {
        this.call = call;
        this.zone = call.zoned() ? zone : ZoneOffset.UTC;
        // Windows of windows lie at most some sizes further on.
        this.from = shape.beginMicros() - 5 * Math.max(length(call.size()), 60_000_000);
        this.to = shape.endMicros() + 5 * Math.max(length(call.size()), 60_000_000);
    }

    /** The windows that overlap the times of data. */
    static List<Window> windows(WindowCall call, ZoneId zone, DataShape shape) {
        WindowCalendar calendar = new WindowCalendar(call, zone, shape);
        calendar.add();
        return calendar.windows.stream().distinct().toList();
    }

    private static long length(Length length) {
        return length.months() > 0 ? 31L * length.months() * DAY : length.micros();
    }

    private boolean byCalendar() {
        return call.size().months() > 0 || call.size().micros() % DAY == 0;
    }

    private void add() {
        // The period at whose multiples windows begin: the slide of HOP, else the size.
        Length period = call.kind() == Kind.HOP ? call.step() : call.size();
        long first = Math.floorDiv(from, length(period)) - 3;
        if (period.months() > 0) {
            first = Math.floorDiv(from, 32 * DAY * period.months()) - 3;
        }
        for (long number = first; edge(period, number) <= to; number++) {
            add(edge(period, number), number, period);
        }
    }

    private void add(long start, long number, Length period) {
        switch (call.kind()) {
            case TUMBLE -> windows.add(new Window(start, edge(period, number + 1)));
            case HOP -> windows.add(new Window(start, end(start, number, period)));
            case CUMULATE -> {
                long last = edge(period, number + 1);
                boolean days =
                        byCalendar() && call.step().months() == 0 && call.step().micros() % DAY == 0;
                for (int step = 1; ; step++) {
                    long end = days
                            ? plusDays(start, step * call.step().micros() / DAY)
                            : call.step().months() > 0
                                    ? edge(
                                            call.step(),
                                            number
                                                            * period.months()
                                                            / call.step().months()
                                                    + step)
                                    : start + step * call.step().micros();
                    windows.add(new Window(start, Math.min(end, last)));
                    if (end >= last) {
                        return;
                    }
                }
            }
        }
    }

    private long end(long start, long number, Length period) {
        if (!byCalendar()) {
            return start + call.size().micros();
        }
        long periods = period.months() > 0
                ? call.size().months() / period.months()
                : call.size().micros() / period.micros();
        return edge(period, number + periods);
    }

    private long edge(Length period, long number) {
        if (period.months() > 0) {
            return instant(LocalDate.EPOCH.plusMonths(number * period.months())) + call.offsetMicros();
        }
        if (byCalendar() && period.micros() % DAY == 0) {
            return instant(LocalDate.EPOCH.plusDays(number * period.micros() / DAY)) + call.offsetMicros();
        }
        return number * period.micros() + call.offsetMicros();
    }

    private long plusDays(long micros, long days) {
        LocalDate date =
                Instant.EPOCH.plus(micros, ChronoUnit.MICROS).atZone(zone).toLocalDate();
        return instant(date.plusDays(days));
    }

    /** The first moment of a date. */
    private long instant(LocalDate date) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, date.atStartOfDay(zone).toInstant());
    }

    static LocalDateTime text(long micros) {
        return LocalDateTime.ofEpochSecond(
                Math.floorDiv(micros, 1_000_000L), (int) Math.floorMod(micros, 1_000_000L) * 1000, ZoneOffset.UTC);
    }
}
