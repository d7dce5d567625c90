package io.tidemark.runtime.translate;

import java.time.ZoneId;
import org.junit.jupiter.api.Test;

class TimeTest {

    private static final String COLUMNS =
            "ts TIMESTAMP(3), u TIMESTAMP(6), z TIMESTAMP_LTZ(3), d DATE, e DATE, t TIME(3), i INT, s VARCHAR, l BIGINT";
    private final ExpressionTable table = ExpressionTable.of(COLUMNS);

    @Test
    void fieldsAreThoseOfTheCalendarAlsoBeforeTheEpoch() {
        table.check("""
                EXTRACT(YEAR FROM ts) | ts=1969-12-31T23:59:59.999 | 1969
                EXTRACT(MONTH FROM d) | d=2024-02-29 | 2
                EXTRACT(DAY FROM ts) | ts=0001-01-01T00:00:00 | 1
                EXTRACT(HOUR FROM ts) | ts=1969-12-31T23:59:59.999 | 23
                EXTRACT(MINUTE FROM t) | t=12:34:56.789 | 34
                EXTRACT(SECOND FROM ts) | ts=2024-01-01T00:00:59.999 | 59
                EXTRACT(MILLISECOND FROM ts) | ts=2024-01-01T00:00:59.999 | 59999
                EXTRACT(MICROSECOND FROM u) | u=2024-01-01T00:00:01.000001 | 1000001
                EXTRACT(DOW FROM d) | d=2024-03-03 | 1
                EXTRACT(ISODOW FROM d) | d=2024-03-03 | 7
                EXTRACT(DOY FROM d) | d=2024-12-31 | 366
                EXTRACT(WEEK FROM d) | d=2021-01-03 | 53
                EXTRACT(ISOYEAR FROM d) | d=2021-01-03 | 2020
                EXTRACT(QUARTER FROM d) | d=2024-04-01 | 2
                EXTRACT(CENTURY FROM d) | d=2000-12-31 | 20
                EXTRACT(MILLENNIUM FROM d) | d=2001-01-01 | 3
                EXTRACT(DECADE FROM d) | d=2024-01-01 | 202
                EXTRACT(EPOCH FROM ts) | ts=1969-12-31T23:59:59.999 | -1
                YEAR(d) | d=2024-01-01 | 2024
                HOUR(ts) | ts=2024-01-01T05:00:00 | 5
                """);
    }

    @Test
    void timesAreWrittenAsAPatternSays() {
        table.check("""
                DATE_FORMAT(ts, 'yyyy-MM-dd') | ts=2024-02-29T23:59:59.999 | 2024-02-29
                DATE_FORMAT(ts, 'HH:mm') | ts=1969-12-31T23:59:59.999 | 23:59
                DATE_FORMAT(u, 'ss.SSSSSS') | u=2024-01-01T00:00:01.000001 | 01.000001
                DATE_FORMAT(d, 'd. MMMM yyyy') | d=2024-03-03 | 3. March 2024
                DATE_FORMAT(d, 'E ''at'' h a') | d=2024-03-03 | Sun at 12 AM
                DATE_FORMAT(z, 'yyyy-MM-dd HH') | z=2024-03-03T12:00:00 | 2024-03-03 12
                DATE_FORMAT(d, s) | d=2024-03-03, s=yy | 24
                DATE_FORMAT(d, s) | d=2024-03-03, s=Q | INVALID_PARAMETER
                DATE_FORMAT(d, s) | d=2024-03-03 | .
                """);
    }

    @Test
    void timesAreRoundedToUnits() {
        table.check("""
                FLOOR(ts TO HOUR) | ts=1969-12-31T23:59:59.999 | 1969-12-31 23:00
                CEIL(ts TO HOUR) | ts=1969-12-31T23:59:59.999 | 1970-01-01 00:00
                CEIL(ts TO HOUR) | ts=1969-12-31T23:00:00 | 1969-12-31 23:00
                FLOOR(ts TO DAY) | ts=2024-02-29T12:00:00 | 2024-02-29 00:00
                FLOOR(ts TO MONTH) | ts=2024-02-29T12:00:00 | 2024-02-01 00:00
                CEIL(ts TO MONTH) | ts=2024-02-01T00:00:00 | 2024-02-01 00:00
                CEIL(ts TO MONTH) | ts=2024-02-01T00:00:00.001 | 2024-03-01 00:00
                FLOOR(d TO QUARTER) | d=2024-06-30 | 2024-04-01
                FLOOR(d TO YEAR) | d=2024-06-30 | 2024-01-01
                CEIL(d TO YEAR) | d=2024-06-30 | 2025-01-01
                FLOOR(d TO WEEK) | d=2024-03-02 | 2024-02-25
                FLOOR(u TO SECOND) | u=2024-01-01T00:00:00.999999 | 2024-01-01 00:00
                FLOOR(d TO CENTURY) | d=2000-06-30 | 1901-01-01
                """);
    }

    @Test
    void intervalsMoveTimesExactly() {
        table.check("""
                ts + INTERVAL '1' HOUR | ts=2024-02-29T23:30:00 | 2024-03-01 00:30
                ts - INTERVAL '5' SECOND | ts=1970-01-01T00:00:00 | 1969-12-31 23:59:55
                u - INTERVAL '0.001' SECOND | u=2024-01-01T00:00:00.000001 | 2023-12-31 23:59:59.999001
                ts + INTERVAL '1' MONTH | ts=2024-01-31T12:00:00 | 2024-02-29 12:00
                ts - INTERVAL '1' YEAR | ts=2024-02-29T12:00:00 | 2023-02-28 12:00
                d + INTERVAL '1' DAY | d=2024-02-28 | 2024-02-29
                d - INTERVAL '1' MONTH | d=2024-03-31 | 2024-02-29
                t + INTERVAL '1' HOUR | t=23:30:00 | 00:30
                ts + i * INTERVAL '1' MINUTE | ts=2024-01-01T00:00:00, i=90 | 2024-01-01 01:30
                TIMESTAMPADD(MONTH, i, ts) | ts=2024-01-31T00:00:00, i=1 | 2024-02-29 00:00
                TIMESTAMPADD(SECOND, i, ts) | ts=2024-01-31T00:00:00, i=-1 | 2024-01-30 23:59:59
                TIMESTAMPDIFF(SECOND, ts, u) | ts=2024-01-01T00:00:00, u=2024-01-01T00:01:00.999 | 60
                TIMESTAMPDIFF(MINUTE, ts, u) | ts=2024-01-01T00:01:00, u=2024-01-01T00:00:01 | 0
                TIMESTAMPDIFF(DAY, d, e) | d=2024-02-28, e=2024-03-01 | 2
                TIMESTAMPDIFF(MONTH, d, e) | d=2024-01-31, e=2024-02-29 | 1
                TIMESTAMPDIFF(MONTH, d, e) | d=2024-01-29, e=2024-02-29 | 1
                TIMESTAMPDIFF(YEAR, d, e) | d=2020-03-01, e=2024-02-29 | 3
                TIMESTAMPADD(MICROSECOND, i, u) | u=2024-01-01T00:00:00.000001, i=-2 | 2023-12-31 23:59:59.999999
                CAST(i AS INTERVAL MINUTE) * 2 > INTERVAL '1' HOUR | i=31 | true
                ts + CAST(i AS INTERVAL MONTH) | ts=2024-01-31T00:00:00, i=1 | 2024-02-29 00:00
                ts - INTERVAL '1' DAY > u | ts=2024-01-02T00:00:00, u=2024-01-01T00:00:00 | false
                (u - ts) DAY TO SECOND > INTERVAL '1' SECOND | ts=2024-01-01T00:00:00, u=2024-01-01T00:00:01.000001 | true
                """);
    }

    @Test
    void castsBetweenTimesAndText() {
        table.check("""
                CAST(ts AS DATE) | ts=1969-12-31T23:59:59 | 1969-12-31
                CAST(ts AS TIME(3)) | ts=1969-12-31T23:59:59.5 | 23:59:59.500
                CAST(d AS TIMESTAMP(3)) | d=2024-02-29 | 2024-02-29 00:00
                CAST(u AS TIMESTAMP(3)) | u=1969-12-31T23:59:59.999999 | 1969-12-31 23:59:59.999
                CAST(ts AS VARCHAR) | ts=2024-02-29T01:02:03.004 | 2024-02-29 01:02:03.004
                CAST(u AS VARCHAR) | u=2024-02-29T01:02:03.004005 | 2024-02-29 01:02:03.004005
                CAST(d AS VARCHAR) | d=0001-01-01 | 0001-01-01
                CAST(t AS VARCHAR) | t=01:02:03 | 01:02:03.000
                CAST(s AS TIMESTAMP(6)) | s=2024-02-29T01:02:03.000001 | 2024-02-29 01:02:03.000001
                CAST(s AS TIMESTAMP(3)) | s=2024-02-29 1:2 | 2024-02-29 01:02
                CAST(s AS TIMESTAMP(3)) | s=2024-02-30 00:00:00 | ROW_ERROR_TIME_RANGE
                CAST(s AS TIMESTAMP(3)) | s=yesterday | ROW_ERROR_BAD_CAST
                CAST(s AS DATE) | s=2023-02-29 | ROW_ERROR_TIME_RANGE
                CAST(s AS DATE) | s= 2024-2-9  | 2024-02-09
                CAST(s AS TIME(0)) | s=24:00:00 | ROW_ERROR_TIME_RANGE
                u = TIMESTAMP '2024-01-01 00:00:00.000001' | u=2024-01-01T00:00:00.000001 | true
                ts = d | ts=2024-01-01T00:00:00, d=2024-01-01 | true
                """);
    }

    @Test
    void instantsMeetLocalTimesInTheSessionsZone() {
        ExpressionTable berlin = new ExpressionTable(COLUMNS, ZoneId.of("Europe/Berlin"));
        berlin.check("""
                CAST(z AS TIMESTAMP(3)) | z=2024-07-01T10:00:00 | 2024-07-01 12:00
                CAST(z AS VARCHAR) | z=2024-01-01T10:00:00 | 2024-01-01 11:00:00.000
                CAST(ts AS TIMESTAMP(3) WITH LOCAL TIME ZONE) | ts=2024-07-01T12:00:00 | 2024-07-01 10:00
                EXTRACT(HOUR FROM z) | z=2024-07-01T23:30:00 | 1
                FLOOR(z TO DAY) | z=2024-07-01T23:30:00 | 2024-07-01 22:00
                CAST(z AS DATE) | z=2024-07-01T23:30:00 | 2024-07-02
                z + INTERVAL '1' DAY | z=2024-03-30T12:00:00 | 2024-03-31 12:00
                CURRENT_DATE | | 2024-03-01
                LOCALTIMESTAMP(3) | | 2024-03-01 00:30:15.123
                """);
    }

    @Test
    void numbersAndTextBecomeTimestamps() {
        table.check("""
                TO_TIMESTAMP(l, 3) | l=-1 | 1969-12-31 23:59:59.999
                TO_TIMESTAMP(l, 0) | l=1709164800 | 2024-02-29 00:00
                TO_TIMESTAMP(l, 6) | l=1 | 1970-01-01 00:00:00.000001
                TO_TIMESTAMP(l, 0) | l=9223372036854775807 | ROW_ERROR_OVERFLOW
                TO_TIMESTAMP(i * 0.5, 0) | i=3 | 1970-01-01 00:00:01.500
                TO_TIMESTAMP(s) | s=2024-02-29 01:02:03.004 | 2024-02-29 01:02:03.004
                TO_TIMESTAMP(s) | s=nonsense | ROW_ERROR_BAD_CAST
                TO_TIMESTAMP_LTZ(l, 3) | l=1500 | 1970-01-01 00:00:01.500
                TO_TIMESTAMP(l, 3) | | .
                """);
    }

    @Test
    void theClockIsTheEpochs() {
        table.check("""
                CURRENT_TIMESTAMP(3) | | 2024-02-29 23:30:15.123
                CURRENT_DATE | | 2024-02-29
                ts < LOCALTIMESTAMP | ts=2024-02-29T23:30:14 | true
                """);
    }

    @Test
    void microsecondsAreNeverLostInAFunctionOfTimes() {
        table.check("""
                TO_CHAR(ts, 'YYYY-MM-DD HH24:MI:SS.MS') | ts=2024-02-29T01:02:03.004 | 2024-02-29 01:02:03.004
                TO_CHAR(u, 'YYYY-MM-DD US') | u=2024-02-29T01:02:03.004005 | 2024-02-29 004005
                """);
    }
}
