package io.tidemark.runtime.translate.library;

import io.tidemark.sql.error.CodedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A path into JSON, as in {@code $.name}, {@code $."odd name"}, {@code $['name']}, {@code $[0]}, {@code $[*]} and {@code $.*}, with {@code lax} or
 * {@code strict} in front.
 *
 * @param strict whether a step that finds nothing is an error
 */
public record JsonPath(boolean strict, List<Step> steps) {

    /** One step: to the members or elements of a name or index, or to all of them. */
    sealed interface Step {}

    /** To a member of an object; without a name, to all of them. */
    record Member(Optional<String> name) implements Step {}

    /** To an element of an array, from 0, or from -1 at the end; without an index, to all of them. */
    record Element(Optional<Integer> index) implements Step {}

    /** Reads a path. <b>Errors</b>: {@code FEAT-01} for what is no path of this form. */
    public static JsonPath of(String text) {
        Reader reader = new Reader(text);
        boolean strict = reader.mode();
        List<Step> steps = new ArrayList<>();
        while (!reader.atEnd()) {
            steps.add(reader.step());
        }
        return new JsonPath(strict, steps);
    }

    private static final class Reader {
        private final String path;
        private int at;

        Reader(String path) {
            this.path = path.strip();
        }

        boolean atEnd() {
            return at == path.length();
        }

        /** Passes the mode and the dollar sign; true if the mode is strict. */
        boolean mode() {
            boolean strict = word("strict");
            if (!strict) {
                word("lax");
            }
            require('$');
            return strict;
        }

        private boolean word(String word) {
            boolean here = path.regionMatches(true, at, word + " ", 0, word.length() + 1);
            if (here) {
                at += word.length();
                while (!atEnd() && path.charAt(at) == ' ') {
                    at++;
                }
            }
            return here;
        }

        Step step() {
            if (accept('.')) {
                return new Member(accept('*') ? Optional.empty() : Optional.of(accept('"') ? quoted('"') : name()));
            }
            require('[');
            Step step;
            if (accept('*')) {
                step = new Element(Optional.empty());
            } else if (accept('\'')) {
                step = new Member(Optional.of(quoted('\'')));
            } else {
                step = new Element(Optional.of(number()));
            }
            require(']');
            return step;
        }

        private String name() {
            int start = at;
            while (!atEnd() && isNamePart(path.charAt(at))) {
                at++;
            }
            if (at == start) {
                throw wrong();
            }
            return path.substring(start, at);
        }

        private static boolean isNamePart(char c) {
            return Character.isLetterOrDigit(c) || c == '_' || c == '$' || Character.isSurrogate(c);
        }

        private String quoted(char quote) {
            StringBuilder name = new StringBuilder();
            while (!atEnd() && path.charAt(at) != quote) {
                if (path.charAt(at) == '\\' && at + 1 < path.length()) {
                    at++;
                }
                name.append(path.charAt(at++));
            }
            require(quote);
            return name.toString();
        }

        private int number() {
            int start = at;
            while (!atEnd() && path.charAt(at) >= '0' && path.charAt(at) <= '9' && at - start < 9) {
                at++;
            }
            if (at == start) {
                throw wrong();
            }
            return Integer.parseInt(path.substring(start, at));
        }

        private boolean accept(char c) {
            boolean here = !atEnd() && path.charAt(at) == c;
            at += here ? 1 : 0;
            return here;
        }

        private void require(char c) {
            if (!accept(c)) {
                throw wrong();
            }
        }

        private CodedException wrong() {
            return CodedException.unsupported("the JSON path \"" + path + "\", at \"" + path.substring(at) + "\",")
                    .hint("a path is $ followed by steps such as .name, .\"odd name\", [0], [*] and .*");
        }
    }
}
