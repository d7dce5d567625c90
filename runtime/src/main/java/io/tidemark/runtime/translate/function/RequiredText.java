package io.tidemark.runtime.translate.function;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A text that every match of a regular expression contains, and how far before it a match can begin at most: where the text is not, nothing has to be
 * matched, and where it is, not from the beginning.
 *
 * @param bytes the text, of ASCII characters
 * @param before how many UTF-16 units of a match can stand before it
 */
record RequiredText(Slice bytes, int before) {

    private static final int UNBOUNDED = Integer.MAX_VALUE;

    /** A character beyond the basic plane has two units. */
    private static final int MOST_UNITS = 2;

    /** A shorter text is too often found by chance. */
    private static final int SHORTEST = 3;

    private static final String LITERALS = " _-=/:;,<>!@#%&~'\"";

    /** That of an expression without flags; none of one with anything but characters, classes, groups, alternatives and repetitions. */
    static Optional<RequiredText> of(String expression) {
        return new Reader(expression).read();
    }

    /** The byte at which it first stands in a text; -1 if nowhere. */
    int find(Slice text) {
        return Texts.find(bytes.bytes, bytes.offset, bytes.length, text, 0);
    }

    /** Reads an expression from left to right. */
    private static final class Reader {
        private final String expression;
        private int at;
        private boolean failed;
        private String longest = "";
        private int beforeLongest;

        Reader(String expression) {
            this.expression = expression;
        }

        Optional<RequiredText> read() {
            int width = 0;
            while (!failed && at < expression.length()) {
                int before = width;
                String run = run();
                if (run.length() > longest.length() && before != UNBOUNDED) {
                    longest = run;
                    beforeLongest = before;
                }
                width = sum(width, run.length());
                if (run.isEmpty()) {
                    width = sum(width, repeated(term()));
                }
            }
            return failed || longest.length() < SHORTEST
                    ? Optional.empty()
                    : Optional.of(new RequiredText(
                            Slice.constant(longest.getBytes(StandardCharsets.US_ASCII)), beforeLongest));
        }

        /** Reads the characters that stand for themselves, each once, from here on; none if there is something else here. */
        private String run() {
            StringBuilder run = new StringBuilder();
            while (at < expression.length()) {
                int before = at;
                int literal = literal();
                if (literal < 0 || isQuantifier()) {
                    at = before;
                    break;
                }
                run.append((char) literal);
            }
            return run.toString();
        }

        /** Reads a character that stands for itself, or returns -1. */
        private int literal() {
            char c = expression.charAt(at);
            if (c == '\\' && at + 1 < expression.length()) {
                char escaped = expression.charAt(at + 1);
                boolean sign = escaped > ' ' && escaped < 0x7f && !isLetterOrDigit(escaped);
                at += sign ? 2 : 0;
                return sign ? escaped : -1;
            }
            boolean itself = isLetterOrDigit(c) || LITERALS.indexOf(c) >= 0;
            at += itself ? 1 : 0;
            return itself ? c : -1;
        }

        private static boolean isLetterOrDigit(char c) {
            return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        }

        private boolean isQuantifier() {
            return at < expression.length() && "?*+{".indexOf(expression.charAt(at)) >= 0;
        }

        /** Reads a term and returns how many units it matches at most. */
        private int term() {
            if (literal() >= 0) {
                return 1;
            }
            char c = expression.charAt(at++);
            return switch (c) {
                case '(' -> group();
                case '[' -> characterClass();
                case '.' -> MOST_UNITS;
                case '^', '$' -> 0;
                case '\\' -> at < expression.length() ? escape(expression.charAt(at++)) : fail();
                default -> fail();
            };
        }

        private int escape(char c) {
            if ("dDsSwW".indexOf(c) >= 0) {
                return MOST_UNITS;
            }
            return c == 'b' ? 0 : fail();
        }

        private int group() {
            if (expression.startsWith("?", at)) {
                if (!expression.startsWith("?:", at)) {
                    return fail();
                }
                at += 2;
            }
            int widest = 0;
            int width = 0;
            while (!failed && at < expression.length()) {
                char c = expression.charAt(at);
                if (c == ')' || c == '|') {
                    at++;
                    widest = Math.max(widest, width);
                    width = 0;
                    if (c == ')') {
                        return widest;
                    }
                } else {
                    width = sum(width, repeated(term()));
                }
            }
            return fail();
        }

        private int characterClass() {
            at += expression.startsWith("^", at) ? 1 : 0;
            at += expression.startsWith("]", at) ? 1 : 0;
            while (at < expression.length() && expression.charAt(at) != ']') {
                char c = expression.charAt(at);
                if (c == '[' || c == '\\' || c == '&') {
                    boolean plain = c == '&' && !expression.startsWith("&&", at);
                    if (!plain) {
                        return fail();
                    }
                }
                at++;
            }
            at++;
            return MOST_UNITS;
        }

        /** Reads a quantifier, if there is one. */
        private int repeated(int width) {
            if (failed || !isQuantifier()) {
                return width;
            }
            char c = expression.charAt(at++);
            if (c == '{') {
                int end = expression.indexOf('}', at);
                at = end < 0 ? expression.length() : end + 1;
            }
            if (at < expression.length() && "?+".indexOf(expression.charAt(at)) >= 0) {
                at++;
            }
            return c == '?' || width == 0 ? width : UNBOUNDED;
        }

        private int fail() {
            failed = true;
            return UNBOUNDED;
        }

        private static int sum(int a, int b) {
            return a == UNBOUNDED || b == UNBOUNDED ? UNBOUNDED : a + b;
        }
    }
}
