package io.tidemark.runtime.translate.library;

import io.tidemark.runtime.translate.function.RowFailures;
import io.tidemark.runtime.translate.function.Slice;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * Regular expressions, those of {@link Pattern}. Flags: {@code i} small and capital letters are the same, {@code g} all matches, {@code m} lines
 * have beginnings and ends, {@code s} the point stands for ends of lines too, {@code x} blanks and comments in the pattern; {@code c} undoes
 * {@code i}. Not for use by several threads.
 *
 * <p><b>Errors</b>: {@code ROW-10} for a pattern or flag that there is not, {@code ROW-01} for text that a pattern is too complicated for.
 */
public final class RegexCache {

    private static final Slice NONE = Slice.constant("");
    private static final Slice BACKSLASH = Slice.constant("\\");

    private final Slice lastPattern = new Slice();
    private final Slice lastFlags = new Slice();
    private @Nullable Matcher matcher;
    private boolean all;

    /** Whether a match is found. */
    public boolean matches(Slice text, Slice pattern) {
        return matches(text, pattern, NONE);
    }

    /** Whether a match is found. */
    public boolean matches(Slice text, Slice pattern, Slice flags) {
        Matcher at = matcher(text, pattern, flags);
        return bounded(at::find);
    }

    /** The text with the first match replaced. */
    public void replace(Slice text, Slice pattern, Slice replacement, Slice out) {
        replace(text, pattern, replacement, NONE, out);
    }

    /** The text with the first match replaced, or all of them. */
    public void replace(Slice text, Slice pattern, Slice replacement, Slice flags, Slice out) {
        Matcher at = matcher(text, pattern, flags);
        String whole = text.string();
        String template = replacement.string();
        StringBuilder result = new StringBuilder();
        int from = 0;
        while (bounded(at::find)) {
            result.append(whole, from, at.start());
            expand(template, at, result);
            from = at.end();
            if (!all) {
                break;
            }
        }
        if (result.length() == 0 && from == 0) {
            out.part(text, 0, text.length);
            return;
        }
        out.setString(result.append(whole, from, whole.length()).toString());
    }

    /** Writes a replacement, with groups for {@code \1} to {@code \9} and the match for {@code \&}. */
    private static void expand(String template, Matcher at, StringBuilder result) {
        for (int i = 0; i < template.length(); i++) {
            char c = template.charAt(i);
            if (c != '\\' || i + 1 == template.length()) {
                result.append(c);
                continue;
            }
            char next = template.charAt(++i);
            if (next == '&') {
                result.append(at.group());
            } else if (next >= '1' && next <= '9') {
                String group = next - '0' <= at.groupCount() ? at.group(next - '0') : null;
                result.append(group == null ? "" : group);
            } else if (next == '\\') {
                result.append('\\');
            } else {
                result.append(c).append(next);
            }
        }
    }

    /** Writes the first match, if there is one. */
    public boolean first(Slice text, Slice pattern, Slice out) {
        Matcher at = matcher(text, pattern, NONE);
        boolean found = bounded(at::find);
        if (found) {
            out.setString(at.group());
        }
        return found;
    }

    /** The number of matches. */
    public long count(Slice text, Slice pattern) {
        Matcher at = matcher(text, pattern, NONE);
        long count = 0;
        while (bounded(at::find)) {
            count++;
        }
        return count;
    }

    /** Whether the whole text is as a pattern of SIMILAR TO says. */
    public boolean similar(Slice text, Slice pattern) {
        return similar(text, pattern, BACKSLASH);
    }

    /** Whether the whole text is as a pattern of SIMILAR TO says, with an escape character of its own, or none. */
    public boolean similar(Slice text, Slice pattern, Slice escape) {
        Matcher current = matcher;
        if (current == null || !Slice.equal(pattern, lastPattern) || !Slice.equal(escape, lastFlags)) {
            current =
                    compile(expression(pattern.string(), escape.string()), "s").matcher("");
            keep(pattern, lastPattern);
            keep(escape, lastFlags);
            matcher = current;
        }
        Matcher at = current.reset(text.string());
        return bounded(at::matches);
    }

    /** A pattern of SIMILAR TO as a regular expression: only what the standard gives a meaning has one. */
    private static String expression(String pattern, String escape) {
        StringBuilder expression = new StringBuilder();
        boolean inBrackets = false;
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (escape.equals(String.valueOf(c)) && i + 1 < pattern.length()) {
                expression.append(Pattern.quote(String.valueOf(pattern.charAt(++i))));
            } else if (inBrackets) {
                inBrackets = c != ']';
                expression.append(c == '[' || c == '\\' || c == '&' ? "\\" : "").append(c);
            } else if (c == '%' || c == '_') {
                expression.append(c == '%' ? ".*" : ".");
            } else {
                inBrackets = c == '[';
                expression.append(".^$\\".indexOf(c) >= 0 ? "\\" : "").append(c);
            }
        }
        return expression.toString();
    }

    private Matcher matcher(Slice text, Slice pattern, Slice flags) {
        Matcher current = matcher;
        if (current == null || !Slice.equal(pattern, lastPattern) || !Slice.equal(flags, lastFlags)) {
            current = compile(pattern.string(), flags.string()).matcher("");
            keep(pattern, lastPattern);
            keep(flags, lastFlags);
            matcher = current;
        }
        return current.reset(text.string());
    }

    private static void keep(Slice value, Slice last) {
        last.point(value.copy(), 0, value.length);
    }

    private Pattern compile(String pattern, String flags) {
        all = false;
        int options = 0;
        for (int i = 0; i < flags.length(); i++) {
            switch (flags.charAt(i)) {
                case 'i' -> options |= Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;
                case 'c' -> options &= ~Pattern.CASE_INSENSITIVE;
                case 'm' -> options |= Pattern.MULTILINE;
                case 's' -> options |= Pattern.DOTALL;
                case 'x' -> options |= Pattern.COMMENTS;
                case 'g' -> all = true;
                default ->
                    throw RowFailures.invalidArgument(
                            "a regular expression", "there is no flag \"" + flags.charAt(i) + "\"");
            }
        }
        try {
            return Pattern.compile(pattern, options);
        } catch (PatternSyntaxException wrong) {
            throw RowFailures.invalidArgument(
                            "a regular expression", "\"" + pattern + "\" is none: " + wrong.getDescription())
                    .cause(wrong);
        }
    }

    /** The standard library matches by recursion, which a long text can make too deep. */
    private static boolean bounded(BooleanSupplier step) {
        try {
            return step.getAsBoolean();
        } catch (StackOverflowError deep) {
            throw RowFailures.evaluation("a regular expression", "the text is too long for its repetitions");
        }
    }
}
