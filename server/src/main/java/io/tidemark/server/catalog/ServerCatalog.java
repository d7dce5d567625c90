package io.tidemark.server.catalog;

import io.tidemark.planner.catalog.Catalog;
import io.tidemark.planner.catalog.FunctionDefinition;
import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.catalog.RelationName;
import io.tidemark.planner.catalog.SinkTraits;
import io.tidemark.sql.error.CodedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/** The relations and schemas of a running server, in memory. Changes are made durable first, by whoever makes them. Thread-safe. */
public final class ServerCatalog implements Catalog {

    private final ConcurrentHashMap<RelationName, CatalogEntry> entries = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, String> schemas = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, FunctionDefinition> functions = new ConcurrentHashMap<>();
    private final AtomicLong version = new AtomicLong();
    private final Function<RelationDefinition, SinkTraits> sinkTraits;
    private final Function<RelationDefinition, Optional<Duration>> maxFutureSkew;

    /**
     * An empty catalog with the default schema.
     *
     * @param sinkTraits what the connector or storage behind a relation accepts
     * @param maxFutureSkew how far ahead of the wall clock its rows' event times may be
     */
    public ServerCatalog(
            Function<RelationDefinition, SinkTraits> sinkTraits,
            Function<RelationDefinition, Optional<Duration>> maxFutureSkew) {
        this.sinkTraits = sinkTraits;
        this.maxFutureSkew = maxFutureSkew;
        addSchema(RelationName.DEFAULT_SCHEMA);
    }

    /** A number that rises with every change: what was planned at one version holds for as long as it is the same. */
    public long version() {
        return version.get();
    }

    /** Says that users may do other things than before, so that what was planned has to be planned again. */
    public void accessChanged() {
        version.incrementAndGet();
    }

    /** Adds a relation, or replaces the one with its name. */
    public void put(CatalogEntry entry) {
        entries.put(entry.definition().name().folded(), entry);
        version.incrementAndGet();
    }

    /** Removes a relation. */
    public void remove(RelationName name) {
        entries.remove(name.folded());
        version.incrementAndGet();
    }

    /** Adds a schema. */
    public void addSchema(String name) {
        schemas.put(name.toLowerCase(Locale.ROOT), name);
        version.incrementAndGet();
    }

    /** Removes a schema. */
    public void removeSchema(String name) {
        schemas.remove(name.toLowerCase(Locale.ROOT));
        version.incrementAndGet();
    }

    /** Adds a function, or replaces the one with its name. */
    public void putFunction(FunctionDefinition function) {
        functions.put(function.name().toLowerCase(Locale.ROOT), function);
        version.incrementAndGet();
    }

    /** Removes a function. */
    public void removeFunction(String name) {
        functions.remove(name.toLowerCase(Locale.ROOT));
        version.incrementAndGet();
    }

    /** All functions of users, by name. */
    public List<FunctionDefinition> functions() {
        return functions.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(Map.Entry::getValue)
                .toList();
    }

    /** Whether there is such a schema, without regard to case. */
    public boolean hasSchema(String name) {
        return schemas.containsKey(name.toLowerCase(Locale.ROOT));
    }

    /** The relation with this name. */
    public Optional<CatalogEntry> entry(RelationName name) {
        return Optional.ofNullable(entries.get(name.folded()));
    }

    /**
     * The relation with this name.
     *
     * @throws CodedException UNKNOWN_RELATION if there is none, with the nearest name that there is
     */
    public CatalogEntry require(RelationName name) {
        return entry(name)
                .orElseThrow(() -> CodedException.unknownRelation(
                        name.toString(),
                        entries().stream()
                                .map(entry -> entry.definition().name().toString())
                                .toList()));
    }

    /** All relations, by schema and name. */
    public List<CatalogEntry> entries() {
        List<CatalogEntry> all = new ArrayList<>(entries.values());
        all.sort(Comparator.comparing((CatalogEntry entry) ->
                        entry.definition().name().folded().schema())
                .thenComparing(entry -> entry.definition().name().folded().name()));
        return all;
    }

    @Override
    public Optional<RelationDefinition> relation(RelationName name) {
        return entry(name).map(CatalogEntry::definition);
    }

    @Override
    public List<String> schemas() {
        return List.copyOf(new TreeSet<>(schemas.values()));
    }

    @Override
    public List<RelationDefinition> relations(String schema) {
        return entries().stream()
                .map(CatalogEntry::definition)
                .filter(definition -> definition.name().schema().equalsIgnoreCase(schema))
                .toList();
    }

    @Override
    public Optional<FunctionDefinition> function(String name) {
        return Optional.ofNullable(functions.get(name.toLowerCase(Locale.ROOT)));
    }

    @Override
    public SinkTraits sinkTraits(RelationDefinition relation) {
        return sinkTraits.apply(relation);
    }

    @Override
    public Optional<Duration> maxFutureSkew(RelationDefinition relation) {
        return maxFutureSkew.apply(relation);
    }
}
