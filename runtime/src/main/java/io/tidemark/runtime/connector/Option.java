package io.tidemark.runtime.connector;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One option of a connector or format.
 *
 * @param name the key as it stands in WITH, in lower case; one that ends in {@code .*} stands for every key with that prefix
 * @param kind what values look like
 * @param defaultValue the value where none is given; null for none
 * @param required whether a value must be given
 * @param values the values allowed, for {@link Kind#CHOICE}
 * @param description one sentence for documentation and messages
 */
public record Option(
        String name,
        Kind kind,
        @Nullable String defaultValue,
        boolean required,
        List<String> values,
        String description) {

    /** What the values of an option look like. */
    public enum Kind {
        TEXT,
        BOOLEAN,
        INTEGER,
        /** A number with a unit: {@code 200 ms}, {@code 10s}, {@code 5 min}, {@code 1 h}, {@code 2 d}. */
        DURATION,
        /** A number of bytes with an optional unit: {@code 64 kb}, {@code 16mb}. */
        SIZE,
        CHOICE
    }

    public Option {
        values = List.copyOf(values);
    }

    /** An option that must be given. */
    public static Option required(String name, Kind kind, String description) {
        return new Option(name, kind, null, true, List.of(), description);
    }

    /** An option that may be left out, without a default. */
    public static Option optional(String name, Kind kind, String description) {
        return new Option(name, kind, null, false, List.of(), description);
    }

    /** An option that may be left out, with a default. */
    public static Option withDefault(String name, Kind kind, String defaultValue, String description) {
        return new Option(name, kind, defaultValue, false, List.of(), description);
    }

    /** An option that takes one of a few words. */
    public static Option choice(String name, @Nullable String defaultValue, List<String> values, String description) {
        return new Option(name, Kind.CHOICE, defaultValue, false, values, description);
    }
}
