package io.tidemark.sql.parser;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Statements in which there are strings that no one but the server may see, such as that of a password, as they may be shown. */
public final class ConfidentialText {
    /** The beginning of a statement, behind blanks and comments. */
    private static final String BEGINNING = "\\A(?:\\s|--[^\\n]*+\\n|/\\*.*?\\*/)*+";

    /** Statements about data, which have strings of their own, and no passwords. */
    private static final Pattern ABOUT_DATA = Pattern.compile(
            BEGINNING
                    + "(?:SELECT|INSERT|UPDATE|DELETE|MERGE|WITH|VALUES|SHOW|SET|EXPLAIN(?!.*\\b(?:CREATE|ALTER)\\b))\\b",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private static final Pattern WORD = Pattern.compile("\\b(?:PASSWORD|SECRET|USER)\\b", Pattern.CASE_INSENSITIVE);
    private static final Pattern STRING = Pattern.compile("'(?:[^']|'')*+(?:'|\\z)");

    /** A password that lacks its quotes, or has those of a name. */
    private static final Pattern UNQUOTED_PASSWORD = Pattern.compile(
            "\\bUSER\\b[^']*?\\bPASSWORD\\s+(\"[^\"]*(?:\"|\\z)|`[^`]*(?:`|\\z)|[^\\s'\"`;]+)",
            Pattern.CASE_INSENSITIVE);

    /** All that comes after the name of a secret, and after AS. */
    private static final Pattern UNQUOTED_SECRET = Pattern.compile(
            "\\b(?:CREATE|REPLACE|ALTER)\\s+SECRET\\s+(?:IF\\s+NOT\\s+EXISTS\\s+)?"
                    + "(?:\"[^\"]*\"|`[^`]*`|[^\\s'\"`]+)(?:\\s+AS\\b)?([^']*)",
            Pattern.CASE_INSENSITIVE);

    /** Definitions, whose options are what is confidential in them. */
    private static final Pattern WITH_OPTIONS = Pattern.compile(
            BEGINNING
                    + "(?:CREATE\\s+(?:OR\\s+REPLACE\\s+)?(?:STREAM|TABLE|VIEW|MATERIALIZED|QUERY)|ALTER\\s+QUERY)\\b",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private static final String QUOTES = "'\"`";
    private static final char COVER = '*';
    private static final String STARS = "***";

    private ConfidentialText() {}

    /**
     * Returns a text that is no statement with every string behind the words PASSWORD, SECRET or USER covered, and what is confidential among its
     * options; of the same length and lines.
     */
    public static String coveredUnread(String sql) {
        return covered(sql, places(sql));
    }

    /** Returns a statement with what is confidential in it covered, of the same length and lines. */
    public static String covered(String sql) {
        return covered(sql, placesOfStatement(sql));
    }

    /** Returns a statement with three stars in place of each thing that is confidential in it, as {@code SHOW CREATE} gives it. */
    public static String hidden(String sql) {
        StringBuilder shown = new StringBuilder(sql);
        int first = sql.length() + 1;
        List<ConfidentialOptions.Place> places = placesOfStatement(sql);
        for (int i = places.size() - 1; i >= 0; i--) {
            ConfidentialOptions.Place place = places.get(i);
            if (place.end() <= first) {
                shown.replace(place.start(), place.end(), STARS);
                first = place.start();
            }
        }
        return shown.toString();
    }

    private static List<ConfidentialOptions.Place> placesOfStatement(String sql) {
        return WITH_OPTIONS.matcher(sql).find() ? ConfidentialOptions.of(sql) : places(sql);
    }

    /** What is confidential, by its end; of two with the same end the longer one comes last. */
    private static List<ConfidentialOptions.Place> places(String sql) {
        List<ConfidentialOptions.Place> places = new ArrayList<>(ConfidentialOptions.of(sql));
        Matcher word = WORD.matcher(sql);
        if (!word.find() || ABOUT_DATA.matcher(sql).find()) {
            return places;
        }
        Matcher string = STRING.matcher(sql);
        while (string.find()) {
            if (string.end() > word.end() + 1) {
                places.add(within(sql, string.start(), string.end()));
            }
        }
        for (Pattern unquoted : List.of(UNQUOTED_PASSWORD, UNQUOTED_SECRET)) {
            Matcher found = unquoted.matcher(sql);
            if (found.find()) {
                places.add(within(sql, found.start(1), found.end(1)));
            }
        }
        places.removeIf(place -> sql.substring(place.start(), place.end()).isBlank());
        places.sort(Comparator.comparing(ConfidentialOptions.Place::end)
                .thenComparing(ConfidentialOptions.Place::start, Comparator.reverseOrder()));
        return places;
    }

    /** What is between quotes, if there are some. */
    private static ConfidentialOptions.Place within(String sql, int start, int end) {
        int first = start < end && QUOTES.indexOf(sql.charAt(start)) >= 0 ? start + 1 : start;
        int last = end > first && QUOTES.indexOf(sql.charAt(end - 1)) >= 0 ? end - 1 : end;
        return new ConfidentialOptions.Place(first, last);
    }

    /** Leaves the ends of lines. */
    private static String covered(String sql, List<ConfidentialOptions.Place> places) {
        StringBuilder shown = new StringBuilder(sql);
        for (ConfidentialOptions.Place place : places) {
            for (int i = place.start(); i < place.end(); i++) {
                if (sql.charAt(i) != '\n' && sql.charAt(i) != '\r') {
                    shown.setCharAt(i, COVER);
                }
            }
        }
        return shown.toString();
    }
}
