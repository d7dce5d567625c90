package io.tidemark.runtime.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.planner.calendar.CalendarEdges;
import io.tidemark.planner.calendar.WindowLength;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Windows against their definition, and against {@code java.time}'s calendars. */
class WindowAssignerTest {

    private static final long HOUR = 3_600_000_000L;
    private static final long DAY = 24 * HOUR;

    private static List<String> assigned(WindowAssigner assigner, long time) {
        WindowList windows = new WindowList();
        assigner.assign(time, windows);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < windows.count; i++) {
            texts.add(text(windows.starts[i], windows.ends[i]));
        }
        return texts;
    }

    private static String text(long start, long end) {
        return instant(start) + " " + instant(end);
    }

    private static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    private static long micros(String instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse(instant));
    }

    private static WindowAssigner days(String zone, int days, int count) {
        return WindowAssigner.byCalendar(
                new CalendarEdges(ZoneId.of(zone), WindowLength.ofMicros(days * DAY), 0), count);
    }

    private static WindowAssigner months(String zone, int months, int count) {
        return WindowAssigner.byCalendar(new CalendarEdges(ZoneId.of(zone), new WindowLength(months, 0), 0), count);
    }

    @Test
    void anyTimeIsInJustTheWindowsThatTheDefinitionGives() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int trial = 0; trial < 500; trial++) {
            long slide = 1L + random.nextInt(20);
            long size = 1L + random.nextInt(50);
            long offset = random.nextInt(200) - 100L;
            long time = random.nextInt(400) - 200L;
            List<String> hops = new ArrayList<>();
            for (long k = -500; k <= 500; k++) {
                long start = k * slide + offset;
                if (start <= time && time < start + size) {
                    hops.add(text(start, start + size));
                }
            }
            assertThat(assigned(WindowAssigner.hopping(size, slide, offset), time))
                    .as("seed %d hop of %d every %d from %d at %d", seed, size, slide, offset, time)
                    .isEqualTo(hops);
            long greatest = slide * (1 + random.nextInt(5));
            List<String> grown = new ArrayList<>();
            for (long k = -500; k <= 500; k++) {
                long start = k * greatest + offset;
                for (long end = start + slide; end <= start + greatest; end += slide) {
                    if (start <= time && time < end) {
                        grown.add(text(start, end));
                    }
                }
            }
            assertThat(assigned(WindowAssigner.cumulating(greatest, slide, offset), time))
                    .as("seed %d cumulate %d by %d from %d at %d", seed, greatest, slide, offset, time)
                    .isEqualTo(grown);
        }
    }

    @Test
    void aDayIsAsLongAsTheClocksMakeIt() {
        WindowAssigner berlin = days("Europe/Berlin", 1, 1);
        assertThat(assigned(berlin, micros("2024-03-31T10:00:00Z")))
                .containsExactly("2024-03-30T23:00:00Z 2024-03-31T22:00:00Z");
        assertThat(assigned(berlin, micros("2024-10-27T22:59:59Z")))
                .containsExactly("2024-10-26T22:00:00Z 2024-10-27T23:00:00Z");
        assertThat(assigned(berlin, micros("2024-10-27T23:00:00Z")))
                .containsExactly("2024-10-27T23:00:00Z 2024-10-28T23:00:00Z");
    }

    @Test
    void aDayBeginsAtTheFirstMomentThatTheClockShowsItsDate() {
        // São Paulo's clocks went from 24:00 to 01:00, those of Havana go from 01:00 back to 00:00.
        assertThat(assigned(days("America/Sao_Paulo", 1, 1), micros("2018-11-04T12:00:00Z")))
                .containsExactly("2018-11-04T03:00:00Z 2018-11-05T02:00:00Z");
        assertThat(assigned(days("America/Havana", 1, 1), micros("2023-11-05T05:30:00Z")))
                .containsExactly("2023-11-05T04:00:00Z 2023-11-06T05:00:00Z");
        // Samoa left out 30 December 2011.
        assertThat(assigned(days("Pacific/Apia", 1, 1), micros("2011-12-30T10:00:00Z")))
                .containsExactly("2011-12-30T10:00:00Z 2011-12-31T10:00:00Z");
    }

    @Test
    void monthsAreThoseOfTheCalendar() {
        assertThat(assigned(months("UTC", 1, 1), micros("2024-02-29T12:00:00Z")))
                .containsExactly("2024-02-01T00:00:00Z 2024-03-01T00:00:00Z");
        assertThat(assigned(months("UTC", 12, 1), micros("1969-12-31T23:59:59.999999Z")))
                .containsExactly("1969-01-01T00:00:00Z 1970-01-01T00:00:00Z");
        assertThat(assigned(months("Asia/Kolkata", 1, 2), micros("2024-02-29T18:30:00Z")))
                .containsExactly(
                        "2024-01-31T18:30:00Z 2024-03-31T18:30:00Z", "2024-02-29T18:30:00Z 2024-04-30T18:30:00Z");
    }

    @Test
    void cumulatingDaysGrowByElapsedHoursAndEndWithTheDay() {
        CalendarEdges edges = new CalendarEdges(ZoneId.of("Europe/Berlin"), WindowLength.ofMicros(DAY), 0);
        WindowAssigner assigner = WindowAssigner.cumulatingByCalendar(edges, WindowLength.ofMicros(6 * HOUR));
        assertThat(assigned(assigner, micros("2024-03-31T04:00:00Z")))
                .containsExactly(
                        "2024-03-30T23:00:00Z 2024-03-31T05:00:00Z",
                        "2024-03-30T23:00:00Z 2024-03-31T11:00:00Z",
                        "2024-03-30T23:00:00Z 2024-03-31T17:00:00Z",
                        "2024-03-30T23:00:00Z 2024-03-31T22:00:00Z");
    }

    @Test
    void cumulatingMonthsGrowByDays() {
        CalendarEdges edges = new CalendarEdges(ZoneOffset.UTC, new WindowLength(1, 0), 0);
        WindowAssigner assigner = WindowAssigner.cumulatingByCalendar(edges, WindowLength.ofMicros(10 * DAY));
        assertThat(assigned(assigner, micros("2024-02-15T00:00:00Z")))
                .containsExactly(
                        "2024-02-01T00:00:00Z 2024-02-21T00:00:00Z", "2024-02-01T00:00:00Z 2024-03-01T00:00:00Z");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Europe/Berlin", "America/Sao_Paulo", "Pacific/Apia", "Australia/Lord_Howe", "Asia/Kolkata"})
    void daysOfAnyZoneAreThoseOfJavasCalendar(String zoneName) {
        ZoneId zone = ZoneId.of(zoneName);
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        WindowAssigner assigner = days(zoneName, 1, 1);
        for (int trial = 0; trial < 2000; trial++) {
            long time = (random.nextInt(80 * 365) - 10L * 365) * DAY + random.nextLong(DAY);
            LocalDate date = instant(time).atZone(zone).toLocalDate();
            Instant end = date.plusDays(1).atStartOfDay(zone).toInstant();
            assertThat(assigned(assigner, time))
                    .as("seed %d at %s", seed, instant(time))
                    .containsExactly(date.atStartOfDay(zone).toInstant() + " " + end);
        }
    }
}
