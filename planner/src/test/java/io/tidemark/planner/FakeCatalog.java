package io.tidemark.planner;

import io.tidemark.planner.catalog.Catalog;
import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.catalog.RelationKind;
import io.tidemark.planner.catalog.RelationName;
import io.tidemark.planner.catalog.SinkTraits;
import io.tidemark.sql.ast.SqlCreateMaterializedView;
import io.tidemark.sql.ast.SqlCreateRelation;
import io.tidemark.sql.ast.SqlCreateView;
import io.tidemark.sql.parser.StatementParser;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.sql.SqlNode;

/** A catalog in memory, filled by CREATE statements. */
public final class FakeCatalog implements Catalog {
    private final Map<RelationName, RelationDefinition> relations = new LinkedHashMap<>();

    /** A catalog with what the statements create. */
    public static FakeCatalog of(String... statements) {
        FakeCatalog catalog = new FakeCatalog();
        for (String statement : statements) {
            catalog.create(statement);
        }
        return catalog;
    }

    /** Runs a CREATE statement. */
    public RelationDefinition create(String sql) {
        Planner planner = new Planner(this, PlannerSettings.defaults());
        SqlNode node = new StatementParser().parse(sql);
        RelationDefinition definition;
        if (node instanceof SqlCreateRelation relation) {
            definition = planner.define(relation, sql);
        } else if (node instanceof SqlCreateView view) {
            definition = planner.defineView(view, sql);
        } else {
            definition = planner.defineMaterializedView((SqlCreateMaterializedView) node, sql);
        }
        relations.put(definition.name().folded(), definition);
        return definition;
    }

    @Override
    public Optional<RelationDefinition> relation(RelationName name) {
        return Optional.ofNullable(relations.get(name.folded()));
    }

    @Override
    public List<String> schemas() {
        return List.of("public", "sales");
    }

    @Override
    public List<RelationDefinition> relations(String schema) {
        return relations.values().stream()
                .filter(relation -> relation.name().schema().equalsIgnoreCase(schema))
                .toList();
    }

    /** By connector: files take rows that never change, or all anew; a Kafka topic or a database updates if it has a key; the rest takes everything. */
    @Override
    public SinkTraits sinkTraits(RelationDefinition relation) {
        String connector = relation.connector().orElse("internal");
        boolean keyed = !relation.primaryKey().isEmpty();
        boolean view = relation.kind() == RelationKind.MATERIALIZED_VIEW;
        return switch (connector) {
            case "filesystem" -> new SinkTraits(true, false, false, false, false, true, true, Duration.ofSeconds(10));
            case "kafka" -> new SinkTraits(true, keyed, true, keyed, false, false, true, Duration.ZERO);
            case "jdbc" -> new SinkTraits(true, keyed, true, keyed, false, true, true, Duration.ZERO);
            case "nodeletes" -> new SinkTraits(true, true, true, false, false, false, true, Duration.ZERO);
            default -> {
                boolean updates = view || relation.kind() == RelationKind.TABLE;
                yield new SinkTraits(true, updates, updates, updates, updates, updates, true, Duration.ZERO);
            }
        };
    }

    @Override
    public Optional<Duration> maxFutureSkew(RelationDefinition relation) {
        return Optional.empty();
    }
}
