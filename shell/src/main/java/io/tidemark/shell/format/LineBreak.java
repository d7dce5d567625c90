package io.tidemark.shell.format;

import java.util.List;

/**
 * Where a line of a plan is best broken: after a comma outside parentheses, else before a word that begins a clause, else after a
 * comma within, else at a blank; never inside quotes.
 */
final class LineBreak {

    private static final List<String> CLAUSES =
            List.of(" where ", " and ", " or ", " WHEN ", " ELSE ", " of ", " by ", ": ", "; ", "   (");

    /** A worse place is taken only if a better one would leave two fifths of the line empty. */
    private static final double FILLED = 0.6;

    private final String text;
    private final int width;
    private final int[] best = new int[4];

    private LineBreak(String text, int width) {
        this.text = text;
        this.width = width;
    }

    /** How many characters of a text go on the first line of so many columns; 0 or less if it cannot be broken. */
    static int before(String text, int width) {
        LineBreak line = new LineBreak(text, width);
        line.scan();
        for (int place : line.best) {
            if (place > width * FILLED) {
                return place;
            }
        }
        int furthest = 0;
        for (int place : line.best) {
            furthest = Math.max(furthest, place);
        }
        return furthest;
    }

    private void scan() {
        int depth = 0;
        char quote = 0;
        int column = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '"' || (c == '\'' && !isApostrophe(i))) {
                quote = c;
            } else if (c == '(' || c == '[') {
                depth++;
            } else if (c == ')' || c == ']') {
                depth--;
            } else if (c == ' ' && i > 0) {
                note(i, depth);
            }
            column += Character.isHighSurrogate(c) ? 0 : Cell.width(String.valueOf(c));
            if (column > width) {
                return;
            }
        }
    }

    private boolean isApostrophe(int at) {
        return at > 0 && Character.isLetter(text.charAt(at - 1));
    }

    private void note(int blank, int depth) {
        boolean afterComma = text.charAt(blank - 1) == ',';
        int end = blank + 1;
        if (depth == 0 && afterComma) {
            best[0] = end;
        } else if (depth == 0 && CLAUSES.stream().anyMatch(clause -> stands(clause, blank))) {
            best[1] = end;
        } else if (afterComma) {
            best[2] = end;
        } else {
            best[3] = end;
        }
    }

    private boolean stands(String clause, int blank) {
        return clause.startsWith(" ") ? text.startsWith(clause, blank) : text.startsWith(clause, blank - 1);
    }
}
