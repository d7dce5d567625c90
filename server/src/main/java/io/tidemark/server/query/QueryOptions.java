package io.tidemark.server.query;

import io.tidemark.planner.PlannerSettings;
import io.tidemark.planner.StateBounds;
import io.tidemark.runtime.accounting.RowPolicy;
import io.tidemark.runtime.checkpoint.KeptRow;
import io.tidemark.runtime.connector.Option;
import io.tidemark.runtime.connector.Options;
import io.tidemark.runtime.epoch.QuerySettings;
import io.tidemark.sql.error.CodedException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The options that a query takes: WITH of CREATE QUERY and CREATE MATERIALIZED VIEW, and ALTER QUERY … SET. */
final class QueryOptions {

    private static final List<String> POLICIES = List.of("keep", "drop", "fail");
    private static final String ACCEPT = "accept";
    private static final List<String> LATE_POLICIES = List.of("keep", "drop", "fail", ACCEPT);
    private static final String LATE_ROWS = "late.rows";
    private static final String BAD_ROWS = "bad.rows";
    private static final String MAX_ROWS = "epoch.max-rows";
    private static final String CHECKPOINT_INTERVAL = "checkpoint.interval";

    private static final List<Option> KNOWN = List.of(
            Option.optional(LATE_ROWS, Option.Kind.TEXT, "What becomes of late rows, or the stream that they go to."),
            Option.optional(BAD_ROWS, Option.Kind.TEXT, "What becomes of bad rows, or the stream that they go to."),
            Option.choice(
                    StateBounds.SETTING, null, List.of("warn", "reject"), "What becomes of it if its state grows."),
            Option.optional(MAX_ROWS, Option.Kind.INTEGER, "The most rows that one epoch reads of one source."),
            ViewRetention.KNOWN,
            Option.optional(CHECKPOINT_INTERVAL, Option.Kind.DURATION, "How often the state is saved."));

    private QueryOptions() {}

    /** Settings with a query's options on top. */
    static QuerySettings apply(QuerySettings settings, Map<String, String> given) {
        Options options = Options.validate("a query", KNOWN, given);
        QuerySettings changed = settings.withPolicies(
                policy(options, KeptRow.Kind.LATE, settings.lateRows()),
                policy(options, KeptRow.Kind.BAD, settings.badRows()));
        if (options.has(MAX_ROWS)) {
            if (options.integer(MAX_ROWS) < 1) {
                throw CodedException.invalidOption(MAX_ROWS, options.text(MAX_ROWS), "a number greater than 0");
            }
            changed = changed.withMaxRowsPerEpoch(options.integer(MAX_ROWS));
        }
        if (options.has(CHECKPOINT_INTERVAL)) {
            changed = changed.withCheckpointInterval(options.duration(CHECKPOINT_INTERVAL));
        }
        return changed;
    }

    /** The option for rows of a kind. */
    static String option(KeptRow.Kind kind) {
        return kind == KeptRow.Kind.LATE ? LATE_ROWS : BAD_ROWS;
    }

    /** The values of the option for rows of a kind that name no stream, as a message lists them. */
    static String policies(KeptRow.Kind kind) {
        return String.join(", ", kind == KeptRow.Kind.LATE ? LATE_POLICIES : POLICIES);
    }

    /** The stream that the option for rows of a kind names, if it names one. */
    static Optional<String> rowStream(Map<String, String> options, KeptRow.Kind kind) {
        List<String> policies = kind == KeptRow.Kind.LATE ? LATE_POLICIES : POLICIES;
        return Optional.ofNullable(options.get(option(kind)))
                .filter(value -> policies.stream().noneMatch(value::equalsIgnoreCase));
    }

    /** Refuses a change that only another plan could follow. */
    static void requireAlterable(Map<String, String> before, Map<String, String> after) {
        if (PlannerSettings.acceptsLateRows(before) != PlannerSettings.acceptsLateRows(after)) {
            throw CodedException.unsupported("changing 'late.rows' to or from 'accept'")
                    .hint("create the query anew: which state it keeps hangs on it");
        }
        if (!Objects.equals(before.get(ViewRetention.OPTION), after.get(ViewRetention.OPTION))) {
            throw CodedException.unsupported("changing '" + ViewRetention.OPTION + "' of a view that runs")
                    .hint("create the view anew: a replay has to take the same rows away");
        }
        if (!Objects.equals(before.get(StateBounds.SETTING), after.get(StateBounds.SETTING))) {
            throw CodedException.unsupported("changing '" + StateBounds.SETTING + "' of a query that runs")
                    .hint("it is looked at when a query is created");
        }
    }

    /** What becomes of rows; where all are accepted, what would become of those that are not hangs on nothing. */
    private static RowPolicy policy(Options options, KeptRow.Kind kind, RowPolicy present) {
        return options.find(option(kind))
                .filter(value -> !value.equalsIgnoreCase(ACCEPT))
                .map(value -> POLICIES.stream().anyMatch(value::equalsIgnoreCase)
                        ? RowPolicy.valueOf(value.toUpperCase(Locale.ROOT))
                        : RowPolicy.STREAM)
                .orElse(present);
    }
}
