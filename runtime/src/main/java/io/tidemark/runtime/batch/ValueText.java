package io.tidemark.runtime.batch;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.HexFormat;
import java.util.StringJoiner;

/**
 * Values as text.
 *
 * <p>{@link #cast} gives what SQL's CAST to VARCHAR gives: {@code 2018-01-31 10:00:00.250} with as many fractional digits as the type's
 * precision says, a TIMESTAMP_LTZ as the wall clock of a zone, VARBINARY in hexadecimal digits; and an ARRAY as {@code [1, 2, NULL]}. {@link #SQL} and {@link #ISO} are for other
 * systems to read: times with as many fractional digits as they need, a TIMESTAMP_LTZ in UTC with a {@code Z}, VARBINARY as Base64, intervals as
 * ISO 8601 durations.
 */
public final class ValueText {

    /** Text for other systems, with a blank between date and time. */
    public static final ValueText SQL = new ValueText(' ', false, ZoneOffset.UTC);

    /** Text for other systems, with a {@code T} between date and time. */
    public static final ValueText ISO = new ValueText('T', false, ZoneOffset.UTC);

    /** The most bytes that the text of an INT64 value takes. */
    public static final int MAX_BYTES = TimeWriter.MAX_BYTES;

    private static final int MAX_INTEGER_DIGITS = 19;
    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final long SECONDS_PER_DAY = 86_400;
    private static final long MICROS_PER_DAY = SECONDS_PER_DAY * MICROS_PER_SECOND;
    private static final int MONTHS_PER_YEAR = 12;
    private static final int MAX_PLAIN_YEAR = 9999;

    private final char separator;
    private final boolean isCast;
    private final ZoneId zone;

    private ValueText(char separator, boolean isCast, ZoneId zone) {
        this.separator = separator;
        this.isCast = isCast;
        this.zone = zone;
    }

    /** Text as CAST gives it; {@code zone} is for TIMESTAMP_LTZ. */
    public static ValueText cast(ZoneId zone) {
        return new ValueText(' ', true, zone);
    }

    /** The text of the value at a position that is not NULL. */
    public String of(Column column, int position) {
        if (column instanceof BytesColumn bytes) {
            return switch (column.type().kind()) {
                case VARCHAR -> bytes.string(position);
                case ARRAY -> array(ArrayElements.of(bytes, position));
                default -> binary(bytes.bytes(position));
            };
        }
        if (column instanceof DoubleColumn doubles) {
            double value = doubles.values[position];
            return column.type().kind() == TypeKind.REAL ? Float.toString((float) value) : Double.toString(value);
        }
        if (column instanceof Int128Column decimals) {
            return decimals.decimal(position).toPlainString();
        }
        return of(column.type(), ((LongColumn) column).values[position]);
    }

    /** The elements in brackets, text in quotes as SQL has them. */
    private String array(ArrayElements elements) {
        Column column = elements.column();
        StringJoiner text = new StringJoiner(", ", "[", "]");
        for (int i = 0; i < elements.count(); i++) {
            if (column.isNull(i)) {
                text.add("NULL");
            } else if (column.type().kind() == TypeKind.VARCHAR) {
                text.add("'" + of(column, i).replace("'", "''") + "'");
            } else {
                text.add(of(column, i));
            }
        }
        return text.toString();
    }

    private String binary(byte[] bytes) {
        return isCast ? HexFormat.of().formatHex(bytes) : Base64.getEncoder().encodeToString(bytes);
    }

    /** The text of an INT64 value of the type. */
    public String of(DataType type, long value) {
        return switch (type.kind()) {
            case BOOLEAN -> value == 0 ? "false" : "true";
            case DECIMAL -> BigDecimal.valueOf(value, type.scale()).toPlainString();
            case INTERVAL_MONTHS -> isCast ? months(value) : isoMonths(value);
            case INTERVAL_MICROS -> isCast ? interval(value) : isoInterval(value);
            case DATE, TIME, TIMESTAMP, TIMESTAMP_LTZ -> {
                byte[] buffer = new byte[MAX_BYTES];
                yield text(buffer, write(type, value, buffer, 0));
            }
            default -> Long.toString(value);
        };
    }

    /** Writes what {@link #of(DataType, long)} gives, at most {@link #MAX_BYTES}, in ASCII, and returns the position behind it. */
    public int write(DataType type, long value, byte[] buffer, int start) {
        return switch (type.kind()) {
            case DATE -> writeDate(value, buffer, start);
            case TIME -> TimeWriter.writeTime(value, fractionDigits(value, type), buffer, start);
            case TIMESTAMP -> writeTimestamp(value, type, buffer, start);
            case TIMESTAMP_LTZ -> {
                if (isCast) {
                    yield writeTimestamp(value + offsetMicros(value), type, buffer, start);
                }
                int end = writeTimestamp(value, type, buffer, start);
                buffer[end] = 'Z';
                yield end + 1;
            }
            case TINYINT, SMALLINT, INT, BIGINT -> writeInteger(value, buffer, start);
            default -> {
                byte[] text = of(type, value).getBytes(StandardCharsets.US_ASCII);
                System.arraycopy(text, 0, buffer, start, text.length);
                yield start + text.length;
            }
        };
    }

    private static int writeInteger(long value, byte[] buffer, int start) {
        int at = start;
        if (value < 0) {
            buffer[at++] = '-';
        }
        // Negative, since the least number has no opposite.
        long rest = value < 0 ? value : -value;
        int end = at + 1;
        for (long least = -10; rest <= least && end - at < MAX_INTEGER_DIGITS; least *= 10) {
            end++;
        }
        int last = end - 1;
        while (rest <= -100) {
            long hundreds = rest / 100;
            int pair = (int) (hundreds * 100 - rest);
            int tens = pair / 10;
            buffer[last - 1] = (byte) ('0' + tens);
            buffer[last] = (byte) ('0' + pair - tens * 10);
            last -= 2;
            rest = hundreds;
        }
        int pair = (int) -rest;
        if (pair >= 10) {
            buffer[last - 1] = (byte) ('0' + pair / 10);
        }
        buffer[last] = (byte) ('0' + pair % 10);
        return end;
    }

    private long offsetMicros(long micros) {
        Instant instant = Instant.ofEpochSecond(Math.floorDiv(micros, MICROS_PER_SECOND));
        return zone.getRules().getOffset(instant).getTotalSeconds() * MICROS_PER_SECOND;
    }

    private int fractionDigits(long micros, DataType type) {
        return isCast
                ? Math.max(0, Math.min(type.precision(), TimeWriter.MICRO_DIGITS))
                : TimeWriter.fractionDigits(micros);
    }

    /** ISO 8601 wants a sign before a year of more than four digits, CAST has none. */
    private int writeDate(long epochDay, byte[] buffer, int start) {
        LocalDate date = LocalDate.ofEpochDay(epochDay);
        int at = start;
        if (!isCast && date.getYear() > MAX_PLAIN_YEAR) {
            buffer[at++] = '+';
        }
        return TimeWriter.writeDate(date.getYear(), date.getMonthValue(), date.getDayOfMonth(), buffer, at);
    }

    private int writeTimestamp(long micros, DataType type, byte[] buffer, int start) {
        int at = writeDate(Math.floorDiv(micros, MICROS_PER_DAY), buffer, start);
        buffer[at++] = (byte) separator;
        long time = Math.floorMod(micros, MICROS_PER_DAY);
        return TimeWriter.writeTime(time, fractionDigits(time, type), buffer, at);
    }

    private static String text(byte[] buffer, int length) {
        return new String(buffer, 0, length, StandardCharsets.US_ASCII);
    }

    private static String months(long value) {
        return sign(value) + Math.abs(value) / MONTHS_PER_YEAR + "-" + Math.abs(value) % MONTHS_PER_YEAR;
    }

    private static String isoMonths(long value) {
        return Period.ofMonths(Math.toIntExact(value)).normalized().toString();
    }

    private static String interval(long value) {
        long micros = Math.abs(value);
        byte[] buffer = new byte[MAX_BYTES];
        int length = TimeWriter.writeTime(micros % MICROS_PER_DAY, TimeWriter.MICRO_DIGITS, buffer, 0);
        return sign(value) + micros / MICROS_PER_DAY + " " + text(buffer, length);
    }

    private static String isoInterval(long value) {
        return Duration.ofSeconds(
                        Math.floorDiv(value, MICROS_PER_SECOND), Math.floorMod(value, MICROS_PER_SECOND) * 1000)
                .toString();
    }

    private static String sign(long value) {
        return value < 0 ? "-" : "";
    }
}
