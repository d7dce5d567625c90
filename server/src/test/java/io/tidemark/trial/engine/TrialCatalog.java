package io.tidemark.trial.engine;

import io.tidemark.planner.PlannerSettings;
import io.tidemark.planner.catalog.Catalog;
import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.catalog.RelationName;
import io.tidemark.planner.catalog.SinkTraits;
import io.tidemark.planner.statement.Statement;
import io.tidemark.planner.statement.StatementPlanner;
import io.tidemark.planner.statement.StatementReader;
import io.tidemark.trial.data.SourceKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The sources of trials, as the planner knows them. */
final class TrialCatalog implements Catalog {

    private final List<RelationDefinition> relations = new ArrayList<>();

    /**
     * Defines every source.
     *
     * @param delaySeconds by how much watermarks stay behind
     */
    TrialCatalog(long delaySeconds) {
        StatementReader reader = new StatementReader(false, RelationName.DEFAULT_SCHEMA);
        StatementPlanner planner = new StatementPlanner(this, PlannerSettings.defaults());
        for (SourceKind source : SourceKind.values()) {
            Statement.CreateRelation create = (Statement.CreateRelation) reader.read(source.definition(delaySeconds));
            relations.add(planner.define(create.source()));
        }
    }

    @Override
    public Optional<RelationDefinition> relation(RelationName name) {
        return relations.stream()
                .filter(relation -> relation.name().folded().equals(name.folded()))
                .findFirst();
    }

    @Override
    public List<String> schemas() {
        return List.of(RelationName.DEFAULT_SCHEMA);
    }

    @Override
    public List<RelationDefinition> relations(String schema) {
        return relations;
    }

    @Override
    public SinkTraits sinkTraits(RelationDefinition relation) {
        return new SinkTraits(true, true, true, true, true, true, true, Duration.ZERO);
    }

    @Override
    public Optional<Duration> maxFutureSkew(RelationDefinition relation) {
        return Optional.empty();
    }
}
