package io.tidemark.runtime.translate.library;

import io.tidemark.runtime.translate.function.RowFailures;
import io.tidemark.runtime.translate.function.Times;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A format of times in PostgreSQL's words: the fields of {@link TimeField}, {@code FM} in front of one that is not to be padded, text between
 * double quotes, and what is no letter as it is. A name is in capitals, small letters or with a capital first, as the format writes it.
 *
 * <p><b>Errors</b>: {@code ROW-10} for a format with other letters; {@code ROW-04} for a text of another form, {@code ROW-07} for a time that there
 * is not.
 */
final class TimeFormat {

    private static final String UNPADDED = "FM";

    private final List<Part> parts;

    private TimeFormat(List<Part> parts) {
        this.parts = parts;
    }

    private sealed interface Part {}

    private record Literal(char character) implements Part {}

    private record Field(TimeField field, String written, boolean padded) implements Part {}

    static TimeFormat of(String format) {
        List<Part> parts = new ArrayList<>();
        int at = 0;
        while (at < format.length()) {
            char c = format.charAt(at);
            if (c == '"') {
                at++;
                while (at < format.length() && format.charAt(at) != '"') {
                    parts.add(new Literal(format.charAt(at++)));
                }
                at++;
            } else if (!Character.isLetter(c)) {
                parts.add(new Literal(c));
                at++;
            } else {
                boolean unpadded = format.regionMatches(true, at, UNPADDED, 0, UNPADDED.length());
                Field field = field(format, unpadded ? at + UNPADDED.length() : at, !unpadded);
                parts.add(field);
                at += (unpadded ? UNPADDED.length() : 0) + field.written.length();
            }
        }
        return new TimeFormat(parts);
    }

    private static Field field(String format, int at, boolean padded) {
        for (TimeField field : TimeField.values()) {
            String name = field.name();
            if (format.regionMatches(true, at, name, 0, name.length())) {
                return new Field(field, format.substring(at, at + name.length()), padded);
            }
        }
        throw RowFailures.invalidArgument(
                "a format of times",
                "\"" + format.substring(at) + "\" begins with no field; text stands in double quotes");
    }

    /** A time as text. */
    String write(long micros) {
        long day = Times.dayOf(micros);
        long time = Times.timeOf(micros);
        StringBuilder out = new StringBuilder();
        for (Part part : parts) {
            if (part instanceof Literal literal) {
                out.append(literal.character);
            } else if (part instanceof Field field) {
                write(field, day, time, out);
            }
        }
        return out.toString();
    }

    private static void write(Field field, long day, long time, StringBuilder out) {
        int width = field.padded ? field.field.width : 0;
        if (field.field.numeric) {
            String digits = Long.toString(field.field.number(day, time));
            out.append("0".repeat(Math.max(0, width - digits.length()))).append(digits);
        } else {
            String name = cased(field.field.text(day, time), field.written);
            out.append(name).append(" ".repeat(Math.max(0, width - name.length())));
        }
    }

    private static String cased(String name, String written) {
        if (Character.isLowerCase(written.charAt(0))) {
            return name.toLowerCase(Locale.ROOT);
        }
        return Character.isUpperCase(written.charAt(1)) ? name.toUpperCase(Locale.ROOT) : name;
    }

    /** The time that a text of this format means: fields that it lacks are the first that there is, and midnight. */
    long read(String text, String type) {
        TimeReader reader = new TimeReader(text, type);
        for (Part part : parts) {
            if (part instanceof Literal literal) {
                reader.literal(literal.character);
            } else if (part instanceof Field field) {
                reader.field(field.field);
            }
        }
        return reader.micros();
    }
}
