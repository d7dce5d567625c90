package io.tidemark.sql.parser;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Statements whose strings no one but the server may see, such as that of a password, as they may be shown. */
public final class ConfidentialText {
    /** Statements about data, which have strings of their own, and no passwords. */
    private static final Pattern ABOUT_DATA = Pattern.compile(
            "\\A\\s*(?:SELECT|INSERT|UPDATE|DELETE|MERGE|WITH|VALUES|EXPLAIN|SHOW|SET)\\b", Pattern.CASE_INSENSITIVE);

    private static final Pattern WORD = Pattern.compile("\\b(?:PASSWORD|SECRET|USER)\\b", Pattern.CASE_INSENSITIVE);
    private static final Pattern STRING = Pattern.compile("'(?:[^']|'')*(?:'|\\z)");

    /** A password that lacks its quotes, or has those of a name. */
    private static final Pattern UNQUOTED = Pattern.compile(
            "\\bUSER\\b[^']*?\\bPASSWORD\\s+(\"[^\"]*(?:\"|\\z)|`[^`]*(?:`|\\z)|[^\\s'\"`;]+)",
            Pattern.CASE_INSENSITIVE);

    private static final char COVER = '*';

    private ConfidentialText() {}

    /** Returns the text with every string behind the words PASSWORD, SECRET or USER covered, of the same length and lines. */
    public static String covered(String sql) {
        Matcher word = WORD.matcher(sql);
        if (!word.find() || ABOUT_DATA.matcher(sql).find()) {
            return sql;
        }
        StringBuilder shown = new StringBuilder(sql);
        Matcher string = STRING.matcher(sql);
        while (string.find()) {
            if (string.end() > word.end() + 1) {
                cover(shown, string.start(), string.end());
            }
        }
        Matcher unquoted = UNQUOTED.matcher(sql);
        if (unquoted.find()) {
            cover(shown, unquoted.start(1), unquoted.end(1));
        }
        return shown.toString();
    }

    /** Leaves quotes and the ends of lines. */
    private static void cover(StringBuilder text, int start, int end) {
        for (int i = start; i < end; i++) {
            boolean edge = i == start || i == end - 1;
            char c = text.charAt(i);
            if (c != '\n' && c != '\r' && !(edge && "'\"`".indexOf(c) >= 0)) {
                text.setCharAt(i, COVER);
            }
        }
    }
}
