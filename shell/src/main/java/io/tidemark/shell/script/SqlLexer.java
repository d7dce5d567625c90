package io.tidemark.shell.script;

import io.tidemark.shell.script.SqlToken.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * Cuts SQL text into tokens, as far as splitting, highlighting and completion need it.
 *
 * <p>Never fails: text that ends inside a quote or a comment gives a last token that is not closed. A doubled quote inside a
 * quoted text makes two tokens, which does not matter to any of the three.
 */
public final class SqlLexer {

    private final String text;
    private int at;

    private SqlLexer(String text) {
        this.text = text;
    }

    /** The tokens of a text, which cover all of it. */
    public static List<SqlToken> tokens(String text) {
        SqlLexer lexer = new SqlLexer(text);
        List<SqlToken> tokens = new ArrayList<>();
        while (lexer.at < text.length()) {
            tokens.add(lexer.next());
        }
        return tokens;
    }

    private SqlToken next() {
        int start = at;
        char c = text.charAt(at);
        if (Character.isWhitespace(c)) {
            return run(Kind.SPACE, start, Character::isWhitespace);
        }
        if (text.startsWith("--", at)) {
            int end = text.indexOf('\n', at);
            return token(Kind.COMMENT, start, end < 0 ? text.length() : end, true);
        }
        if (text.startsWith("/*", at)) {
            return upTo(Kind.COMMENT, start, 2, "*/");
        }
        return switch (c) {
            case '\'' -> upTo(Kind.STRING, start, 1, "'");
            case '"' -> upTo(Kind.QUOTED_NAME, start, 1, "\"");
            case '`' -> upTo(Kind.QUOTED_NAME, start, 1, "`");
            default -> {
                if (Character.isJavaIdentifierStart(c) && c != '$') {
                    yield run(Kind.WORD, start, Character::isJavaIdentifierPart);
                }
                if (Character.isDigit(c)) {
                    yield run(Kind.NUMBER, start, digit -> Character.isLetterOrDigit(digit) || digit == '.');
                }
                yield token(Kind.SYMBOL, start, start + 1, true);
            }
        };
    }

    private SqlToken run(Kind kind, int start, IntPredicate member) {
        int end = start;
        while (end < text.length() && member.test(text.charAt(end))) {
            end++;
        }
        return token(kind, start, end, true);
    }

    private SqlToken upTo(Kind kind, int start, int skip, String closing) {
        int found = text.indexOf(closing, start + skip);
        return found < 0
                ? token(kind, start, text.length(), false)
                : token(kind, start, found + closing.length(), true);
    }

    private SqlToken token(Kind kind, int start, int end, boolean closed) {
        at = end;
        return new SqlToken(kind, start, end, closed);
    }
}
