package io.tidemark.runtime.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;

/** Values as text: CAST's form, and the one that other systems read. */
class ValueTextTest {

    private static final ValueText CAST = ValueText.cast(ZoneId.of("America/New_York"));

    private static long micros(String time) {
        return ChronoUnit.MICROS.between(LocalDateTime.of(1970, 1, 1, 0, 0), LocalDateTime.parse(time));
    }

    private static DataType type(TypeKind kind, int precision) {
        return new DataType(kind, precision, 0, true);
    }

    @Test
    void castGivesAsManyDigitsAsThePrecisionSays() {
        long time = micros("2024-02-29T12:30:05.25");
        assertThat(CAST.of(type(TypeKind.TIMESTAMP, 0), time)).isEqualTo("2024-02-29 12:30:05");
        assertThat(CAST.of(type(TypeKind.TIMESTAMP, 3), time)).isEqualTo("2024-02-29 12:30:05.250");
        assertThat(CAST.of(type(TypeKind.TIMESTAMP, 6), time)).isEqualTo("2024-02-29 12:30:05.250000");
        assertThat(CAST.of(type(TypeKind.TIMESTAMP_LTZ, 1), time)).isEqualTo("2024-02-29 07:30:05.2");
        assertThat(CAST.of(type(TypeKind.TIME, 3), 1_500_000)).isEqualTo("00:00:01.500");
        assertThat(CAST.of(type(TypeKind.TIMESTAMP, 3), micros("1969-12-31T23:59:59.999")))
                .isEqualTo("1969-12-31 23:59:59.999");
        assertThat(CAST.of(type(TypeKind.INTERVAL_MICROS, 0), -90_061_000_001L)).isEqualTo("-1 01:01:01.000001");
        assertThat(CAST.of(type(TypeKind.INTERVAL_MONTHS, 0), -14)).isEqualTo("-1-2");
    }

    @Test
    void othersGetAsManyDigitsAsATimeNeedsAndUtc() {
        long time = micros("2024-02-29T12:30:05.25");
        assertThat(ValueText.SQL.of(type(TypeKind.TIMESTAMP, 6), time)).isEqualTo("2024-02-29 12:30:05.25");
        assertThat(ValueText.ISO.of(type(TypeKind.TIMESTAMP_LTZ, 6), time)).isEqualTo("2024-02-29T12:30:05.25Z");
        assertThat(ValueText.SQL.of(type(TypeKind.TIME, 6), 0)).isEqualTo("00:00:00");
        assertThat(ValueText.SQL.of(type(TypeKind.TIME, 6), 1)).isEqualTo("00:00:00.000001");
        assertThat(ValueText.SQL.of(type(TypeKind.INTERVAL_MICROS, 0), 90_061_000_000L))
                .isEqualTo("PT25H1M1S");
        assertThat(ValueText.SQL.of(type(TypeKind.INTERVAL_MONTHS, 0), 14)).isEqualTo("P1Y2M");
    }

    @Test
    void wholeNumbersOfEveryLengthAreWrittenIntoABuffer() {
        DataType bigint = type(TypeKind.BIGINT, 0);
        byte[] buffer = new byte[ValueText.MAX_BYTES + 1];
        for (long power = 1, digits = 1; digits <= 19; digits++, power *= 10) {
            for (long value : new long[] {
                power, power - 1, power + 1, -power, 1 - power, Long.MAX_VALUE / power, Long.MIN_VALUE / power
            }) {
                int end = ValueText.SQL.write(bigint, value, buffer, 1);
                assertThat(new String(buffer, 1, end - 1, StandardCharsets.US_ASCII))
                        .isEqualTo(Long.toString(value));
            }
        }
    }

    @Test
    void yearsOutsideFourDigitsAreWrittenAsEachFormReadsThem() {
        DataType date = type(TypeKind.DATE, 0);
        long far = LocalDate.of(12_024, 1, 2).toEpochDay();
        long before = LocalDate.of(-44, 3, 15).toEpochDay();
        assertThat(CAST.of(date, far)).isEqualTo("12024-01-02");
        assertThat(ValueText.SQL.of(date, far)).isEqualTo("+12024-01-02");
        assertThat(CAST.of(date, before)).isEqualTo("-0044-03-15");
        assertThat(ValueText.SQL.of(date, before)).isEqualTo("-0044-03-15");
        assertThat(CAST.of(date, LocalDate.of(7, 1, 1).toEpochDay())).isEqualTo("0007-01-01");
    }
}
