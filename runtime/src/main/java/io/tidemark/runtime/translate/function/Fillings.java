package io.tidemark.runtime.translate.function;

import io.tidemark.runtime.batch.BytesPool;

/**
 * Functions of text that make it longer, on UTF-8 bytes. <b>Units</b>: lengths in code points. <b>Errors</b>: {@code ROW-08} for a result
 * longer than a value may be, before it takes memory.
 */
public final class Fillings {

    private static final byte[] BLANK = {' '};

    private Fillings() {}

    /** The text so many times; nothing for a count that is not positive. */
    public static void repeat(Slice text, long count, Slice out) {
        long times = Math.max(0, count);
        byte[] buffer = out.reserve(product(text.length, times));
        for (int at = 0; at < out.length; at += text.length) {
            System.arraycopy(text.bytes, text.offset, buffer, at, text.length);
        }
    }

    /** So many blanks. */
    public static void space(long count, Slice out) {
        Slice blank = new Slice();
        blank.point(BLANK, 0, 1);
        repeat(blank, count, out);
    }

    /** Exactly so many code points: cut off at the end, or led by blanks. */
    public static void padLeft(Slice text, long length, Slice out) {
        padLeft(text, length, Slice.constant(" "), out);
    }

    /** Exactly so many code points: cut off at the end, or led by as much of the pattern as it takes. */
    public static void padLeft(Slice text, long length, Slice pattern, Slice out) {
        pad("LPAD", text, length, pattern, true, out);
    }

    /** Exactly so many code points: cut off at the end, or followed by blanks. */
    public static void padRight(Slice text, long length, Slice out) {
        padRight(text, length, Slice.constant(" "), out);
    }

    /** Exactly so many code points: cut off at the end, or followed by as much of the pattern as it takes. */
    public static void padRight(Slice text, long length, Slice pattern, Slice out) {
        pad("RPAD", text, length, pattern, false, out);
    }

    private static void pad(String function, Slice text, long length, Slice pattern, boolean left, Slice out) {
        if (length < 0) {
            throw RowFailures.invalidArgument(function, "length " + length + " is negative");
        }
        if (pattern.length == 0) {
            throw RowFailures.invalidArgument(function, "the pattern is empty");
        }
        long missing = length - Texts.length(text);
        if (missing <= 0) {
            Texts.truncate(text, length, out);
            return;
        }
        long patternLength = Texts.length(pattern);
        Slice rest = new Slice();
        Texts.left(pattern, missing % patternLength, rest);
        long whole = product(pattern.length, missing / patternLength);
        byte[] buffer = out.reserve(Math.addExact(whole, rest.length + text.length));
        int filled = (int) whole + rest.length;
        int at = left ? 0 : text.length;
        for (int end = at + (int) whole; at < end; at += pattern.length) {
            System.arraycopy(pattern.bytes, pattern.offset, buffer, at, pattern.length);
        }
        System.arraycopy(rest.bytes, rest.offset, buffer, at, rest.length);
        System.arraycopy(text.bytes, text.offset, buffer, left ? filled : 0, text.length);
    }

    private static long product(int bytes, long times) {
        if (bytes > 0 && times > BytesPool.MAX_VALUE_BYTES / bytes) {
            throw RowFailures.tooLong(times > Long.MAX_VALUE / bytes ? Long.MAX_VALUE : bytes * times);
        }
        return bytes * times;
    }
}
