package io.tidemark.runtime.translate.function;

import org.jspecify.annotations.Nullable;

/** LIKE with a pattern that may change from row to row: the last one is kept compiled. Not for use by several threads. */
public final class LikeCache {

    private @Nullable String lastPattern;
    private @Nullable String lastEscape;
    private @Nullable LikePattern compiled;

    /** Whether a text matches a pattern; {@code escape} is empty for none. */
    public boolean matches(Slice text, Slice pattern, String escape) {
        String patternText = pattern.string();
        LikePattern current = compiled;
        if (current == null || !patternText.equals(lastPattern) || !escape.equals(lastEscape)) {
            current = LikePattern.of(patternText, escape);
            compiled = current;
            lastPattern = patternText;
            lastEscape = escape;
        }
        return current.matches(text);
    }
}
