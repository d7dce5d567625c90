package io.tidemark.functions;

import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A function or operator, under all names that it has.
 *
 * @param callable whether it is called by its names; else it has a syntax of its own
 * @param form how it is written, and what type it gives
 * @param meaning a sentence about its value
 */
record FunctionEntry(boolean callable, String form, String meaning, List<Check> checks) {

    private static final Pattern NAME = Pattern.compile("(?<![a-z ,(|'])\\b[A-Z][A-Z0-9_]+\\b");

    /** The names that it is called by. */
    List<String> names() {
        String forms = form.substring(0, form.lastIndexOf(" -> "));
        return callable
                ? Arrays.stream(forms.split(" = ", -1))
                        .flatMap(one -> NAME.matcher(one).results().limit(1))
                        .map(MatchResult::group)
                        .toList()
                : List.of();
    }

    /** How it is written. */
    String forms() {
        return form.substring(0, form.lastIndexOf(" -> "));
    }

    /** The type of its value. */
    String type() {
        return form.substring(form.lastIndexOf(" -> ") + 4);
    }

    /** Whether another engine has been asked. */
    boolean compared() {
        return checks.stream().anyMatch(Check.Compared.class::isInstance);
    }

    /** Whether a value has been worked out by hand. */
    boolean worked() {
        return checks.stream().anyMatch(check -> !(check instanceof Check.Compared));
    }
}
