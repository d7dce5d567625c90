package io.tidemark.runtime.translate.library;

import io.tidemark.runtime.translate.function.Longs;
import io.tidemark.runtime.translate.function.RowFailures;
import io.tidemark.runtime.translate.function.Slice;
import io.tidemark.runtime.translate.function.Texts;
import java.util.Arrays;

/**
 * Functions that take text apart and put it together anew, on UTF-8 bytes. <b>Units</b>: lengths and positions in code points, positions from 1.
 * <b>Errors</b>: {@code ROW-10} for an argument that a function does not take, {@code ROW-08} for a result that is too long.
 */
public final class TextParts {

    private static final Slice BLANK = Slice.constant(" ");

    private TextParts() {}

    /** Without blanks at the beginning. */
    public static void trimLeft(Slice text, Slice out) {
        Texts.trim(true, false, BLANK, text, out);
    }

    /** Without the given code points at the beginning. */
    public static void trimLeft(Slice text, Slice characters, Slice out) {
        Texts.trim(true, false, characters, text, out);
    }

    /** Without blanks at the end. */
    public static void trimRight(Slice text, Slice out) {
        Texts.trim(false, true, BLANK, text, out);
    }

    /** Without the given code points at the end. */
    public static void trimRight(Slice text, Slice characters, Slice out) {
        Texts.trim(false, true, characters, text, out);
    }

    /** Without blanks at both ends. */
    public static void trimBoth(Slice text, Slice out) {
        Texts.trim(true, true, BLANK, text, out);
    }

    /** Without the given code points at both ends. */
    public static void trimBoth(Slice text, Slice characters, Slice out) {
        Texts.trim(true, true, characters, text, out);
    }

    /** The number of bytes. */
    public static long bytes(Slice value) {
        return value.length;
    }

    /** Where a part first stands in a text; 0 if nowhere. */
    public static long place(Slice text, Slice part) {
        return Texts.position(part, text);
    }

    /** Whether a text begins with another. */
    public static boolean startsWith(Slice text, Slice beginning) {
        return holds(text, 0, beginning);
    }

    /** Whether a text ends with another. */
    public static boolean endsWith(Slice text, Slice end) {
        return holds(text, text.length - end.length, end);
    }

    private static boolean holds(Slice text, int at, Slice part) {
        int from = text.offset + at;
        return at >= 0
                && at + part.length <= text.length
                && Arrays.equals(
                        text.bytes, from, from + part.length, part.bytes, part.offset, part.offset + part.length);
    }

    /** The code points from last to first. */
    public static void reverse(Slice text, Slice out) {
        byte[] buffer = out.reserve(text.length);
        int to = text.length;
        int from = 0;
        while (from < text.length) {
            int length = sequence(text, from);
            to -= length;
            System.arraycopy(text.bytes, text.offset + from, buffer, to, length);
            from += length;
        }
    }

    /** The number of bytes of the code point at a byte. */
    private static int sequence(Slice text, int at) {
        int end = at + 1;
        while (end < text.length && (text.bytes[text.offset + end] & 0xC0) == 0x80) {
            end++;
        }
        return end - at;
    }

    /** Each code point of {@code from} replaced by that of {@code to} at its place; those without one are left out. */
    public static void translate(Slice text, Slice from, Slice to, Slice out) {
        String characters = from.string();
        int[] replacements = to.string().codePoints().toArray();
        StringBuilder result = new StringBuilder(text.length);
        text.string().codePoints().forEach(point -> {
            int found = characters.indexOf(Character.toString(point));
            if (found < 0) {
                result.appendCodePoint(point);
                return;
            }
            int index = characters.codePointCount(0, found);
            if (index < replacements.length) {
                result.appendCodePoint(replacements[index]);
            }
        });
        out.setString(result.toString());
    }

    /** The n-th part between separators, or the n-th from the end if n is negative; empty if there is none. */
    public static void splitPart(Slice text, Slice separator, long n, Slice out) {
        if (n == 0) {
            throw RowFailures.invalidArgument("SPLIT_PART", "there is no part 0");
        }
        if (separator.length == 0) {
            boolean whole = n == 1 || n == -1;
            out.part(text, 0, whole ? text.length : 0);
            return;
        }
        long wanted = n > 0 ? n : parts(text, separator) + 1 + n;
        int from = 0;
        for (long part = 1; part <= wanted; part++) {
            int at = Texts.find(separator.bytes, separator.offset, separator.length, text, from);
            int to = at < 0 ? text.length : at;
            if (part == wanted) {
                out.part(text, from, to - from);
                return;
            }
            if (at < 0) {
                break;
            }
            from = at + separator.length;
        }
        out.part(text, 0, 0);
    }

    private static long parts(Slice text, Slice separator) {
        long parts = 1;
        int at = Texts.find(separator.bytes, separator.offset, separator.length, text, 0);
        while (at >= 0) {
            parts++;
            at = Texts.find(separator.bytes, separator.offset, separator.length, text, at + separator.length);
        }
        return parts;
    }

    /** The first letter of each word as a capital, the others small. */
    public static void initialCapitals(Slice text, Slice out) {
        StringBuilder result = new StringBuilder(text.length);
        boolean[] inWord = {false};
        text.string().codePoints().forEach(point -> {
            result.appendCodePoint(inWord[0] ? Character.toLowerCase(point) : Character.toUpperCase(point));
            inWord[0] = Character.isLetterOrDigit(point);
        });
        out.setString(result.toString());
    }

    /** With as much as {@code other} is long replaced by it. */
    public static void overlay(Slice text, Slice other, long start, Slice out) {
        overlay(text, other, start, Texts.length(other), out);
    }

    /** With so many code points from a position on replaced by another text. */
    public static void overlay(Slice text, Slice other, long start, long length, Slice out) {
        if (start < 1 || length < 0) {
            String reason = start < 1 ? "there is no position " + start : "length " + length + " is negative";
            throw RowFailures.invalidArgument("OVERLAY", reason);
        }
        Slice before = new Slice();
        Texts.left(text, start - 1, before);
        Slice replaced = new Slice();
        Texts.left(text, Longs.add(start - 1, length), replaced);
        Slice after = new Slice();
        after.part(text, replaced.length, text.length - replaced.length);
        out.clear();
        out.append(before);
        out.append(other);
        out.append(after);
    }

    /** The code point of a number. */
    public static void character(long number, Slice out) {
        boolean surrogate = number >= Character.MIN_SURROGATE && number <= Character.MAX_SURROGATE;
        if (number < 1 || number > Character.MAX_CODE_POINT || surrogate) {
            throw RowFailures.invalidArgument("CHR", number + " is not the number of a character");
        }
        out.setString(Character.toString((int) number));
    }
}
