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

/** A catalog of one stream, and the dataflows of push queries over it. */
final class SingleStream implements Catalog {

    private final List<RelationDefinition> streams;

    private SingleStream(List<RelationDefinition> streams) {
        this.streams = streams;
    }

    /** The stream that a CREATE STREAM statement defines. */
    static SingleStream of(String sql) {
        Planner planner = new Planner(new SingleStream(List.of()), PlannerSettings.defaults());
        return new SingleStream(List.of(planner.define((SqlCreateRelation) new StatementParser().parse(sql), sql)));
    }

    /** What makes the dataflows of a query that reads the stream. */
    Dataflow.Factory query(String sql, Workers workers) {
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
