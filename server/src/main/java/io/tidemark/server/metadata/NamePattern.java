package io.tidemark.server.metadata;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A pattern of names: {@code %} stands for any text and {@code _} for a character, a backslash before them for themselves; in any case. */
final class NamePattern {

    private final Predicate<String> names;

    private NamePattern(Predicate<String> names) {
        this.names = names;
    }

    /** The names that a pattern matches; without a pattern, all. */
    static NamePattern of(@Nullable String text) {
        return new NamePattern(
                text == null ? name -> true : io.tidemark.server.catalog.NamePattern.of(text, '\\')::matches);
    }

    /** The name itself; without a name, all. */
    static NamePattern exactly(@Nullable String name) {
        return new NamePattern(name == null || name.isEmpty() ? any -> true : name::equalsIgnoreCase);
    }

    boolean matches(String name) {
        return names.test(name);
    }
}
