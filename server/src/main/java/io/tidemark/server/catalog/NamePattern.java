package io.tidemark.server.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * A pattern of names as SHOW … LIKE and JDBC's metadata take it: {@code %} for any text, {@code _} for any character, without regard to case.
 *
 * <p><b>Cost</b>: of a match at most the product of both lengths, whatever the pattern is: it may come from anyone.
 */
public final class NamePattern {

    private static final char ANY_TEXT = '%';
    private static final char ANY_CHARACTER = '_';

    private final String characters;
    /** For each character whether it stands for itself. */
    private final List<Boolean> literal;

    private NamePattern(String characters, List<Boolean> literal) {
        this.characters = characters;
        this.literal = literal;
    }

    /** Reads a pattern in which nothing is escaped. */
    public static NamePattern of(String pattern) {
        return read(pattern, OptionalInt.empty());
    }

    /** Reads a pattern in which a character may be escaped. */
    public static NamePattern of(String pattern, char escape) {
        return read(pattern, OptionalInt.of(escape));
    }

    private static NamePattern read(String pattern, OptionalInt escape) {
        StringBuilder characters = new StringBuilder();
        List<Boolean> literal = new ArrayList<>();
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            boolean escaped = escape.isPresent() && c == escape.getAsInt() && i + 1 < pattern.length();
            if (escaped) {
                c = pattern.charAt(++i);
            }
            characters.append(fold(c));
            literal.add(escaped || (c != ANY_TEXT && c != ANY_CHARACTER));
        }
        return new NamePattern(characters.toString(), literal);
    }

    private static char fold(char c) {
        return Character.toLowerCase(Character.toUpperCase(c));
    }

    private boolean isAnyText(int place) {
        return place < characters.length() && characters.charAt(place) == ANY_TEXT && !literal.get(place);
    }

    private boolean takes(int place, char c) {
        return place < characters.length()
                && (literal.get(place)
                        ? characters.charAt(place) == fold(c)
                        : characters.charAt(place) == ANY_CHARACTER);
    }

    /** Whether a name is of the pattern. After a mismatch only the last % can help, by taking a character more. */
    public boolean matches(String name) {
        int place = 0;
        int lastAnyText = -1;
        int taken = 0;
        int at = 0;
        while (at < name.length()) {
            if (isAnyText(place)) {
                lastAnyText = place++;
                taken = at;
            } else if (takes(place, name.charAt(at))) {
                place++;
                at++;
            } else if (lastAnyText >= 0) {
                place = lastAnyText + 1;
                at = ++taken;
            } else {
                return false;
            }
        }
        while (isAnyText(place)) {
            place++;
        }
        return place == characters.length();
    }
}
