package io.tidemark.runtime.connector;

import io.tidemark.sql.error.CodedException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The options of one source or sink, checked against what its connector knows, with typed access. Immutable.
 *
 * <p><b>Errors</b>: UNKNOWN_OPTION, UNKNOWN_FORMAT, INVALID_OPTION, MISSING_OPTION, each naming the option and what is expected.
 */
public final class Options {

    private static final Pattern AMOUNT = Pattern.compile("(\\d+)\\s*([a-z]*)");
    private static final String ANY_SUFFIX = ".*";
    private static final String FORMAT = "format";

    private final Map<String, String> values;

    private Options(Map<String, String> values) {
        this.values = values;
    }

    /**
     * Checks options as given in WITH and adds the defaults.
     *
     * @param where who takes them, such as {@code connector "kafka"}
     * @param known every option that may be given
     * @param given keys in lower case
     */
    public static Options validate(String where, List<Option> known, Map<String, String> given) {
        Map<String, String> values = new TreeMap<>();
        given.forEach((key, value) -> {
            Option option = find(known, key).orElseThrow(() -> CodedException.unknownOption(key, where, names(known)));
            values.put(key, check(option, key, value));
        });
        for (Option option : known) {
            if (!values.containsKey(option.name()) && option.defaultValue() != null) {
                values.put(option.name(), option.defaultValue());
            }
            if (option.required() && !values.containsKey(option.name())) {
                throw CodedException.missingOption(option.name(), where).hint(option.description());
            }
        }
        return new Options(values);
    }

    private static List<String> names(List<Option> known) {
        return known.stream().map(Option::name).distinct().sorted().toList();
    }

    private static Optional<Option> find(List<Option> known, String key) {
        return known.stream().filter(option -> matches(option.name(), key)).findFirst();
    }

    private static boolean matches(String name, String key) {
        return name.endsWith(ANY_SUFFIX)
                ? key.startsWith(name.substring(0, name.length() - 1)) && key.length() >= name.length()
                : name.equals(key);
    }

    private static String check(Option option, String key, String value) {
        switch (option.kind()) {
            case TEXT -> {}
            case BOOLEAN -> expect(value.matches("(?i)true|false"), key, value, "true or false");
            case INTEGER -> expect(value.matches("-?\\d{1,18}"), key, value, "a whole number");
            case DURATION -> duration(key, value);
            case SIZE -> size(key, value);
            case CHOICE -> {
                if (option.name().equals(FORMAT) && !option.values().contains(value)) {
                    throw CodedException.unknownFormat(value, option.values());
                }
                expect(option.values().contains(value), key, value, "one of " + String.join(", ", option.values()));
            }
        }
        return value;
    }

    private static void expect(boolean condition, String key, String value, String expected) {
        if (!condition) {
            throw CodedException.invalidOption(key, value, expected);
        }
    }

    /** Whether a value is given or a default exists. */
    public boolean has(String name) {
        return values.containsKey(name);
    }

    /** The value of an option that is required or has a default. */
    public String text(String name) {
        return find(name).orElseThrow(() -> CodedException.internal("option \"" + name + "\" has no value"));
    }

    /** The value of an option, if there is one. */
    public Optional<String> find(String name) {
        return Optional.ofNullable(values.get(name));
    }

    /** The value of a BOOLEAN option. */
    public boolean bool(String name) {
        return Boolean.parseBoolean(text(name));
    }

    /** The value of an INTEGER option. */
    public long integer(String name) {
        return Long.parseLong(text(name));
    }

    /** The value of a DURATION option. */
    public Duration duration(String name) {
        return duration(name, text(name));
    }

    /** The value of a SIZE option, in bytes. */
    public long sizeBytes(String name) {
        return size(name, text(name));
    }

    /** The options whose key begins with {@code prefix}, keys without it: {@code properties.} gives a client's own settings. */
    public Map<String, String> withPrefix(String prefix) {
        Map<String, String> found = new TreeMap<>();
        values.forEach((key, value) -> {
            if (key.startsWith(prefix)) {
                found.put(key.substring(prefix.length()), value);
            }
        });
        return Map.copyOf(found);
    }

    private static Duration duration(String key, String value) {
        Matcher matcher = AMOUNT.matcher(value.trim().toLowerCase(Locale.ROOT));
        if (matcher.matches() && matcher.group(1).length() <= 12) {
            long amount = Long.parseLong(matcher.group(1));
            switch (matcher.group(2)) {
                case "ms", "milli", "millis", "millisecond", "milliseconds", "" -> {
                    return Duration.ofMillis(amount);
                }
                case "s", "sec", "second", "seconds" -> {
                    return Duration.ofSeconds(amount);
                }
                case "m", "min", "minute", "minutes" -> {
                    return Duration.ofMinutes(amount);
                }
                case "h", "hour", "hours" -> {
                    return Duration.ofHours(amount);
                }
                case "d", "day", "days" -> {
                    return Duration.ofDays(amount);
                }
                default -> {
                    // falls out to the error below
                }
            }
        }
        throw CodedException.invalidOption(key, value, "a duration such as 200 ms, 10 s, 5 min, 1 h or 2 d");
    }

    private static long size(String key, String value) {
        Matcher matcher = AMOUNT.matcher(value.trim().toLowerCase(Locale.ROOT));
        if (matcher.matches() && matcher.group(1).length() <= 9) {
            long amount = Long.parseLong(matcher.group(1));
            switch (matcher.group(2)) {
                case "", "b", "bytes" -> {
                    return amount;
                }
                case "k", "kb", "kib" -> {
                    return amount << 10;
                }
                case "m", "mb", "mib" -> {
                    return amount << 20;
                }
                case "g", "gb", "gib" -> {
                    return amount << 30;
                }
                default -> {
                    // falls out to the error below
                }
            }
        }
        throw CodedException.invalidOption(key, value, "a size such as 65536, 64 kb or 16 mb");
    }
}
