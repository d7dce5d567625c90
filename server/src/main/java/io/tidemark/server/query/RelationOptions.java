package io.tidemark.server.query;

import io.tidemark.planner.catalog.ColumnDefinition;
import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.runtime.connector.Connector;
import io.tidemark.runtime.connector.LookupConnector;
import io.tidemark.runtime.connector.MetadataColumn;
import io.tidemark.runtime.connector.Option;
import io.tidemark.runtime.connector.Options;
import io.tidemark.runtime.connector.OutputMode;
import io.tidemark.runtime.connector.SinkConnector;
import io.tidemark.runtime.connector.SourceConnector;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import io.tidemark.sql.error.NearestName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A relation's WITH options, shared out between the connector as source, the connector as sink, and the server. A key that none of them knows is
 * an error that lists all that are known.
 */
public final class RelationOptions {

    private static final String IDLE_TIMEOUT = "scan.watermark.idle-timeout";
    private static final String HEARTBEAT = "scan.watermark.heartbeat";

    private static final String FUTURE_SKEW = "scan.watermark.max-future-skew";

    private static final List<Option> SERVER_OPTIONS = List.of(
            Option.required("connector", Option.Kind.TEXT, "The connector's name."),
            Option.optional(
                    IDLE_TIMEOUT,
                    Option.Kind.DURATION,
                    "After this silence a partition no longer holds the watermark back."),
            Option.optional(
                    HEARTBEAT, Option.Kind.DURATION, "After this silence the watermark follows the wall clock."),
            Option.optional(
                    FUTURE_SKEW,
                    Option.Kind.DURATION,
                    "A row whose event time is further ahead of the wall clock is bad."));

    private final Map<String, String> given;
    private final String where;

    private RelationOptions(Map<String, String> given, String where) {
        this.given = given;
        this.where = where;
    }

    /** The options of a relation with a connector. */
    static RelationOptions of(RelationDefinition relation, Connector connector) {
        return of(relation.options(), connector);
    }

    /** The options given for a connector. */
    static RelationOptions of(Map<String, String> given, Connector connector) {
        List<Option> known = new ArrayList<>(SERVER_OPTIONS);
        if (connector instanceof SourceConnector source) {
            known.addAll(source.sourceOptions());
        }
        if (connector instanceof SinkConnector sink) {
            known.addAll(sink.sinkOptions());
        }
        if (connector instanceof LookupConnector lookup) {
            lookup.lookupOptions().stream()
                    .filter(option ->
                            known.stream().noneMatch(other -> other.name().equals(option.name())))
                    .forEach(known::add);
        }
        String where = "connector \"" + connector.name() + "\"";
        Options.validate(where, known.stream().map(RelationOptions::notRequired).toList(), given);
        return new RelationOptions(given, where);
    }

    private static Option notRequired(Option option) {
        return new Option(option.name(), option.kind(), null, false, option.values(), option.description());
    }

    /** No options at all. */
    static Options none() {
        return Options.validate("an internal relation", List.of(), Map.of());
    }

    static void validateInternal(RelationDefinition relation) {
        List<Option> known =
                SERVER_OPTIONS.stream().filter(option -> !option.required()).toList();
        Options.validate("a relation without connector", known, relation.options());
    }

    static void requireNoMetadata(RelationDefinition relation) {
        for (ColumnDefinition column : relation.columns()) {
            if (column.metadataKey() != null) {
                throw CodedException.of(
                                ErrorCode.INVALID_DEFINITION,
                                "column \"" + column.name() + "\" is METADATA, but \"" + relation.name()
                                        + "\" has no connector to fill it")
                        .hint("declare it as an ordinary column, or name a connector");
            }
        }
    }

    static void requireMetadataKeys(RelationDefinition relation, SourceConnector source) {
        List<String> keys =
                source.metadataColumns().stream().map(MetadataColumn::key).toList();
        for (ColumnDefinition column : relation.columns()) {
            String key = column.metadataKey();
            if (key != null && !keys.contains(key)) {
                throw CodedException.of(
                                ErrorCode.UNKNOWN_COLUMN,
                                "connector \"" + source.name() + "\" has no metadata \"" + key + "\" for column \""
                                        + column.name() + "\"")
                        .hint(NearestName.hint(key, keys, "it has"));
            }
        }
    }

    /** The connector's metadata keys by the column's index among the stored ones. */
    static Map<Integer, String> metadataKeys(RelationDefinition relation) {
        return metadataKeys(relation.storedColumns());
    }

    /** The connector's metadata keys by the column's index among the written ones. */
    static Map<Integer, String> writtenMetadataKeys(RelationDefinition relation) {
        return metadataKeys(
                relation.columns().stream().filter(ColumnDefinition::isWritable).toList());
    }

    private static Map<Integer, String> metadataKeys(List<ColumnDefinition> columns) {
        Map<Integer, String> keys = new HashMap<>();
        for (int i = 0; i < columns.size(); i++) {
            String key = columns.get(i).metadataKey();
            if (key != null) {
                keys.put(i, key);
            }
        }
        return keys;
    }

    /** What the connector as sink is given. */
    Options forSink(SinkConnector sink) {
        return select(sink.sinkOptions());
    }

    /** What the connector as source is given. */
    Options forSource(SourceConnector source) {
        return select(source.sourceOptions());
    }

    /** What the connector is given for lookups. */
    Options forLookup(LookupConnector lookup) {
        return select(lookup.lookupOptions());
    }

    private Options select(List<Option> wanted) {
        Map<String, String> chosen = new HashMap<>();
        given.forEach((key, value) -> {
            if (wanted.stream().anyMatch(option -> covers(option.name(), key))) {
                chosen.put(key, value);
            }
        });
        return Options.validate(where, wanted, chosen);
    }

    private static boolean covers(String name, String key) {
        return name.endsWith(".*") ? key.startsWith(name.substring(0, name.length() - 1)) : name.equals(key);
    }

    /** The output modes that the sink takes, in a fixed order. */
    List<OutputMode> sinkModes(SinkConnector sink, boolean keyed) {
        return sink.capabilities(forSink(sink), keyed).modes().stream()
                .sorted(Comparator.naturalOrder())
                .toList();
    }

    /** After how long a silent partition stops holding the watermark back, if the relation says so. */
    static Optional<Duration> idleTimeout(RelationDefinition relation) {
        return serverOption(relation, IDLE_TIMEOUT);
    }

    /** After how long of silence the watermark follows the wall clock, if the relation says so. */
    static Optional<Duration> heartbeat(RelationDefinition relation) {
        return serverOption(relation, HEARTBEAT);
    }

    /** How far ahead of the wall clock event times may be, if the relation says so. */
    static Optional<Duration> maxFutureSkew(RelationDefinition relation) {
        return serverOption(relation, FUTURE_SKEW);
    }

    private static Optional<Duration> serverOption(RelationDefinition relation, String key) {
        String value = relation.options().get(key);
        if (value == null) {
            return Optional.empty();
        }
        Option option = Option.optional(key, Option.Kind.DURATION, "");
        return Optional.of(Options.validate("\"" + relation.name() + "\"", List.of(option), Map.of(key, value))
                .duration(key));
    }
}
