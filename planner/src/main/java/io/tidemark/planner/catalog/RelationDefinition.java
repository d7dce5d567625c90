package io.tidemark.planner.catalog;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Everything that was declared of a relation.
 *
 * @param name schema and name
 * @param kind what it is
 * @param columns in declared order; for a view, those of its query
 * @param watermark the event time of a stream that has one
 * @param primaryKey column names; empty without a key
 * @param options the WITH options, keys in lower case; without {@code connector} the relation is internal
 * @param query the SQL text of a view's or materialized view's query, without EMIT; else null
 * @param statement the whole CREATE statement as SHOW CREATE prints it
 * @param appendOnly whether rows, once there, never change or go away: of a stream, and of a materialized view with such a query
 * @param indexes the indexes that were made on it
 * @param viewWatermarks what a materialized view promises of its changes
 */
public record RelationDefinition(
        RelationName name,
        RelationKind kind,
        List<ColumnDefinition> columns,
        Optional<WatermarkDefinition> watermark,
        List<String> primaryKey,
        Map<String, String> options,
        @Nullable String query,
        String statement,
        boolean appendOnly,
        List<IndexDefinition> indexes,
        ViewWatermarks viewWatermarks) {

    /** A relation of which only streams are append-only. */
    public RelationDefinition(
            RelationName name,
            RelationKind kind,
            List<ColumnDefinition> columns,
            Optional<WatermarkDefinition> watermark,
            List<String> primaryKey,
            Map<String, String> options,
            @Nullable String query,
            String statement) {
        this(
                name,
                kind,
                columns,
                watermark,
                primaryKey,
                options,
                query,
                statement,
                kind == RelationKind.STREAM,
                List.of(),
                ViewWatermarks.NONE);
    }

    public RelationDefinition {
        columns = List.copyOf(columns);
        primaryKey = List.copyOf(primaryKey);
        options = Map.copyOf(options);
        indexes = List.copyOf(indexes);
    }

    /** The same relation with other indexes. */
    public RelationDefinition withIndexes(List<IndexDefinition> others) {
        return new RelationDefinition(
                name,
                kind,
                columns,
                watermark,
                primaryKey,
                options,
                query,
                statement,
                appendOnly,
                others,
                viewWatermarks);
    }

    /** Whether the server itself keeps its rows, with their versions: an internal table or a materialized view. */
    public boolean isServed() {
        return kind == RelationKind.MATERIALIZED_VIEW
                || (kind == RelationKind.TABLE && connector().isEmpty());
    }

    /** The connector's name, or empty for a relation that the server stores itself. */
    public Optional<String> connector() {
        return Optional.ofNullable(options.get("connector"));
    }

    /** The columns that a source delivers or that an insert writes into a table: all but the computed ones. */
    public List<ColumnDefinition> storedColumns() {
        return columns.stream()
                .filter(column -> column.role() != ColumnDefinition.Role.COMPUTED)
                .toList();
    }

    /** Whether it has an event time that is an instant, which a wall clock can be compared with. */
    public boolean eventTimeIsInstant() {
        return watermark.isPresent()
                && columns.stream()
                        .filter(column ->
                                column.name().equalsIgnoreCase(watermark.get().column()))
                        .anyMatch(
                                column -> column.type().getSqlTypeName() == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE);
    }
}
