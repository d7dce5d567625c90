package io.tidemark.sql.parser;

import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.SourcePosition;
import java.util.ArrayList;
import java.util.List;

/**
 * A coarse lexer over SQL text: enough to split scripts and to say what stands where, by the same rules of quotes and comments as
 * the generated one.
 *
 * <p><b>Errors</b>: SYNTAX, at its beginning, for a string, quoted name or comment that does not end.
 *
 * <p><b>Cost</b>: one pass.
 */
final class TokenScanner {
    private static final List<String> LONG_SYMBOLS =
            List.of("<=", ">=", "<>", "!=", "||", "::", "=>", "->", "..", "<<");

    private final String text;
    private final char quote;
    private final List<Token> tokens = new ArrayList<>();
    private int at;

    /** What a token is. */
    enum Kind {
        WORD,
        QUOTED_NAME,
        STRING,
        NUMBER,
        SYMBOL
    }

    /** A token and the offsets of its first character and after its last. */
    record Token(Kind kind, String text, int start, int end) {
        boolean is(String word) {
            return (kind == Kind.WORD || kind == Kind.SYMBOL) && text.equalsIgnoreCase(word);
        }
    }

    private TokenScanner(String text, IdentifierQuoting quoting) {
        this.text = text;
        this.quote = quoting.character();
    }

    /** Returns all tokens of the text, comments and white space left out. */
    static List<Token> scan(String text, IdentifierQuoting quoting) {
        TokenScanner scanner = new TokenScanner(text, quoting);
        while (scanner.at < text.length()) {
            scanner.step();
        }
        return scanner.tokens;
    }

    private void step() {
        char c = text.charAt(at);
        if (Character.isWhitespace(c)) {
            at++;
        } else if (text.startsWith("--", at) || text.startsWith("//", at)) {
            at = endOfLine(at);
        } else if (text.startsWith("/*", at)) {
            skipComment();
        } else if (c == '\'') {
            string(at, false);
        } else if (c == quote) {
            quotedName();
        } else if (isWordStart(c)) {
            word();
        } else if (isDigit(c) || (c == '.' && at + 1 < text.length() && isDigit(text.charAt(at + 1)))) {
            number();
        } else {
            symbol();
        }
    }

    private void skipComment() {
        int end = text.indexOf("*/", at + 2);
        if (end < 0) {
            throw unterminated("comment", at).hint("close it with */");
        }
        at = end + 2;
    }

    private void string(int start, boolean escapes) {
        int end = text.indexOf('\'', start) + 1;
        while (true) {
            if (end >= text.length()) {
                throw unterminated("string", start).hint("close it with ', and write a quote inside a string as ''");
            }
            char c = text.charAt(end);
            boolean escaped = escapes && c == '\\';
            boolean doubled = c == '\'' && end + 1 < text.length() && text.charAt(end + 1) == '\'';
            if (escaped || doubled) {
                end += 2;
            } else if (c == '\'') {
                add(Kind.STRING, start, end + 1);
                return;
            } else {
                end++;
            }
        }
    }

    private void quotedName() {
        int start = at;
        int limit = endOfLine(start);
        int end = start + 1;
        while (true) {
            if (end >= limit) {
                throw unterminated("quoted name", start).hint("close it with " + quote + " on the same line");
            }
            if (text.charAt(end) != quote) {
                end++;
            } else if (end + 1 < limit && text.charAt(end + 1) == quote) {
                end += 2;
            } else {
                add(Kind.QUOTED_NAME, start, end + 1);
                return;
            }
        }
    }

    private void word() {
        int start = at;
        int end = start + 1;
        while (end < text.length() && (isWordStart(text.charAt(end)) || Character.isDigit(text.charAt(end)))) {
            end++;
        }
        boolean prefixed = end < text.length() && text.charAt(end) == '\'';
        String word = text.substring(start, end);
        if (prefixed && (word.length() == 1 || word.startsWith("_"))) {
            string(start, word.equalsIgnoreCase("E"));
        } else {
            add(Kind.WORD, start, end);
        }
    }

    private void number() {
        int end = at;
        while (end < text.length() && (isDigit(text.charAt(end)) || text.charAt(end) == '.')) {
            end++;
        }
        int exponent = end;
        if (exponent < text.length() && (text.charAt(exponent) == 'e' || text.charAt(exponent) == 'E')) {
            exponent++;
            if (exponent < text.length() && (text.charAt(exponent) == '+' || text.charAt(exponent) == '-')) {
                exponent++;
            }
            if (exponent < text.length() && isDigit(text.charAt(exponent))) {
                end = exponent;
                while (end < text.length() && isDigit(text.charAt(end))) {
                    end++;
                }
            }
        }
        add(Kind.NUMBER, at, end);
    }

    private void symbol() {
        for (String symbol : LONG_SYMBOLS) {
            if (text.startsWith(symbol, at)) {
                add(Kind.SYMBOL, at, at + symbol.length());
                return;
            }
        }
        add(Kind.SYMBOL, at, at + Character.charCount(text.codePointAt(at)));
    }

    private void add(Kind kind, int start, int end) {
        tokens.add(new Token(kind, text.substring(start, end), start, end));
        at = end;
    }

    private CodedException unterminated(String what, int start) {
        SourcePosition place = position(text, start, Math.max(start + 1, endOfLine(start)));
        return CodedException.syntax("unterminated " + what).at(place, text);
    }

    private int endOfLine(int from) {
        int end = from;
        while (end < text.length() && text.charAt(end) != '\n' && text.charAt(end) != '\r') {
            end++;
        }
        return end;
    }

    private static boolean isWordStart(char c) {
        return Character.isLetter(c) || c == '_' || c == '$';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /** Returns the position of the characters from one offset to before another. */
    static SourcePosition position(String text, int start, int end) {
        int[] first = lineAndColumn(text, start);
        int[] last = lineAndColumn(text, Math.max(start, end - 1));
        return new SourcePosition(first[0], first[1], last[0], last[1]);
    }

    private static int[] lineAndColumn(String text, int offset) {
        int line = 1;
        int lineStart = 0;
        for (int i = 0; i < offset && i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\n' || (c == '\r' && !text.startsWith("\n", i + 1))) {
                line++;
                lineStart = i + 1;
            }
        }
        return new int[] {line, offset - lineStart + 1};
    }
}
