package io.tidemark.server.metadata;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A pattern of names: {@code %} stands for any text and {@code _} for a character, a backslash before them for themselves; in any case. */
final class NamePattern {

    private final @Nullable Pattern pattern;

    private NamePattern(@Nullable Pattern pattern) {
        this.pattern = pattern;
    }

    /** The names that a pattern matches; without a pattern, all. */
    static NamePattern of(@Nullable String text) {
        return new NamePattern(text == null ? null : compile(text));
    }

    /** The name itself; without a name, all. */
    static NamePattern exactly(@Nullable String name) {
        return new NamePattern(
                name == null || name.isEmpty()
                        ? null
                        : Pattern.compile(Pattern.quote(name), Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE));
    }

    private static Pattern compile(String text) {
        StringBuilder regex = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\' && i + 1 < text.length()) {
                regex.append(Pattern.quote(text.substring(++i, i + 1)));
            } else if (c == '%') {
                regex.append(".*");
            } else if (c == '_') {
                regex.append('.');
            } else {
                regex.append(Pattern.quote(String.valueOf(c)));
            }
        }
        return Pattern.compile(regex.toString(), Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE | Pattern.DOTALL);
    }

    boolean matches(String name) {
        return pattern == null || pattern.matcher(name).matches();
    }
}
