package io.tidemark.sql.parser;

import io.tidemark.sql.parser.generated.GeneratedParserConstants;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The grammar's words. */
final class Vocabulary {
    /** Words that a statement begins with, in the order in which to name them. */
    static final List<String> VERBS = List.of(
            "SELECT",
            "INSERT",
            "UPDATE",
            "DELETE",
            "CREATE",
            "DROP",
            "SHOW",
            "EXPLAIN",
            "WITH",
            "VALUES",
            "DESCRIBE",
            "ALTER",
            "SET",
            "RESET",
            "PAUSE",
            "RESUME",
            "STOP",
            "KILL",
            "FLUSH",
            "ADVANCE",
            "EXECUTE",
            "GRANT",
            "REVOKE",
            "REASSIGN",
            "MERGE");

    /** What else a statement can begin with. */
    static final List<String> OTHER_BEGINNINGS = List.of(
            "(", "DESC", "TABLE", "UPSERT", "CALL", "BEGIN", "START", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE");

    /** Keywords worth naming where one of them is missing or misspelt, in the order in which to name them. */
    static final List<String> KEYWORDS = List.of(
            "FROM",
            "WHERE",
            "GROUP",
            "HAVING",
            "ORDER",
            "LIMIT",
            "EMIT",
            "AS",
            "ON",
            "USING",
            "JOIN",
            "BY",
            "INTO",
            "PASSWORD",
            "VALUES",
            "SELECT",
            "SET",
            "WITH",
            "WHEN",
            "THEN",
            "ELSE",
            "END",
            "UNION",
            "QUALIFY",
            "OFFSET",
            "FETCH",
            "STREAM",
            "TABLE",
            "VIEW",
            "MATERIALIZED",
            "QUERY",
            "INDEX",
            "SCHEMA",
            "FUNCTION",
            "SECRET",
            "STREAMS",
            "TABLES",
            "VIEWS",
            "QUERIES",
            "INDEXES",
            "SCHEMAS",
            "FUNCTIONS",
            "CONNECTORS",
            "FORMATS",
            "SETTINGS",
            "CREATE",
            "WATERMARK",
            "PRIMARY",
            "KEY",
            "METADATA",
            "VIRTUAL",
            "COMMENT",
            "ENFORCED",
            "FOR",
            "TO",
            "CASCADE",
            "INSERT",
            "STATEMENT",
            "BEGIN",
            "JAR",
            "DRAIN",
            "APPEND",
            "UPDATE",
            "COMPLETE",
            "EVERY",
            "ONCE",
            "CHANGES",
            "FINAL",
            "DELAY",
            "CLOSE",
            "WINDOW",
            "AFTER",
            "INTERVAL",
            "TIMESTAMP",
            "SECOND",
            "MINUTE",
            "HOUR",
            "DAY",
            "MONTH",
            "YEAR",
            "ROW",
            "ROWS",
            "ONLY",
            "FIRST",
            "NEXT",
            "EXISTS",
            "NULL",
            "NOT",
            "ALL",
            "LEFT",
            "RIGHT",
            "FULL",
            "INNER",
            "CROSS",
            "OUTER",
            "PARTITION",
            "OVER",
            "BETWEEN",
            "LIKE",
            "DISTINCT",
            "MATCH_RECOGNIZE",
            "MATCH_CONDITION",
            "PATTERN",
            "DEFINE",
            "MEASURES",
            "LATERAL",
            "UNNEST",
            "RECURSIVE",
            "MATCHED");

    /** Words that are misplaced rather than meant as names. */
    private static final Set<String> NEVER_NAMES = Set.of(
            "FROM", "WHERE", "SELECT", "HAVING", "BY", "INTO", "EMIT", "UNION", "JOIN", "ON", "AS", "AND", "OR", "WITH",
            "WHEN", "THEN", "ELSE", "IN", "IS", "NOT", "CREATE", "INSERT", "DROP", "DELETE", "UPDATE");

    private static final class Holder {
        static final Vocabulary INSTANCE = new Vocabulary();
    }

    private final Set<String> keywords = keywordsOfGrammar();

    private Vocabulary() {}

    /** Returns the vocabulary, built when first needed. */
    static Vocabulary instance() {
        return Holder.INSTANCE;
    }

    private static Set<String> keywordsOfGrammar() {
        Set<String> words = new HashSet<>();
        for (String image : GeneratedParserConstants.tokenImage) {
            if (image.length() > 2 && image.charAt(0) == '"' && Character.isLetter(image.charAt(1))) {
                words.add(image.substring(1, image.length() - 1));
            }
        }
        return words;
    }

    /** Returns whether a word means something in the grammar. */
    boolean isKeyword(String word) {
        return keywords.contains(word.toUpperCase(Locale.ROOT));
    }

    /** Returns whether a word has to be quoted to be a name. <b>Cost</b>: for a keyword, a parse of a few tokens. */
    boolean isReserved(String word) {
        return isKeyword(word)
                && ParseRun.of("x_." + word, ParseRun.Goal.EXPRESSION, IdentifierQuoting.DOUBLE_QUOTE)
                        .tree()
                        .isEmpty();
    }

    /** Returns whether a keyword that stands in a wrong place may have been meant as a name. */
    boolean mayBeName(String word) {
        return isKeyword(word) && !NEVER_NAMES.contains(word.toUpperCase(Locale.ROOT));
    }
}
