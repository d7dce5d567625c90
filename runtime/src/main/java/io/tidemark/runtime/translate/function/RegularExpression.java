package io.tidemark.runtime.translate.function;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * REGEXP_EXTRACT with an expression that may change from row to row: the last one is kept compiled. Not for use by several threads.
 *
 * <p><b>Errors</b>: {@code ROW-10} for an expression that is none, and for a group that it does not have.
 */
public final class RegularExpression {

    private static final String FUNCTION = "REGEXP_EXTRACT";

    private final Slice lastPattern = new Slice();
    private @Nullable Matcher matcher;
    private @Nullable RequiredText required;

    /** Refuses an expression that is none. */
    public static void check(String expression) {
        compile(expression);
    }

    private static Matcher compile(String expression) {
        try {
            return Pattern.compile(expression).matcher("");
        } catch (PatternSyntaxException e) {
            throw RowFailures.invalidArgument(FUNCTION, e.getDescription() + " in \"" + expression + "\"");
        }
    }

    /** Finds the first match; see {@link #extract(Slice, Slice, long, Slice)}. */
    public boolean extract(Slice text, Slice expression, Slice out) {
        return extract(text, expression, 0, out);
    }

    /**
     * Finds what a group of the expression matches where the expression first matches, group 0 being all of it.
     *
     * @return whether it matches, and the group takes part in it
     */
    public boolean extract(Slice text, Slice expression, long group, Slice out) {
        Matcher current = matcher;
        if (current == null || !Slice.equal(expression, lastPattern)) {
            current = compile(expression.string());
            required = RequiredText.of(expression.string()).orElse(null);
            byte[] copy = expression.copy();
            lastPattern.point(copy, 0, copy.length);
            matcher = current;
        }
        if (group < 0 || group > current.groupCount()) {
            throw RowFailures.invalidArgument(FUNCTION, "no group " + group + " in \"" + expression.string() + "\"");
        }
        RequiredText sought = required;
        int found = sought == null ? 0 : sought.find(text);
        if (found < 0) {
            return false;
        }
        boolean ascii = isAscii(text);
        String decoded =
                ascii ? new String(text.bytes, text.offset, text.length, StandardCharsets.ISO_8859_1) : text.string();
        int wanted = (int) group;
        current.reset(decoded);
        // Bytes are counted where each is a character.
        int from = sought == null || !ascii ? 0 : Math.max(0, found - sought.before());
        if (!current.find(from) || current.start(wanted) < 0) {
            return false;
        }
        if (ascii) {
            out.part(text, current.start(wanted), current.end(wanted) - current.start(wanted));
        } else {
            out.setString(current.group(wanted));
        }
        return true;
    }

    private static boolean isAscii(Slice text) {
        int all = 0;
        for (int i = text.offset; i < text.offset + text.length; i++) {
            all |= text.bytes[i];
        }
        return all >= 0;
    }
}
