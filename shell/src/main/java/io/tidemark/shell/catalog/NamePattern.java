package io.tidemark.shell.catalog;

import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What names a command is about, as in psql: {@code *} stands for any characters, {@code ?} for one, a schema may come before a
 * dot, case matters only in double quotes, where {@code *} and {@code ?} stand for themselves.
 */
public final class NamePattern {

    private final @Nullable Pattern schema;
    private final Pattern name;
    private final boolean wild;

    private NamePattern(@Nullable Pattern schema, Pattern name, boolean wild) {
        this.schema = schema;
        this.name = name;
        this.wild = wild;
    }

    /** Reads a pattern; nothing at all means any name. */
    public static NamePattern of(String text) {
        int dot = dotOutsideQuotes(text);
        String name = text.substring(dot + 1);
        return new NamePattern(
                dot < 0 ? null : compiled(text.substring(0, dot)),
                compiled(name.isEmpty() ? "*" : name),
                name.isEmpty() || hasWildcard(text));
    }

    /** Whether it may stand for several names. */
    public boolean isWild() {
        return wild;
    }

    /** Whether it names a schema. */
    public boolean hasSchema() {
        return schema != null;
    }

    /** Whether it stands for a name in a schema. */
    public boolean matches(@Nullable String ofSchema, String ofName) {
        return (schema == null || (ofSchema != null && schema.matcher(ofSchema).matches())) && matches(ofName);
    }

    /** Whether it stands for a name that belongs to no schema. */
    public boolean matches(String ofName) {
        return name.matcher(ofName).matches();
    }

    private static int dotOutsideQuotes(String text) {
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            quoted ^= text.charAt(i) == '"';
            if (text.charAt(i) == '.' && !quoted) {
                return i;
            }
        }
        return -1;
    }

    private static boolean hasWildcard(String text) {
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            quoted ^= text.charAt(i) == '"';
            if (!quoted && (text.charAt(i) == '*' || text.charAt(i) == '?')) {
                return true;
            }
        }
        return false;
    }

    private static Pattern compiled(String text) {
        StringBuilder regex = new StringBuilder();
        boolean quoted = false;
        boolean anyQuoted = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"') {
                quoted = !quoted;
                anyQuoted = true;
            } else if (!quoted && c == '*') {
                regex.append(".*");
            } else if (!quoted && c == '?') {
                regex.append('.');
            } else {
                regex.append(Pattern.quote(String.valueOf(c)));
            }
        }
        int flags = anyQuoted ? 0 : Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;
        return Pattern.compile(regex.toString(), flags | Pattern.DOTALL);
    }

    /** An identifier as SQL has it: in double quotes where it needs them. */
    public static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    /** A text as a literal of SQL. */
    static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    /** Whether a schema is the server's own, whose relations are listed only if they are asked for. */
    static boolean isSystemSchema(@Nullable String schema) {
        return schema != null
                && switch (schema.toLowerCase(Locale.ROOT)) {
                    case "sys", "metadata", "information_schema" -> true;
                    default -> false;
                };
    }
}
