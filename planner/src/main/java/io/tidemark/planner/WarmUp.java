package io.tidemark.planner;

import io.tidemark.planner.catalog.Catalog;
import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.catalog.RelationName;
import io.tidemark.planner.catalog.SinkTraits;
import io.tidemark.sql.ast.SqlCreateRelation;
import io.tidemark.sql.parser.StatementParser;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Plans a few typical statements over a stream that nobody sees. */
final class WarmUp {
    private static final String STREAM = """
            CREATE STREAM warm (id BIGINT, name STRING, amount DECIMAL(10, 2), millis BIGINT,
              ts AS TO_TIMESTAMP(millis, 3), WATERMARK FOR ts AS ts - INTERVAL '5' SECOND)""";

    private static final List<String> QUERIES = List.of(
            "SELECT id, UPPER(name), amount * 2 FROM warm WHERE amount > 10 AND name LIKE 'a%' ORDER BY id LIMIT 10",
            """
            SELECT window_start, window_end, name, COUNT(*), SUM(amount), MAX(amount)
            FROM TABLE(TUMBLE(TABLE warm, DESCRIPTOR(ts), INTERVAL '1' DAY))
            GROUP BY window_start, window_end, name HAVING COUNT(*) > 1""");

    private WarmUp() {}

    static void run() {
        StatementParser parser = new StatementParser();
        RelationDefinition stream = new Planner(new OneRelation(Optional.empty()), PlannerSettings.defaults())
                .define((SqlCreateRelation) parser.parse(STREAM), STREAM);
        Planner planner = new Planner(new OneRelation(Optional.of(stream)), PlannerSettings.defaults());
        for (String query : QUERIES) {
            planner.planSnapshot(parser.parse(query), query);
        }
        String push = QUERIES.get(QUERIES.size() - 1) + " EMIT APPEND";
        planner.planContinuous(parser.parse(push), push);
    }

    private record OneRelation(Optional<RelationDefinition> only) implements Catalog {

        @Override
        public Optional<RelationDefinition> relation(RelationName name) {
            return only.filter(relation -> relation.name().folded().equals(name.folded()));
        }

        @Override
        public List<String> schemas() {
            return List.of(RelationName.DEFAULT_SCHEMA);
        }

        @Override
        public List<RelationDefinition> relations(String schema) {
            return only.map(List::of).orElse(List.of());
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
}
