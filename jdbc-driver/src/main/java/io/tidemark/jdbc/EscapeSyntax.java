package io.tidemark.jdbc;

import io.tidemark.jdbc.error.Failures;
import io.tidemark.jdbc.error.InputFailures;
import io.tidemark.jdbc.value.UnicodeText;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * JDBC's escapes that the dialect does not read by itself: {@code {oj …}}, {@code {escape '…'}} and {@code {limit …}}. The others, {@code {d …}},
 * {@code {t …}}, {@code {ts …}} and {@code {fn …}}, are part of the dialect and stay.
 *
 * <p>Braces become blanks, so that the place of everything else stays the same, and with it the places in error messages.
 *
 * <p><b>Errors</b>: 0A000 for {@code {call …}}.
 */
final class EscapeSyntax {

    private static final Pattern KEYWORD =
            Pattern.compile("\\{\\s*(oj|escape|limit|call|\\?\\s*=\\s*call)\\b", Pattern.CASE_INSENSITIVE);

    private final StringBuilder sql;
    private final Matcher keywords;
    private final Deque<Boolean> opened = new ArrayDeque<>();

    private EscapeSyntax(String sql) {
        this.sql = new StringBuilder(sql);
        this.keywords = KEYWORD.matcher(sql);
    }

    /** The statement, if it is one that can be sent: 22023 for none, 22021 for half a character. */
    static String checked(@Nullable String sql) throws SQLException {
        if (sql == null) {
            throw InputFailures.noText();
        }
        UnicodeText.require("the SQL text", sql);
        return sql;
    }

    /** The statement, {@link #checked}, without those escapes. */
    static String translate(@Nullable String text) throws SQLException {
        String sql = checked(text);
        return sql.indexOf('{') < 0 ? sql : new EscapeSyntax(sql).translated();
    }

    private String translated() throws SQLException {
        int at = 0;
        while (at < sql.length()) {
            at = step(at);
        }
        return sql.toString();
    }

    /** Passes over what begins at a place: a quoted text, a comment, a brace or a character. */
    private int step(int at) throws SQLException {
        switch (sql.charAt(at)) {
            case '\'':
                return after("'", at + 1);
            case '"':
                return after("\"", at + 1);
            case '-':
                return sql.indexOf("--", at) == at ? after("\n", at + 2) : at + 1;
            case '/':
                return sql.indexOf("/*", at) == at ? after("*/", at + 2) : at + 1;
            case '{':
                return open(at);
            case '}':
                if (!opened.isEmpty() && opened.pop()) {
                    sql.setCharAt(at, ' ');
                }
                return at + 1;
            default:
                return at + 1;
        }
    }

    private int after(String end, int from) {
        int found = sql.indexOf(end, from);
        return found < 0 ? sql.length() : found + end.length();
    }

    private int open(int at) throws SQLException {
        boolean translated = keywords.region(at, sql.length()).lookingAt();
        opened.push(translated);
        if (!translated) {
            return at + 1;
        }
        String keyword = keywords.group(1);
        if (keyword.toLowerCase(Locale.ROOT).endsWith("call")) {
            throw Failures.noProcedures();
        }
        sql.setCharAt(at, ' ');
        if (keyword.equalsIgnoreCase("oj")) {
            sql.setCharAt(keywords.start(1), ' ');
            sql.setCharAt(keywords.start(1) + 1, ' ');
        }
        return keywords.end();
    }
}
