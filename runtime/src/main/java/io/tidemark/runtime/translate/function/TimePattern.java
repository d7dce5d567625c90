package io.tidemark.runtime.translate.function;

import java.nio.charset.StandardCharsets;
import java.time.DayOfWeek;
import java.time.Month;
import java.time.format.TextStyle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * A compiled pattern of DATE_FORMAT, with the letters of {@link java.time.format.DateTimeFormatter}: {@code y u M L d D E a H h m s S}. Letters
 * between single quotes, and all that are none, stand for themselves; two single quotes are one.
 *
 * <p><b>Errors</b>: {@code ROW-10} for another letter, for more of a letter than it takes, and for a quote without an end.
 */
final class TimePattern {

    private static final int FRACTION_DIGITS = 6;

    /** Writes one part of a local time. */
    @FunctionalInterface
    private interface Part {
        void write(long micros, Line line);
    }

    /** The text as it is written. */
    static final class Line {
        private byte[] bytes = new byte[32];
        private int length;

        private void add(byte[] more) {
            reserve(more.length);
            System.arraycopy(more, 0, bytes, length, more.length);
            length += more.length;
        }

        private void add(long number, int digits) {
            long power = 1;
            int width = 1;
            while (number / power >= 10) {
                power *= 10;
                width++;
            }
            reserve(Math.max(width, digits));
            for (int i = width; i < digits; i++) {
                bytes[length++] = '0';
            }
            for (; power > 0; power /= 10) {
                bytes[length++] = (byte) ('0' + number / power % 10);
            }
        }

        private void reserve(int more) {
            if (length + more > bytes.length) {
                bytes = Arrays.copyOf(bytes, 2 * (length + more));
            }
        }

        /** Lets a register point to the text. */
        void show(Slice out) {
            out.point(bytes, 0, length);
        }
    }

    private final List<Part> parts = new ArrayList<>();
    private long unit = Times.DAY;

    private TimePattern() {}

    /** Compiles a pattern. */
    static TimePattern of(String text) {
        TimePattern pattern = new TimePattern();
        int at = 0;
        while (at < text.length()) {
            char letter = text.charAt(at);
            int end = at + 1;
            if (letter == '\'') {
                end = pattern.quoted(text, at);
            } else if (isLetter(letter)) {
                while (end < text.length() && text.charAt(end) == letter) {
                    end++;
                }
                pattern.field(letter, end - at, text);
            } else {
                while (end < text.length() && !isLetter(text.charAt(end)) && text.charAt(end) != '\'') {
                    end++;
                }
                pattern.literal(text.substring(at, end));
            }
            at = end;
        }
        return pattern;
    }

    private static boolean isLetter(char character) {
        return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
    }

    /** Takes the text between a quote and the next that is not doubled; two quotes without anything between them are one. */
    private int quoted(String text, int start) {
        StringBuilder within = new StringBuilder();
        int at = start + 1;
        while (at < text.length()) {
            boolean quote = text.charAt(at) == '\'';
            boolean doubled = quote && text.startsWith("''", at);
            if (quote && !doubled) {
                literal(at == start + 1 ? "'" : within.toString());
                return at + 1;
            }
            within.append(text.charAt(at));
            at += doubled ? 2 : 1;
        }
        throw RowFailures.invalidArgument("DATE_FORMAT", "a quote without an end in \"" + text + "\"");
    }

    private void literal(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        parts.add((micros, line) -> line.add(bytes));
    }

    private void field(char letter, int count, String text) {
        int most = switch (letter) {
            case 'y', 'u', 'M', 'L', 'E' -> 4;
            case 'D' -> 3;
            case 'd', 'H', 'h', 'm', 's' -> 2;
            case 'S' -> FRACTION_DIGITS;
            case 'a' -> 1;
            default -> 0;
        };
        if (count > most) {
            String what = most == 0 ? "letter" : "so many of letter";
            throw RowFailures.invalidArgument("DATE_FORMAT", what + " \"" + letter + "\" in \"" + text + "\"");
        }
        unit = Math.min(unit, unit(letter));
        parts.add(part(letter, count));
    }

    private static long unit(char letter) {
        return switch (letter) {
            case 'H', 'h', 'a' -> Times.HOUR;
            case 'm' -> Times.MINUTE;
            case 's' -> Times.SECOND;
            case 'S' -> 1;
            default -> Times.DAY;
        };
    }

    private static Part part(char letter, int count) {
        return switch (letter) {
            case 'y', 'u' -> (micros, line) -> year(Times.year(Times.dayOf(micros)), count, line);
            case 'M', 'L' -> (micros, line) -> month(Times.month(Times.dayOf(micros)), count, line);
            case 'd' -> (micros, line) -> line.add(Times.dayOfMonth(Times.dayOf(micros)), count);
            case 'D' -> (micros, line) -> line.add(Times.dayOfYear(Times.dayOf(micros)), count);
            case 'E' -> (micros, line) -> line.add(dayName(Times.isoDayOfWeek(Times.dayOf(micros)), count));
            case 'a' -> (micros, line) -> line.add(half(Times.timeOf(micros) / Times.HOUR));
            case 'H' -> (micros, line) -> line.add(Times.timeOf(micros) / Times.HOUR, count);
            case 'h' -> (micros, line) -> line.add((Times.timeOf(micros) / Times.HOUR + 11) % 12 + 1, count);
            case 'm' -> (micros, line) -> line.add(Times.timeOf(micros) / Times.MINUTE % 60, count);
            case 's' -> (micros, line) -> line.add(Times.timeOf(micros) / Times.SECOND % 60, count);
            default -> {
                long divisor = Decimals.powerOfTen(FRACTION_DIGITS - count);
                yield (micros, line) -> line.add(Times.timeOf(micros) % Times.SECOND / divisor, count);
            }
        };
    }

    private static void year(long year, int count, Line line) {
        if (count == 2) {
            line.add(Math.floorMod(year, 100L), 2);
            return;
        }
        if (year < 0) {
            line.add(new byte[] {'-'});
        }
        line.add(Math.abs(year), count);
    }

    private static void month(long month, int count, Line line) {
        if (count <= 2) {
            line.add(month, count);
            return;
        }
        TextStyle style = count == 3 ? TextStyle.SHORT : TextStyle.FULL;
        line.add(Month.of((int) month).getDisplayName(style, Locale.ENGLISH).getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] dayName(long day, int count) {
        TextStyle style = count <= 3 ? TextStyle.SHORT : TextStyle.FULL;
        return DayOfWeek.of((int) day).getDisplayName(style, Locale.ENGLISH).getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] half(long hour) {
        return (hour < 12 ? "AM" : "PM").getBytes(StandardCharsets.UTF_8);
    }

    /** The micros within which the text stays the same. */
    long unitMicros() {
        return unit;
    }

    /** Writes a local time in place of what a line has held. */
    void write(long micros, Line line) {
        line.length = 0;
        for (Part part : parts) {
            part.write(micros, line);
        }
    }
}
