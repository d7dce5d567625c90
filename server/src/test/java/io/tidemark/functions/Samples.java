package io.tidemark.functions;

import java.util.ArrayList;
import java.util.List;

/**
 * Rows of values at the edges of their types, which Tidemark and DuckDB read alike. Columns: texts s and t, integers n (small), i (INT) and
 * l (BIGINT), doubles x and y, decimals m and w, the truth value b, the date d, the time h and the timestamps ts and tt.
 */
final class Samples {

    static final String COLUMNS = "k INT NOT NULL, s VARCHAR, t VARCHAR, n INT, i INT, l BIGINT, x DOUBLE, y DOUBLE,"
            + " m DECIMAL(12, 3), w DECIMAL(38, 6), b BOOLEAN, d DATE, h TIME%s, ts TIMESTAMP%s, tt TIMESTAMP%s";

    private static final List<String> ROWS = List.of(
            "'Hello, World', 'o', 3, 1, 1, 1.5E0, 2E0, 1.500, 1.25, TRUE, DATE '2024-02-29', TIME '12:34:56.789012', TIMESTAMP '2024-02-29 12:34:56.789012', TIMESTAMP '2023-01-31 00:00:00'",
            "'', 'abc', 0, 0, 0, 0E0, 1E0, 0.000, 0, FALSE, DATE '1970-01-01', TIME '00:00:00', TIMESTAMP '1970-01-01 00:00:00', TIMESTAMP '1969-12-31 23:59:59.999999'",
            "'  padded  ', ' ', 2, -1, -1, -1.5E0, 0.5E0, -1.500, -0.5, NULL, DATE '1969-12-31', TIME '23:59:59.999999', TIMESTAMP '1969-12-31 23:59:59.999999', TIMESTAMP '1970-01-01 00:00:00'",
            "'äöü ß ÅÉ', 'ö', 1, 2147483647, 9223372036854775807, 2.5E0, -3E0, 999999999.999, 99999999999999999999999999999999.999999, TRUE, DATE '9999-12-31', TIME '11:00:00', TIMESTAMP '9999-12-31 23:59:59.999999', TIMESTAMP '2024-03-31 02:30:00'",
            "'日本語', '本', 2, -2147483648, -9223372036854775808, -2.5E0, 3E0, -999999999.999, -99999999999999999999999999999999.999999, FALSE, DATE '0001-01-01', TIME '01:02:03', TIMESTAMP '0001-01-01 00:00:00', TIMESTAMP '2024-12-30 23:00:00.5'",
            "'a😀b😀c', '😀', 4, 7, 1234567890123, 0.1E0, 0.2E0, 0.001, 0.000001, TRUE, DATE '2000-02-29', TIME '00:00:00.000001', TIMESTAMP '2000-02-29 00:00:00.000001', TIMESTAMP '2001-02-28 12:00:00'",
            "'hello world HELLO', 'hello', 5, -7, -1234567890123, 1234567.891E0, 1E-3, 123.455, 123.4555, NULL, DATE '2023-12-31', TIME '13:45:30.5', TIMESTAMP '2023-12-31 23:59:59.5', TIMESTAMP '2024-01-01 00:00:00'",
            "'aaa', 'aa', 1, 100, 100, 100E0, 10E0, 100.000, 100, FALSE, DATE '1900-03-01', TIME '06:07:08.09', TIMESTAMP '1900-02-28 23:00:00', TIMESTAMP '1901-01-01 00:00:00'",
            "'x,y,,z', ',', 3, 12, 12, 1E10, -1E0, -0.005, -0.000005, TRUE, DATE '2021-01-03', TIME '18:00:00', TIMESTAMP '2021-01-03 18:00:00', TIMESTAMP '2020-12-28 06:00:00'",
            "'O''Neill 42', '4', 6, 42, 42, 4E0, 2E0, 42.420, 42.42, FALSE, DATE '2016-12-31', TIME '23:00:00', TIMESTAMP '2016-12-31 23:59:59', TIMESTAMP '2016-01-03 12:12:12.123456'",
            "'%a_b\\c', '_', 2, 5, 5, 1E-7, 7E0, 7.700, 7.7, TRUE, DATE '2026-07-28', TIME '08:15:00', TIMESTAMP '2026-07-28 08:15:00', TIMESTAMP '2026-11-30 23:59:59'",
            "'tab\tand more', 'and', 9, -12, -13, -0.75E0, 4E0, -7.250, -7.25, NULL, DATE '1999-12-31', TIME '12:00:00', TIMESTAMP '1999-12-31 12:00:00', TIMESTAMP '1996-02-29 12:00:00'",
            "CAST(NULL AS VARCHAR), 'x', 2, 3, 3, 3E0, 3E0, 3.000, 3, TRUE, DATE '2024-01-01', TIME '01:01:01', TIMESTAMP '2024-01-01 00:00:00', CAST(NULL AS TIMESTAMP)",
            "'only s', CAST(NULL AS VARCHAR), CAST(NULL AS INT), CAST(NULL AS INT), CAST(NULL AS BIGINT), CAST(NULL AS DOUBLE), CAST(NULL AS DOUBLE), CAST(NULL AS DECIMAL(12, 3)), CAST(NULL AS DECIMAL(38, 6)), NULL, CAST(NULL AS DATE), CAST(NULL AS TIME), CAST(NULL AS TIMESTAMP), CAST(NULL AS TIMESTAMP)");

    private Samples() {}

    /** The number of rows. */
    static int count() {
        return ROWS.size();
    }

    /** The statements that make the table {@code samples} of them, for an engine that takes precisions of times or one that has its own. */
    static List<String> statements(boolean precisions) {
        String six = precisions ? "(6)" : "";
        List<String> values = new ArrayList<>();
        for (int k = 0; k < ROWS.size(); k++) {
            values.add("(" + k + ", " + ROWS.get(k) + ")");
        }
        return List.of(
                "CREATE TABLE samples (" + COLUMNS.formatted(six, six, six) + ", PRIMARY KEY (k))",
                "INSERT INTO samples VALUES " + String.join(", ", values));
    }
}
