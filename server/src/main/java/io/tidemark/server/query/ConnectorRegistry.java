package io.tidemark.server.query;

import io.tidemark.planner.catalog.IndexDefinition;
import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.catalog.RelationKind;
import io.tidemark.planner.catalog.SinkTraits;
import io.tidemark.runtime.connector.Connector;
import io.tidemark.runtime.connector.EpochSink;
import io.tidemark.runtime.connector.LookupConnector;
import io.tidemark.runtime.connector.LookupSpec;
import io.tidemark.runtime.connector.Options;
import io.tidemark.runtime.connector.OutputMode;
import io.tidemark.runtime.connector.SinkCapabilities;
import io.tidemark.runtime.connector.SinkConnector;
import io.tidemark.runtime.connector.SinkSpec;
import io.tidemark.runtime.connector.Source;
import io.tidemark.runtime.connector.SourceConnector;
import io.tidemark.runtime.connector.SourceSpec;
import io.tidemark.runtime.epoch.SourceBinding;
import io.tidemark.runtime.storage.InternalStream;
import io.tidemark.runtime.storage.InternalTable;
import io.tidemark.runtime.storage.StorageEngine;
import io.tidemark.runtime.storage.ViewChanges;
import io.tidemark.runtime.storage.transaction.StorageTransaction;
import io.tidemark.runtime.translate.RelationSchemas;
import io.tidemark.runtime.translate.TableLookups;
import io.tidemark.server.catalog.CatalogEntry;
import io.tidemark.server.secret.Secrets;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.Lock;

/** What stands behind relations: connectors by name, and the internal storage. Thread-safe. */
public final class ConnectorRegistry {

    private static final String CACHE_ROWS = "lookup.cache.max-rows";
    private static final String CACHE_TIME = "lookup.cache.ttl";
    private static final Duration DEFAULT_FUTURE_SKEW = Duration.ofMinutes(5);

    private final Map<String, Connector> connectors = new TreeMap<>();
    private final StorageEngine storage;
    private final Secrets secrets;

    /**
     * A registry of the connectors given.
     *
     * @param secrets what options may refer to
     */
    public ConnectorRegistry(List<Connector> connectors, StorageEngine storage, Secrets secrets) {
        connectors.forEach(connector -> this.connectors.put(connector.name(), connector));
        this.storage = storage;
        this.secrets = secrets;
    }

    /** The names of the connectors. */
    public List<String> names() {
        return List.copyOf(connectors.keySet());
    }

    private Connector connector(RelationDefinition relation) {
        String name = relation.connector().orElseThrow();
        Connector connector = connectors.get(name);
        if (connector == null) {
            throw CodedException.unknownConnector(name, names());
        }
        return connector;
    }

    /**
     * Checks a new stream's or table's options as far as that goes without the outside world.
     *
     * @param zone the session's time zone
     */
    public void validate(RelationDefinition relation, ZoneId zone) {
        if (relation.connector().isEmpty()) {
            RelationOptions.requireNoMetadata(relation);
            RelationOptions.validateInternal(relation);
            return;
        }
        Connector connector = connector(relation);
        secrets.reveal(relation.options()).with(values -> {
            validate(relation, zone, connector, RelationOptions.of(values, connector));
            return relation;
        });
    }

    private static void validate(
            RelationDefinition relation, ZoneId zone, Connector connector, RelationOptions options) {
        if (connector instanceof SourceConnector source && relation.kind() == RelationKind.STREAM) {
            RelationOptions.requireMetadataKeys(relation, source);
            source.validateSource(sourceSpec(relation, zone, options.forSource(source)));
        } else if (connector instanceof SinkConnector sink) {
            List<Integer> key = RelationSchemas.keyColumns(relation);
            OutputMode mode = options.sinkModes(sink, !key.isEmpty()).get(0);
            sink.validateSink(new SinkSpec(
                    "check",
                    relation.name().toString(),
                    RelationSchemas.written(relation),
                    key,
                    mode,
                    options.forSink(sink),
                    zone,
                    RelationOptions.writtenMetadataKeys(relation)));
        }
        if (connector instanceof LookupConnector lookup) {
            lookup.validateLookup(options.forLookup(lookup));
        }
    }

    private static SourceSpec sourceSpec(RelationDefinition relation, ZoneId zone, Options options) {
        return new SourceSpec(
                relation.name().toString(),
                RelationSchemas.stored(relation),
                RelationOptions.metadataKeys(relation),
                options,
                zone);
    }

    /** What a relation accepts as the target of a query. */
    public SinkTraits sinkTraits(RelationDefinition relation) {
        if (relation.kind() == RelationKind.MATERIALIZED_VIEW) {
            return new SinkTraits(true, true, true, true, true, true, true, Duration.ZERO);
        }
        if (relation.connector().isEmpty()) {
            boolean table = relation.kind() == RelationKind.TABLE;
            boolean keyed = !relation.primaryKey().isEmpty();
            return new SinkTraits(true, table, table, table, table && !keyed, table, true, Duration.ZERO);
        }
        SinkConnector sink = sinkConnector(relation);
        Options options = RelationOptions.of(relation, sink).forSink(sink);
        SinkCapabilities capabilities =
                sink.capabilities(options, !relation.primaryKey().isEmpty());
        return new SinkTraits(
                capabilities.modes().contains(OutputMode.APPEND),
                capabilities.modes().contains(OutputMode.UPDATE),
                sink.capabilities(options, true).modes().contains(OutputMode.UPDATE),
                capabilities.deletes(),
                capabilities.retractions(),
                capabilities.modes().contains(OutputMode.COMPLETE),
                capabilities.exactlyOnce(),
                capabilities.defaultTrigger());
    }

    private SinkConnector sinkConnector(RelationDefinition relation) {
        if (connector(relation) instanceof SinkConnector sink) {
            return sink;
        }
        throw CodedException.of(
                        ErrorCode.WRONG_OBJECT_KIND,
                        "connector \"" + relation.connector().orElseThrow() + "\" of \"" + relation.name()
                                + "\" can only be read from")
                .hint("insert into a relation of another connector, or into an internal one");
    }

    /** The connector of a relation that is to be read. */
    public SourceConnector sourceConnector(RelationDefinition relation) {
        Connector connector = connector(relation);
        if (connector instanceof SourceConnector source) {
            return source;
        }
        boolean lookup = connector instanceof LookupConnector;
        throw CodedException.of(
                        ErrorCode.WRONG_OBJECT_KIND,
                        "connector \"" + connector.name() + "\" of \"" + relation.name() + "\" can only be written to"
                                + (lookup ? " and looked up in joins" : ""))
                .hint(
                        lookup
                                ? "look its rows up with JOIN … FOR SYSTEM_TIME AS OF PROCTIME(), or read from a relation of another"
                                        + " connector"
                                : "read from a relation of another connector, or from an internal one");
    }

    /** Makes a relation ready to be looked up by some of its columns. */
    public TableLookups.Table lookup(CatalogEntry entry, List<Integer> keyColumns) {
        RelationDefinition relation = entry.definition();
        if (!(connector(relation) instanceof LookupConnector lookup)) {
            throw CodedException.unsupported("a lookup of \"" + relation.name() + "\", whose connector is \""
                            + relation.connector().orElseThrow() + "\",")
                    .hint("only tables of connector \"jdbc\" can be looked up");
        }
        Options options = RelationOptions.of(relation, lookup).forLookup(lookup);
        return new TableLookups.Table(
                () -> secrets.reveal(relation.options())
                        .lookup(values -> lookup.openLookup(new LookupSpec(
                                relation.name().toString(),
                                RelationSchemas.stored(relation),
                                keyColumns,
                                RelationOptions.of(values, lookup).forLookup(lookup),
                                entry.zone()))),
                options.integer(CACHE_ROWS),
                options.duration(CACHE_TIME));
    }

    /** Opens a relation with a connector for reading. */
    public Source openSource(CatalogEntry entry) {
        RelationDefinition relation = entry.definition();
        SourceConnector connector = sourceConnector(relation);
        return secrets.reveal(relation.options())
                .source(values -> connector.openSource(sourceSpec(
                        relation,
                        entry.zone(),
                        RelationOptions.of(values, connector).forSource(connector))));
    }

    /** An open source with how its silence is to be understood. */
    public SourceBinding binding(CatalogEntry entry, Source source) {
        RelationDefinition relation = entry.definition();
        boolean live = isLive(relation);
        Optional<Duration> defaultTimeout =
                live ? Optional.of(SourceBinding.DEFAULT_IDLE_TIMEOUT) : Optional.<Duration>empty();
        return new SourceBinding(
                relation.name().toString(),
                source,
                RelationOptions.idleTimeout(relation).or(() -> defaultTimeout),
                RelationOptions.heartbeat(relation),
                live);
    }

    /** Whether rows come as they happen, so that the wall clock says something about them. */
    private boolean isLive(RelationDefinition relation) {
        return relation.connector().isPresent()
                && connector(relation) instanceof SourceConnector source
                && source.isLive();
    }

    /** How far ahead of the wall clock event times may be: what the options say, else five minutes for instants that come live. */
    public Optional<Duration> maxFutureSkew(RelationDefinition relation) {
        boolean comparable = isLive(relation) && relation.eventTimeIsInstant();
        return RelationOptions.maxFutureSkew(relation)
                .or(() -> comparable ? Optional.of(DEFAULT_FUTURE_SKEW) : Optional.empty());
    }

    /** Why a relation with a connector can't be read by a snapshot query; empty if it can. */
    public String snapshotRefusal(RelationDefinition relation) {
        SourceConnector connector = sourceConnector(relation);
        return connector.snapshotRefusal(RelationOptions.of(relation, connector).forSource(connector));
    }

    /** Opens a stream or table for a query's rows. */
    public EpochSink openSink(CatalogEntry entry, String sinkId, OutputMode mode) {
        RelationDefinition relation = entry.definition();
        List<Integer> key = RelationSchemas.keyColumns(relation);
        if (relation.connector().isPresent()) {
            SinkConnector sink = sinkConnector(relation);
            return secrets.reveal(relation.options())
                    .sink(values -> sink.openSink(new SinkSpec(
                            sinkId,
                            relation.name().toString(),
                            RelationSchemas.written(relation),
                            key,
                            mode,
                            RelationOptions.of(values, sink).forSink(sink),
                            entry.zone(),
                            RelationOptions.writtenMetadataKeys(relation))));
        }
        SinkSpec spec = new SinkSpec(
                sinkId,
                relation.name().toString(),
                RelationSchemas.written(relation),
                key,
                mode,
                RelationOptions.none(),
                entry.zone());
        return relation.kind() == RelationKind.STREAM
                ? internalStream(entry).openSink(spec)
                : internalTable(entry).openSink(spec);
    }

    /** The rows of an internal stream. */
    public InternalStream internalStream(CatalogEntry entry) {
        return storage.stream(
                entry.id(), entry.definition().name().toString(), RelationSchemas.stored(entry.definition()));
    }

    /** The rows of an internal table, with its indexes. */
    public InternalTable internalTable(CatalogEntry entry) {
        RelationDefinition relation = entry.definition();
        InternalTable table = storage.table(
                entry.id(),
                relation.name().toString(),
                RelationSchemas.stored(relation),
                RelationSchemas.keyColumns(relation));
        for (IndexDefinition index : relation.indexes()) {
            table.createIndex(index.name(), RelationSchemas.indexColumns(relation, index));
        }
        return table;
    }

    /** A transaction over the internal streams and tables; it may change so many rows. */
    public StorageTransaction newTransaction(long maxRows) {
        return new StorageTransaction(storage, maxRows);
    }

    /** Held while several relations are looked at that are to show the same commits. */
    public Lock visibility() {
        return storage.visibility();
    }

    /** What a materialized view passes on to the continuous queries that read it. */
    public ViewChanges viewChanges(String id, RelationDefinition view) {
        return storage.view(id, view.name().toString(), RelationSchemas.stored(view), RelationSchemas.keyColumns(view));
    }

    /** Deletes what the internal storage keeps of a relation that is no more. */
    public void dropStorage(String id) {
        storage.drop(id);
    }
}
