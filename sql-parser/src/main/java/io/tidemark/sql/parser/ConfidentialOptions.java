package io.tidemark.sql.parser;

import io.tidemark.sql.error.CodedException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where the options of a statement, those in {@code WITH (…)} and {@code SET (…)}, have a password or the like in the clear: the value of an option
 * that is called so, or a part of another value, as in {@code 'jdbc:…?password=…'}. A value that refers to a secret is taken to have nothing else.
 *
 * <p><b>Cost</b>: one pass over a text that has such a word, a search for one otherwise.
 */
final class ConfidentialOptions {
    private static final Pattern NAME = Pattern.compile(
            "passw(?:or)?d|passphrase|secret|jaas|credential|keystore\\.key|private.?key|token$",
            Pattern.CASE_INSENSITIVE);

    /** A part of a value: {@code name=value}, and what stands between a user and the host of an address. */
    private static final Pattern PART = Pattern.compile(
            "(?:passw(?:or)?d|pwd|passphrase|secret|token)\\s*=\\s*\"?([^\\s&;\"',]+)|://[^/\\s:@']*:([^/\\s@']+)@",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern MAYBE = Pattern.compile(
            "passw(?:or)?d|pwd|passphrase|secret|jaas|credential|keystore\\.key|private.?key|token|://[^/\\s:@']*:",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern STRING = Pattern.compile("'(?:[^']|'')*+(?:'|\\z)");
    private static final String REFERENCE = "${secret:";

    private final String sql;
    private final List<TokenScanner.Token> tokens;
    private final Set<Place> found = new LinkedHashSet<>();

    /** The offsets of the first character and after the last one of something confidential, its quotes left out. */
    record Place(int start, int end) {}

    private ConfidentialOptions(String sql, List<TokenScanner.Token> tokens) {
        this.sql = sql;
        this.tokens = tokens;
    }

    /** Returns the places in a statement, whichever way its names are quoted, from its beginning to its end. */
    static List<Place> of(String sql) {
        Matcher maybe = MAYBE.matcher(sql);
        if (!maybe.find()) {
            return List.of();
        }
        Set<Place> places = new LinkedHashSet<>();
        for (IdentifierQuoting quoting : IdentifierQuoting.values()) {
            try {
                ConfidentialOptions options = new ConfidentialOptions(sql, TokenScanner.scan(sql, quoting));
                options.search();
                places.addAll(options.found);
            } catch (CodedException e) {
                // Nobody knows what is what in it.
                places.addAll(stringsFrom(maybe.start(), sql));
            }
        }
        return places.stream()
                .sorted((a, b) -> Integer.compare(a.start(), b.start()))
                .toList();
    }

    private static List<Place> stringsFrom(int offset, String sql) {
        List<Place> places = new ArrayList<>();
        Matcher string = STRING.matcher(sql);
        while (string.find()) {
            if (string.end() > offset) {
                boolean closed = string.end() - string.start() > 1 && sql.charAt(string.end() - 1) == '\'';
                places.add(new Place(string.start() + 1, closed ? string.end() - 1 : string.end()));
            }
        }
        return places;
    }

    private void search() {
        int depth = 0;
        for (int i = 0; i < tokens.size(); i++) {
            TokenScanner.Token token = tokens.get(i);
            boolean opens = token.is("(");
            if (opens
                    && (depth > 0
                            || (i > 0
                                    && (tokens.get(i - 1).is("WITH")
                                            || tokens.get(i - 1).is("SET"))))) {
                depth++;
            } else if (depth > 0 && token.is(")")) {
                depth--;
            } else if (depth > 0 && token.is("=")) {
                option(key(i), i + 1);
            }
        }
    }

    /** The key that ends before a token: a string, or names with dots between them. */
    private String key(int equals) {
        StringBuilder key = new StringBuilder();
        for (int i = equals - 1; i >= 0 && isOfKey(tokens.get(i)); i--) {
            key.insert(0, tokens.get(i).text().replaceAll("['\"`]", ""));
        }
        return key.toString();
    }

    private static boolean isOfKey(TokenScanner.Token token) {
        return switch (token.kind()) {
            case STRING, WORD, QUOTED_NAME, NUMBER -> true;
            case SYMBOL -> token.is(".") || token.is("-");
        };
    }

    /** The value from a token on: a number, or a string with what continues it. */
    private void option(String key, int from) {
        for (int i = from; i < tokens.size(); i++) {
            TokenScanner.Token token = tokens.get(i);
            if (token.kind() == TokenScanner.Kind.STRING) {
                value(key, sql.indexOf('\'', token.start()) + 1, token.end() - 1);
            } else if (token.kind() == TokenScanner.Kind.NUMBER) {
                value(key, token.start(), token.end());
                return;
            } else {
                return;
            }
        }
    }

    private void value(String key, int start, int end) {
        String value = sql.substring(start, end);
        if (value.contains(REFERENCE)) {
            return;
        }
        if (NAME.matcher(key).find()) {
            found.add(new Place(start, end));
            return;
        }
        Matcher part = PART.matcher(value);
        while (part.find()) {
            int group = part.group(1) == null ? 2 : 1;
            found.add(new Place(start + part.start(group), start + part.end(group)));
        }
    }
}
