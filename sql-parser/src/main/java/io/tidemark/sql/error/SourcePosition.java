package io.tidemark.sql.error;

import java.io.Serializable;

/**
 * A stretch of SQL text, both ends included.
 *
 * <p><b>Units</b>: lines and columns count from 1, columns in UTF-16 units, a tab as one.
 */
public record SourcePosition(int line, int column, int endLine, int endColumn) implements Serializable {
    private static final int MAX_FRAGMENT_CHARS = 60;

    /** Checks that the stretch is not empty and not backwards. */
    public SourcePosition {
        if (line < 1 || column < 1 || endLine < line || (endLine == line && endColumn < column)) {
            throw new IllegalArgumentException(
                    "not a stretch of text: " + line + ":" + column + " to " + endLine + ":" + endColumn);
        }
    }

    /** Returns the position of a single character. */
    public static SourcePosition at(int line, int column) {
        return new SourcePosition(line, column, line, column);
    }

    /** Returns the offset of the first character in {@code text}, or the text's length if it lies beyond the end. */
    public int startOffset(String text) {
        return offset(text, line, column);
    }

    /** Returns the offset after the last character in {@code text}, or the text's length if it lies beyond the end. */
    public int endOffset(String text) {
        return Math.min(text.length(), offset(text, endLine, endColumn) + 1);
    }

    /**
     * Cuts the stretch out of {@code text} for an error message: on one line, runs of white space as one blank, at most 60
     * characters, with an ellipsis if it is longer. Empty if the stretch lies beyond the end of the text.
     */
    public String fragment(String text) {
        int start = startOffset(text);
        String flat = text.substring(start, Math.max(start, endOffset(text)))
                .replaceAll("\\s+", " ")
                .trim();
        if (flat.length() <= MAX_FRAGMENT_CHARS) {
            return flat;
        }
        int cut = flat.offsetByCodePoints(0, Math.min(MAX_FRAGMENT_CHARS - 1, flat.codePointCount(0, flat.length())));
        return flat.substring(0, cut) + "…";
    }

    /** Returns this position moved as if its text began at {@code origin} of a larger text. */
    public SourcePosition within(SourcePosition origin) {
        return new SourcePosition(
                origin.line + line - 1,
                line == 1 ? origin.column + column - 1 : column,
                origin.line + endLine - 1,
                endLine == 1 ? origin.column + endColumn - 1 : endColumn);
    }

    private static int offset(String text, int line, int column) {
        int offset = 0;
        for (int seen = 1; seen < line; seen++) {
            while (offset < text.length() && !breaksLine(text, offset)) {
                offset++;
            }
            if (offset == text.length()) {
                return offset;
            }
            offset++;
        }
        return Math.min(text.length(), offset + column - 1);
    }

    private static boolean breaksLine(String text, int offset) {
        char c = text.charAt(offset);
        return c == '\n' || (c == '\r' && !text.startsWith("\n", offset + 1));
    }

    /** Returns {@code line L, column C}. */
    @Override
    public String toString() {
        return "line " + line + ", column " + column;
    }
}
