package io.tidemark.server.query;

import io.tidemark.runtime.connector.Option;
import io.tidemark.runtime.connector.Options;
import io.tidemark.runtime.epoch.QuerySettings;
import io.tidemark.runtime.epoch.RowPolicy;
import io.tidemark.sql.error.CodedException;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The options that a query takes: WITH of CREATE QUERY and CREATE MATERIALIZED VIEW, and ALTER QUERY … SET. */
final class QueryOptions {

    private static final List<String> POLICIES = List.of("keep", "drop", "fail");
    private static final String LATE_ROWS = "late.rows";
    private static final String BAD_ROWS = "bad.rows";
    private static final String MAX_ROWS = "epoch.max-rows";
    private static final String CHECKPOINT_INTERVAL = "checkpoint.interval";

    private static final List<Option> KNOWN = List.of(
            Option.choice(LATE_ROWS, null, POLICIES, "What becomes of late rows."),
            Option.choice(BAD_ROWS, null, POLICIES, "What becomes of bad rows."),
            Option.optional(MAX_ROWS, Option.Kind.INTEGER, "The most rows that one epoch reads of one source."),
            Option.optional(CHECKPOINT_INTERVAL, Option.Kind.DURATION, "How often the state is saved."));

    private QueryOptions() {}

    /** Settings with a query's options on top. */
    static QuerySettings apply(QuerySettings settings, Map<String, String> given) {
        Options options = Options.validate("a query", KNOWN, given);
        QuerySettings changed = settings.withPolicies(
                policy(options, LATE_ROWS, settings.lateRows()), policy(options, BAD_ROWS, settings.badRows()));
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

    private static RowPolicy policy(Options options, String name, RowPolicy present) {
        return options.find(name)
                .map(value -> RowPolicy.valueOf(value.toUpperCase(Locale.ROOT)))
                .orElse(present);
    }
}
