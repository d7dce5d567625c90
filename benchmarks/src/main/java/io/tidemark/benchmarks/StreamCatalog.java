package io.tidemark.benchmarks;

import io.tidemark.planner.Planner;
import io.tidemark.planner.PlannerSettings;
import io.tidemark.planner.catalog.Catalog;
import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.catalog.RelationName;
import io.tidemark.planner.catalog.SinkTraits;
import io.tidemark.runtime.operator.Dataflow;
import io.tidemark.runtime.parallel.Workers;
import io.tidemark.runtime.translate.PlanTranslator;
import io.tidemark.runtime.translate.TranslationSettings;
import io.tidemark.sql.ast.SqlCreateRelation;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.parser.StatementParser;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A catalog of a few streams, and the dataflows of push queries over them. */
public final class StreamCatalog implements Catalog {

    private final List<RelationDefinition> streams;

    private StreamCatalog(List<RelationDefinition> streams) {
        this.streams = streams;
    }

    /** The streams and tables that CREATE statements define. */
    public static StreamCatalog of(String... statements) {
        Planner planner = new Planner(new StreamCatalog(List.of()), PlannerSettings.defaults());
        return new StreamCatalog(Stream.of(statements)
                .map(sql -> planner.define((SqlCreateRelation) new StatementParser().parse(sql), sql))
                .toList());
    }

    /** What makes the dataflows of a query that reads the streams. */
    public Dataflow.Factory query(String sql, Workers workers) {
        Planner planner = new Planner(this, PlannerSettings.defaults());
        return new PlanTranslator(workers)
                .translate(
                        planner.planContinuous(new StatementParser().parse(sql), sql)
                                .root(),
                        TranslationSettings.of(ZoneOffset.UTC));
    }

    @Override
    public Optional<RelationDefinition> relation(RelationName name) {
        return streams.stream()
                .filter(stream -> stream.name().name().equalsIgnoreCase(name.name()))
                .findFirst();
    }

    @Override
    public List<String> schemas() {
        return List.of(PlannerSettings.defaults().defaultSchema());
    }

    @Override
    public List<RelationDefinition> relations(String schema) {
        return streams;
    }

    @Override
    public SinkTraits sinkTraits(RelationDefinition relation) {
        throw CodedException.internal("a push query has no sink");
    }

    @Override
    public Optional<Duration> maxFutureSkew(RelationDefinition relation) {
        return Optional.empty();
    }
}
