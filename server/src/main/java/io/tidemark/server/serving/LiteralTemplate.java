package io.tidemark.server.serving;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A statement's text with question marks in place of the numbers and strings that stand where a key may be looked for, so that texts that differ
 * in these alone have one plan: after {@code =}, and in a list in parentheses.
 *
 * <p>Whether the plan may be used is for its user to see: only if each question mark turns out to be the key of a lookup.
 *
 * @param text the text, with question marks
 * @param values what stood in their places: a BigDecimal or String each
 */
record LiteralTemplate(String text, List<Object> values) {

    /** At most 38 digits, as many as a DECIMAL has. */
    private static final Pattern NUMBER = Pattern.compile("(?=[0-9.]{1,38}$)[0-9]+(\\.[0-9]+)?");

    LiteralTemplate {
        values = List.copyOf(values);
    }

    /** The template of a text; nothing if it has no such literals, or parameters of its own, or anything out of the ordinary. */
    static Optional<LiteralTemplate> of(String sql) {
        Reader reader = new Reader(sql);
        return reader.read() && !reader.values.isEmpty()
                ? Optional.of(new LiteralTemplate(reader.template.toString(), reader.values))
                : Optional.empty();
    }

    /** Reads a text once, from left to right. */
    private static final class Reader {

        private final String sql;
        private final StringBuilder template = new StringBuilder();
        private final List<Object> values = new ArrayList<>();
        private int at;

        /** The last character before the present one that is not white space. */
        private char before = ';';

        Reader(String sql) {
            this.sql = sql;
        }

        /** Returns false at the first thing that makes the text unfit. */
        boolean read() {
            while (at < sql.length()) {
                char c = sql.charAt(at);
                if (c == '?' || c == '`' || sql.startsWith("--", at) || sql.startsWith("/*", at)) {
                    return false;
                }
                int end = end(c);
                if (end < 0) {
                    return false;
                }
                boolean isLiteral = c == '\'' || isDigit(c);
                if (isLiteral && mayBeKey() && value(sql.substring(at, end))) {
                    template.append('?');
                } else {
                    template.append(sql, at, end);
                }
                if (!Character.isWhitespace(c)) {
                    before = sql.charAt(end - 1);
                }
                at = end;
            }
            return true;
        }

        private boolean mayBeKey() {
            return before == '=' || before == '(' || before == ',';
        }

        private boolean value(String literal) {
            if (literal.charAt(0) == '\'') {
                values.add(literal.substring(1, literal.length() - 1).replace("''", "'"));
                return true;
            }
            boolean isPlain = NUMBER.matcher(literal).matches();
            if (isPlain) {
                values.add(new BigDecimal(literal));
            }
            return isPlain;
        }

        /** Where the token ends that begins here; below zero if it does not. */
        private int end(char c) {
            if (c == '\'' || c == '"') {
                return quotedEnd(c);
            }
            int end = at + 1;
            if (isDigit(c) || Character.isJavaIdentifierStart(c)) {
                while (end < sql.length() && isWordPart(sql.charAt(end), isDigit(c))) {
                    end++;
                }
            }
            return end;
        }

        private int quotedEnd(char quote) {
            int end = sql.indexOf(quote, at + 1);
            while (end >= 0 && end + 1 < sql.length() && sql.charAt(end + 1) == quote) {
                end = sql.indexOf(quote, end + 2);
            }
            return end < 0 ? end : end + 1;
        }

        private static boolean isWordPart(char c, boolean inNumber) {
            return Character.isJavaIdentifierPart(c) || (inNumber && c == '.');
        }

        private static boolean isDigit(char c) {
            return c >= '0' && c <= '9';
        }
    }
}
