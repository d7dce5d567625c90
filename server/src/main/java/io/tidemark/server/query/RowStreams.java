package io.tidemark.server.query;

import io.tidemark.planner.PlannedQuery;
import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.catalog.RelationKind;
import io.tidemark.planner.catalog.RelationName;
import io.tidemark.runtime.accounting.RowStream;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.checkpoint.KeptRow;
import io.tidemark.runtime.connector.OutputMode;
import io.tidemark.runtime.translate.RelationSchemas;
import io.tidemark.server.catalog.CatalogEntry;
import io.tidemark.server.catalog.Dependencies;
import io.tidemark.server.catalog.ServerCatalog;
import io.tidemark.server.catalog.StoredQuery;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The streams that queries put their late and bad rows into: {@code 'late.rows' = 'a_stream'}. */
final class RowStreams {

    private final ServerCatalog catalog;
    private final ConnectorRegistry connectors;

    RowStreams(ServerCatalog catalog, ConnectorRegistry connectors) {
        this.catalog = catalog;
        this.connectors = connectors;
    }

    /**
     * The streams that a query's options name, by the kind of rows.
     *
     * @param schema where a name without a schema is
     * @throws CodedException INVALID_OPTION if one is no internal stream, or has other columns than such rows
     */
    Map<KeptRow.Kind, RelationName> named(Map<String, String> options, String schema) {
        Map<KeptRow.Kind, RelationName> named = new EnumMap<>(KeptRow.Kind.class);
        for (KeptRow.Kind kind : KeptRow.Kind.values()) {
            QueryOptions.rowStream(options, kind).ifPresent(text -> {
                RelationName name = name(text, schema);
                check(name, kind, text);
                named.put(kind, name);
            });
        }
        return named;
    }

    /** The streams that a query's options name, as far as they are there: for who must not fail at those that are not. */
    private List<RelationName> namedOrNone(Map<String, String> options, String schema) {
        List<RelationName> names = new ArrayList<>();
        for (KeptRow.Kind kind : KeptRow.Kind.values()) {
            QueryOptions.rowStream(options, kind)
                    .map(text -> name(text, schema))
                    .filter(name -> catalog.relation(name).isPresent())
                    .ifPresent(names::add);
        }
        return names;
    }

    private static RelationName name(String text, String schema) {
        int dot = text.indexOf('.');
        return dot < 0
                ? new RelationName(schema, text)
                : new RelationName(text.substring(0, dot), text.substring(dot + 1));
    }

    private void check(RelationName name, KeptRow.Kind kind, String text) {
        String option = QueryOptions.option(kind);
        RelationDefinition relation = catalog.relation(name)
                .orElseThrow(() -> CodedException.invalidOption(
                        option, text, QueryOptions.policies(kind) + " or the name of an internal stream"));
        if (relation.kind() != RelationKind.STREAM || relation.connector().isPresent()) {
            throw CodedException.invalidOption(option, text, "the name of an internal stream: one without a connector");
        }
        Schema expected = RowStream.columns(kind);
        if (!columns(RelationSchemas.stored(relation)).equals(columns(expected))) {
            String ddl = expected.fields().stream().map(RowStreams::declaration).collect(Collectors.joining(", "));
            throw CodedException.of(
                            ErrorCode.INVALID_OPTION,
                            "stream \"" + name + "\" of option \"" + option + "\" does not have the columns of "
                                    + kind.name().toLowerCase(Locale.ROOT) + " rows")
                    .hint("create it as: CREATE STREAM " + name + " (" + ddl + ")");
        }
    }

    private static String declaration(Field field) {
        boolean reserved = List.of("partition", "offset", "at").contains(field.name());
        return (reserved ? "\"" + field.name() + "\"" : field.name()) + " " + field.type();
    }

    private static List<String> columns(Schema schema) {
        return schema.fields().stream()
                .map(field -> field.name().toLowerCase(Locale.ROOT) + " " + field.type())
                .toList();
    }

    /** Opens the streams that a query's options name. */
    Map<KeptRow.Kind, RowStream> open(StoredQuery query, Map<String, String> options) {
        Map<KeptRow.Kind, RowStream> open = new EnumMap<>(KeptRow.Kind.class);
        named(options, query.context().schema()).forEach((kind, name) -> {
            CatalogEntry entry = catalog.require(name);
            String sinkId = query.id() + "." + kind.name().toLowerCase(Locale.ROOT);
            open.put(kind, new RowStream(query.name(), kind, connectors.openSink(entry, sinkId, OutputMode.APPEND)));
        });
        return open;
    }

    /**
     * Refuses a query that would read, by whatever ways, the rows that it puts aside.
     *
     * @param queries those that there are; one that is over passes nothing on
     * @throws CodedException INVALID_DEFINITION, or INVALID_OPTION as {@link #named} does
     */
    void requireNoFeedback(
            StoredQuery query,
            PlannedQuery plan,
            Map<String, String> options,
            Dependencies dependencies,
            QueryService queries) {
        Predicate<String> runs =
                name -> queries.find(name).filter(found -> !found.isOver()).isPresent();
        named(options, query.context().schema()).forEach((kind, name) -> {
            List<String> way = dependencies.wayBack(plan.relations(), name, runs);
            if (!way.isEmpty()) {
                throw CodedException.of(
                                ErrorCode.INVALID_DEFINITION,
                                "the query would feed itself: it puts its "
                                        + kind.name().toLowerCase(Locale.ROOT) + " rows into " + String.join(" → ", way)
                                        + ", which it reads")
                        .hint("name a stream that nothing it reads comes from");
            }
        });
    }

    /** Notes which relations a query reads and writes, and which streams its rows go to. */
    void noteUses(RunningQuery query, PlannedQuery plan, Dependencies dependencies) {
        dependencies.addQuery(
                query.name(),
                plan.relations(),
                plan.target().orElseThrow().name(),
                namedOrNone(query.options(), query.stored().context().schema()),
                plan.functions());
    }
}
