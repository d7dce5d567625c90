package io.tidemark.runtime.translate.function;

import io.tidemark.runtime.bytes.ByteWords;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;

/** Functions of text, on UTF-8 bytes. <b>Units</b>: lengths and positions in code points, positions from 1. */
public final class Texts {

    private Texts() {}

    /** The number of code points. */
    public static long length(Slice text) {
        return ByteWords.codePoints(text.bytes, text.offset, text.offset + text.length);
    }

    private static boolean isStart(byte unit) {
        return (unit & 0xC0) != 0x80;
    }

    /** How many bytes from the beginning make up so many code points; all of them if there are fewer. */
    private static int bytesOf(Slice text, int from, long codePoints) {
        long left = codePoints;
        int at = from;
        while (at < text.length && left > 0) {
            at++;
            while (at < text.length && !isStart(text.bytes[text.offset + at])) {
                at++;
            }
            left--;
        }
        return at;
    }

    /** What follows from a position on, which may be before the beginning. */
    public static void substring(Slice text, long start, Slice out) {
        int from = bytesOf(text, 0, Math.max(start, 1) - 1);
        out.part(text, from, text.length - from);
    }

    /** So many code points from a position on, counted from where it lies even if that is before the beginning. */
    public static void substring(Slice text, long start, long length, Slice out) {
        if (length < 0) {
            throw RowFailures.invalidArgument("SUBSTRING", "length " + length + " is negative");
        }
        long end = Longs.add(start, length);
        long first = Math.max(start, 1);
        int from = bytesOf(text, 0, first - 1);
        int to = bytesOf(text, from, Math.max(end - first, 0));
        out.part(text, from, to - from);
    }

    /** The first code points; with a negative count, all but so many at the end. */
    public static void left(Slice text, long count, Slice out) {
        long wanted = count >= 0 ? count : Math.max(0, length(text) + count);
        out.part(text, 0, bytesOf(text, 0, wanted));
    }

    /** The last code points; with a negative count, all but so many at the beginning. */
    public static void right(Slice text, long count, Slice out) {
        long length = length(text);
        long skipped = count >= 0 ? Math.max(0, length - count) : Math.min(length, -count);
        int from = bytesOf(text, 0, skipped);
        out.part(text, from, text.length - from);
    }

    /** One after the other. */
    public static void concat(Slice a, Slice b, Slice out) {
        byte[] buffer = out.reserve((long) a.length + b.length);
        System.arraycopy(a.bytes, a.offset, buffer, 0, a.length);
        System.arraycopy(b.bytes, b.offset, buffer, a.length, b.length);
    }

    /** In capitals. */
    public static void upper(Slice text, Slice out) {
        if (!changeAscii(text, 'a', 'z', out)) {
            out.setString(text.string().toUpperCase(Locale.ROOT));
        }
    }

    /** In small letters. */
    public static void lower(Slice text, Slice out) {
        if (!changeAscii(text, 'A', 'Z', out)) {
            out.setString(text.string().toLowerCase(Locale.ROOT));
        }
    }

    private static boolean changeAscii(Slice text, char least, char greatest, Slice out) {
        byte[] buffer = out.reserve(text.length);
        for (int i = 0; i < text.length; i++) {
            byte unit = text.bytes[text.offset + i];
            if (unit < 0) {
                return false;
            }
            buffer[i] = (byte) (unit >= least && unit <= greatest ? unit ^ 0x20 : unit);
        }
        return true;
    }

    /** Without the code points of {@code characters} at the sides asked for. */
    public static void trim(boolean leading, boolean trailing, Slice characters, Slice text, Slice out) {
        if (characters.length == 1 && characters.bytes[characters.offset] >= 0) {
            trimByte(leading, trailing, characters.bytes[characters.offset], text, out);
            return;
        }
        int[] points = text.string().codePoints().toArray();
        String set = characters.string();
        int from = 0;
        int to = points.length;
        while (leading && from < to && set.indexOf(points[from]) >= 0) {
            from++;
        }
        while (trailing && to > from && set.indexOf(points[to - 1]) >= 0) {
            to--;
        }
        out.setString(new String(points, from, to - from));
    }

    private static void trimByte(boolean leading, boolean trailing, byte character, Slice text, Slice out) {
        int from = 0;
        int to = text.length;
        while (leading && from < to && text.bytes[text.offset + from] == character) {
            from++;
        }
        while (trailing && to > from && text.bytes[text.offset + to - 1] == character) {
            to--;
        }
        out.part(text, from, to - from);
    }

    /** Where {@code part} first stands in {@code text}; 0 if nowhere. */
    public static long position(Slice part, Slice text) {
        return position(part, text, 1);
    }

    /** Where {@code part} first stands in {@code text} from a position on; 0 if nowhere. */
    public static long position(Slice part, Slice text, long start) {
        if (start < 1) {
            return 0;
        }
        int from = bytesOf(text, 0, start - 1);
        int found = find(part.bytes, part.offset, part.length, text, from);
        if (found < 0 || start - 1 > length(text)) {
            return 0;
        }
        Slice before = new Slice();
        before.part(text, 0, found);
        return length(before) + 1;
    }

    /** The byte at which bytes first stand in {@code text} from a byte on; -1 if nowhere. */
    public static int find(byte[] part, int partOffset, int partLength, Slice text, int from) {
        if (partLength == 0) {
            return from <= text.length ? from : -1;
        }
        byte[] bytes = text.bytes;
        byte first = part[partOffset];
        int end = text.offset + text.length - partLength + 1;
        int at = text.offset + from;
        while (at < end) {
            at = ByteWords.find(bytes, at, end, first);
            if (at < end && isAt(bytes, at, part, partOffset, partLength)) {
                return at - text.offset;
            }
            at++;
        }
        return -1;
    }

    private static boolean isAt(byte[] bytes, int at, byte[] part, int partOffset, int partLength) {
        return partLength == 1 || Arrays.equals(bytes, at, at + partLength, part, partOffset, partOffset + partLength);
    }

    /** With every occurrence of {@code search} replaced; an empty one is in no text. */
    public static void replace(Slice text, Slice search, Slice replacement, Slice out) {
        long count = 0;
        for (int at = next(search, text, 0); at >= 0; at = next(search, text, at + search.length)) {
            count++;
        }
        if (count == 0) {
            out.part(text, 0, text.length);
            return;
        }
        byte[] buffer = out.reserve(text.length + count * (replacement.length - search.length));
        int from = 0;
        int to = 0;
        for (int at = next(search, text, 0); at >= 0; at = next(search, text, from)) {
            System.arraycopy(text.bytes, text.offset + from, buffer, to, at - from);
            to += at - from;
            System.arraycopy(replacement.bytes, replacement.offset, buffer, to, replacement.length);
            to += replacement.length;
            from = at + search.length;
        }
        System.arraycopy(text.bytes, text.offset + from, buffer, to, text.length - from);
    }

    private static int next(Slice search, Slice text, int from) {
        return search.length == 0 ? -1 : find(search.bytes, search.offset, search.length, text, from);
    }

    /**
     * The part numbered {@code index}, from 0, of a text cut at every occurrence of a delimiter. An empty delimiter is nowhere, so that the text is
     * its only part.
     *
     * @return whether there are so many parts
     */
    public static boolean splitIndex(Slice text, Slice delimiter, long index, Slice out) {
        int from = 0;
        int end = next(delimiter, text, 0);
        for (long part = 0; part < index && end >= 0; part++) {
            from = end + delimiter.length;
            end = next(delimiter, text, from);
            if (part == index - 1) {
                out.part(text, from, (end < 0 ? text.length : end) - from);
                return true;
            }
        }
        if (index == 0) {
            out.part(text, 0, end < 0 ? text.length : end);
            return true;
        }
        return false;
    }

    /** At most so many code points. */
    public static void truncate(Slice text, long length, Slice out) {
        out.part(text, 0, text.length <= length ? text.length : bytesOf(text, 0, length));
    }

    /** Exactly so many code points: cut off, or filled with blanks. */
    public static void pad(Slice text, long length, Slice out) {
        long missing = length - length(text);
        if (missing <= 0) {
            truncate(text, length, out);
            return;
        }
        byte[] buffer = out.reserve(text.length + missing);
        System.arraycopy(text.bytes, text.offset, buffer, 0, text.length);
        Arrays.fill(buffer, text.length, (int) (text.length + missing), (byte) ' ');
    }

    /**
     * The text as a column of so many code points takes it: blanks that don't fit are cut off. <b>Errors</b>: {@code ROW-08} if anything else
     * doesn't fit.
     */
    public static void fit(Slice text, long length, String type, Slice out) {
        int end = text.length <= length ? text.length : bytesOf(text, 0, length);
        for (int i = end; i < text.length; i++) {
            if (text.bytes[text.offset + i] != ' ') {
                throw RowFailures.tooLong(text.string(), type);
            }
        }
        out.part(text, 0, end);
    }

    /** The bytes as a column of so many takes them. <b>Errors</b>: {@code ROW-08} if they don't fit. */
    public static void fitBytes(Slice value, long length, String type, Slice out) {
        if (value.length > length) {
            throw RowFailures.tooLong(HexFormat.of().formatHex(value.copy()), type);
        }
        out.part(value, 0, value.length);
    }

    /** At most so many bytes. */
    public static void truncateBytes(Slice value, long length, Slice out) {
        out.part(value, 0, (int) Math.min(value.length, length));
    }

    /** The bytes as text. <b>Errors</b>: {@code ROW-04} if they are not UTF-8. */
    public static void fromBytes(Slice bytes, Slice out) {
        if (!Arrays.equals(bytes.string().getBytes(StandardCharsets.UTF_8), bytes.copy())) {
            throw RowFailures.badCast(HexFormat.of().formatHex(bytes.copy()), "VARCHAR");
        }
        out.part(bytes, 0, bytes.length);
    }

    /** The first code point; 0 for empty text. */
    public static long ascii(Slice text) {
        return text.length == 0 ? 0 : text.string().codePointAt(0);
    }
}
