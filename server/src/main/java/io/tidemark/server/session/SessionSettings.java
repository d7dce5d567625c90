package io.tidemark.server.session;

import io.tidemark.planner.PlannerSettings;
import io.tidemark.planner.StateBounds;
import io.tidemark.planner.catalog.RelationName;
import io.tidemark.server.catalog.SessionContext;
import io.tidemark.server.query.UnboundedState;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The settings of one session, as SET changes them. Used by one thread at a time. */
final class SessionSettings {

    static final String SCHEMA = "schema";
    static final String TIME_ZONE = "time-zone";
    static final String LEX = "lex";
    static final String STATEMENT_TIMEOUT = "statement.timeout";
    static final String STATE_UNBOUNDED = StateBounds.SETTING;

    private static final List<String> KEYS = List.of(LEX, SCHEMA, STATE_UNBOUNDED, STATEMENT_TIMEOUT, TIME_ZONE);

    private final Map<String, String> defaults = new TreeMap<>();
    private final Map<String, String> values = new TreeMap<>();
    private final String user;

    /**
     * The settings of a new session.
     *
     * @param unboundedState what becomes of a query whose state nothing bounds: {@code warn} or {@code reject}
     * @param user whose session it is; empty where there are no users
     */
    SessionSettings(Duration statementTimeout, String unboundedState, String user) {
        this.user = user;
        defaults.put(SCHEMA, RelationName.DEFAULT_SCHEMA);
        defaults.put(TIME_ZONE, "UTC");
        defaults.put(LEX, "ansi");
        defaults.put(STATEMENT_TIMEOUT, statementTimeout.toSeconds() + " s");
        defaults.put(STATE_UNBOUNDED, unboundedState);
        values.putAll(defaults);
    }

    /** Gives a setting a value. */
    void set(String key, String value) {
        String known = known(key);
        switch (known) {
            case TIME_ZONE -> parseZone(value);
            case STATEMENT_TIMEOUT -> parseDuration(value);
            case STATE_UNBOUNDED -> UnboundedState.parse(value);
            case LEX -> {
                if (!value.equals("ansi") && !value.equals("java")) {
                    throw CodedException.invalidOption(key, value, "ansi or java");
                }
            }
            default -> {
                // any text
            }
        }
        values.put(known, value);
    }

    /** Gives a setting, or all of them, its default. */
    void reset(String key) {
        String known = known(key);
        values.put(known, defaults.getOrDefault(known, ""));
    }

    void resetAll() {
        values.putAll(defaults);
    }

    /** The value of a setting. */
    String get(String key) {
        return values.getOrDefault(known(key), "");
    }

    /** All settings, by key. */
    Map<String, String> all() {
        return Map.copyOf(values);
    }

    private static String known(String key) {
        String lower = key.toLowerCase(Locale.ROOT);
        if (!KEYS.contains(lower)) {
            throw CodedException.unknownObject("setting", key, KEYS);
        }
        return lower;
    }

    String schema() {
        return get(SCHEMA);
    }

    ZoneId zone() {
        return parseZone(get(TIME_ZONE));
    }

    Duration statementTimeout() {
        return parseDuration(get(STATEMENT_TIMEOUT));
    }

    UnboundedState unboundedState() {
        return UnboundedState.parse(get(STATE_UNBOUNDED));
    }

    SessionContext context() {
        return new SessionContext(schema(), zone(), get(LEX).equals("java"), user);
    }

    static PlannerSettings plannerSettings(SessionContext context) {
        return new PlannerSettings(context.schema(), context.zone(), context.user());
    }

    private static ZoneId parseZone(String value) {
        try {
            return ZoneId.of(value);
        } catch (DateTimeException e) {
            throw CodedException.of(ErrorCode.INVALID_PARAMETER, "no time zone \"" + value + "\"")
                    .hint("give a zone such as UTC, Europe/Vienna or +02:00")
                    .cause(e);
        }
    }

    private static Duration parseDuration(String value) {
        String text = value.trim().toUpperCase(Locale.ROOT).replace(" ", "");
        try {
            Duration duration = text.endsWith("MS")
                    ? Duration.ofMillis(Long.parseLong(text.substring(0, text.length() - 2)))
                    : Duration.parse("PT" + text.replace("MIN", "M"));
            if (!duration.isNegative()) {
                return duration;
            }
        } catch (DateTimeParseException | NumberFormatException e) {
            throw CodedException.invalidOption(STATEMENT_TIMEOUT, value, "a duration such as 500 ms, 30 s or 10 min")
                    .cause(e);
        }
        throw CodedException.invalidOption(STATEMENT_TIMEOUT, value, "a duration that is not negative");
    }
}
