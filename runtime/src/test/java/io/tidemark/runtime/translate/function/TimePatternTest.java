package io.tidemark.runtime.translate.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.sql.error.CodedException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** DATE_FORMAT writes what Java's own formatter writes. */
class TimePatternTest {

    private static final List<String> PATTERNS = List.of(
            "yyyy-MM-dd",
            "HH:mm",
            "yyyy-MM-dd'T'HH:mm:ss.SSS",
            "y M d H h m s",
            "yy MM dd HH hh mm ss",
            "MMM d, uuuu 'o''clock' a",
            "EEEE EEE E LLLL D DDD",
            "SSSSSS S SS",
            "''",
            "");

    private static LocalDateTime random(Random random) {
        long second = random.nextLong() % 60_000_000_000L;
        return LocalDateTime.ofEpochSecond(second, random.nextInt(1_000_000) * 1000, ZoneOffset.UTC);
    }

    private static String format(DateFormat format, String pattern, LocalDateTime time) {
        long micros = ChronoUnit.MICROS.between(LocalDateTime.of(1970, 1, 1, 0, 0), time);
        Slice out = new Slice();
        format.format(micros, Slice.constant(pattern), out);
        return out.string();
    }

    @Test
    void randomTimesAreWrittenAsByJava() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (String pattern : PATTERNS) {
            DateFormat format = new DateFormat();
            DateTimeFormatter expected = DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH);
            for (int i = 0; i < 2000; i++) {
                LocalDateTime time = random(random);
                if (time.getYear() < 1 || time.getYear() > 9999) {
                    continue;
                }
                for (LocalDateTime near : List.of(time, time.plusNanos(1_000_000), time.minusSeconds(1))) {
                    assertThat(format(format, pattern, near))
                            .as("seed %s, pattern %s, time %s", seed, pattern, near)
                            .isEqualTo(near.format(expected));
                }
            }
        }
    }

    @Test
    void aPatternMayChangeFromRowToRow() {
        DateFormat format = new DateFormat();
        LocalDateTime time = LocalDateTime.of(2024, 2, 29, 12, 34);
        assertThat(format(format, "yyyy", time)).isEqualTo("2024");
        assertThat(format(format, "MM", time)).isEqualTo("02");
        assertThat(format(format, "MM", time.plusMonths(1))).isEqualTo("03");
    }

    @Test
    void otherPatternsAreRefused() {
        for (String pattern : List.of("Q", "yyyyy", "SSSSSSS", "'open", "HHH", "z")) {
            assertThatThrownBy(() -> DateFormat.check(pattern)).isInstanceOf(CodedException.class);
        }
    }
}
