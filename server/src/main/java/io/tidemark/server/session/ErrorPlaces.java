package io.tidemark.server.session;

import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorKind;
import io.tidemark.sql.error.SourcePosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Gives errors about a statement the place that they lack: where the first name or text that the message quotes stands in the statement, else
 * its beginning. What was found out after validation (a missing object, an option's value) knows names, but not where they were written.
 */
final class ErrorPlaces {

    private static final Pattern QUOTED = Pattern.compile("\"([^\"]+)\"");
    private static final Pattern TOKEN = Pattern.compile(
            "--[^\\n]*|/\\*.*?\\*/|'(?:[^']|'')*'|(?:NAME)(?:\\s*\\.\\s*(?:NAME))*"
                    .replace("NAME", "\"(?:[^\"]|\"\")*\"|`[^`]*`|[\\p{L}_][\\p{L}\\p{N}_$]*"),
            Pattern.DOTALL);

    private ErrorPlaces() {}

    /** The same error with a place, if it is about the statement and has none. */
    static CodedException placed(CodedException error, String sql) {
        ErrorKind kind = error.code().kind();
        if (error.position().isPresent() || (kind != ErrorKind.USER_SQL && kind != ErrorKind.UNSUPPORTED)) {
            return error;
        }
        return named(error, sql);
    }

    /** The same error, whatever it is about, at the first name or text that its message quotes, else at the statement's beginning. */
    static CodedException named(CodedException error, String sql) {
        Matcher quoted = QUOTED.matcher(error.getMessage());
        List<String> names = new ArrayList<>();
        while (quoted.find()) {
            names.add(quoted.group(1).toLowerCase(Locale.ROOT));
        }
        for (String name : names) {
            Matcher token = TOKEN.matcher(sql);
            while (token.find()) {
                if (isNamed(token.group(), name)) {
                    return error.at(position(sql, token.start(), token.end()), sql);
                }
            }
        }
        return error.at(SourcePosition.at(1, 1));
    }

    private static boolean isNamed(String token, String name) {
        String text = token.toLowerCase(Locale.ROOT);
        if (text.startsWith("'")) {
            return text.substring(1, text.length() - 1).replace("''", "'").equals(name)
                    || text.contains("${secret:" + name + "}");
        }
        String plain = text.replaceAll("[\"`\\s]", "");
        return plain.equals(name) || name.endsWith("." + plain) || plain.endsWith("." + name);
    }

    private static SourcePosition position(String sql, int start, int end) {
        return new SourcePosition(line(sql, start), column(sql, start), line(sql, end - 1), column(sql, end - 1));
    }

    private static int line(String sql, int offset) {
        return 1 + (int) sql.substring(0, offset).chars().filter(c -> c == '\n').count();
    }

    private static int column(String sql, int offset) {
        return offset - sql.lastIndexOf('\n', offset - 1);
    }
}
