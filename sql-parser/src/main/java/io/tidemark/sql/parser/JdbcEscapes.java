package io.tidemark.sql.parser;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Takes away brackets that Calcite's grammar does not read, and that say nothing: the braces of JDBC's {@code {fn …}} where the function is written
 * with words between its arguments, as in {@code {fn EXTRACT(YEAR FROM x)}}, and the parentheses of {@code CURRENT_SCHEMA()} and its like. The
 * characters become blanks, so that every place stays the same.
 *
 * <p><b>Cost</b>: one pass over text that has such brackets.
 */
final class JdbcEscapes {
    private static final Set<String> SPECIAL =
            Set.of("CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP", "EXTRACT", "POSITION", "TRIM");
    private static final Set<String> NILADIC =
            Set.of("CURRENT_CATALOG", "CURRENT_SCHEMA", "CURRENT_USER", "SESSION_USER", "USER");
    private static final Pattern CANDIDATE =
            Pattern.compile("\\{|(CATALOG|SCHEMA|USER)\\s*\\(", Pattern.CASE_INSENSITIVE);

    private final StringBuilder plain;
    private final List<TokenScanner.Token> tokens;

    private JdbcEscapes(String sql, IdentifierQuoting quoting) {
        this.plain = new StringBuilder(sql);
        this.tokens = TokenScanner.scan(sql, quoting);
    }

    /** The text without those brackets. */
    static String plain(String sql, IdentifierQuoting quoting) {
        return CANDIDATE.matcher(sql).find() ? new JdbcEscapes(sql, quoting).replaced() : sql;
    }

    private String replaced() {
        Deque<Boolean> open = new ArrayDeque<>();
        for (int i = 0; i < tokens.size(); i++) {
            TokenScanner.Token token = tokens.get(i);
            if (token.is("{")) {
                boolean special = is(i + 1, "fn") && isOneOf(i + 2, SPECIAL);
                open.push(special);
                if (special) {
                    blank(token.start(), tokens.get(i + 1).end());
                }
            } else if (token.is("}") && !open.isEmpty() && open.pop()) {
                blank(token.start(), token.end());
            } else if (isOneOf(i, NILADIC) && is(i + 1, "(") && is(i + 2, ")") && !is(i - 1, "fn")) {
                blank(tokens.get(i + 1).start(), tokens.get(i + 2).end());
            }
        }
        return plain.toString();
    }

    private boolean is(int index, String word) {
        return index >= 0 && index < tokens.size() && tokens.get(index).is(word);
    }

    private boolean isOneOf(int index, Set<String> words) {
        return index < tokens.size()
                && tokens.get(index).kind() == TokenScanner.Kind.WORD
                && words.contains(tokens.get(index).text().toUpperCase(Locale.ROOT));
    }

    private void blank(int start, int end) {
        for (int i = start; i < end; i++) {
            if (plain.charAt(i) != '\n' && plain.charAt(i) != '\r') {
                plain.setCharAt(i, ' ');
            }
        }
    }
}
