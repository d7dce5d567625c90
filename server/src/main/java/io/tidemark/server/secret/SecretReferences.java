package io.tidemark.server.secret;

import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What stands for a secret in the value of an option: <code>${secret:name}</code>, as the whole value or within a longer one. */
public final class SecretReferences {

    private static final Pattern REFERENCE = Pattern.compile("\\$\\{secret:([^}]*)}");

    private SecretReferences() {}

    /** The reference to a secret. */
    static String to(String name) {
        return "${secret:" + name + "}";
    }

    /** The names of the secrets that some values refer to, as they are written there. */
    public static Set<String> names(Collection<String> values) {
        Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        for (String value : values) {
            Matcher reference = REFERENCE.matcher(value);
            while (reference.find()) {
                names.add(reference.group(1));
            }
        }
        return names;
    }

    /** A value with each reference replaced; what comes in its place is not looked at again. */
    static String replaced(String value, UnaryOperator<String> byName) {
        return REFERENCE
                .matcher(value)
                .replaceAll(reference -> Matcher.quoteReplacement(byName.apply(reference.group(1))));
    }
}
