package io.tidemark.runtime.translate.function;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A compiled LIKE pattern: {@code %} stands for any text, {@code _} for one code point.
 *
 * <p><b>Errors</b>: {@code ROW-10} for an escape that is not one character, or that stands before an ordinary one. <b>Cost</b>: linear in the
 * text for patterns without {@code _}; else that times the pattern's length at worst.
 */
public final class LikePattern {

    private static final int ANY_TEXT = -1;
    private static final int ANY_ONE = -2;

    private final int[] parts;
    private final boolean simple;
    private final List<byte[]> pieces = new ArrayList<>();
    private boolean openStart;
    private boolean openEnd;

    private LikePattern(int[] parts) {
        this.parts = parts;
        this.simple = Arrays.stream(parts).noneMatch(part -> part == ANY_ONE);
        if (simple) {
            cut();
        }
    }

    /** Compiles a pattern; {@code escape} is empty for none. */
    public static LikePattern of(String pattern, String escape) {
        int[] escapes = escape.codePoints().toArray();
        if (escapes.length > 1) {
            throw RowFailures.invalidArgument("LIKE", "escape \"" + escape + "\" is not one character");
        }
        int[] points = pattern.codePoints().toArray();
        int[] parts = new int[points.length];
        int count = 0;
        for (int i = 0; i < points.length; i++) {
            if (escapes.length == 1 && points[i] == escapes[0]) {
                i++;
                if (i == points.length || (points[i] != '%' && points[i] != '_' && points[i] != escapes[0])) {
                    throw RowFailures.invalidArgument("LIKE", "escape without a wildcard in \"" + pattern + "\"");
                }
                parts[count++] = points[i];
            } else if (points[i] != '%') {
                parts[count++] = points[i] == '_' ? ANY_ONE : points[i];
            } else if (count == 0 || parts[count - 1] != ANY_TEXT) {
                parts[count++] = ANY_TEXT;
            }
        }
        return new LikePattern(Arrays.copyOf(parts, count));
    }

    private void cut() {
        openStart = parts.length > 0 && parts[0] == ANY_TEXT;
        openEnd = parts.length > 0 && parts[parts.length - 1] == ANY_TEXT;
        StringBuilder piece = new StringBuilder();
        for (int part : parts) {
            if (part != ANY_TEXT) {
                piece.appendCodePoint(part);
            } else if (!piece.isEmpty()) {
                pieces.add(piece.toString().getBytes(StandardCharsets.UTF_8));
                piece.setLength(0);
            }
        }
        if (!piece.isEmpty()) {
            pieces.add(piece.toString().getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Whether a text matches as a whole. */
    public boolean matches(Slice text) {
        return simple
                ? matchesPieces(text)
                : matchesParts(text.string().codePoints().toArray());
    }

    private boolean matchesPieces(Slice text) {
        if (pieces.isEmpty()) {
            return openStart || text.length == 0;
        }
        int from = 0;
        int first = 0;
        int last = pieces.size() - 1;
        if (!openStart) {
            byte[] head = pieces.get(0);
            if (!standsAt(head, text, 0)) {
                return false;
            }
            if (last == 0 && !openEnd) {
                return head.length == text.length;
            }
            from = head.length;
            first = 1;
        }
        int end = openEnd ? last + 1 : last;
        for (int i = first; i < end; i++) {
            byte[] piece = pieces.get(i);
            int found = Texts.find(piece, 0, piece.length, text, from);
            if (found < 0) {
                return false;
            }
            from = found + piece.length;
        }
        if (openEnd) {
            return true;
        }
        byte[] tail = pieces.get(last);
        return text.length - tail.length >= from && standsAt(tail, text, text.length - tail.length);
    }

    private static boolean standsAt(byte[] piece, Slice text, int at) {
        int start = text.offset + at;
        return text.length - at >= piece.length
                && Arrays.equals(text.bytes, start, start + piece.length, piece, 0, piece.length);
    }

    private boolean matchesParts(int[] text) {
        int at = 0;
        int part = 0;
        int lastAny = -1;
        int resume = 0;
        while (at < text.length) {
            if (part < parts.length && (parts[part] == ANY_ONE || parts[part] == text[at])) {
                at++;
                part++;
            } else if (part < parts.length && parts[part] == ANY_TEXT) {
                lastAny = part++;
                resume = at;
            } else if (lastAny >= 0) {
                part = lastAny + 1;
                at = ++resume;
            } else {
                return false;
            }
        }
        while (part < parts.length && parts[part] == ANY_TEXT) {
            part++;
        }
        return part == parts.length;
    }
}
