package io.tidemark.shell.live;

import io.tidemark.shell.script.SqlLexer;
import io.tidemark.shell.script.SqlToken;
import io.tidemark.shell.script.SqlToken.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A SELECT, or the name of a relation, as the push query that tells of its rows and of each change of them.
 *
 * @param select the query without STREAM, its EMIT clause, and an ORDER BY that does not choose rows
 * @param tail the EMIT clause, or empty
 * @param order what the rows are shown in the order of; what names no column of the result is left out
 */
public record LiveQuery(String select, String tail, List<OrderKey> order) {

    private static final Set<String> BEGINS_QUERY = Set.of("SELECT", "WITH", "VALUES", "(");
    private static final Set<String> CHOOSES_ROWS = Set.of("LIMIT", "FETCH", "OFFSET");

    /**
     * A key of ORDER BY.
     *
     * @param column a name, or a place counted from 1
     */
    public record OrderKey(String column, boolean descending) {}

    /** Reads what {@code \live} was given. */
    public static LiveQuery of(String text) {
        String sql = text.strip().replaceFirst(";\\s*$", "");
        List<SqlToken> tokens = code(sql);
        if (tokens.isEmpty() || !BEGINS_QUERY.contains(word(tokens.get(0), sql))) {
            return new LiveQuery("SELECT * FROM " + sql, "", List.of());
        }
        int emit = find(tokens, sql, 0, "EMIT");
        int end = emit < 0 ? sql.length() : tokens.get(emit).start();
        int order = find(tokens, sql, 0, "ORDER");
        int limit = order < 0
                ? -1
                : CHOOSES_ROWS.stream()
                        .mapToInt(word -> find(tokens, sql, order, word))
                        .max()
                        .orElse(-1);
        List<OrderKey> keys =
                order < 0 ? List.of() : keys(sql, tokens.subList(Math.min(order + 2, tokens.size()), tokens.size()));
        int keep = order >= 0 && limit < 0 ? Math.min(end, tokens.get(order).start()) : end;
        return new LiveQuery(
                withoutStream(sql.substring(0, keep), tokens).strip(),
                sql.substring(end).strip(),
                keys);
    }

    /**
     * The push query: the kind of the change, the epoch if that is asked for, then the columns.
     *
     * @param withEpoch whether to ask for epochs, which only views and tables have
     */
    public String push(boolean withEpoch) {
        return "SELECT STREAM ROW_KIND() AS \"change kind\", " + (withEpoch ? "EPOCH() AS \"change epoch\", " : "")
                + "live.* FROM (" + select + ") AS live" + (tail.isEmpty() ? "" : " " + tail);
    }

    private static List<SqlToken> code(String sql) {
        return SqlLexer.tokens(sql).stream().filter(SqlToken::isCode).toList();
    }

    private static String withoutStream(String sql, List<SqlToken> tokens) {
        boolean streams = tokens.size() > 1
                && word(tokens.get(0), sql).equals("SELECT")
                && tokens.get(1).end() <= sql.length()
                && word(tokens.get(1), sql).equals("STREAM");
        return streams ? "SELECT" + sql.substring(tokens.get(1).end()) : sql;
    }

    private static String word(SqlToken token, String sql) {
        return token.of(sql).toUpperCase(Locale.ROOT);
    }

    /** The first token from a place on that is a word outside parentheses; -1 if there is none. */
    private static int find(List<SqlToken> tokens, String sql, int from, String word) {
        int depth = 0;
        for (int i = 0; i < tokens.size(); i++) {
            String text = word(tokens.get(i), sql);
            depth += text.equals("(") ? 1 : text.equals(")") ? -1 : 0;
            if (i >= from && depth == 0 && tokens.get(i).kind() == Kind.WORD && text.equals(word)) {
                return i;
            }
        }
        return -1;
    }

    /** The keys that are a column or a place alone, up to the first that is not. */
    private static List<OrderKey> keys(String sql, List<SqlToken> tokens) {
        List<OrderKey> keys = new ArrayList<>();
        int i = 0;
        while (i < tokens.size()) {
            SqlToken column = tokens.get(i);
            String next = i + 1 < tokens.size() ? word(tokens.get(i + 1), sql) : "";
            boolean alone = Set.of("", ",", "ASC", "DESC", "NULLS", "LIMIT", "FETCH", "OFFSET", "EMIT")
                    .contains(next);
            boolean simple =
                    column.kind() == Kind.WORD || column.kind() == Kind.NUMBER || column.kind() == Kind.QUOTED_NAME;
            if (!alone || !simple) {
                return keys;
            }
            String name = column.of(sql);
            boolean quoted = column.kind() == Kind.QUOTED_NAME && name.length() > 1;
            keys.add(new OrderKey(quoted ? name.substring(1, name.length() - 1) : name, next.equals("DESC")));
            while (i < tokens.size() && !tokens.get(i).of(sql).equals(",")) {
                if (CHOOSES_ROWS.contains(word(tokens.get(i), sql))) {
                    return keys;
                }
                i++;
            }
            i++;
        }
        return keys;
    }
}
